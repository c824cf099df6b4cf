import type { TrainingModel } from './training-model.ts';
import type { Datum, LossResult, Numbers, Reduction } from './types.ts';

/** The value of a loss and, for every datum, its derivative by the log-probability of each target. */
export interface LossGradient {
  readonly loss: number;
  readonly gradient: readonly Numbers[];
}

/** Any loss of the targets' log-probabilities: gets those of every datum under the current weights. */
export type CustomLoss = (logprobs: readonly Float64Array[]) => LossGradient;

/**
 * Makes any server give the gradient of the sum over all tokens. A server that divides each sequence by its weights
 * and the batch by its datums gets advantages that undo it: A · (sum of the datum's weights) · (datums since the last
 * step). `datums` counts all that will have gathered when the optimizer steps, this call's and others'.
 */
export function scaledFor(reduction: Reduction, data: readonly Datum[], datums = data.length): Datum[] {
  if (reduction === 'sum') return [...data];
  return data.map((datum) => {
    const { weights, advantages } = datum.inputs;
    if (!advantages) return datum;
    let sum = 0;
    for (let i = 0; i < datum.tokens.length; i++) sum += weights?.[i] ?? 1;
    const scale = sum * datums;
    return {
      ...datum,
      inputs: { ...datum.inputs, advantages: Float64Array.from(advantages, (a) => a * scale) },
    };
  });
}

/**
 * Adds the gradient of any loss of log-probabilities: a forward pass for the log-probabilities, the loss here, and
 * its derivative sent back in a form that the server takes. Where the server adds up, that is `cross_entropy` with
 * the weights −dL/dlogp. Where it divides by the sum of the weights, signed ones would explode: there it is
 * `importance_sampling` at a ratio of 1, the advantages −dL/dlogp, the weights the mask.
 *
 * @param data targets and masks (`weights`); what else they hold is not sent.
 * @param datums all datums that will have gathered when the optimizer steps.
 */
export async function forwardBackwardCustom(
  model: TrainingModel,
  data: readonly Datum[],
  loss: CustomLoss,
  { datums = data.length, signal }: { datums?: number; signal?: AbortSignal } = {},
): Promise<LossResult & { readonly loss: number }> {
  const plain = data.map(({ tokens, inputs }) => ({
    tokens,
    inputs: { target_tokens: inputs.target_tokens, weights: maskOf(inputs.weights, tokens.length) },
  }));
  const forward = await model.forward(plain, 'cross_entropy', signal);
  const logprobs = forward.outputs.map((output) => output.logprobs);
  const { loss: value, gradient } = loss(logprobs);
  const result = await backward(model, plain, logprobs, gradient, datums, signal);
  return { outputs: forward.outputs, metrics: result.metrics, loss: value };
}

/** Sends the derivatives of a loss by the log-probabilities. */
export function backward(
  model: TrainingModel,
  data: readonly Datum[],
  logprobs: readonly Numbers[],
  gradient: readonly Numbers[],
  datums: number,
  signal?: AbortSignal,
): Promise<LossResult> {
  const negated = data.map(({ tokens, inputs }, i) =>
    Float64Array.from({ length: tokens.length }, (_, t) =>
      (inputs.weights?.[t] ?? 1) > 0 ? -gradient[i]![t]! : 0,
    ),
  );
  if (model.reduction === 'sum') {
    const weighted = data.map(({ tokens, inputs }, i) => ({
      tokens,
      inputs: { target_tokens: inputs.target_tokens, weights: negated[i]! },
    }));
    return model.forwardBackward(weighted, 'cross_entropy', undefined, signal);
  }
  const atRatioOne = data.map(({ tokens, inputs }, i) => ({
    tokens,
    inputs: {
      target_tokens: inputs.target_tokens,
      weights: maskOf(inputs.weights, tokens.length),
      logprobs: logprobs[i]!,
      advantages: negated[i]!,
    },
  }));
  return model.forwardBackward(
    scaledFor('mean', atRatioOne, datums),
    'importance_sampling',
    undefined,
    signal,
  );
}

const maskOf = (weights: Numbers | undefined, length: number): Float64Array =>
  Float64Array.from({ length }, (_, i) => ((weights?.[i] ?? 1) > 0 ? 1 : 0));
