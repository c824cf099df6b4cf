import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { tasks } from './registry.ts';
import { loadData } from './sources/load-tasks.ts';

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

it('every task of natural questions gives the sample on file for its seed', async () => {
  const fixture = (name: string) => fileURLToPath(new URL(`../data/fixtures/${name}`, import.meta.url));
  const files = {
    squad: fixture('squad.json.gz'),
    hotpot: fixture('hotpot.json.gz'),
    musique: fixture('musique.jsonl.gz'),
    twowiki: fixture('2wiki.json.gz'),
    longbench: [fixture('longbench.jsonl.gz')],
  };
  const plain = await loadData(files, 'test');
  const reference = await loadData({ hotpot: files.hotpot }, 'test', { referenceOrder: true });
  const made = [
    ...plain.tasks.map((task) => ({ task, size: task.name.startsWith('longbench') ? {} : { documents: 9 } })),
    ...reference.tasks
      .filter(({ name }) => name === 'hqa')
      .map((task) => ({ task, size: { documents: 12 } })),
  ];
  const found = made.map(({ task, size }) => {
    const { id, question, answers, length, evidence, text } = task.generate({
      ...{ seed: 7, length: 0, split: 'test' as const },
      ...size,
    });
    const sha256 = createHash('sha256').update(text).digest('hex');
    return { id, question, answers, length, evidence, sha256 };
  });
  expect(found.map(({ id }) => id.split('/')[0])).toEqual([
    ...['qa_1', 'qa_2', 'hqa', 'musique', '2wiki', 'longbench_2wikimqa', 'hqa'],
  ]);
  await expect(`${JSON.stringify(found, null, 1)}\n`).toMatchFileSnapshot('./natural.golden.json');
});
