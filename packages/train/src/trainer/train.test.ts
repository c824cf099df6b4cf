import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeTinker, type FakeTinkerOptions, startFakeTinker } from '../testing/fake-tinker.ts';
import { toyModule, toyRecipe, toyTokenizer } from '../testing/toy.ts';
import type { OwnModule } from './own-module.ts';
import { RunFiles } from './run-files.ts';
import { train } from './train.ts';
import type { StepMetrics, TrainEvent } from './train-events.ts';

let folder: string;
let runs = 0;
const servers: FakeTinker[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-train-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(options: FakeTinkerOptions = {}): Promise<FakeTinker> {
  const server = await startFakeTinker({ vocabulary: toyTokenizer.size, batched: true, ...options });
  servers.push(server);
  return server;
}

interface RunOptions {
  out?: string;
  resume?: boolean;
  own?: OwnModule;
  until?: (event: TrainEvent) => boolean;
}

async function run(
  url: string,
  more: Record<string, unknown> = {},
  { out = join(folder, String(runs++)), resume = false, own = toyModule, until }: RunOptions = {},
) {
  const events: TrainEvent[] = [];
  for await (const event of train({
    recipe: toyRecipe(url, more),
    out,
    tokenizer: toyTokenizer,
    own,
    resume,
  })) {
    events.push(event);
    if (until?.(event)) break;
  }
  const lines = async (name: string) =>
    (await readFile(join(out, name), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  return { out, events, metrics: (await lines('metrics.jsonl')) as StepMetrics[], lines };
}

/** What must be the same in two runs: everything but times. */
const curve = (metrics: readonly StepMetrics[]) =>
  metrics.map(
    ({ seconds, engineSeconds, sharedPromptShare, sampledTokensPerSecond, promptTokensPerSecond, ...rest }) =>
      rest,
  );

const spread = ([best, worst]: readonly { reward: number }[]) => best!.reward - worst!.reward;

describe('training', () => {
  it.each(['sum', 'mean'] as const)('teaches a memory where the server gives the %s', async (reduction) => {
    const server = await start({ reduction });
    const { metrics } = await run(server.url, {
      steps: 40,
      evaluation: { every: 40, samples: 200, temperature: 1 },
    });
    expect(metrics[0]!.heldOutAccuracy).toBeLessThan(0.4);
    expect(metrics.at(-1)!.heldOutAccuracy).toBeGreaterThan(0.9);
    expect(metrics.at(-1)!.rewardMean).toBeGreaterThan(0.9);
  });

  it('does not where the memory has no share in the reward', async () => {
    const server = await start();
    const { metrics } = await run(server.url, {
      steps: 40,
      evaluation: { every: 40, samples: 200, temperature: 1 },
      algorithm: { credit: { step: { scale: 0 } } },
    });
    expect(metrics.at(-1)!.heldOutAccuracy).toBeLessThan(0.5);
  });

  it.each([
    [
      'the reference preset',
      {
        preset: 'reference',
        kl: { estimator: 'k3', coefficient: 0.001 },
        dualClip: 3,
        oldLogprobs: 'trainer',
      },
    ],
    [
      'minibatches, with old log-probabilities computed anew',
      { minibatches: 3, oldLogprobs: 'trainer', truncatedImportance: 2 },
    ],
    ['dynamic sampling and the standard deviation', { dynamicSampling: { factor: 3 }, std: true }],
    ['k1 taken off the advantages', { kl: { estimator: 'k1', coefficient: 0.001 } }],
  ])('learns with %s', async (_, algorithm) => {
    const server = await start();
    const { metrics } = await run(server.url, { steps: 25, algorithm });
    const mean = (part: readonly StepMetrics[]) =>
      part.reduce((sum, { rewardMean }) => sum + rewardMean!, 0) / part.length;
    expect(mean(metrics.slice(-4))).toBeGreaterThan(mean(metrics.slice(1, 4)) + 0.25);
    const last = metrics.at(-1)!;
    if ('kl' in algorithm) expect(last.kl).toBeGreaterThan(0);
    expect(last.rolloutTrainerDiff).toBeLessThan(1e-5);
  });

  it('learns one step off policy', async () => {
    const server = await start();
    const { metrics } = await run(server.url, { steps: 40, offPolicy: true, checkpoint: { every: 10 } });
    expect(metrics.map(({ staleness }) => staleness).slice(1, 5)).toEqual([0, 1, 1, 1]);
    // Two words may come to share a token of memory, which is a hill of its own at a half.
    expect(metrics.at(-1)!.rewardMean).toBeGreaterThan(0.4);
  });

  it('asks for the step and for the weights before the passes are done', async () => {
    const server = await start({ pending: 2 });
    await run(server.url, {
      steps: 1,
      engine: { url: server.url, callTokens: 64 },
      evaluation: { before: false },
    });
    const from = server.requests.indexOf('/forward_backward');
    const sent = server.requests.slice(from).filter((path) => path !== '/retrieve_future');
    const passes = sent.filter((path) => path === '/forward_backward').length;
    expect(passes).toBeGreaterThan(2);
    expect(sent.slice(0, passes + 2)).toEqual([
      ...Array.from({ length: passes }, () => '/forward_backward'),
      '/optim_step',
      '/save_weights_for_sampler',
    ]);
    // Only the form that the server takes is found out first.
    const polls = server.requests.slice(from, server.requests.indexOf('/optim_step'));
    expect(polls.filter((path) => path === '/retrieve_future').length).toBeLessThan(3 * passes);
  });

  it('takes no step after a pass that failed', async () => {
    const server = await start({
      fault: (path, n) => (path === '/forward_backward' && n === 2 ? { status: 422 } : undefined),
    });
    const more = { steps: 1, engine: { url: server.url, callTokens: 64 } };
    await expect(run(server.url, more)).rejects.toThrow('a fault');
    expect(server.requests).not.toContain('/optim_step');
    expect(server.requests.filter((path) => path === '/forward_backward')).toHaveLength(3);
  });

  it('goes on with as many groups at once as without a kill, where their signals say how many', async () => {
    const more = {
      steps: 6,
      checkpoint: { every: 3 },
      algorithm: { groupSize: 2, dynamicSampling: { factor: 4, ahead: 'auto' } },
    };
    const whole = await run((await start()).url, more);
    const server = await start();
    const { out } = await run(server.url, more, {
      until: (event) => event.type === 'step' && event.metrics.step === 5,
    });
    const resumed = await run(server.url, more, { out, resume: true });
    expect(curve(resumed.metrics)).toEqual(curve(whole.metrics));
    const begun = whole.metrics
      .slice(1)
      .map(({ groups, groupsWithoutSignal }) => [groups, groupsWithoutSignal]);
    expect(new Set(begun.map(String)).size).toBeGreaterThan(1);
  });

  it('goes on after a kill as if nothing had been', async () => {
    const more = {
      steps: 7,
      checkpoint: { every: 3 },
      evaluation: { every: 2, samples: 8 },
      offPolicy: true,
    };
    const whole = await run((await start()).url, more);
    const server = await start();
    const killed = await run(server.url, more, {
      until: (event) => event.type === 'step' && event.metrics.step === 5,
    });
    expect(killed.metrics.at(-1)!.step).toBe(5);
    await writeFile(join(killed.out, 'metrics.jsonl'), '{"step":6,"torn', { flag: 'a' });
    const resumed = await run(server.url, { ...more, concurrency: 5 }, { out: killed.out, resume: true });
    expect(curve(resumed.metrics)).toEqual(curve(whole.metrics));
    expect(resumed.events[0]).toMatchObject({ type: 'started', step: 3 });
    const svg = await readFile(join(killed.out, 'metrics.svg'), 'utf8');
    expect(svg).toContain('held-out accuracy');
    expect(svg.trimEnd().endsWith('</svg>')).toBe(true);
  });

  it('refuses to mix runs', async () => {
    const server = await start();
    const { out } = await run(server.url, { steps: 2 });
    await expect(run(server.url, { steps: 2 }, { out })).rejects.toThrow('holds a run already');
    await expect(run(server.url, { steps: 2, seed: 9 }, { out, resume: true })).rejects.toThrow(
      /another recipe; what differs: seed\.$/,
    );
    const held = await new RunFiles(out).lock(true);
    await expect(run(server.url, { steps: 3 }, { out, resume: true })).rejects.toThrow(
      'Another run is writing',
    );
    await held.release();
    const nowhere = join(folder, 'nowhere');
    await expect(run(server.url, { steps: 2 }, { out: nowhere, resume: true })).rejects.toThrow(
      'no checkpoint',
    );
    expect(existsSync(nowhere)).toBe(false);
    await writeFile(join(folder, 'a-file'), '');
    await expect(run(server.url, {}, { out: join(folder, 'a-file/run') })).rejects.toMatchObject({
      code: 'bad-input',
      hint: 'Give another --out.',
    });
  });

  it('begins anew where a run broke off before its first checkpoint', async () => {
    const server = await start();
    const more = { steps: 1, coldStart: { steps: 4, batch: 4, learningRate: 0.3 } };
    const out = join(folder, 'broke-off');
    for await (const event of train({
      recipe: toyRecipe(server.url, more),
      out,
      tokenizer: toyTokenizer,
      own: toyModule,
    }))
      if (event.type === 'cold-start' && event.step === 2) break;
    const { lines } = await run(server.url, more, { out });
    expect((await lines('cold-start.jsonl')).map(({ step }) => step)).toEqual([1, 2, 3, 4]);
  });

  it.each([
    [undefined, true],
    [false, false],
  ])('puts the LoRA on the output matrix, or not: %s', async (unembed, sent) => {
    const server = await start();
    const model = { rank: 1, window: 64, tokenizer: 'words', format: 'pocket', unembed };
    const made: unknown[] = [];
    const heard: typeof fetch = (url, init) => {
      if (String(url).endsWith('/create_model')) made.push(JSON.parse(String(init?.body)).lora_config);
      return fetch(url, init);
    };
    const recipe = toyRecipe(server.url, { model });
    const out = join(folder, `unembed-${unembed}`);
    for await (const event of train({ recipe, out, tokenizer: toyTokenizer, own: toyModule, fetch: heard }))
      if (event.type === 'started') break;
    expect(made).toMatchObject([{ rank: 1, train_unembed: sent }]);
  });

  it('names the models that an engine has where it is asked for another', async () => {
    const server = await start({
      fault: (path) => (path === '/create_model' ? { status: 400 } : undefined),
    });
    const model = { rank: 1, window: 64, tokenizer: 'words', format: 'pocket', base: 'Qwen/Qwen3-0.6B' };
    await expect(run(server.url, { model })).rejects.toMatchObject({
      code: 'bad-input',
      hint: expect.stringContaining('Set model.base to what the engine has: '),
    });
  });

  it('survives a server that stumbles, and tells what was dropped', async () => {
    const server = await start({
      fault: (path, n) =>
        n % 17 === 3 && path !== '/retrieve_future'
          ? { status: 503, headers: { 'retry-after-ms': '1' } }
          : undefined,
    });
    let calls = 0;
    const own: OwnModule = {
      ...toyModule,
      agent: async (task, model, signal) => {
        if (task.id === 'train-1') throw new Error('cannot');
        if (calls++ % 20 === 0) throw new Error('now and then');
        return toyModule.agent!(task, model, signal);
      },
    };
    const { events, metrics } = await run(server.url, { steps: 2 }, { own });
    expect(metrics[1]).toMatchObject({ groups: 4, groupsDropped: 1, position: 5 });
    expect(metrics[1]!.trajectoriesRetried).toBeGreaterThan(0);
    expect(events).toContainEqual({ type: 'warning', message: 'The group of train-1 was dropped: cannot' });
  });

  it('says so when nothing can be rolled out', async () => {
    const own: OwnModule = { ...toyModule, agent: () => Promise.reject(new Error('no such tool')) };
    await expect(run((await start()).url, { evaluation: { before: false } }, { own })).rejects.toThrow(
      'No task of step 1 could be rolled out: no such tool',
    );
  });

  it.each(['sum', 'mean'] as const)(
    'starts from examples where the server gives the %s',
    async (reduction) => {
      const server = await start({ reduction });
      const { lines } = await run(server.url, {
        steps: 1,
        coldStart: { steps: 30, batch: 4, learningRate: 0.3 },
      });
      const losses = (await lines('cold-start.jsonl')).map(({ loss }) => loss as number);
      expect(losses[0]).toBeCloseTo(Math.log(toyTokenizer.size), 0);
      expect(losses.at(-1)).toBeLessThan(0.05);
    },
  );

  it('tells how long each phase took, and how much of it the engine was at work where it says so', async () => {
    const phases = ['between', 'rollout', 'update', 'weights', 'evaluation'];
    const told = await run((await start({ busy: true })).url, { steps: 2, algorithm: { minibatches: 2 } });
    const [before, first, second] = told.metrics as Record<string, Record<string, number>>[];
    expect(before).not.toHaveProperty('seconds');
    for (const step of [first!, second!]) {
      expect(Object.keys(step.seconds!)).toEqual(phases);
      expect(Object.keys(step.engineSeconds!)).toEqual(phases);
      // A call is a millisecond's work here: one for each conversation, one for each minibatch.
      expect(step.engineSeconds!.rollout).toBeCloseTo(Number(step.conversations) / 1000, 9);
      expect(step.engineSeconds!.update).toBeCloseTo(Number(step.updates) / 1000, 9);
      expect(step.engineSeconds!.weights).toBe(0);
      expect(step.sharedPromptShare).toBeCloseTo(0.75, 9);
    }
    expect(second!.engineSeconds!.evaluation).toBeGreaterThan(0);
    const silent = await run((await start()).url, { steps: 1 });
    expect(silent.metrics.at(-1)).toHaveProperty('seconds.rollout');
    expect(silent.metrics.at(-1)).not.toHaveProperty('engineSeconds');
  });

  it('keeps groups for reading: the best and the worst of each, and all rewards', async () => {
    const { lines } = await run((await start()).url, { steps: 2, keepSamples: 3 });
    const samples = await lines('samples.jsonl');
    expect(samples).toHaveLength(2 * 3 * 2);
    expect(samples[0]).toMatchObject({
      step: 1,
      question: expect.any(String),
      conversations: [{ kind: 'step' }, { kind: 'answer' }],
    });
    for (let i = 0; i < samples.length; i += 2) {
      const [best, worst] = samples.slice(i, i + 2);
      expect(worst.task).toBe(best.task);
      expect(best.rewards).toHaveLength(16);
      expect([best.reward, worst.reward]).toEqual([Math.max(...best.rewards), Math.min(...best.rewards)]);
      if (i % 6 > 0) expect(best.reward - worst.reward).toBeLessThanOrEqual(spread(samples.slice(i - 2, i)));
    }
    expect(new Set(samples.map(({ task }) => task)).size).toBe(6);
  });

  it('deletes checkpoints that need not stay, and none of a server that is not ours', async () => {
    const more = { steps: 8, checkpoint: { every: 2, keep: 1 }, evaluation: { every: 4, samples: 8 } };
    const left = ({ saved }: FakeTinker) => [...saved.keys()].map((path) => path.split('/').at(-1));
    const ours = await start();
    const { metrics, out } = await run(ours.url, more);
    const { saved } = JSON.parse(await readFile(join(out, 'checkpoint.json'), 'utf8'));
    expect(saved.map(({ weights }: { weights: string }) => weights.split('/').at(-1))).toEqual(left(ours));
    const at = (step: number) => metrics[step]!.heldOutAccuracy!;
    const best = [0, 4, 8].reduce((best, step) => (at(step) >= at(best) ? step : best));
    expect(new Set(left(ours))).toEqual(new Set([best === 0 ? 'start' : `step-${best}`, 'step-8']));
    const theirs = await start({ foreign: true, batched: false });
    await run(theirs.url, more);
    expect(left(theirs)).toEqual(['start', 'step-2', 'step-4', 'step-6', 'step-8']);
  });

  it('goes on from what is left when checkpoints have been deleted, with a reference too', async () => {
    const more = {
      steps: 6,
      checkpoint: { every: 1, keep: 1 },
      algorithm: { kl: { estimator: 'k3', coefficient: 0.001 } },
    };
    const whole = await run((await start()).url, more);
    const server = await start();
    const killed = await run(server.url, more, {
      until: (event) => event.type === 'step' && event.metrics.step === 4,
    });
    const resumed = await run(server.url, more, { out: killed.out, resume: true });
    expect(curve(resumed.metrics)).toEqual(curve(whole.metrics));
  });

  it('refuses to sample ahead where that would load old weights over new ones', async () => {
    const server = await start({ foreign: true, batched: false, reduction: 'mean' });
    const engine = { url: server.url, reduction: 'mean' };
    await expect(run(server.url, { engine, offPolicy: true })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('one step off policy'),
      hint: expect.stringContaining('offPolicy=false'),
    });
    expect(server.models.size).toBe(0);
  });

  it('says what a divergence needs where the server holds one model', async () => {
    const server = await start({ foreign: true, batched: false, mostModels: 1 });
    const algorithm = { kl: { estimator: 'k3', coefficient: 0.001 } };
    const coldStart = { steps: 30, batch: 4, learningRate: 0.3 };
    await expect(run(server.url, { algorithm, coldStart })).rejects.toMatchObject({
      message: expect.stringContaining('no second model, which algorithm.kl needs'),
      hint: expect.stringContaining('algorithm.kl=null'),
    });
    expect(server.requests).not.toContain('/forward_backward');
  });

  it('finds out by itself whether a server recognises a request made twice', async () => {
    const lost = {
      fault: (path: string, n: number) => (path === '/optim_step' && n === 0 ? 'cut-after' : undefined),
    } as const;
    await expect(run((await start({ ...lost, protobuf: 415 })).url)).rejects.toThrow('connection failed');
    const { metrics } = await run((await start(lost)).url);
    expect(curve(metrics)).toEqual(curve((await run((await start()).url)).metrics));
  });
});
