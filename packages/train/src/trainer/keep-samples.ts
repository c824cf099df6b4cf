import type { Tokenizer } from '@memagent/core';
import type { Batch } from './roll-batch.ts';
import type { RunFiles } from './run-files.ts';

/** Keeps trajectories for reading: the best and the worst of a step's groups, as text. */
export async function keepSamples(
  files: RunFiles,
  step: number,
  batch: Batch,
  count: number,
  tokenizer: Tokenizer,
): Promise<void> {
  const all = batch.groups.flatMap(({ task, trajectories }) =>
    trajectories.map((trajectory) => ({ task, trajectory })),
  );
  all.sort((a, b) => b.trajectory.reward - a.trajectory.reward);
  const chosen = all.filter((_, i) => i < Math.ceil(count / 2) || i >= all.length - Math.floor(count / 2));
  for (const { task, trajectory } of chosen) {
    const asked = batch.tasks.get(task)!;
    const conversations = await Promise.all(
      trajectory.conversations.map(async ({ kind, prompt, response, cut }) => ({
        kind,
        prompt: await tokenizer.decode(prompt),
        response: await tokenizer.decode(response),
        ...(cut ? { cut } : {}),
      })),
    );
    const { reward, answer } = trajectory;
    await files.append('samples.jsonl', {
      step,
      task: asked.id,
      question: asked.question,
      expected: asked.answers,
      answer,
      reward,
      conversations,
    });
  }
}
