import { memoryOf, type PolicyName, pocket, pocketTokens, testTokenizer } from '@memagent/core';
import { describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { rulerTasks, syntheticTasks } from '../task/registry.ts';
import type { Task } from '../task/task.ts';
import { encodeTrace } from './encode.ts';
import { mixTraces } from './mixture.ts';
import { oracleReading } from './oracle-reading.ts';
import { tallyReading } from './tally-reading.ts';
import type { Trace } from './trace.ts';

const tokenizer = testTokenizer(pocketTokens);
const promptText = ({ prompt }: Trace) => prompt.segments.map(({ text }) => text).join('');
const policyOf = (trace: Trace): PolicyName => {
  const text = promptText(trace);
  if (text.endsWith('<|write|><|text|>')) return 'overwrite';
  return text.endsWith('<|write|>') ? 'gated' : 'select';
};
const options = (seed: number) => ({
  tokenizer,
  random: new Random(seed),
  chunkTokens: 400,
  memoryTokens: 512,
  slips: 0.3,
  hints: 'all' as const,
  exit: false,
});

describe('oracleReading', () => {
  it.each(rulerTasks.concat(syntheticTasks).map((task): [string, Task] => [task.name, task]))(
    'replies to %s with what the policy understands',
    async (_, task) => {
      const sample = task.generate({ seed: 3, length: 1500, split: 'train' });
      const reading = sample.form === 'tally' ? tallyReading : oracleReading;
      let steps = 0;
      for await (const trace of reading(sample, options(3))) {
        expect(trace.prompt.form).toBe('raw');
        if (trace.kind.endsWith('/answer')) continue;
        steps += 1;
        const understood = pocket.reply(trace.reply, policyOf(trace));
        expect(understood.kind).not.toBe('unusable');
      }
      expect(steps).toBeGreaterThan(0);
    },
  );

  it('ends in a memory that holds the answer', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const task = syntheticTasks.find(({ name }) => name === 'fact_multikey')!;
      const sample = task.generate({ seed, length: 1200, split: 'train', answerable: true });
      const traces = [];
      for await (const trace of oracleReading(sample, options(seed))) traces.push(trace);
      const last = traces.at(-1)!;
      expect(last.reply).toBe(sample.answers[0]);
      expect(promptText(last)).toContain(sample.answers[0]);
    }
  });

  it('writes the memory whole at every step under overwrite, at those that change it under gated', async () => {
    const task = syntheticTasks.find(({ name }) => name === 'update')!;
    const sample = task.generate({ seed: 5, length: 3000, split: 'train' });
    const replies: Record<string, string[]> = {};
    for (const policy of ['gated', 'overwrite'] as const) {
      const traces: Trace[] = [];
      for await (const trace of oracleReading(sample, { ...options(5), slips: 0, policy }))
        traces.push(trace);
      const steps = traces.slice(0, -1);
      expect(steps.map(policyOf)).toEqual(steps.map(() => policy));
      replies[policy] = steps.map(({ reply }) => reply);
      for (const [i, { reply }] of steps.slice(0, -1).entries()) {
        const kept = pocket.reply(reply, policy);
        if (kept.kind !== 'write') continue;
        for (const line of kept.text.split('\n').filter(Boolean))
          expect(promptText(steps[i + 1]!).split('<|memory|>')[1]).toContain(line);
      }
      expect(promptText(traces.at(-1)!)).toContain(sample.answers[0]);
    }
    let memory = '';
    const gated = replies.gated!.map((reply) => {
      if (reply !== '<|keep|>') memory = reply;
      return memory;
    });
    expect(replies.gated).toContain('<|keep|>');
    expect(replies.overwrite).toEqual(gated);
    expect(replies.overwrite![0]).toBe('');
  });

  it('reviews a memory of several lines: what is evidence is chosen, and is last in half of the answers', async () => {
    const task = syntheticTasks.find(({ name }) => name === 'fact_single')!;
    const strays = ['The first stray line.', 'The second.', 'The third.'];
    let last = 0;
    for (let seed = 0; seed < 60; seed++) {
      const sample = task.generate({ seed, length: 600, split: 'train', answerable: true });
      const traces = [];
      const reading = { ...options(seed), slips: 0, memory: memoryOf(strays), policy: 'select' as const };
      for await (const trace of oracleReading(sample, reading)) traces.push(trace);
      const [review, answer] = traces.slice(-2);
      expect(review!.kind).toBe('fact_single/review');
      const chosen = /^<\|s(\d)\|>$/.exec(review!.reply)?.[1];
      const line = promptText(review!)
        .split(`<|s${chosen}|>`)[1]!
        .split(/<\|s\d\|>|<\|question\|>/)[0];
      expect(line).toContain(sample.answers[0]);
      const memory = promptText(answer!).split('<|memory|>')[1]!.split('<|question|>')[0]!;
      if (
        memory
          .split(/<\|m\d+\|>/)
          .at(-1)!
          .includes(sample.answers[0]!)
      )
        last += 1;
    }
    expect(last).toBeGreaterThan(25); // half, and a quarter of the others
    expect(last).toBeLessThan(52);
  });

  it('has evidence first, between and last among the lines that are none', async () => {
    const task = syntheticTasks.find(({ name }) => name === 'fact_single')!;
    const strays = ['The first stray line.', 'The second.', 'The third.'];
    const places = new Map<number, number>();
    for (let seed = 0; seed < 80; seed++) {
      const sample = task.generate({ seed, length: 600, split: 'train', answerable: true });
      const traces = [];
      const reading = { ...options(seed), slips: 0, memory: memoryOf(strays), policy: 'select' as const };
      for await (const trace of oracleReading(sample, reading)) traces.push(trace);
      const lines = promptText(traces.at(-1)!)
        .split(/<\|m\d+\|>|<\|question\|>/)
        .slice(2, -1);
      expect(lines.filter((line) => strays.includes(line))).toEqual(strays);
      const place = lines.findIndex((line) => line.includes(sample.answers[0]!));
      places.set(place, (places.get(place) ?? 0) + 1);
    }
    expect([...places.keys()].sort()).toEqual([0, 1, 2, 3]);
    for (const count of places.values()) expect(count).toBeGreaterThan(8);
  });

  it('stops early when it may and has all', async () => {
    const task = syntheticTasks.find(({ name }) => name === 'fact_single')!;
    const sample = task.generate({ seed: 1, length: 3000, split: 'train', depths: [0.1], answerable: true });
    const replies = [];
    for await (const trace of oracleReading(sample, { ...options(1), slips: 0, exit: true }))
      replies.push(trace.reply);
    expect(replies.at(-2)).toMatch(/^(<\|s\d+\|>)+<\|exit\|>$/);
  });
});

describe('tallyReading', () => {
  it('repeats the tally under overwrite where gated keeps it, and is about half the one and half the other', async () => {
    const task = syntheticTasks.find(({ name }) => name === 'count')!;
    const drawn: PolicyName[] = [];
    for (let seed = 0; seed < 40; seed++) {
      const sample = task.generate({ seed, length: 300, split: 'train' });
      for await (const trace of tallyReading(sample, options(seed))) {
        drawn.push(policyOf(trace));
        break;
      }
    }
    const overwriting = drawn.filter((policy) => policy === 'overwrite').length;
    expect(overwriting).toBeGreaterThan(10);
    expect(overwriting).toBeLessThan(30);
    const sample = task.generate({ seed: 1, length: 3000, split: 'train' });
    for await (const trace of tallyReading(sample, { ...options(1), policy: 'overwrite' }))
      expect(trace.reply).not.toContain('<|keep|>');
  });
});

describe('mixTraces', () => {
  it('gives the same traces for the same seed and others for another', async () => {
    const tasks = syntheticTasks.map((task) => ({ task, weight: 1 }));
    const take = async (seed: number) => {
      const taken = [];
      for await (const trace of mixTraces({ tasks, tokenizer, split: 'train', seed })) {
        taken.push(JSON.stringify(trace));
        if (taken.length === 20) break;
      }
      return taken;
    };
    const one = await take(1);
    expect(await take(1)).toEqual(one);
    expect((await take(2)).filter((trace) => one.includes(trace))).toEqual([]);
  });

  it('refuses a tokenizer that lacks the special tokens', async () => {
    const bare = testTokenizer();
    const prompt = pocket.final({ question: 'x', memory: { text: '', lines: [] } });
    await expect(encodeTrace({ kind: 'x', prompt, reply: 'y' }, bare)).rejects.toThrow(/no special token/);
  });
});
