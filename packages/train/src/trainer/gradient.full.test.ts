import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '@memagent/lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alignRow, minibatches } from '../algorithm/batch.ts';
import { presets } from '../algorithm/presets.ts';
import type { Conversation, Group } from '../algorithm/types.ts';
import { writeRandomModel } from '../engine/random-model.ts';
import { type RunningEngine, startEngine } from '../engine/start-engine.ts';
import { engineEnv } from '../testing/engine-env.ts';
import { averaging } from '../testing/mean-engine.ts';
import { type Float64Weights, qwenLogprobs, readSafetensors } from '../testing/qwen-float64.ts';
import { TinkerClient } from '../tinker/client.ts';
import type { Algorithm } from './recipe.ts';
import { update } from './update.ts';

const shape = { layers: 2, heads: 2 };
let folder: string;
let engine: RunningEngine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-gradient-'));
  const size = {
    ...shape,
    vocabulary: 11,
    window: 32,
    width: 8,
    hidden: 10,
    deviation: 0.5,
    end: 1,
    seed: 4,
  };
  await writeRandomModel(join(folder, 'tiny'), size);
  engine = await startEngine({
    model: join(folder, 'tiny'),
    device: 'cpu',
    threads: 1,
    checkpoints: join(folder, 'checkpoints'),
    env: engineEnv(),
  });
});
afterAll(async () => {
  await engine?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Two groups of trajectories with different numbers of conversations, of which one has a tool's words in it. */
function batch(start: Float64Weights): Group[] {
  const random = new Random('gradient');
  const ids = (n: number) => Array.from({ length: n }, () => random.int(2, 10));
  const conversation = (reply: number, masked = 0): Conversation => {
    const [prompt, response] = [ids(random.int(1, 4)), ids(reply)];
    const mask = response.map((_, i): 0 | 1 => (i >= 1 && i <= masked ? 0 : 1));
    const known = qwenLogprobs(start, [...prompt, ...response], shape).slice(prompt.length - 1);
    // As if somewhat other weights had sampled: ratios on both sides of the clip.
    const logprobs = response.map((_, i) => (mask[i] ? known[i]! + 1.2 * (random.float() - 0.5) : 0));
    return { prompt, response, mask, logprobs, version: 0, kind: reply > 3 ? 'step' : 'answer', cut: false };
  };
  const trajectory = (reward: number, ...conversations: Conversation[]) => ({
    reward,
    conversations,
    answer: '',
  });
  // What all three trajectories did, for better and for worse: it is sent once or twice.
  const once = conversation(3);
  const common = () => ({ ...once });
  return [
    {
      task: 'a',
      trajectories: [
        trajectory(1, common(), conversation(4), conversation(2)),
        trajectory(0, common(), conversation(3), conversation(5, 2), conversation(1)),
        trajectory(0.6, common(), conversation(2)),
      ],
    },
    {
      task: 'b',
      trajectories: [trajectory(0, conversation(4)), trajectory(1, conversation(2), conversation(3))],
    },
  ];
}

/** The closed form, token by token, over one minibatch. Written without the trainer's code. */
function closedForm(
  weights: Float64Weights,
  rows: readonly { conversation: Conversation; advantage: number; reference: Float64Array }[],
  { clipLow, clipHigh, dualClip, kl }: Pick<Algorithm, 'clipLow' | 'clipHigh' | 'dualClip' | 'kl'>,
): number {
  let [sum, tokens] = [0, 0];
  for (const { conversation, advantage: A, reference } of rows) {
    const { prompt, response, mask, logprobs } = conversation;
    const now = qwenLogprobs(weights, [...prompt, ...response], shape).slice(prompt.length - 1);
    response.forEach((_, t) => {
      if (!mask[t]) return;
      tokens++;
      const r = Math.exp(now[t]! - logprobs[t]!);
      const clipped = Math.max(1 - clipLow, Math.min(1 + clipHigh, r));
      let surrogate = Math.min(r * A, clipped * A);
      if (dualClip && A < 0) surrogate = Math.max(surrogate, dualClip * A);
      sum -= surrogate;
      const d = reference[t]! - now[t]!;
      if (kl) sum += kl.coefficient * (Math.exp(d) - d - 1);
    });
  }
  return sum / tokens;
}

/** The gradient by central differences, of every weight. */
function differences(weights: Float64Weights, loss: () => number): Map<string, Float64Array> {
  const h = 1e-5;
  const found = new Map<string, Float64Array>();
  for (const [name, { values }] of weights) {
    const gradient = new Float64Array(values.length);
    for (let i = 0; i < values.length; i++) {
      const kept = values[i]!;
      values[i] = kept + h;
      const up = loss();
      values[i] = kept - h;
      gradient[i] = (up - loss()) / (2 * h);
      values[i] = kept;
    }
    found.set(name, gradient);
  }
  return found;
}

const adam = {
  learningRate: 0.02,
  warmup: 0,
  beta1: 0.9,
  beta2: 0.95,
  eps: 0.01,
  weightDecay: 0,
  gradClipNorm: 0,
};
const plain = {
  ...presets.dapo,
  ...{ oldLogprobs: 'sampler' as const, truncatedImportance: null, overlong: null, adam },
};
const losses = {
  'the engine’s own ppo': plain,
  'dual clip and k3, computed by the client': {
    ...plain,
    dualClip: 1.1,
    kl: { estimator: 'k3' as const, coefficient: 0.3 },
  },
};

describe('a step of Multi-Conv DAPO on the engine is that of the closed form in float64', () => {
  const cases = (['sum', 'mean'] as const).flatMap((reduction) =>
    [1, 2].flatMap((parts) =>
      Object.entries(losses).map(([name, loss]) => ({ reduction, parts, name, loss })),
    ),
  );
  it.each(cases)('$reduction, $parts minibatches, $name', async ({ reduction, parts, loss }) => {
    const algorithm: Algorithm = { ...loss, minibatches: parts };
    const weights = await readSafetensors(join(folder, 'tiny/model.safetensors'));
    const groups = batch(weights);

    const client = await TinkerClient.connect({
      url: engine.url,
      ...(reduction === 'mean' ? { fetch: averaging } : {}),
    });
    try {
      expect(client.reduction).toBe(reduction);
      const made = { baseModel: 'tiny', rank: 0 };
      const model = await client.createModel(made);
      const reference = algorithm.kl ? await client.createModel(made) : undefined;
      const result = await update(model, groups, {
        algorithm,
        maxTokens: 8,
        learningRate: adam.learningRate,
        callTokens: 1e6,
        ...(reference ? { reference } : {}),
        random: new Random('parts'),
      });
      expect(result.updates).toBe(parts);
      if (parts === 1) expect(result.sequences).toBe(algorithm.dualClip === null ? 11 : 10);
      expect(result.clipFraction).toBeGreaterThan(0);
      const saved = await model.saveWeights('after');
      const path = saved.replace('tinker://', '');
      const trained = await readSafetensors(join(folder, 'checkpoints', path, 'weights.safetensors'));

      const rows = groups.flatMap(({ trajectories }) => {
        const mean = trajectories.reduce((sum, { reward }) => sum + reward, 0) / trajectories.length;
        return trajectories.flatMap(({ conversations, reward }) =>
          conversations.map((conversation) => {
            const { prompt, response } = conversation;
            const first = qwenLogprobs(weights, [...prompt, ...response], shape).slice(prompt.length - 1);
            return { conversation, advantage: reward - mean, reference: first };
          }),
        );
      });
      // Which rows go together is the trainer's choice; what a minibatch computes is not.
      const split = minibatches(
        rows.map(({ conversation, advantage }) => alignRow({ conversation, advantage })),
        parts,
        new Random('parts'),
      ).map((part) =>
        part.map(({ row }) => rows.find(({ conversation }) => conversation === row.conversation)!),
      );
      const before = new Map([...weights].map(([name, { values }]) => [name, values.slice()]));
      const moments = new Map(
        [...weights].map(([name, { values }]) => [name, { m: values.map(() => 0), v: values.map(() => 0) }]),
      );
      split.forEach((part, step) => {
        const gradient = differences(weights, () => closedForm(weights, part, algorithm));
        for (const [name, { values }] of weights) {
          const { m, v } = moments.get(name)!;
          for (let i = 0; i < values.length; i++) {
            const g = gradient.get(name)![i]!;
            m[i] = adam.beta1 * m[i]! + (1 - adam.beta1) * g;
            v[i] = adam.beta2 * v[i]! + (1 - adam.beta2) * g * g;
            const [mean, square] = [
              m[i]! / (1 - adam.beta1 ** (step + 1)),
              v[i]! / (1 - adam.beta2 ** (step + 1)),
            ];
            values[i]! -= (adam.learningRate * mean) / (Math.sqrt(square) + adam.eps);
          }
        }
      });
      let furthest = 0;
      let moved = 0;
      for (const [name, { values }] of weights)
        for (let i = 0; i < values.length; i++) {
          furthest = Math.max(furthest, Math.abs(values[i]! - trained.get(name)!.values[i]!));
          moved = Math.max(moved, Math.abs(values[i]! - before.get(name)![i]!));
        }
      // Steps are of up to the learning rate; float32 is off by some millionths of that.
      expect(moved).toBeGreaterThan(0.25 * adam.learningRate);
      expect(furthest).toBeLessThan(2e-4 * adam.learningRate);
    } finally {
      client.close();
    }
  });
});
