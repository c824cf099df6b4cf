import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BigramModel, type WireDatum } from '../testing/bigram-model.ts';
import { type FakeTinker, startFakeTinker } from '../testing/fake-tinker.ts';
import { TinkerClient } from './client.ts';
import { forwardBackwardCustom, scaledFor } from './custom-loss.ts';
import { probeReduction } from './probe-reduction.ts';
import type { Datum, LossName, Reduction } from './types.ts';

const vocabulary = 5;
const servers = new Map<Reduction, { fake: FakeTinker; client: TinkerClient }>();
beforeAll(async () => {
  for (const reduction of ['sum', 'mean'] as const) {
    const fake = await startFakeTinker({ vocabulary, reduction, sparse: reduction === 'sum' });
    servers.set(reduction, { fake, client: await TinkerClient.connect({ url: fake.url }) });
  }
});
afterAll(async () => {
  for (const { fake, client } of servers.values()) {
    client.close();
    await fake.close();
  }
});

const token = fc.nat(vocabulary - 1);
const value = fc.double({ min: -2, max: 2, noNaN: true });
const batch = fc.array(
  fc
    .array(fc.tuple(token, token, fc.boolean(), value), { minLength: 1, maxLength: 6 })
    .filter((rows) => rows.some(([, , counts]) => counts))
    .map(
      (rows): Datum => ({
        tokens: rows.map(([a]) => a),
        inputs: {
          target_tokens: rows.map(([, b]) => b),
          weights: rows.map(([, , counts]) => (counts ? 1 : 0)),
          logprobs: rows.map(([, , , x]) => Math.fround(-1.6 + x / 10)),
          advantages: rows.map(([, , counts, x]) => (counts ? Math.fround(x) : 0)),
        },
      }),
    ),
  { minLength: 1, maxLength: 5 },
);

/** The gradient of the plain sum over tokens, by the float64 model itself. */
function expected(data: readonly Datum[], loss: LossName): Float64Array {
  const model = new BigramModel(vocabulary, 1);
  model.pass(data as unknown as WireDatum[], loss, {}, 'sum', false);
  return model.pending('sum');
}

function close(actual: Float64Array, wanted: Float64Array): void {
  for (const [i, each] of wanted.entries()) expect(Math.abs(actual[i]! - each)).toBeLessThan(2e-5);
}

describe.each(['sum', 'mean'] as const)('a server that gives the %s', (reduction) => {
  const fresh = async () => {
    const { fake, client } = servers.get(reduction)!;
    const model = await client.createModel({ baseModel: 'bigram', seed: 1 });
    return { model, gradient: () => fake.models.get(model.id)!.pending(reduction) };
  };

  it.each(['importance_sampling', 'ppo', 'cispo'] as const)(
    'gives the gradient of the sum of %s over all tokens, in several calls',
    async (loss) => {
      await fc.assert(
        fc.asyncProperty(batch, async (data) => {
          const { model, gradient } = await fresh();
          const scaled = scaledFor(model.reduction, data, data.length);
          const half = Math.ceil(scaled.length / 2);
          for (const part of [scaled.slice(0, half), scaled.slice(half)])
            if (part.length > 0) await model.forwardBackward(part, loss);
          close(gradient(), expected(data, loss));
        }),
        { numRuns: 15 },
      );
    },
  );

  it('gives the gradient of any loss, with weights of both signs', async () => {
    await fc.assert(
      fc.asyncProperty(batch, async (data) => {
        const { model, gradient } = await fresh();
        // Half the squared log-probability times a signed factor: its derivative is lp · factor.
        const done = await forwardBackwardCustom(model, data, (logprobs) => {
          let loss = 0;
          const slopes = logprobs.map((row, i) =>
            row.map((lp, t) => {
              const factor = data[i]!.inputs.weights![t]! * data[i]!.inputs.advantages![t]!;
              loss += 0.5 * lp * lp * factor;
              return lp * factor;
            }),
          );
          return { loss, gradient: slopes };
        });
        const reference = new BigramModel(vocabulary, 1);
        const weighted = data.map(({ tokens, inputs }) => ({
          tokens: Array.from(tokens),
          inputs: {
            target_tokens: Array.from(inputs.target_tokens),
            weights: Array.from(
              inputs.target_tokens,
              (target, t) =>
                -reference.row(tokens[t]!)[target]! * inputs.weights![t]! * inputs.advantages![t]!,
            ),
          },
        }));
        reference.pass(weighted, 'cross_entropy', {}, 'sum', false);
        close(gradient(), reference.pending('sum'));
        expect(Number.isFinite(done.loss)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it('can be found out', async () => {
    const { client } = servers.get(reduction)!;
    expect(client.reduction).toBe(reduction);
    expect(await probeReduction(client, 'bigram')).toBe(reduction);
  });
});
