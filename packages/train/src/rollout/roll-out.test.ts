import { MemAgentError } from '@memagent/core';
import { describe, expect, it } from 'vitest';
import { wordTokenizer } from '../tasks/word-tokenizer.ts';
import { limiter } from '../tinker/limiter.ts';
import type { Agent, TrainingTask } from './agent.ts';
import { promptFormats } from './prompt-format.ts';
import { recordingModel } from './recording-model.ts';
import { type RollOptions, rollGroup } from './roll-out.ts';

const tokenizer = wordTokenizer(['a'], ['<|end|>']);
const sampler = { version: 0, sample: async () => ({ ids: [1], logprobs: [-1], cut: false }) };
const task = (id: string): TrainingTask => ({
  id,
  label: 'x',
  length: 0,
  question: 'a',
  answers: ['a'],
  match: 'any',
});
const options = (agent: Agent, more: Partial<RollOptions> = {}): RollOptions => ({
  agent,
  reward: () => 1,
  model: (seed) => recordingModel({ sampler, tokenizer, format: promptFormats.pocket!, window: 9, seed }),
  groupSize: 3,
  seed: 's',
  limit: limiter(100),
  ...more,
});

describe('rolling out a group', () => {
  it('runs hundreds of trajectories at once, up to the limit, and no group waits for another', async () => {
    let [running, most] = [0, 0];
    let free = () => {};
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    const agent: Agent = async ({ id }) => {
      most = Math.max(most, ++running);
      await (id === 'slow' ? held : new Promise((resolve) => setImmediate(resolve)));
      running--;
      return '';
    };
    const shared = options(agent, { groupSize: 8, limit: limiter(40) });
    const slow = rollGroup(task('slow'), shared);
    const quick = await Promise.all(Array.from({ length: 50 }, (_, i) => rollGroup(task(String(i)), shared)));
    expect(quick.every((group) => group?.trajectories.length === 8)).toBe(true);
    expect(most).toBe(40);
    free();
    expect((await slow)?.trajectories).toHaveLength(8);
  });

  it('tries a trajectory again, then drops its group and says so', async () => {
    const tries = new Map<string, number>();
    const seen: string[] = [];
    const agent: Agent = async ({ id }, model) => {
      seen.push(model.id);
      tries.set(id, (tries.get(id) ?? 0) + 1);
      if (id === 'bad' || tries.get(id) === 1) throw new Error(`no ${id}`);
      return '';
    };
    const dropped: string[] = [];
    const retried: string[] = [];
    const made = options(agent, {
      groupSize: 1,
      onDropped: ({ id }, { message }) => void dropped.push(`${id}: ${message}`),
      onRetry: ({ id }) => void retried.push(id),
    });
    expect((await rollGroup(task('good'), made))?.trajectories).toHaveLength(1);
    expect(await rollGroup(task('bad'), made)).toBeUndefined();
    expect(dropped).toEqual(['bad: no bad']);
    expect(retried).toEqual(['good', 'bad', 'bad']);
  });

  it('does not try again what cannot pass', async () => {
    let calls = 0;
    const agent: Agent = async () => {
      calls++;
      throw new MemAgentError('no-fit', 'too long');
    };
    expect(await rollGroup(task('t'), options(agent, { groupSize: 1 }))).toBeUndefined();
    expect(calls).toBe(1);
    const dropped: string[] = [];
    const odd = options(async () => '', {
      reward: () => Number.NaN,
      onDropped: (_, e) => void dropped.push(e.message),
    });
    expect(await rollGroup(task('t'), odd)).toBeUndefined();
    expect(dropped).toEqual(['The verifier gave NaN for the task t.']);
  });

  it('stops when told to', async () => {
    const stop = new AbortController();
    const agent: Agent = async () => {
      stop.abort();
      throw new Error('late');
    };
    await expect(rollGroup(task('t'), options(agent, { signal: stop.signal }))).rejects.toThrow();
  });
});
