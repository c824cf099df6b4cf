import type { Tokenizer } from '@memagent/core';
import type { Group, Trajectory } from '../algorithm/types.ts';
import type { Batch } from './roll-batch.ts';
import type { RunFiles } from './run-files.ts';

/**
 * Keeps groups of a step for reading: those whose rewards differ most, the earlier of equals. Of each the best and the
 * worst trajectory are written as text, with the rewards of all.
 */
export async function keepSamples(
  files: RunFiles,
  step: number,
  batch: Batch,
  count: number,
  tokenizer: Tokenizer,
): Promise<void> {
  for (const { task, best, worst, rewards } of ranked(batch.groups).slice(0, count)) {
    const asked = batch.tasks.get(task)!;
    for (const { answer, reward, conversations } of best === worst ? [best] : [best, worst])
      await files.append('samples.jsonl', {
        step,
        task: asked.id,
        question: asked.question,
        expected: asked.answers,
        answer,
        reward,
        rewards,
        conversations: await Promise.all(
          conversations.map(async ({ kind, prompt, response, cut }) => ({
            kind,
            prompt: await tokenizer.decode(prompt),
            response: await tokenizer.decode(response),
            ...(cut ? { cut } : {}),
          })),
        ),
      });
  }
}

interface Ranked {
  readonly task: string;
  readonly best: Trajectory;
  readonly worst: Trajectory;
  /** Of all trajectories, best first. */
  readonly rewards: readonly number[];
}

function ranked(groups: readonly Group[]): Ranked[] {
  return groups
    .flatMap(({ task, trajectories }): Ranked[] => {
      const sorted = [...trajectories].sort((a, b) => b.reward - a.reward);
      const [best, worst] = [sorted[0], sorted.at(-1)];
      return best && worst ? [{ task, best, worst, rewards: sorted.map(({ reward }) => reward) }] : [];
    })
    .sort((a, b) => b.best.reward - b.worst.reward - (a.best.reward - a.worst.reward));
}
