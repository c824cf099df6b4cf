import type { Chunk } from '../chunk/chunk.ts';
import type { Memory, MemoryLine } from '../memory/memory.ts';
import type { Completion } from '../model/model.ts';
import type { Change, PolicyName } from '../policy/policy.ts';
import { stems } from '../text/words.ts';
import type { WarningCode } from './events.ts';

export interface Sign {
  readonly code: WarningCode;
  readonly message: string;
}

/** The signs of failure in a step. */
export function signsOfFailure(
  policy: PolicyName,
  completion: Completion,
  change: Change,
  chunk: Chunk,
): Sign[] {
  const signs: Sign[] = [];
  if (completion.text.trim() === '' && change.outcome === 'unusable') {
    signs.push(
      completion.reasoning && completion.finish === 'length'
        ? {
            code: 'reasoning-cut',
            message:
              'The model was still reasoning when its tokens ended; the memory was kept. Raise --reasoning-tokens.',
          }
        : { code: 'empty-reply', message: 'The model replied with nothing; the memory was kept.' },
    );
  } else if (change.outcome === 'unusable') {
    signs.push({
      code: 'unusable-reply',
      message: `The reply could not be used (${change.why}); the memory was kept.`,
    });
  }
  if (change.cut) {
    signs.push({
      code: 'memory-cut',
      message:
        policy === 'select'
          ? `The memory is full: dropped ${quote(change.dropped)}.`
          : 'The memory hit its cap and was cut at a sentence.',
    });
  }
  if (policy !== 'select') {
    const lost = change.dropped.filter(
      (line) => chunk.index - line.entered >= longKept && !survives(line, change.memory),
    );
    if (lost.length > 0)
      signs.push({ code: 'lost-line', message: `Gone after ${longKept} steps or more: ${quote(lost)}.` });
    if (change.outcome === 'written' && isCopy(change.memory, chunk)) {
      signs.push({ code: 'copied-chunk', message: 'The new memory is mostly a copy of the chunk.' });
    }
  }
  return signs;
}

/** A line kept for this many steps is missed when it goes. */
const longKept = 5;

const quote = (lines: readonly MemoryLine[]) => lines.map((line) => `"${line.text.slice(0, 80)}"`).join(', ');

/** Whether most of a line's words are still in the memory. */
function survives(line: MemoryLine, memory: Memory): boolean {
  const words = stems(line.text);
  const now = stems(memory.text);
  let found = 0;
  for (const word of words) if (now.has(word)) found += 1;
  return found >= words.size * 0.6;
}

function isCopy(memory: Memory, chunk: Chunk): boolean {
  if (memory.text.length < chunk.text.length / 2) return false;
  const verbatim = memory.lines.filter((line) => chunk.text.includes(line.text)).length;
  return verbatim >= memory.lines.length * 0.8;
}
