import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Sandbox } from '../testing/run-command.ts';

const recipes = fileURLToPath(new URL('../../../../recipes/eval', import.meta.url));

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.create();
});
afterAll(() => sandbox.remove());

it.each([
  ['context-scaling.yaml', 6 * 5],
  ['memory-by-hops.yaml', 3 * 4],
  ['chunk-size.yaml', 4 * 4],
  ['memory-evolution.yaml', 4 * 4],
])('%s runs to the end with the shipped model', async (name, rows) => {
  const { code, stderr } = await sandbox.run([
    ...['eval', 'run', join(recipes, name), '--samples', '1', '--lengths', '700', '--out', name],
  ]);
  expect(stderr).not.toContain('error');
  expect(code).toBe(0);
  const summary = JSON.parse(await readFile(sandbox.path(`${name}/summary.json`), 'utf8'));
  expect(summary).toHaveLength(rows);
  for (const row of summary) expect(row).toMatchObject({ n: 1, failures: 0 });
  const files = await readdir(sandbox.path(name));
  expect(files.sort()).toEqual([
    ...[
      'record.json',
      'report.html',
      'report.md',
      'run.json',
      'statistics.json',
      'summary.json',
      'traces.jsonl',
    ],
  ]);
});
