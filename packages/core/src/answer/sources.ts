import type { Memory, Source } from '../memory/memory.ts';
import { stems } from '../text/words.ts';

/** The sources of the memory's lines that support an answer: those that contain it, else those nearest to it. */
export function answerSources(answer: string, question: string, memory: Memory, most = 5): Source[] {
  const lines = memory.lines.filter((line) => line.source !== undefined);
  const plain = normalise(answer);
  const parts = plain.split(/\s*[,;]\s*|\s+and\s+/).filter((part) => part.length > 1);
  const containing = lines.filter((line) => {
    const text = normalise(line.text);
    return plain !== '' && (text.includes(plain) || parts.some((part) => text.includes(part)));
  });
  const wanted = stems(`${answer} ${question}`);
  const shared = (text: string) => {
    let n = 0;
    for (const stem of stems(text)) if (wanted.has(stem)) n += 1;
    return n;
  };
  const rest = lines
    .filter((line) => !containing.includes(line))
    .sort((a, b) => shared(b.text) - shared(a.text));
  // An answer that stands in the memory word for word is supported by those lines; what led there follows.
  const chosen =
    containing.length > 0 ? [...containing, ...rest.filter((line) => shared(line.text) > 1)] : rest;
  const spans = new Map(
    chosen.slice(0, most).map((line) => [`${line.source!.start}-${line.source!.end}`, line.source!]),
  );
  return [...spans.values()];
}

const normalise = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();
