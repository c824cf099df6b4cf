import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { tasks } from './registry.ts';

// A seed means the same sample on every machine and in every version: published numbers depend on it. Where a
// generator is changed on purpose, update with `vitest -u` and say so in the change log.
it('every task gives the sample on file for its seed', async () => {
  const found = tasks.flatMap((task) =>
    (['train', 'test'] as const).map((split) => {
      const { id, question, answers, length, evidence, text } = task.generate({
        seed: 7,
        length: 2000,
        split,
      });
      const sha256 = createHash('sha256').update(text).digest('hex');
      return { id, question, answers, length, evidence: evidence.slice(0, 8), sha256 };
    }),
  );
  await expect(`${JSON.stringify(found, null, 1)}\n`).toMatchFileSnapshot('./tasks.golden.json');
});
