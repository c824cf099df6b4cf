import { type Memory, memoryOf } from '@memagent/core';
import type { Random } from '../random.ts';
import { pastLines } from '../task/past.ts';
import type { Sample, Task } from '../task/task.ts';

const longPart = 0.55; // memories as a long text leaves them

/**
 * A memory of sentences that do not answer the question, as a reader may have kept by mistake: from another sample of the
 * same task, those that look most like evidence. Mostly one to three, else up to twelve. Empty where none would do.
 */
export function strayMemory(task: Task, sample: Sample, random: Random): Memory {
  const long = random.chance(longPart);
  const other = task.generate({ seed: random.next(), length: long ? 3000 : 200, split: sample.split });
  return memoryOf(within(pastLines(sample, other.text, { random, most: long ? 12 : 3 })));
}

/** As many of the lines as a memory has room for with what is still to come, by their characters. */
export function within(lines: readonly string[], room = 1200): string[] {
  let left = room;
  return lines.filter((line) => {
    left -= line.length + 1;
    return left >= 0;
  });
}
