import { writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../testing/in-process.ts';
import { type ReadingServer, startReadingServer, storyOf } from '../testing/reading-server.ts';
import { Sandbox } from '../testing/run-command.ts';

let box: Sandbox;
let server: ReadingServer | undefined;
const fact = 'The lighthouse has 217 steps.';
const story = storyOf(300, { 20: fact, 260: 'The bridge was paid for with 95 coins.' });
const budgets = ['--chunk-tokens', '400', '--memory-tokens', '200', '--output-tokens', '200'];

beforeAll(async () => {
  box = await Sandbox.create();
  await writeFile(box.path('story.txt'), story);
});
afterAll(() => box.remove());
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** In this process, where nothing depends on there being another one. */
const here = (args: string[], input = '') =>
  runHere(args, { cwd: box.folder, env: { HOME: box.folder, MEMAGENT_HOME: box.path('state') }, input });

const question = 'How many steps are there? (keyword: lighthouse)';

describe('memagent ask', () => {
  it('prints the answer alone on standard output, and progress, memory and sources on the other', async () => {
    server = await startReadingServer();
    const ran = await box.run(['ask', 'story.txt', question, '--model', server.url, ...budgets]);
    expect(ran.stdout).toBe('217\n');
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain('Memory');
    expect(ran.stderr).toMatch(
      /Sources\n.*story\.txt, bytes [\d,]+–[\d,]+\n\s+“The lighthouse has 217 steps\.”/,
    );
  });

  it('goes on after kill -9 and answers like an undisturbed run, doing nothing twice', async () => {
    const calm = await startReadingServer();
    const args = (url: string) => [
      'ask',
      'story.txt',
      `${question} Again.`,
      '--model',
      url,
      ...budgets,
      '--json',
    ];
    const undisturbed = await box.run([...args(calm.url), '--no-journal']);
    await calm.close();

    let killed: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => {
      killed = resolve;
    });
    server = await startReadingServer({
      before: (call) => {
        if (call !== 4) return undefined;
        killed();
        return new Promise(() => undefined);
      },
    });
    const first = box.start(args(server.url));
    await reached;
    first.child.kill('SIGKILL');
    expect((await first.done).signal).toBe('SIGKILL');
    const second = await box.run(args(server.url));
    const events = second.lines();
    expect(events[0]).toMatchObject({ type: 'started', resumedAt: 4 });
    expect(events.filter((event) => event.type === 'step').map((event) => event.chunk)).toEqual(
      undisturbed
        .lines()
        .filter((event) => event.type === 'step')
        .map((event) => event.chunk)
        .slice(4),
    );
    const answer = undisturbed.lines().at(-1)!;
    expect(events.at(-1)).toMatchObject({
      answer: answer.answer,
      sources: answer.sources,
      memory: answer.memory,
    });
  });

  it('gives the best answer so far on Ctrl-C, and says how to go on', async () => {
    const inMiddle: (() => void)[] = [];
    server = await startReadingServer({
      before: (call) => (call === 5 ? new Promise<void>((resolve) => inMiddle.push(resolve)) : undefined),
    });
    const running = box.start([
      'ask',
      'story.txt',
      `${question} Stop.`,
      '--model',
      server.url,
      ...budgets,
      '--watch',
    ]);
    await running.seen(/\+ The lighthouse has 217 steps/);
    while (server.prompts.length < 6) await new Promise((resolve) => setImmediate(resolve));
    running.child.kill('SIGINT');
    const ran = await running.done;
    for (const go of inMiddle) go();
    expect(ran.code).toBe(5);
    expect(ran.stdout).toBe('217\n');
    expect(ran.stderr).toMatch(
      /Partial answer: stopped after 5 of about \d+ chunks?\. The same command goes on/,
    );
  });

  it('ends at once on a second Ctrl-C', async () => {
    server = await startReadingServer({
      before: (call) => (call < 3 ? undefined : new Promise(() => undefined)),
    });
    const running = box.start([
      ...['ask', 'story.txt', `${question} Twice.`, '--model', server.url, ...budgets, '--json'],
    ]);
    while (server.prompts.length < 4) await new Promise((resolve) => setImmediate(resolve));
    running.child.kill('SIGINT');
    while (server.prompts.length < 5) await new Promise((resolve) => setImmediate(resolve)); // It asks for the answer.
    running.child.kill('SIGINT');
    const ran = await running.done;
    expect(ran.code).toBe(130);
    expect(ran.lines().at(-1)).toMatchObject({
      type: 'error',
      code: 'aborted',
      hint: expect.stringContaining('goes on'),
    });
  });

  it('reads once for many questions, from standard input, and answers each in JSON', async () => {
    server = await startReadingServer();
    const ran = await box.run(
      [
        'ask',
        '-',
        '-q',
        question,
        '-q',
        'How many coins? (keyword: bridge)',
        '-q',
        'Who? (keyword: zebra)',
        '--model',
        server.url,
        ...budgets,
        '--json',
      ],
      { input: story },
    );
    const answers = ran.lines().slice(-3);
    expect(answers.map(({ type, answer, answered }) => [type, answer, answered])).toEqual([
      ['answer', '217', true],
      ['answer', '95', true],
      ['answer', 'not found', false],
    ]);
    expect(ran.code).toBe(3);
    const [source] = answers[0]!.sources as { start: number; end: number; text: string }[];
    expect(Buffer.from(story).subarray(source!.start, source!.end).toString()).toBe(fact);
    expect(source!.text).toBe(fact);
  });

  it('answers in JSON that satisfies a schema', async () => {
    server = await startReadingServer();
    const schema = { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] };
    await writeFile(box.path('schema.json'), JSON.stringify(schema));
    const ran = await here([
      'ask',
      'story.txt',
      `${question} JSON`,
      '--model',
      server.url,
      ...budgets,
      '--schema',
      'schema.json',
      '--quiet',
    ]);
    expect(JSON.parse(ran.stdout)).toEqual({ number: 217 });
    expect(ran.stderr).toBe('');
  });

  it('marks an answer that a budget cut short', async () => {
    server = await startReadingServer();
    const ran = await here([
      'ask',
      'story.txt',
      `${question} Budget.`,
      '--model',
      server.url,
      ...budgets,
      '--max-tokens',
      '2000',
    ]);
    expect(ran.code).toBe(5);
    expect(ran.stderr).toContain('the token budget ended');
  });

  it('says nothing on standard output where the text holds no answer', async () => {
    server = await startReadingServer({ reply: () => 'not found' });
    const ran = await here(['ask', 'story.txt', 'Where is it?', '--model', server.url, ...budgets]);
    expect(ran.stdout).toBe('');
    expect(ran.stderr).toContain('The text holds no answer');
    expect(ran.code).toBe(3);
  });

  it('fails with code, message and hint, in JSON too', async () => {
    const cases: [string[], number, string][] = [
      [['ask', 'none.txt', 'Who?', '--json'], 2, 'bad-input'],
      [['ask', 'story.txt', '--json'], 2, 'bad-input'],
      [['ask', 'story.txt', 'Who?', '--json', '--model', 'ann/model'], 4, 'model-unavailable'],
    ];
    for (const [args, code, name] of cases) {
      const ran = await here(args);
      expect(ran.lines().at(-1)).toMatchObject({
        type: 'error',
        code: name,
        message: expect.stringMatching(/./),
      });
      expect(ran.code).toBe(code);
      expect(ran.stderr).not.toContain('    at ');
    }
    const usage = await box.run(['ask', 'story.txt', 'Who?', '--json', '--chunk-tokens', 'many']);
    expect(usage.lines().at(-1)).toMatchObject({ type: 'error', code: 'bad-input' });
    expect(usage.code).toBe(2);
  });

  it('refuses what does not fit the window', async () => {
    server = await startReadingServer();
    const args = [
      'ask',
      'story.txt',
      'Who?',
      '--model',
      server.url,
      '--window',
      '1000',
      '--chunk-tokens',
      '3000',
    ];
    const ran = await here(args);
    expect(ran.code).toBe(6);
    expect(ran.stderr).toContain('hint:');
  });

  it('reads with templates of the user’s own', async () => {
    server = await startReadingServer();
    await writeFile(
      box.path('mine.yaml'),
      'name: mine\nstep: "<section>{section}</section><problem>{question}</problem><memory>{memory}</memory>"\nfinal: "Q <problem>{question}</problem><memory>{memory}</memory>"\nemptyMemory: Nothing.\n',
    );
    const ran = await here([
      'ask',
      'story.txt',
      question,
      '--model',
      server.url,
      ...budgets,
      '--profile',
      'mine.yaml',
      '--quiet',
    ]);
    expect(ran.stdout).toBe('217\n');
    expect(server.prompts[0]).toMatch(/^<section>Ann walked/);
  });
});
