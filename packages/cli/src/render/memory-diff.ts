import type { Memory } from '@memagent/core';
import { diffArrays, diffWordsWithSpace } from 'diff';
import type { Colours } from '../io.ts';
import { indented, oneLine } from './text.ts';

/** The memory after a step beside the one before: what came, what went, and the words that changed within a line. */
export function renderMemoryDiff(
  before: Memory,
  after: Memory,
  c: Colours,
  width: number,
  all = false,
): string {
  const texts = (memory: Memory) => memory.lines.map((line) => oneLine(line.text));
  const out: string[] = [];
  const changes = diffArrays(texts(before), texts(after));
  for (let i = 0; i < changes.length; i++) {
    const change = changes[i]!;
    const next = changes[i + 1];
    if (change.removed && next?.added && next.value.length === change.value.length) {
      change.value.forEach((old, k) => {
        out.push(...renderChangedLine(old, next.value[k]!, c, width));
      });
      i += 1;
    } else if (change.added) out.push(...change.value.map((text) => c.green(indented(text, '  + ', width))));
    else if (change.removed) out.push(...change.value.map((text) => c.red(indented(text, '  - ', width))));
    else if (all) out.push(...change.value.map((text) => c.dim(indented(text, '    ', width))));
  }
  return out.length === 0 ? '' : `${out.join('\n')}\n`;
}

/** A line that was rewritten: word by word where most of it stayed, else as one line gone and one come. */
function renderChangedLine(before: string, after: string, c: Colours, width: number): string[] {
  const words = diffWordsWithSpace(before, after);
  const same = words
    .filter((part) => !part.added && !part.removed)
    .reduce((sum, part) => sum + part.value.length, 0);
  if (!c.isColorSupported || same < Math.max(before.length, after.length) / 2) {
    return [c.red(indented(before, '  - ', width)), c.green(indented(after, '  + ', width))];
  }
  const marked = words.map(({ added, removed, value }) =>
    added ? c.green(value) : removed ? c.red(c.strikethrough(value)) : value,
  );
  return [`  ~ ${marked.join('')}`];
}
