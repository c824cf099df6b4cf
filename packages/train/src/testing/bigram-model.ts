import { Random } from '@memagent/lab';
import type { AdamParams, LossConfig, LossName, Reduction } from '../tinker/types.ts';

/** Data as the server has read it off the wire: what is missing is undefined. */
export interface WireDatum {
  readonly tokens: readonly number[];
  readonly inputs: Readonly<Record<string, readonly number[]>>;
}

/**
 * The smallest language model there is: the next token depends on the last one alone, by a table of logits. Losses,
 * gradients and Adam are computed in float64, so that a client can be checked against closed forms.
 */
export class BigramModel {
  readonly vocabulary: number;
  logits: Float64Array;
  gradient: Float64Array;
  /** Datums since the last step. */
  datums = 0;
  #m: Float64Array;
  #v: Float64Array;
  #steps = 0;

  constructor(vocabulary: number, seed = 0) {
    const random = new Random(`bigram/${seed}`);
    this.vocabulary = vocabulary;
    this.logits = Float64Array.from({ length: vocabulary ** 2 }, () => (random.float() - 0.5) * 0.2);
    this.gradient = new Float64Array(vocabulary ** 2);
    this.#m = new Float64Array(vocabulary ** 2);
    this.#v = new Float64Array(vocabulary ** 2);
  }

  /** Everything that a checkpoint holds. */
  state() {
    const copy = (values: Float64Array) => Float64Array.from(values);
    return { logits: copy(this.logits), m: copy(this.#m), v: copy(this.#v), steps: this.#steps };
  }

  load(state: ReturnType<BigramModel['state']>, optimizer: boolean): void {
    this.logits = Float64Array.from(state.logits);
    if (!optimizer) return;
    this.#m = Float64Array.from(state.m);
    this.#v = Float64Array.from(state.v);
    this.#steps = state.steps;
  }

  /** Log-probabilities of every token after `last`. */
  row(last: number, temperature = 1): Float64Array {
    const at = last * this.vocabulary;
    const row = this.logits.slice(at, at + this.vocabulary).map((value) => value / temperature);
    const top = Math.max(...row);
    const total = Math.log(row.reduce((sum, value) => sum + Math.exp(value - top), 0)) + top;
    return row.map((value) => value - total);
  }

  /** Runs a loss over data; adds its gradient unless told not to. Gives each datum's log-probabilities and losses. */
  pass(
    data: readonly WireDatum[],
    loss: LossName,
    config: LossConfig,
    reduction: Reduction,
    forwardOnly: boolean,
  ): { logprobs: number[]; losses: number[] }[] {
    if (!forwardOnly) this.datums += data.length;
    return data.map(({ tokens, inputs }) => {
      const at = (name: string, i: number, missing: number) => inputs[name]?.[i] ?? missing;
      const logprobs: number[] = [];
      const losses: number[] = [];
      const weights = tokens.map((_, i) => at('weights', i, 1));
      const sum = weights.reduce((total, weight) => total + weight, 0);
      const divisor = reduction === 'sum' ? 1 : Math.max(sum, 1e-9);
      tokens.forEach((token, i) => {
        const target = inputs.target_tokens![i]!;
        const row = this.row(token);
        const lp = row[target]!;
        const one = tokenLoss(loss, config, lp, at('logprobs', i, 0), at('advantages', i, 0));
        logprobs.push(lp);
        losses.push(one.loss);
        if (forwardOnly) return;
        const slope = (weights[i]! * one.slope) / divisor;
        for (let j = 0; j < this.vocabulary; j++)
          this.gradient[token * this.vocabulary + j]! += slope * ((j === target ? 1 : 0) - Math.exp(row[j]!));
      });
      return { logprobs, losses };
    });
  }

  /** The gradient that the next step would take. */
  pending(reduction: Reduction): Float64Array {
    const scale = reduction === 'mean' ? 1 / Math.max(1, this.datums) : 1;
    return this.gradient.map((value) => value * scale);
  }

  /** A step of Adam; gives the gradient's norm. */
  step(params: AdamParams, reduction: Reduction): number {
    const {
      learningRate,
      beta1 = 0.9,
      beta2 = 0.95,
      eps = 1e-12,
      weightDecay = 0,
      gradClipNorm = 0,
    } = params;
    const gradient = this.pending(reduction);
    const norm = Math.sqrt(gradient.reduce((sum, value) => sum + value ** 2, 0));
    const clip = gradClipNorm > 0 && norm > gradClipNorm ? gradClipNorm / norm : 1;
    this.#steps++;
    for (let i = 0; i < gradient.length; i++) {
      const g = gradient[i]! * clip;
      this.#m[i] = beta1 * this.#m[i]! + (1 - beta1) * g;
      this.#v[i] = beta2 * this.#v[i]! + (1 - beta2) * g * g;
      const m = this.#m[i]! / (1 - beta1 ** this.#steps);
      const v = this.#v[i]! / (1 - beta2 ** this.#steps);
      this.logits[i]! -= learningRate * (m / (Math.sqrt(v) + eps) + weightDecay * this.logits[i]!);
    }
    this.gradient.fill(0);
    this.datums = 0;
    return norm;
  }
}

/** A token's loss and its derivative by the log-probability. */
function tokenLoss(loss: LossName, config: LossConfig, lp: number, old: number, advantage: number) {
  const ratio = Math.exp(lp - old);
  const low = config.clip_low_threshold ?? 0.8;
  const high = config.clip_high_threshold ?? 1.2;
  const clipped = Math.min(Math.max(ratio, low), high);
  switch (loss) {
    case 'cross_entropy':
      return { loss: -lp, slope: -1 };
    case 'importance_sampling':
      return { loss: -ratio * advantage, slope: -ratio * advantage };
    case 'ppo': {
      const free = ratio * advantage <= clipped * advantage;
      return {
        loss: -Math.min(ratio * advantage, clipped * advantage),
        slope: free ? -ratio * advantage : 0,
      };
    }
    case 'cispo':
      return { loss: -clipped * lp * advantage, slope: -clipped * advantage };
    case 'dro': {
      const beta = config.beta ?? 0.05;
      return {
        loss: -(lp * advantage - 0.5 * beta * (lp - old) ** 2),
        slope: -(advantage - beta * (lp - old)),
      };
    }
    default:
      throw new Error(`the loss ${loss} is not here`);
  }
}
