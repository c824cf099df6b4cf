import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { saveRandomGguf } from '@memagent/llama/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../testing/in-process.ts';
import { readByRules, startHoldingServer, startReadingServer } from '../testing/reading-server.ts';
import { Sandbox } from '../testing/run-command.ts';

const recipes = fileURLToPath(new URL('../../../../recipes/eval', import.meta.url));

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.create();
});
afterAll(() => sandbox.remove());

/** In this process: a process of its own costs seconds. */
const here = (args: readonly string[]) => runHere(args, { cwd: sandbox.folder, env: sandbox.env });
const json = (path: string) => sandbox.json(path);

describe('memagent eval tasks', () => {
  it('lists the tasks, and those that need a file', async () => {
    const { code, stdout } = await here(['eval', 'tasks']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^niah_single_1 +RULER/m);
    expect(stdout).toMatch(/^hqa .*Needs --hotpot\./m);
  });
  it('shows a sample with its answer and where it lies', async () => {
    const { stdout } = await here([
      ...['eval', 'tasks', '--show', 'chain:hops=2', '--length', '2k', '--seed', '1', '--json'],
    ]);
    const sample = JSON.parse(stdout);
    expect(sample.evidence).toHaveLength(2);
    const [first] = sample.evidence;
    expect(sample.text.slice(first.start, first.end)).toContain(first.fact);
    expect(sample.text.length).toBeGreaterThan(6000);
  });
});

describe('memagent eval run', () => {
  it('evaluates a real model in this process, and goes on where it was left', async () => {
    const model = await saveRandomGguf(sandbox.path('random.gguf'), { seed: 3, context: 4096 });
    const args = [
      ...[
        'eval',
        'run',
        '--tasks',
        'niah_single_1,vt',
        '--lengths',
        '1k,2k',
        '--samples',
        '2',
        '--seed',
        '1',
      ],
      ...['--systems', 'memagent,lexical,bm25,oracle', '--model', model, '--out', 'real', '--threads', '1'],
    ];
    const some = await here([...args, '--limit', '5']);
    expect(some.stderr).not.toContain('error');
    expect(some.code).toBe(0);
    const dry = await here([...args, '--dry-run', '--json']);
    expect(dry.lines()[0]).toMatchObject({ type: 'estimate', samples: 32, done: 5 });
    const all = await here([...args, '--json']);
    expect(all.code).toBe(0);
    expect(all.stderr).toContain('Going on: 5 samples of 32 are there.');
    const lines = all.lines();
    expect(lines.filter(({ type }) => type === 'sample')).toHaveLength(27);
    const summary = await json('real/summary.json');
    expect(summary).toHaveLength(16);
    expect(summary[0]).toMatchObject({
      ...{ task: 'niah_single_1', length: 1024, system: 'memagent', policy: 'select', n: 2, failures: 0 },
      verifier: 'string_match_all',
    });
    for (const row of summary) {
      for (const key of ['accuracy', 'low', 'high', 'tokensIn', 'tokensOut', 'seconds'])
        expect(row[key], key).toBeTypeOf('number');
    }
    const traces = (await readFile(sandbox.path('real/traces.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(traces).toHaveLength(32);
    const html = await readFile(sandbox.path('real/report.html'), 'utf8');
    expect(html).toContain('</html>');
    expect(html).not.toMatch(/(?:src|href)="https?:/);
    expect(await readFile(sandbox.path('real/report.md'), 'utf8')).toContain('| memagent select |');
  });

  it('says what a model that only reads cannot do', async () => {
    const { code, stderr } = await here([
      ...[
        'eval',
        'run',
        '--tasks',
        'vt',
        '--lengths',
        '1k',
        '--systems',
        'truncate',
        '--model',
        'random.gguf',
      ],
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('The system "truncate" needs a chat model');
  });

  it('takes a recipe, flags over it, and a served model', async () => {
    const server = await startReadingServer({
      reply: (prompt) => readByRules(prompt.replace(/ for (\S+) mentioned/, ' for $1 keyword: $1')),
    });
    try {
      await writeFile(
        sandbox.path('small.yaml'),
        [
          'name: small',
          'tasks: [niah_single_2, { task: niah_single_2, depth: 0.9 }]',
          'lengths: [2k]',
          'systems: [{ system: memagent, memoryTokens: 256 }, empty]',
          'samples: 9',
        ].join('\n'),
      );
      const { code, stdout, stderr } = await here([
        ...['eval', 'run', 'small.yaml', '--samples', '2', '--model', server.url, '--window', '8192'],
      ]);
      expect(stderr).not.toContain('error');
      expect(code).toBe(0);
      expect(stdout).toMatch(/niah_single_2 +2k +memagent overwrite memoryTokens=256 +2 +100\.0/);
      expect(stdout).toMatch(/niah_single_2 depth=0\.9 +2k +empty +2 +0\.0/);
      const again = await here(['eval', 'report', join('memagent-eval', 'small'), '--verifier', 'strict']);
      expect(again.code).toBe(0);
      expect((await json('memagent-eval/small/summary.json'))[0].verifier).toBe('strict');
      const same = await here(['eval', 'compare', 'memagent-eval/small', 'memagent-eval/small/record.json']);
      expect(same.code).toBe(0);
      expect(same.stdout).toMatch(/empty +all +all +4 +0\.0 +0\.0 +\+0\.0 \(/);
      const none = await here(['eval', 'compare', 'memagent-eval/small', 'small.yaml']);
      expect(none.code).toBe(2);
      expect(none.stderr).toContain('is no record of an evaluation');
    } finally {
      await server.close();
    }
  });

  it('has recipes that can be run', async () => {
    const server = await startReadingServer();
    try {
      for (const name of await readdir(recipes)) {
        // One is for the shipped model; a random one of its shape stands in for it.
        const model = name === 'pocket.yaml' ? 'random.gguf' : server.url;
        const args = [
          '--model',
          model,
          '--window',
          name === 'pocket.yaml' ? '4096' : '8192',
          '--dry-run',
          '--json',
        ];
        const { code, stderr, lines } = await here(['eval', 'run', join(recipes, name), ...args]);
        expect(stderr, name).not.toContain('error');
        expect(code, name).toBe(0);
        expect(lines()[0]!.samples, name).toBeGreaterThan(100);
      }
    } finally {
      await server.close();
    }
  });

  it('stops on Ctrl-C and keeps what is finished', async () => {
    const { server, waiting, release } = await startHoldingServer(4);
    try {
      const running = sandbox.start([
        ...[
          'eval',
          'run',
          '--tasks',
          'niah_single_1',
          '--lengths',
          '1k',
          '--systems',
          'memagent',
          '--samples',
          '9',
        ],
        ...['--model', server.url, '--window', '8192', '--out', 'stopped', '--concurrency', '1'],
      ]);
      await waiting;
      running.child.kill('SIGINT');
      const { code, stderr } = await running.done;
      expect(code).toBe(130);
      expect(stderr).toMatch(/Stopped with \d finished samples?\./);
      expect((await readFile(sandbox.path('stopped/traces.jsonl'), 'utf8')).endsWith('}\n')).toBe(true);
    } finally {
      release();
      await server.close();
    }
  });

  it.each([
    [['--lengths', '1k', '--systems', 'empty'], 'No tasks were named'],
    [['--tasks', 'hqa', '--lengths', '50d', '--systems', 'empty'], 'The task hqa needs a data file'],
    [['--tasks', 'vt', '--lengths', '8q', '--systems', 'empty'], '"8q" is no length'],
    [['--tasks', 'vt', '--lengths', '1k', '--systems', 'magic'], 'no system called magic'],
    [['nowhere.yaml'], 'The recipe nowhere.yaml cannot be read: ENOENT'],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, stderr } = await here(['eval', 'run', ...args, '--model', 'random.gguf']);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain('hint:');
  });
});
