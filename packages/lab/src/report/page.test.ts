import { describe, expect, it } from 'vitest';
import { fillPage } from './page.ts';
import { changeOf, pointAt, poolRuns } from './pool.ts';
import type { RecordRow, RunRecord } from './record.ts';

const seeds = Array.from({ length: 16 }, (_, i) => i + 1);
const row = (more: Partial<RecordRow>, right: (seed: number) => boolean): RecordRow => {
  const scores = seeds.map((seed) => Number(right(seed)));
  const accuracy = scores.reduce((sum, score) => sum + score, 0) / 16;
  return {
    ...{ task: 'hqa', length: 7168, system: 'memagent', policy: 'select', variant: null, n: 16 },
    ...{ accuracy, low: 0, high: 1, verifier: 'contains', verdicts: { contains: accuracy, sub_em: 1 } },
    ...{ tokensIn: 1, tokensOut: 1, calls: 1, seconds: 1, money: null, failures: 0, scores, seeds },
    ...more,
  };
};
const record = (rows: RecordRow[], systems = {}): RunRecord => ({
  run: {
    created: '2026-01-02T03:04:05.000Z',
    model: { name: 'm', id: 'm', tokenizer: 't' },
    ...{ split: 'test', systems, overlaps: { hqa: { 7168: 0.012 } } },
  },
  rows,
  survival: [
    { system: 'memagent select', counts: { kept: 3, dropped: 1, 'not-kept': 0, unseen: 0 }, curve: [] },
  ],
  writing: [{ system: 'memagent select', evidence: false, chunks: 1200, tokensOut: 2.01, written: 0.004 }],
});
const lexical = { system: 'lexical', policy: null };
const short = record([row({}, (s) => s <= 12), row(lexical, (s) => s <= 8)]);
const long = record([
  row({ length: 3_584_000 }, (s) => s <= 11),
  row({ ...lexical, length: 3_584_000 }, (s) => s <= 4),
]);
const old = record([row({}, (s) => s <= 4)]);
const records = new Map([
  ['short', short],
  ['long', long],
  ['old', old],
]);
const filled = (spec: string) =>
  fillPage(`Before.\n<!-- results: ${spec} -->\nstale\n<!-- end -->\nAfter.`, records);
const line = (text: string, start: string) => text.split('\n').find((each) => each.startsWith(start));

describe('fillPage', () => {
  it('replaces what stands in a block and nothing else, and does so again', () => {
    const { text } = filled('accuracy runs=short,long');
    expect(text).toMatch(/^Before\.\n<!-- results: accuracy runs=short,long -->\n\nAccuracy/);
    expect(text).toMatch(/<!-- end -->\nAfter\.$/);
    expect(text).not.toContain('stale');
    expect(line(text, '| memagent select')).toBe('| memagent select | 75.0 (51–90, 16) | 68.8 (44–86, 16) |');
    expect(fillPage(text, records).text).toBe(text);
  });
  it('pairs a system with itself over lengths, with others, and with another run', () => {
    expect(line(filled('change runs=short,long').text, '| lexical')).toMatch(
      /^\| lexical \| −25\.0 \(−50\.0 to −6\.3, 16\) \|$/,
    );
    expect(line(filled('versus runs=short,long').text, '| lexical')).toMatch(/\+25\.0 .*\+43\.8 /);
    const gain = line(filled('gain first=short second=old').text, '| hqa');
    expect(gain).toMatch(
      /^\| hqa \| 7k \| 75\.0 \| 25\.0 \| \+50\.0 \(\+25\.0 to \+75\.0, 16\) \| 0\.\d+ \|$/,
    );
  });
  it('names the model before a system, chooses systems, and says what is not on record', () => {
    const { text } = filled('accuracy runs=short,old=supervised,gone systems=supervised_memagent_select');
    expect(text.match(/^\| .*memagent/gm)).toEqual(['| supervised memagent']);
    expect(text).toContain('_Not on record yet: gone._');
    expect(filled('fates runs=gone').text).toContain('_Not on record yet: gone._');
  });
  it('puts published numbers beside ours, by their verifier and in a chart that stands alone', () => {
    const { text } = filled('published runs=short,long table=RULER-HQA systems=memagent_select');
    expect(line(text, '| RL-MemAgent-14B')).toMatch(/83\.6 .* 78\.1 \|$/);
    expect(line(text, '| memagent select')).toMatch(
      /^\| memagent select \| 100\.0 .* 100\.0 \(81–100, 16\) \|$/,
    );
    const { charts, text: page } = filled('chart runs=short,long file=a.svg title=A_b table=RULER-HQA');
    expect(page).toContain('![A b](results/a.svg)');
    const drawing = charts.get('a.svg')!;
    expect(drawing).toMatch(/^<svg width="760" height="\d+"/);
    expect(drawing).toContain('RL-MemAgent-7B (published)');
    expect(drawing).toContain('<style>:root{');
    expect(drawing).not.toContain('http://127');
  });
  it('tells of cost, what texts share, writing, fates and budgets', () => {
    expect(line(filled('cost runs=short').text, '| lexical')).toBe('| lexical | 7k | 1 | 1 | 1 |');
    // What was not run at a length has no line there.
    expect(filled('cost runs=long,old=supervised').text.match(/^\| supervised/gm)).toHaveLength(1);
    expect(line(filled('overlaps runs=short').text, '| hqa')).toBe('| hqa | 7k | 1.2 |');
    expect(line(filled('writing runs=short').text, '| memagent')).toBe(
      '| memagent select, without evidence | 1,200 | 2.01 | 0.40 |',
    );
    expect(line(filled('fates runs=short').text, '| memagent')).toBe(
      '| memagent select | 4 | 75.0 | 25.0 | 0.0 | 0.0 |',
    );
    const sizes = [256, 512].map((memory) =>
      row({ task: 'chain hops=2', variant: `memoryTokens=${memory}` }, (s) => s * 32 <= memory),
    );
    const settings = (memory: number) => ({ budgets: { memory, chunk: 700 } });
    const hops = record(sizes, {
      'memagent select memoryTokens=256': settings(256),
      'memagent select memoryTokens=512': settings(512),
    });
    const { text, charts } = fillPage(
      '<!-- results: budget runs=hops budget=memory -->\n<!-- end -->\n<!-- results: budget-chart runs=hops file=h.svg title=h -->\n<!-- end -->',
      new Map([['hops', hops]]),
    );
    expect(line(text, '| chain hops=2')).toBe('| chain hops=2 | 50.0 (28–72, 16) | 100.0 (81–100, 16) |');
    expect(charts.get('h.svg')).toContain('chain hops=2');
  });
  it('scores by another verifier, on the lengths and seeds asked for, task by task, and names its records', () => {
    const half = { sub_em: seeds.map((seed) => Number(seed <= 8)) };
    const none = { sub_em: seeds.map(() => 0) };
    const own = new Map([
      ['a', record([row({ others: half }, () => true), row({ ...lexical }, () => true)])],
      ['b', record([row({ length: 14_336, others: none }, () => true)])],
    ]);
    const made = (spec: string) => fillPage(`<!-- results: ${spec} -->\n<!-- end -->`, own).text;
    const change = made('change runs=a,b by=sub_em each');
    expect(change).toContain('(95 % interval by bootstrap over pairs, pairs), by sub_em.');
    expect(change).toMatch(/^\| hqa \| memagent select \| −50\.0 \(.*, 16\) \|$/m);
    // Nothing is known of the lexical memory by that verifier.
    expect(change).not.toContain('lexical');
    expect(change).toContain('\n\nFrom [a](results/a.json), [b](results/b.json).\n\n<!-- end -->');
    expect(line(made('accuracy runs=a,b by=sub_em seeds=10 lengths=7k'), '| memagent select')).toBe(
      '| memagent select | 80.0 (49–94, 10) |',
    );
    expect(made('versus runs=a each')).toMatch(/^\| hqa \| lexical \| \+0\.0 \(/m);
  });
  it('compares several runs of one model with those of another', () => {
    const { text } = filled('gain first=short,long second=old,long');
    expect(text.match(/^\| hqa .*/gm)).toHaveLength(3);
    expect(line(text, '| hqa | all')).toMatch(/^\| hqa \| all \| 71\.9 \| 46\.9 \| \+25\.0 /);
    expect(filled('gain first=short second=gone').text).toMatch(
      /-->\n\n_Not on record yet: gone\._\n\n<!-- end -->/,
    );
  });
  it('says how long facts stay, and draws it as far as there are ten of them', () => {
    const curve = [0, 1, 2, 3, 4, 5].map((x) => ({ x, y: 0.9 - x / 10, n: 20 - 3 * x, low: 0, high: 1 }));
    const counts = { kept: 3, dropped: 1, 'not-kept': 0, unseen: 0 };
    const survival = ['memagent select', 'lexical'].map((system) => ({ system, counts, curve }));
    const { text, charts } = fillPage(
      '<!-- results: kept runs=a=7k -->\n<!-- end -->\n<!-- results: kept-chart runs=a systems=lexical file=k.svg title=k -->\n<!-- end -->',
      new Map([['a', { ...short, survival }]]),
    );
    expect(line(text, '| 7k memagent select')).toBe(
      '| 7k memagent select | 90.0 (20) | 80.0 (17) | 70.0 (14) | 60.0 (11) | 50.0 (8) | 5 |',
    );
    expect(charts.get('k.svg')!.match(/<circle/g)).toHaveLength(4);
    expect(charts.get('k.svg')).not.toContain('memagent');
  });
  it('refuses what nothing makes', () => {
    expect(() => filled('pie runs=short')).toThrow('The page asks for "pie"');
  });
});

it('puts rows of different questions together, and of the same questions takes the last', () => {
  const others = { f1: seeds.map(() => 0.5) };
  const first = row({ length: 3_584_000, others }, (s) => s <= 4);
  const more = row({ length: 3_584_000, seeds: seeds.map((s) => s + 16), others }, (s) => s <= 12);
  const pool = poolRuns([short, record([first]), record([more])].map((one) => ({ record: one })));
  expect(pointAt(pool, 'memagent select', 3_584_000)).toMatchObject({ n: 32, y: 0.5 });
  // Those of the first sixteen alone have been asked at both lengths.
  expect(changeOf(pool, 'memagent select', 7168, 3_584_000)).toMatchObject({ n: 16, difference: -0.5 });
  const joined = pool.rows.find(({ n }) => n === 32)!;
  expect(joined.others!.f1).toHaveLength(32);
  expect(joined.verdicts.contains).toBe(0.5);
  const again = poolRuns(
    [record([first]), record([row({ length: 3_584_000 }, () => true)])].map((one) => ({ record: one })),
  );
  expect(again.rows.map(({ n, accuracy }) => [n, accuracy])).toEqual([[16, 1]]);
});
