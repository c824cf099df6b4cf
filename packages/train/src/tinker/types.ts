/** The losses that servers of the protocol know; which of them a server takes differs. */
export type LossName =
  | 'cross_entropy'
  | 'importance_sampling'
  | 'ppo'
  | 'cispo'
  | 'dro'
  | 'gspo'
  | 'ppo_critic'
  | 'dppo'
  | 'stable_reinforce';

/** Numbers of a loss, such as `clip_low_threshold` (a ratio: 0.8, not 0.2). */
export type LossConfig = Readonly<Record<string, number>>;

/** The same with words, for servers that take them. */
export type LossSettings = Readonly<Record<string, number | string>>;

/** A list of numbers, typed or not. */
export type Numbers = ArrayLike<number>;

/** What a loss is computed from, one value for each position of the model's input. */
export interface LossInputs {
  /** The token that each position has to predict. */
  readonly target_tokens: Numbers;
  /** Which positions count: 1 for a sampled token, 0 for the prompt. */
  readonly weights?: Numbers;
  /** Log-probabilities under the policy that sampled. */
  readonly logprobs?: Numbers;
  readonly advantages?: Numbers;
  /** Per-token clipping, where a server takes it. */
  readonly clip_low_threshold?: Numbers;
  readonly clip_high_threshold?: Numbers;
}

/** One sequence to train on. */
export interface Datum {
  /** All tokens but the last. */
  readonly tokens: Numbers;
  readonly inputs: LossInputs;
}

/** What a server gives back for a datum; `logprobs` are those of the targets under the current weights. */
export interface LossOutput {
  readonly logprobs: Float64Array;
  readonly elementwise_loss?: Float64Array;
}

/** The result of a forward or a forward and backward pass, in the order of the data. */
export interface LossResult {
  readonly outputs: readonly LossOutput[];
  /** Sums over calls, as the server named them. */
  readonly metrics: Readonly<Record<string, number>>;
}

/** Adam's settings for one step; servers are free to heed the learning rate alone. */
export interface AdamParams {
  readonly learningRate: number;
  readonly beta1?: number;
  readonly beta2?: number;
  readonly eps?: number;
  readonly weightDecay?: number;
  /** 0 for none. Ignored by SkyRL. */
  readonly gradClipNorm?: number;
}

/** How a server adds up a batch: over all tokens, or each sequence's mean and then the mean over sequences. */
export type Reduction = 'sum' | 'mean';

export interface SampleParams {
  readonly maxTokens: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly seed?: number;
  /** Texts, or token ids, that end a sequence. */
  readonly stop?: readonly string[] | readonly number[];
}

/** A sequence that was sampled. The token that ended it, where there was one, is its last. */
export interface SampledSequence {
  readonly tokens: readonly number[];
  readonly logprobs: readonly number[];
  readonly stopReason: 'stop' | 'length';
}

export interface SampleResult {
  readonly sequences: readonly SampledSequence[];
  /** For each token of the prompt its log-probability, undefined for the first. */
  readonly promptLogprobs?: readonly (number | undefined)[];
}
