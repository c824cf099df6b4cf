import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunFile } from '../eval/run-file.ts';
import type { EvalTrace } from '../eval/trace.ts';
import { besidePublished } from './beside.ts';
import { reportData } from './figures.ts';
import { htmlReport } from './html.ts';
import { lineChart } from './line-chart.ts';
import { markdownReport } from './markdown.ts';
import { published } from './published.ts';
import { writeReport } from './write.ts';

const trace = (given: Partial<EvalTrace> & { score?: number }): EvalTrace => {
  const { score = 1, ...rest } = given;
  return {
    ...{ task: 'vt', length: 8192, system: 'memagent', policy: 'select', variant: null, seed: 1 },
    ...{ sample: 'vt/test/1/8192', question: 'Which?', answer: 'x', answered: true },
    expected: { answers: ['x'], match: 'any', answerable: true },
    verdicts: { strict: score, sub_em: score, contains: score, string_match_all: score },
    ...{ depths: [0.5], facts: [], steps: [], calls: 2, tokensIn: 9000, tokensOut: 10, seconds: 3 },
    ...rest,
  };
};

const run = (systems: Record<string, unknown> = {}): RunFile => ({
  version: 1,
  created: '2026-01-02T03:04:05.000Z',
  name: 'A run',
  model: { name: 'model <7B>', id: 'm', tokenizer: 't' },
  split: 'test',
  data: {},
  tasks: { vt: {} },
  systems: { 'memagent select': {}, lexical: {}, ...systems },
});

/** Two systems at two lengths on ten questions: the first loses three of ten on the way, the second is at a half. */
const traces = [8192, 32_768].flatMap((length) =>
  Array.from({ length: 10 }, (_, seed) => [
    trace({
      length,
      seed,
      score: length === 8192 || seed >= 3 ? 1 : 0,
      tokensIn: length,
      seconds: length / 1000,
    }),
    trace({ length, seed, score: seed % 2, system: 'lexical', policy: null, tokensIn: 100, seconds: 0.1 }),
  ]).flat(),
);

describe('tasks that were run at different lengths', () => {
  const hqa = [7050, 28_200].flatMap((length) =>
    Array.from({ length: 10 }, (_, seed) =>
      trace({ task: 'hqa', length, seed, score: length > 8000 && seed < 4 ? 0 : 1 }),
    ),
  );
  const data = reportData({ ...run(), tasks: { vt: {}, fwe: {}, hqa: {} } }, [
    ...traces,
    ...traces.map((each) => ({ ...each, task: 'fwe' })),
    ...hqa,
  ]);
  it('have a mean only where it is over the same tasks', () => {
    expect(data.common).toEqual({ tasks: ['vt', 'fwe'], lengths: [8192, 32_768] });
    expect(data.overall.get('memagent select')!.map(({ x, n }) => [x, n])).toEqual([
      [8192, 20],
      [32_768, 20],
    ]);
    expect(markdownReport(data, [])).toContain('mean over the 2 tasks that were run at these lengths');
  });
  it('have their losses each from its own shortest to its own longest', () => {
    expect(data.losses[0]).toMatchObject({ system: 'memagent select', n: 30, losses: 10, wins: 0 });
    expect(data.losses[0]!.difference).toBeCloseTo(-1 / 3, 10);
    expect(htmlReport(data, [])).toContain('From each task’s shortest text to its longest');
  });
});

describe('charts', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      traces.filter(({ policy }) => policy).map((each) => ({ ...each, variant: `v${i}` })),
    ).flat();
  const html = (count: number) => htmlReport(reportData(run(), many(count)), []);
  it('tell more systems than there are colours apart by their dashes', () => {
    const strokes = [
      ...html(20).matchAll(/<svg viewBox="0 0 26 8"[^>]*><path d="M1 4H25" class="([^"]+)"/g),
    ].map((m) => m[1]);
    expect(strokes).toHaveLength(20);
    expect(new Set(strokes).size).toBe(20);
    expect(strokes.slice(7, 9)).toEqual(['line s7', 'line s0 dash1']);
  });
  it('have the band of every system up to five, and of the first above', () => {
    const first = (text: string) => /<div class="one small"><svg[\s\S]*?<\/svg>/.exec(text)![0];
    const bands = (count: number) => [...first(html(count)).matchAll(/class="band /g)].length;
    expect([bands(5), bands(6)]).toEqual([5, 1]);
    expect(html(6)).toContain('of the first system');
  });
  it('draw the fitted line of cost and time, through what was measured', () => {
    const text = html(2);
    const [, tokens] = /tokens per sample: tokens against[\s\S]*?<path d="(M[^"]+)" class="line s0"/.exec(
      text,
    )!;
    // 8,192 and 32,768 tokens at the ends of a logarithmic axis from 1k to 100k.
    const places = tokens!
      .slice(1)
      .split('L')
      .map((place) => place.split(' ').map(Number));
    expect(places).toHaveLength(49);
    const height = (value: number) => 190 - ((Math.log10(value) - 3) / 2) * (190 - 26);
    expect(places[0]![1]).toBeCloseTo(height(8192 + 10), 1);
    expect(places.at(-1)![1]).toBeCloseTo(height(32_768 + 10), 1);
  });
});

describe('reportData', () => {
  const data = reportData(run(), traces);
  it('takes what is lost from shortest to longest pair by pair', () => {
    const [memagent, lexical] = data.losses;
    expect(memagent).toMatchObject({ system: 'memagent select', n: 10, losses: 3, wins: 0 });
    expect(memagent!.difference).toBeCloseTo(-0.3, 10);
    expect(memagent!.low).toBeLessThan(-0.3);
    expect(memagent!.high).toBeGreaterThan(-0.3);
    expect(lexical).toMatchObject({ difference: 0, wins: 0, losses: 0 });
    expect(lexical!.high).toBeCloseTo(1 - 0.025 ** (1 / 10), 10);
  });
  it('compares systems on the samples that both have', () => {
    const partial = traces.filter(({ system, seed }) => system === 'memagent' || seed < 4);
    expect(reportData(run(), partial).comparisons[0]).toMatchObject({
      ...{ system: 'lexical', against: 'memagent select', n: 8 },
    });
  });
  it('fits cost to length', () => {
    expect(data.costs[0]!.tokensFit!.slope).toBeCloseTo(1, 10);
    expect(data.costs[0]!.tokensFit!.intercept).toBeCloseTo(10, 6);
    expect(data.costs[0]!.secondsFit!.slope).toBeCloseTo(0.001, 10);
  });
  it('counts fates, and follows facts by age as Kaplan and Meier do', () => {
    const steps = Array.from({ length: 4 }, (_, chunk) => ({
      ...{ chunk, start: chunk, end: chunk + 1, tokens: 1, outcome: 'kept' as const },
      ...{ tokensIn: 0, tokensOut: 0, seconds: 0 },
    }));
    const facts: EvalTrace['facts'] = [
      { fact: 'a', depth: 0, fate: 'kept', seenAt: 0 },
      { fact: 'b', depth: 0, fate: 'dropped', seenAt: 0, lostAt: 2 },
      { fact: 'c', depth: 0.8, fate: 'kept', seenAt: 3 },
      { fact: 'd', depth: 0.5, fate: 'not-kept', seenAt: 1 },
      { fact: 'e', depth: 1, fate: 'unseen' },
    ];
    const [survival] = reportData(run(), [trace({ steps, facts })]).survival;
    expect(survival!.counts).toEqual({ kept: 2, dropped: 1, 'not-kept': 1, unseen: 1 });
    // Age 0: one of four is not kept. c's text ends there. Age 2: one of the two left is lost.
    expect(survival!.curve.map(({ y }) => y)).toEqual([0.75, 0.75, 0.375, 0.375]);
    expect(survival!.curve.map(({ n }) => n)).toEqual([4, 2, 2, 1]);
  });
  it('finds ablations: systems that differ in one budget', () => {
    const sizes = [256, 1024];
    const systems = Object.fromEntries(
      sizes.map((memory) => [`memagent select memoryTokens=${memory}`, { budgets: { memory, chunk: 5000 } }]),
    );
    const some = sizes.flatMap((size) =>
      [1, 2].map((seed) => trace({ seed, variant: `memoryTokens=${size}`, score: size === 256 ? 0.5 : 1 })),
    );
    const { ablations } = reportData(run(systems), some);
    expect(ablations).toHaveLength(1);
    expect(ablations[0]!.budget).toBe('memory');
    expect(ablations[0]!.lines.get('vt')!.map(({ x, y }) => [x, y])).toEqual([
      [256, 0.5],
      [1024, 1],
    ]);
  });
});

describe('besidePublished', () => {
  it('has published tables of as many values as lengths', () => {
    for (const { rows, lengths } of published)
      for (const { values } of rows) expect(values).toHaveLength(lengths.length);
  });
  it('sets ours beside them where the task is the same, by their verifier', () => {
    const ours = [trace({ task: 'fwe', verdicts: { string_match_all: 2 / 3, strict: 0 } })];
    const [beside, ...rest] = besidePublished(reportData(run(), ours, 'strict'), ours);
    expect(rest).toEqual([]);
    expect(beside!.table.title).toBe('RULER fwe');
    expect(beside!.ours.get('memagent select')![0]).toMatchObject({ x: 8192, y: 2 / 3, n: 1 });
  });
});

describe('lineChart', () => {
  it('puts points where their values are', () => {
    const point = (x: number, y: number) => ({ x, y, low: y, high: y, n: 1 });
    const chart = lineChart({
      ...{ title: 't', xLabel: 'x', yLabel: 'y', xTick: String, yTick: String, y: [0, 1], logX: true },
      lines: [{ name: 'a', colour: 0, points: [point(1, 0), point(10, 0.5), point(100, 1)] }],
      ...{ width: 340, height: 230 },
    });
    // x from 56 to 316 by logarithm, y from 190 up to 26.
    expect(chart).toContain('d="M56 190L186 108L316 26"');
  });
});

describe('reports', () => {
  const hostile = '</script><script>alert(1)</script>|';
  const all = [
    ...traces,
    trace({ seed: 99, score: 0, question: hostile, answer: hostile }),
    trace({ seed: 98, score: 0, error: { code: 'internal', message: hostile } }),
  ];
  const data = reportData(run(), all);
  it('is one HTML file that loads nothing and runs nothing', () => {
    const html = htmlReport(data, []);
    expect(html).not.toContain('<script');
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(html).toContain('model &#60;7B&#62;');
    expect(html.match(/<svg/g)!.length).toBeGreaterThan(4);
    expect(html.match(/<svg/g)!.length).toBe(html.match(/<\/svg>/g)!.length);
    expect(html).not.toMatch(/NaN|undefined|Infinity/);
    for (const name of ['summary.json', 'statistics.json', 'traces.jsonl', 'run.json'])
      expect(html).toContain(`href="${name}"`);
  });
  it('says the same in Markdown', () => {
    const text = markdownReport(data, []);
    expect(text).toContain('| memagent select |');
    expect(text).toContain('1 × \\</script>\\<script>alert(1)\\</script>\\|');
    expect(text).not.toMatch(/NaN|undefined/);
  });
  it('says how many questions without an answer were recognised, at how many false alarms', () => {
    const none = { answers: [], match: 'any' as const, answerable: false };
    const quiet = { answered: false, answer: '' };
    const some = reportData(run(), [
      ...Array.from({ length: 8 }, (_, seed) => trace({ seed, ...(seed < 2 ? quiet : {}) })),
      ...Array.from({ length: 4 }, (_, i) => trace({ seed: 8 + i, expected: none, ...(i < 3 ? quiet : {}) })),
      trace({ seed: 12, expected: none, ...quiet, error: { code: 'internal', message: 'x' } }),
    ]);
    expect(some.answerability).toMatchObject([
      { task: 'vt', recognised: { share: 0.75, n: 4 }, falseAlarms: { share: 0.25, n: 8 } },
    ]);
    expect(markdownReport(some, [])).toContain(
      '| vt | memagent select | 8k | 75.0 (30–95, 4) | 25.0 (7–59, 8) |',
    );
    expect(htmlReport(some, [])).toContain('false alarms');
    for (const report of [markdownReport(data, []), htmlReport(data, [])])
      expect(report).not.toContain('Without an answer');
  });
  it('says how many answers are right by how confident they were', () => {
    const some = reportData(run(), [
      ...[0.1, 0.5].map((confidence, seed) => trace({ seed, confidence, score: seed })),
      ...[0.97, 0.98, 1].map((confidence, i) => trace({ seed: 2 + i, confidence })),
      trace({ seed: 5, answered: false, answer: '', score: 0 }),
    ]);
    expect(some.confidence[0]!.bands.map(({ share, n }) => [share, n])).toEqual([
      ...[
        [0.5, 2],
        [0, 0],
        [0, 0],
        [1, 3],
      ],
    ]);
    expect(markdownReport(some, [])).toContain(
      '| memagent select | 50.0 (9–91, 2) |  |  | 100.0 (44–100, 3) |',
    );
    expect(htmlReport(some, [])).toContain('0.6 to 0.9');
    expect(htmlReport(data, [])).not.toContain('Confidence');
  });
  it('can be made of a single sample', () => {
    const one = reportData(run(), [trace({})]);
    expect(htmlReport(one, [])).not.toMatch(/NaN|undefined|Infinity/);
  });
  it('is written from the traces in a folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'memagent-report-'));
    try {
      await expect(writeReport(folder)).rejects.toThrow('holds no traces of a run');
      await writeFile(join(folder, 'run.json'), JSON.stringify(run()));
      await writeFile(join(folder, 'traces.jsonl'), all.map((one) => `${JSON.stringify(one)}\n`).join(''));
      await writeReport(folder);
      const summary = JSON.parse(await readFile(join(folder, 'summary.json'), 'utf8'));
      expect(summary[0]).toMatchObject({ task: 'vt', length: 8192, system: 'memagent', n: 12, failures: 1 });
      const statistics = JSON.parse(await readFile(join(folder, 'statistics.json'), 'utf8'));
      expect(Object.keys(statistics)).toEqual([
        ...['comparisons', 'losses', 'fits', 'depths', 'survival', 'answerability'],
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
