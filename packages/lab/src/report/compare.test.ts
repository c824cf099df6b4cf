import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunFile } from '../eval/run-file.ts';
import type { EvalTrace } from '../eval/trace.ts';
import { compareRuns } from './compare.ts';
import { reportData } from './figures.ts';
import { readRecord, recordOf, recordText, withScores } from './record.ts';

const step = (chunk: number, tokensOut: number, outcome: 'kept' | 'written') => ({
  ...{ chunk, start: chunk * 9, end: chunk * 9 + 9, tokens: 3, tokensIn: 20, seconds: 1 },
  ...{ tokensOut, outcome },
});
const trace = (seed: number, score: number, more: Partial<EvalTrace> = {}): EvalTrace => ({
  ...{ task: 'vt', length: 8192, system: 'memagent', policy: 'select', variant: null, seed },
  ...{ sample: `vt/test/${seed}/8192`, question: 'Which?', answer: 'x', answered: true },
  expected: { answers: ['x'], match: 'any', answerable: true },
  verdicts: { strict: score, contains: score, string_match_all: score },
  ...{ depths: [0.5], calls: 4, tokensIn: 60, tokensOut: 9, seconds: 3 },
  facts: [{ fact: 'x', depth: 0.5, fate: 'kept', seenAt: 1 }],
  steps: [step(0, 2, 'kept'), step(1, 5, 'written'), step(2, 2, 'kept'), step(3, 3, 'written')],
  ...more,
});
const run = (split = 'test'): RunFile => ({
  ...{ version: 1, created: '2026-01-02T03:04:05.000Z', split, data: {}, tasks: {} },
  model: { name: 'm', id: 'm', tokenizer: 't' },
  systems: {},
});
const record = (traces: EvalTrace[], split?: string) =>
  recordOf(run(split), traces, reportData(run(split), traces));
const seeds = Array.from({ length: 20 }, (_, i) => i + 1);
const good = record(seeds.flatMap((s) => [trace(s, 1), trace(s, 1, { task: 'fwe' })]));
const worse = record(
  seeds.slice(5).flatMap((s) => [trace(s, s % 2), trace(s, 1, { task: 'fwe' }), trace(s, 1, { length: 99 })]),
);

it('records the score of every seed, and what is generated with evidence and without', () => {
  expect(worse.rows[0]).toMatchObject({ task: 'vt', length: 99, seeds: seeds.slice(5) });
  expect(worse.rows[1]!.scores).toEqual(seeds.slice(5).map((s) => s % 2));
  expect(good.writing).toEqual([
    { system: 'memagent select', evidence: true, chunks: 40, tokensOut: 5, written: 1 },
    { system: 'memagent select', evidence: false, chunks: 120, tokensOut: 2.3333, written: 0.3333 },
  ]);
});

it('adds scores by other verifiers where they are wanted and every sample is there', () => {
  const samples = seeds.flatMap((s) => [
    trace(s, 1, { verdicts: { f1: s / 30 } }),
    ...(s > 1 ? [trace(s, 1, { task: 'fwe' })] : []),
  ]);
  const all = withScores(good, samples, ['f1'], () => true);
  expect(all.rows[0]!.others!.f1!.slice(0, 2)).toEqual([0.0333, 0.0667]);
  expect(all.rows[1]).toEqual(good.rows[1]);
  expect(withScores(good, samples, ['f1'], ({ task }) => task !== 'vt')).toEqual(good);
});

it('compares runs on the questions that both have, by task and length and in all', () => {
  const rows = compareRuns(good, worse);
  expect(rows.map(({ task, length, n }) => [task, length, n])).toEqual([
    ['vt', 8192, 15],
    ['fwe', 8192, 15],
    [null, null, 30],
  ]);
  expect(rows[0]).toMatchObject({ first: 1, wins: 8, losses: 0 });
  expect(rows[0]!.difference).toBeCloseTo(8 / 15, 10);
  expect(rows[0]!.low).toBeGreaterThan(0.2);
  expect(rows[2]!.difference).toBeCloseTo(4 / 15, 10);
});

it('takes a task at all of its lengths for one set of questions', () => {
  const lengths = [99, 8192];
  const at = (score: (s: number) => number) =>
    record(seeds.flatMap((s) => lengths.map((length) => trace(s, score(s), { length }))));
  const rows = compareRuns(
    at(() => 1),
    at((s) => s % 2),
  );
  expect(rows.map(({ task, length, n }) => [task, length, n])).toEqual([
    ['vt', 99, 20],
    ['vt', 8192, 20],
    ['vt', null, 40],
  ]);
  // Each question has the same outcome at both lengths: nothing is known beyond the twenty.
  const { low, high, p, difference } = rows[0]!;
  expect(rows[2]).toMatchObject({ low, high, p, difference });
});

it('refuses runs of different splits, and finds nothing where no question is shared', () => {
  expect(() => compareRuns(good, record([trace(1, 1)], 'train'))).toThrow('different questions');
  expect(compareRuns(good, record([trace(1, 1, { task: 'cwe' })]))).toEqual([]);
});

it('reads a record back, from its file or its folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'memagent-record-'));
  try {
    await writeFile(join(folder, 'record.json'), recordText(good));
    expect(await readRecord(folder)).toEqual(JSON.parse(JSON.stringify(good)));
    expect(await readRecord(join(folder, 'record.json'))).toEqual(await readRecord(folder));
    await writeFile(join(folder, 'other.json'), '{"rows":[{}]}');
    await expect(readRecord(join(folder, 'other.json'))).rejects.toThrow('is no record');
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('refuses to compare scores of different verifiers', () => {
  const traces = seeds.map((seed) => trace(seed, 1));
  const strictly = recordOf(run(), traces, reportData(run(), traces, 'strict'));
  expect(() => compareRuns(good, strictly)).toThrow(
    'scored by different verifiers: vt by string_match_all and by strict',
  );
});

it('says that a file without a run is no record', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'record-'));
  await writeFile(join(folder, 'record.json'), '{"rows":[]}');
  await expect(readRecord(folder)).rejects.toThrow('is no record of an evaluation');
  await rm(folder, { recursive: true });
});
