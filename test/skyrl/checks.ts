// What the Tinker client has to get right, tried on a server that is not ours.
//
//     node --conditions=memagent-source --import tsx test/skyrl/checks.ts <url> <json|protobuf> <tokenizer.json>
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { loadTokenizer } from '@memagent/core';
import {
  type Datum,
  forwardBackwardCustom,
  type LossName,
  probeReduction,
  promptFormats,
  samplerModel,
  scaledFor,
  TinkerClient,
  type TinkerOptions,
  type TrainingModel,
} from '@memagent/train';

const [url, form, tokenizerPath] = process.argv.slice(2) as [string, 'json' | 'protobuf', string];
const close: TinkerClient[] = [];

async function connect(options: Partial<TinkerOptions> = {}): Promise<TinkerClient> {
  const client = await TinkerClient.connect({ url, reduction: 'mean', ...options });
  close.push(client);
  return client;
}

const client = await connect();
const base = client.capabilities.models[0]!;
const create = (of = client) => of.createModel({ baseModel: base, rank: 4, seed: 1 });

/** Lengths stay the same: JAX compiles anew for every other. */
const length = 12;
function datum(seed: number, counted = 6): Datum {
  const ids = Array.from({ length: length + 1 }, (_, i) => 10 + ((seed * 37 + i * 11) % 900));
  const mask = ids.slice(1).map((_, i) => (i >= length - counted ? 1 : 0));
  return {
    tokens: ids.slice(0, -1),
    inputs: {
      target_tokens: ids.slice(1),
      weights: mask,
      logprobs: mask.map((one, i) => one * (-6.9 - 0.1 * (i % 3))),
      advantages: mask.map((one, i) => one * (i % 2 === 0 ? 0.5 : -0.25)),
    },
  };
}
const plain = ({ tokens, inputs }: Datum): Datum => ({
  tokens,
  inputs: { target_tokens: inputs.target_tokens, weights: inputs.weights },
});

/** The norm of the gradient that has gathered; the step itself moves nothing. */
async function norm(model: TrainingModel): Promise<number> {
  const metrics = await model.optimStep({ learningRate: 0 });
  return metrics['skyrl.ai/grad_norm']!;
}
async function normOf(model: TrainingModel, data: readonly Datum[], loss: LossName = 'importance_sampling') {
  await model.forwardBackward(data, loss);
  return norm(model);
}
function near(actual: number, wanted: number, tolerance = 2e-3): void {
  const off = Math.abs(actual - wanted) / Math.max(1e-9, Math.abs(wanted));
  assert.ok(off < tolerance, `${actual} instead of ${wanted}`);
}

let passed = 0;
async function check(what: string, work: () => Promise<string | undefined>): Promise<void> {
  const began = performance.now();
  const said = await work();
  passed++;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`ok  ${what}${said ? `: ${said}` : ''} (${seconds} s)`);
}

const model = await create();

await check('a session, a model, and the form of its requests', async () => {
  await model.forward([plain(datum(1))]);
  assert.equal(client.wire.form, form);
  assert.equal(client.transport.idempotent, form === 'protobuf');
  return `${form}, LoRA of rank 4`;
});

await check('every loss that it has, token by token against its formula', async () => {
  const one = datum(1);
  const { weights, advantages, logprobs } = one.inputs;
  const formulas: Partial<Record<LossName, (lp: number, i: number) => number>> = {
    cross_entropy: (lp, i) => -lp * weights![i]!,
    importance_sampling: (lp, i) => -Math.exp(lp - logprobs![i]!) * advantages![i]! * weights![i]!,
    ppo: (lp, i) => {
      const [r, a] = [Math.exp(lp - logprobs![i]!), advantages![i]!];
      return -Math.min(r * a, Math.min(1.2, Math.max(0.8, r)) * a) * weights![i]!;
    },
    cispo: (lp, i) => {
      const r = Math.min(1.2, Math.max(0.8, Math.exp(lp - logprobs![i]!)));
      return -r * lp * advantages![i]! * weights![i]!;
    },
  };
  for (const [loss, formula] of Object.entries(formulas) as [LossName, typeof formulas.ppo][]) {
    const { outputs } = await model.forwardBackward([loss === 'cross_entropy' ? plain(one) : one], loss);
    const { logprobs: got, elementwise_loss: losses } = outputs[0]!;
    assert.equal(got.length, length);
    losses!.forEach((value, i) => {
      assert.ok(Math.abs(value - formula!(got[i]!, i)) < 1e-4, `${loss} at ${i}`);
    });
    await norm(model);
  }
  return Object.keys(formulas).join(', ');
});

await check('losses that it lacks are refused by name, and JSON is not blamed', async () => {
  for (const loss of ['dro', 'gspo', 'dppo'] as const)
    await assert.rejects(model.forward([datum(1)], loss), (error: Error) => error.message.includes(loss));
  assert.equal(client.wire.form, form);
  return 'dro, gspo, dppo';
});

await check('lengths are checked before anything is sent', async () => {
  const { tokens, inputs } = datum(1);
  for (const key of ['weights', 'logprobs', 'advantages'] as const) {
    const short = { tokens, inputs: { ...inputs, [key]: Array.from(inputs[key]!).slice(1) } };
    await assert.rejects(model.forwardBackward([short], 'ppo'), new RegExp(`${length - 1} ${key}`));
  }
  assert.equal(await norm(model), 0);
  return undefined;
});

await check('how it adds up', async () => {
  const found = await probeReduction(client, base, { rank: 4 });
  assert.equal(found, 'mean');
  return found;
});

await check('scaled for that, gradients add up over datums and over calls', async () => {
  const [a, b] = [datum(1, 6), datum(2, 3)];
  const one = await normOf(model, scaledFor('mean', [a]));
  near(await normOf(model, scaledFor('mean', [a, a])), 2 * one);
  const both = await normOf(model, scaledFor('mean', [a, b]));
  for (const part of scaledFor('mean', [a, b], 2)) await model.forwardBackward([part], 'importance_sampling');
  near(await norm(model), both);
  return `one datum ${one.toFixed(4)}, itself twice ${(2 * one).toFixed(4)}, two in one call or two ${both.toFixed(4)}`;
});

await check('a pass in several requests equals one', async () => {
  const data = scaledFor(
    'mean',
    [1, 2, 3, 4, 5].map((seed) => datum(seed)),
  );
  const whole = await normOf(model, data);
  const split = await connect({ limits: { datums: 1 } });
  const other = await create(split);
  // The first pass finds out the form and goes in turn, the second goes at once.
  for (let i = 0; i < 2; i++) near(await normOf(other, data), whole);
  await other.unload();
  return whole.toFixed(4);
});

await check('a loss of one’s own, as importance sampling at ratio 1, equals the server’s', async () => {
  const data = [datum(1, 6), datum(2, 3)];
  const wanted = await normOf(model, scaledFor('mean', data));
  // −r·A with its derivative: what importance_sampling computes, here.
  await forwardBackwardCustom(model, data, (rows) => {
    let loss = 0;
    const gradient = rows.map((row, n) =>
      row.map((lp, i) => {
        const { logprobs, advantages, weights } = data[n]!.inputs;
        const slope = -Math.exp(lp - logprobs![i]!) * advantages![i]! * weights![i]!;
        loss += slope;
        return slope;
      }),
    );
    return { loss, gradient };
  });
  const got = await norm(model);
  near(got, wanted);
  return `${got.toFixed(4)} and ${wanted.toFixed(4)}, with advantages of both signs`;
});

await check('a reply that is lost is never counted twice', async () => {
  const [a, b] = [datum(1), datum(2)];
  const data = scaledFor('mean', [a, b], 2);
  const wanted = await (async () => {
    for (const part of data) await model.forwardBackward([part], 'importance_sampling');
    return norm(model);
  })();
  let passes = 0;
  const lossy = await connect({
    fetch: async (...request: Parameters<typeof fetch>) => {
      const response = await fetch(...request);
      if (String(request[0]).endsWith('/forward_backward') && response.ok && ++passes === 2)
        throw new TypeError('the reply was lost');
      return response;
    },
  });
  const other = await create(lossy);
  await other.forwardBackward([data[0]!], 'importance_sampling');
  const second = other.forwardBackward([data[1]!], 'importance_sampling');
  if (form === 'json') {
    await assert.rejects(second, /The connection failed/);
    await assert.rejects(other.optimStep({ learningRate: 0 }), /a gradient before it failed/);
    await other.unload();
    return 'this server cannot tell, so the run stops';
  }
  await second;
  assert.equal(passes, 3);
  const got = await norm(other);
  near(got, wanted);
  await other.unload();
  return `asked for twice, counted once: ${got.toFixed(4)} and ${wanted.toFixed(4)}`;
});

await check('an optimizer step moves the log-probabilities where it should', async () => {
  const other = await create();
  const data = [plain(datum(3))];
  const before = (await other.forwardBackward(data, 'cross_entropy')).outputs[0]!.logprobs;
  await other.optimStep({ learningRate: 0.01 });
  const after = (await other.forward(data)).outputs[0]!.logprobs;
  const mean = (row: Float64Array) => row.slice(-6).reduce((sum, lp) => sum + lp, 0) / 6;
  assert.ok(mean(after) > mean(before) + 0.01);
  await other.unload();
  return `${mean(before).toFixed(3)} → ${mean(after).toFixed(3)}`;
});

await check('samples have the trainer’s log-probabilities, and a seed decides', async () => {
  const other = await create();
  await other.forwardBackward([plain(datum(3))], 'cross_entropy');
  await other.optimStep({ learningRate: 0.01 });
  const sampler = await other.sampler();
  const prompt = Array.from(datum(3).tokens).slice(0, 8);
  const options = { maxTokens: 5, temperature: 1, seed: 7, samples: 2 };
  const { sequences } = await sampler.sample(prompt, options);
  assert.deepEqual((await sampler.sample(prompt, options)).sequences, sequences);
  let off = 0;
  for (const { tokens, logprobs } of sequences) {
    const all = [...prompt, ...tokens];
    const weights = all.slice(1).map((_, i) => (i >= prompt.length - 1 ? 1 : 0));
    const row = { tokens: all.slice(0, -1), inputs: { target_tokens: all.slice(1), weights } };
    const { outputs } = await other.forward([row]);
    logprobs.forEach((lp, i) => {
      off = Math.max(off, Math.abs(lp - outputs[0]!.logprobs[prompt.length - 1 + i]!));
    });
  }
  assert.ok(off < 1e-3, `off by ${off}`);
  const { promptLogprobs } = await sampler.sample(prompt, { ...options, samples: 1, promptLogprobs: true });
  assert.equal(promptLogprobs!.length, prompt.length);
  assert.equal(promptLogprobs![0], undefined);
  await other.optimStep({ learningRate: 0 });
  await assert.rejects(sampler.sample(prompt, options), /trained since/);
  await other.unload();
  return `largest difference ${off.toExponential(1)}; a sampler ends with the next step`;
});

await check('weights and optimizer, saved and loaded, go on the same', async () => {
  const data = [plain(datum(4))];
  const step = async (of: TrainingModel) => {
    await of.forwardBackward(data, 'cross_entropy');
    await of.optimStep({ learningRate: 0.01 });
  };
  const first = await create();
  await step(first);
  const name = `half-${process.pid}`;
  const path = await first.saveWeights(name);
  assert.match(await first.saveWeights(name), /-2$/);
  await step(first);
  const second = await create();
  await second.loadWeights(path);
  await step(second);
  const [a, b] = [(await first.forward(data)).outputs[0]!, (await second.forward(data)).outputs[0]!];
  const off = Math.max(...a.logprobs.map((lp, i) => Math.abs(lp - b.logprobs[i]!)));
  assert.ok(off < 1e-4, `off by ${off}`);
  await Promise.all([first.unload(), second.unload()]);
  return `largest difference ${off.toExponential(1)}`;
});

await check('a model of core over its sampler', async () => {
  const tokenizer = loadTokenizer(JSON.parse(await readFile(tokenizerPath, 'utf8')));
  const sampler = await client.sampler({ baseModel: base });
  const format = promptFormats.chatml!;
  const reader = samplerModel({ sampler, tokenizer, format, window: 512, name: 'tiny', id: 'tiny' });
  const segments = [{ text: 'the keeper of the north tower', trusted: false }];
  const { ids, logprobs, usage } = await reader.complete(
    { form: 'chat', shared: 0, segments },
    { maxTokens: 5 },
  );
  assert.equal(ids!.length, logprobs!.length);
  return `${usage.promptTokens} + ${usage.completionTokens} tokens`;
});

for (const one of close) one.close();
console.log(`${passed} checks passed over ${form}`);
