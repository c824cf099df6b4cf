import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemAgentError, type Model, scriptedModel, type Tokenizer, testTokenizer } from '@memagent/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSystem, parseSystem } from '../systems/create.ts';
import { estimatePlan } from './estimate.ts';
import { type EvaluationEvent, type EvaluationOptions, evaluate } from './evaluation.ts';
import type { Plan } from './jobs.ts';
import { parseLength } from './length.ts';
import { readRunFile } from './run-file.ts';
import { sizedSample } from './samples.ts';
import { summarize } from './summary.ts';
import { parseTask, resolveTask } from './task-spec.ts';
import { readTraces } from './trace-file.ts';

let out: string;
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'memagent-eval-'));
});
afterEach(() => rm(out, { recursive: true, force: true }));

/** Remembers every sentence about a special number and answers with the first number it remembers. */
const model = (reply?: (call: number) => void, id = 'a'): Model =>
  scriptedModel({
    id,
    reply: (prompt, _options, call) => {
      reply?.(call);
      const text = prompt.segments.map((segment) => segment.text).join('');
      if (!text.includes('<section>')) return /\d{7}/.exec(text)?.[0] ?? 'NOT FOUND';
      const memory = /<memory>\n([\s\S]*?)\n<\/memory>/.exec(text)![1]!;
      return [memory, ...(/One of the special[^.]*\./.exec(text) ?? [])].join('\n');
    },
  });

function plan(of: Model, overrides: Partial<Record<'tasks' | 'lengths' | 'systems', string[]>> = {}): Plan {
  return {
    tasks: (overrides.tasks ?? ['niah_single_1', 'count']).map((name) => resolveTask(parseTask(name))),
    lengths: (overrides.lengths ?? ['2k', '6k']).map(parseLength),
    systems: (overrides.systems ?? ['memagent', 'empty']).map((name) => createSystem(parseSystem(name), of)),
    seeds: [1, 2, 3],
    split: 'test',
  };
}

async function run(options: Partial<EvaluationOptions> & { model: Model }): Promise<EvaluationEvent[]> {
  const events: EvaluationEvent[] = [];
  for await (const event of evaluate({ plan: plan(options.model), out, ...options })) events.push(event);
  return events;
}
const traces = () => readTraces(join(out, 'traces.jsonl'));

describe('evaluate', () => {
  it('runs every task at every length by every system with every seed, once', async () => {
    const events = await run({ model: model() });
    expect(events[0]).toEqual({ type: 'started', total: 24, done: 0 });
    expect(events).toHaveLength(25);
    expect(events.at(-1)).toMatchObject({ done: 24, total: 24, failures: 0, left: 0 });
    const found = await traces();
    expect(found).toHaveLength(24);
    const needle = found.find(({ task, system }) => task === 'niah_single_1' && system === 'memagent')!;
    expect(needle).toMatchObject({
      ...{ length: 2048, policy: 'overwrite', variant: null, answered: true },
      verdicts: { strict: 1, contains: 1, sub_em: 1, string_match_all: 1, f1: 1 },
      facts: [{ fate: 'kept' }],
    });
    expect(needle.answer).toBe(needle.expected.answers[0]);
    expect(needle.steps.at(-1)!.end).toBeGreaterThan(4000);
    expect(needle.tokensIn).toBeGreaterThan(2000);
  });

  it('goes on where it was left: finished samples are not run again, a torn line is', async () => {
    await run({ model: model(), limit: 10 });
    const path = join(out, 'traces.jsonl');
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(10);
    await writeFile(path, `${lines.slice(0, 9).join('\n')}\n${lines[9]!.slice(0, 40)}`);
    let calls = 0;
    const events = await run({
      model: model(() => {
        calls += 1;
      }),
    });
    expect(events[0]).toEqual({ type: 'started', total: 24, done: 9 });
    expect(await traces()).toHaveLength(24);
    expect((await run({ model: model() })).length).toBe(1);
    expect(calls).toBeGreaterThan(0);
  });

  it('gives the same traces however it was interrupted', async () => {
    const strip = async () =>
      (await traces())
        .map((trace) => JSON.stringify({ ...trace, seconds: 0, steps: trace.steps.length }))
        .sort();
    await run({ model: model(), limit: 7, concurrency: 1 });
    await run({ model: model(), concurrency: 3 });
    const broken = await strip();
    await run({ model: model(), fresh: true, concurrency: 2 });
    expect(await strip()).toEqual(broken);
  });

  it('counts failed requests as wrong, tells them apart, and tries them again', async () => {
    const failing = model((call) => {
      if (call % 3 === 0) throw new MemAgentError('model-unavailable', 'The server is gone.');
    });
    await run({ model: failing, concurrency: 1 });
    const rows = summarize(await traces());
    const failures = rows.reduce((sum, row) => sum + row.failures, 0);
    expect(failures).toBeGreaterThan(0);
    for (const { n } of rows) expect(n).toBe(3);
    const failed = (await traces()).find(({ error }) => error)!;
    expect(failed.error).toEqual({ code: 'model-unavailable', message: 'The server is gone.' });
    // Even the lenient verifier, to which an empty answer is right, gives nothing.
    expect(Object.values(failed.verdicts).every((score) => score === 0)).toBe(true);
    await run({ model: model() });
    expect((await traces()).filter(({ error }) => error)).toEqual([]);
  });

  it('is one to a folder, and takes over the lock of a process that is gone', async () => {
    const first = evaluate({ plan: plan(model()), model: model(), out });
    await first.next();
    await expect(run({ model: model() })).rejects.toMatchObject({
      code: 'bad-input',
      message: `Another run is writing to ${out}.`,
    });
    await first.return(undefined);
    // A process of this number may live, but it is not the one that began then.
    await writeFile(join(out, 'run.lock'), `${process.pid} 1`);
    expect((await run({ model: model() })).at(-1)).toMatchObject({ done: 24 });
    expect(await readdir(out)).not.toContain('run.lock');
  });

  it('gives up when nothing works', async () => {
    const dead = model(() => {
      throw new MemAgentError('model-unavailable', 'Connection refused.');
    });
    await expect(run({ model: dead, plan: plan(dead, { systems: ['memagent'] }) })).rejects.toThrow(
      /first 8 samples all failed.*Connection refused/,
    );
  });

  it('stops cleanly: what was finished is kept', async () => {
    const abort = new AbortController();
    const stopping = model((call) => {
      if (call === 9) abort.abort();
    });
    await expect(run({ model: stopping, signal: abort.signal, concurrency: 2 })).rejects.toThrow();
    const kept = (await traces()).length;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(24);
    expect((await run({ model: model() }))[0]).toMatchObject({ done: kept });
  });

  it('does not mix runs that cannot be compared', async () => {
    await run({ model: model(), limit: 1 });
    await expect(run({ model: model(undefined, 'b') })).rejects.toThrow('another model');
    const other = model();
    const changed = { ...createSystem({ system: 'memagent', memoryTokens: 64, variant: 'x' }, other) };
    const { variant: _, ...same } = changed;
    await expect(run({ model: other, plan: { ...plan(other), systems: [same] } })).rejects.toThrow(
      'other settings of memagent overwrite',
    );
    // More of the same is welcome.
    await run({ model: other, plan: plan(other, { systems: ['lexical'] }), limit: 1 });
    expect(Object.keys(JSON.parse(await readFile(join(out, 'run.json'), 'utf8')).systems)).toEqual([
      ...['memagent overwrite', 'empty', 'lexical'],
    ]);
  });

  it('says which line of a damaged file is wrong', async () => {
    await run({ model: model(), limit: 2 });
    await appendFile(join(out, 'traces.jsonl'), '{"task":3}\n{}\n');
    await expect(traces()).rejects.toThrow(/Line 3 of .*traces.jsonl is no trace/);
  });
});

describe('summarize', () => {
  it('has a row for every task, length and system, with its interval', async () => {
    await run({ model: model() });
    const rows = summarize(await traces(), { run: (await readRunFile(out))! });
    expect(rows).toHaveLength(8);
    expect(rows[0]).toMatchObject({
      ...{ task: 'niah_single_1', length: 2048, system: 'memagent', policy: 'overwrite', n: 3, accuracy: 1 },
      ...{ verifier: 'string_match_all', high: 1, failures: 0, money: null },
    });
    expect(rows[0]!.low).toBeCloseTo(0.4385, 3);
    expect(rows.find(({ task }) => task === 'count')!.verifier).toBe('contains');
    expect(summarize(await traces(), { verifier: 'strict' })[0]!.verifier).toBe('strict');
  });
});

describe('estimatePlan', () => {
  it('is near what the run takes, and shrinks with what is done', async () => {
    const of = model();
    const before = estimatePlan(plan(of), of);
    await run({ model: of });
    const done = await traces();
    const spent = done.reduce((sum, { tokensIn }) => sum + tokensIn, 0);
    expect(before).toMatchObject({ samples: 24, done: 0 });
    expect(before.seconds).toBeUndefined();
    expect(before.tokensIn / spent).toBeGreaterThan(0.7);
    expect(before.tokensIn / spent).toBeLessThan(1.5);
    expect(before.calls).toBe(done.reduce((sum, { calls }) => sum + calls, 0));
    expect(estimatePlan(plan(of), of, done)).toMatchObject({ done: 24, calls: 0, tokensIn: 0, seconds: 0 });
  });
});

describe('sizedSample', () => {
  it('has the length asked for in the tokens of the model, also where its tokenizer is asked by request', async () => {
    const plain = testTokenizer();
    const remote: Tokenizer = { ...plain, encode: async (text) => plain.encode(text) };
    const task = resolveTask(parseTask('niah_single_2'));
    for (const tokenizer of [plain, remote]) {
      const sample = await sizedSample(
        task,
        { seed: 1, length: parseLength('8k'), split: 'test' },
        tokenizer,
      );
      expect(Math.abs((plain.encode(sample.text) as Uint32Array).length / 8192 - 1)).toBeLessThan(0.01);
    }
  });

  it('begins as the end of a long text where a task says so: another memory, all else the same', async () => {
    const tokenizer = testTokenizer();
    const request = { seed: 5, length: parseLength('2k'), split: 'test' as const };
    const plain = await sizedSample(resolveTask(parseTask('niah_multikey_2')), request, tokenizer);
    const past = resolveTask(parseTask('niah_multikey_2:past=6'));
    const later = await sizedSample(past, request, tokenizer);
    expect(later).toMatchObject({ question: plain.question, text: plain.text, answers: plain.answers });
    expect(later.id).not.toBe(plain.id);
    expect(later.memory!.length).toBeGreaterThan(0);
    expect(later.memory!.length).toBeLessThanOrEqual(6);
    for (const line of later.memory!) expect(plain.text).not.toContain(line);
    expect((await sizedSample(past, { ...request, length: parseLength('4k') }, tokenizer)).memory).toEqual(
      later.memory,
    );
    expect(plain.memory).toBeUndefined();
    expect(() => resolveTask(parseTask('cwe:past=6'))).toThrow('has no past: it keeps no sentences');
  });

  it('begins in the middle of one where a task says so: evidence in the memory, among stray lines', async () => {
    const tokenizer = testTokenizer();
    const request = { seed: 5, length: parseLength('2k'), split: 'test' as const };
    const plain = await sizedSample(resolveTask(parseTask('niah_multikey_2')), request, tokenizer);
    const task = resolveTask(parseTask('niah_multikey_2:midway=6'));
    const sample = await sizedSample(task, request, tokenizer);
    expect(sample).toMatchObject({ question: plain.question, answers: plain.answers, evidence: [] });
    expect(sample.id).toBe(`${plain.id}/midway`);
    expect(plain.text.endsWith(sample.text)).toBe(true);
    const remote: Tokenizer = { ...tokenizer, encode: async (text) => tokenizer.encode(text) };
    const asked = await sizedSample(task, request, remote);
    expect(Math.abs(asked.length / sample.length - 1)).toBeLessThan(0.05);
    const { start, end } = plain.evidence[0]!;
    expect(sample.memory!.filter((line) => plain.text.includes(line))).toEqual([
      plain.text.slice(start, end),
    ]);
    expect(sample.memory!.length).toBeGreaterThan(1);
    expect(() => resolveTask(parseTask('cwe:midway=6'))).toThrow('has no midway: it keeps no sentences');
    expect(() => resolveTask(parseTask('vt:midway=6:past=6'))).toThrow('not both');
  });
});
