import type { Memory, MemoryLine } from '../memory/memory.ts';
import { sentenceSource } from '../memory/source.ts';
import { sentenceInContext } from '../text/sentences.ts';
import { type Change, kept, type Policy, type StepState, unusable } from './policy.ts';

/** The reply names sentences of the chunk to add and lines of the memory to drop; code copies them word for word. */
export const select: Policy = {
  name: 'select',
  async apply(reply, state) {
    if (reply.kind === 'keep') return kept(state.memory);
    if (reply.kind !== 'select')
      return unusable(state.memory, reply.kind === 'unusable' ? reply.why : 'the reply names no sentence');
    const chosen = new Set(reply.add);
    const add = [...new Set([...reply.add, ...(reply.matched ?? [])])]
      .filter((n) => n >= 1 && n <= state.sentences.length)
      .sort((a, b) => a - b)
      .map((n) => copyLine(state, n - 1, !chosen.has(n)));
    const drop = new Set(reply.drop.filter((n) => n >= 1 && n <= state.memory.lines.length));
    if (add.length === 0 && drop.size === 0)
      return unusable(state.memory, 'the reply names no sentence that exists');
    return applySelection(state, add, drop);
  },
};

async function applySelection(state: StepState, add: MemoryLine[], drop: Set<number>): Promise<Change> {
  const dropped = state.memory.lines.filter((_, i) => drop.has(i + 1));
  const remaining = state.memory.lines.filter((_, i) => !drop.has(i + 1));
  const known = new Set(remaining.map((line) => line.text));
  const added = add.filter((line) => !known.has(line.text));
  const { lines, outdone } = withoutOutdone([...remaining, ...added], state);
  const lost = await dropUntilFits(lines, state);
  const change: Change = {
    outcome: 'written',
    memory: linesMemory(lines),
    added: added.filter((line) => lines.includes(line)),
    dropped: [...dropped, ...outdone.filter((line) => !added.includes(line)), ...lost],
    ...(lost.length > 0 ? { cut: true } : {}),
  };
  return change.added.length === 0 && change.dropped.length === 0 ? kept(state.memory) : change;
}

/** A line that was kept because it matches stays while it has this part of the best match in the memory, or more. */
export const ofBestMatch = 0.7;

/** Lines without those that were kept because they match and that another has outdone; what the model chose stays. */
function withoutOutdone(all: readonly MemoryLine[], { share }: StepState) {
  if (!share || !all.some(({ matched }) => matched)) return { lines: [...all], outdone: [] };
  // A line of the memory to begin with has been in no chunk.
  const shareOf = (line: MemoryLine) => line.share ?? share(line.text);
  const least = ofBestMatch * Math.max(...all.map(shareOf));
  const isOutdone = (line: MemoryLine) => line.matched === true && shareOf(line) < least;
  return { lines: all.filter((line) => !isOutdone(line)), outdone: all.filter(isOutdone) };
}

function copyLine(state: StepState, index: number, matched: boolean): MemoryLine {
  const sentence = state.sentences[index]!;
  const text = sentenceInContext(sentence);
  return {
    text,
    entered: state.chunk.index,
    source: sentenceSource(state.chunk, sentence),
    ...(matched ? { matched } : {}),
    ...(state.share ? { share: Math.round(1000 * state.share(text)) / 1000 } : {}),
  };
}

/** Removes the lines that have least to do with the question, older ones first, until the rest fits. */
async function dropUntilFits(lines: MemoryLine[], state: StepState): Promise<MemoryLine[]> {
  const lost: MemoryLine[] = [];
  const sizes = await Promise.all(lines.map((line) => state.count(`${line.text}\n`)));
  let total = sizes.reduce((sum, size) => sum + size, 0);
  while (lines.length > 0 && (total > state.memoryTokens || lines.length > maxLines)) {
    const relevance = lines.map((line) => state.relevance(line.text));
    const least = relevance.indexOf(Math.min(...relevance));
    total -= sizes[least]!;
    sizes.splice(least, 1);
    lost.push(...lines.splice(least, 1));
  }
  return lost;
}

/** Memory lines are numbered; there are markers for this many. */
export const maxLines = 32;

export function linesMemory(lines: readonly MemoryLine[]): Memory {
  return { text: lines.map((line) => line.text).join('\n'), lines };
}
