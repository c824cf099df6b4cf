import { countWords, coverage, newFrequencies, rareStems } from '../hints/hints.ts';
import { wantedBy } from '../hints/wanted.ts';
import type { MemoryLine } from '../memory/memory.ts';
import type { Prompt, Scores, Segment } from '../model/model.ts';
import { linesMemory, ofBestMatch } from '../policy/select.ts';
import type { FinalReply, Profile, Weighing } from '../profile/profile.ts';
import { ofKind } from '../words/kinds.ts';

export interface KindAnswerOptions {
  readonly profile: Profile;
  readonly weighing: Weighing;
  readonly score: (prompt: Prompt, continuations: readonly (readonly Segment[])[]) => Promise<Scores>;
}

/** A word of the kind that was asked for, and the line of the memory that has it. */
export interface KindAnswer {
  readonly text: string;
  readonly line: MemoryLine;
  /** How likely the model finds it from that line: mostly little, else it would have said it. */
  readonly confidence: number;
}

/** In the line that the answer came from, a word must be at least so likely as an answer, as a logarithm. */
const leastInSame = -8;

/**
 * Another answer for a question that asks for a kind ("which bird"): the word of that kind in the line that says most of
 * the question. A small model does not know that a heron is a bird; word lists do. What the model did answer stands where
 * it is of that kind, unless its line, and what shares a name with it, is far outdone: the second of two facts says little
 * of the question by itself. What is of another kind stands where its line says more of the question, or where that line
 * has such a word and the model does not find it likely.
 */
export async function answerOfKind(
  question: string,
  lines: readonly MemoryLine[],
  reply: FinalReply,
  { profile, weighing, score }: KindAnswerOptions,
): Promise<KindAnswer | undefined> {
  const wanted = wantedBy(question);
  const { kind } = wanted;
  if (!kind) return undefined;
  const isOfKind = reply.answered && ofKind(kind, question, reply.text).length > 0;
  const frequencies = newFrequencies();
  for (const { text } of lines) countWords(frequencies, text, [{ text, start: 0, end: text.length }]);
  const said = reply.text.toLowerCase();
  const views = lines
    .map((line) => ({
      line,
      words: ofKind(kind, question, line.text),
      share: line.share ?? coverage(frequencies, wanted, line.text).share,
      isOwn: reply.answered && line.text.toLowerCase().includes(said),
    }))
    .sort((a, b) => b.share - a.share);
  const own = views.filter(({ isOwn }) => isOwn);
  const same = isOfKind ? undefined : own.find(({ words }) => words.length > 0);
  const best = same ?? views.find(({ words }) => words.length > 0);
  if (!best) return undefined;
  if (isOfKind) {
    const ownNames = own.flatMap(({ line }) => [...names(line.text, wanted.stems)]);
    const led = views.filter(({ line }) => {
      const found = names(line.text, wanted.stems);
      return ownNames.some((name) => found.has(name));
    });
    if ([...own, ...led].some(({ share }) => share >= ofBestMatch * best.share)) return undefined;
  } else if (own.some(({ share }) => share > best.share)) return undefined;
  const prompt = profile.final({ question, memory: linesMemory([best.line]) });
  const { logprobs } = await score(prompt, best.words.map(weighing.answer));
  const top = Math.max(...logprobs);
  if (same && top < leastInSame) return undefined;
  return { text: best.words[logprobs.indexOf(top)]!, line: best.line, confidence: Math.exp(top) };
}

/** The stems of a line's names that the question does not have. */
function names(text: string, asked: readonly number[]): Set<number> {
  const found = rareStems((text.match(/\p{Lu}\p{L}+/gu) ?? []).join(' '));
  for (const stem of asked) found.delete(stem);
  return found;
}
