import {
  emptyMemory,
  linesMemory,
  type Memory,
  rareStems,
  sentenceInContext,
  splitSentences,
} from '@memagent/core';
import type { Random } from '../random.ts';
import type { Sample, Task } from '../task/task.ts';

/**
 * A memory of one to three sentences that do not answer the question, as a reader may have kept by mistake: from
 * another sample of the same task, those that look most like evidence. Empty where none would do.
 */
export function strayMemory(task: Task, sample: Sample, random: Random): Memory {
  const other = task.generate({ seed: random.next(), length: 200, split: sample.split });
  const wanted = rareStems(sample.question);
  const shared = (text: string) => [...rareStems(text)].filter((stem) => wanted.has(stem)).length;
  const lines = splitSentences(other.text)
    .map(sentenceInContext)
    .filter((text) => text.length < 400 && !sample.answers.some((answer) => text.includes(answer)))
    .map((text) => ({ text, shared: shared(text), draw: random.float() }))
    .sort((a, b) => b.shared - a.shared || a.draw - b.draw)
    .slice(0, random.int(1, 3));
  return lines.length === 0 ? emptyMemory : linesMemory(lines.map(({ text }) => ({ text, entered: 0 })));
}
