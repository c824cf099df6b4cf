/** Everything about the algorithm that a recipe can set, before defaults. */
export interface AlgorithmPreset {
  readonly groupSize: number;
  readonly batchTasks: number;
  readonly minibatches: number;
  readonly std: boolean;
  readonly advantage: 'trajectory' | 'conversation';
  readonly clipLow: number;
  readonly clipHigh: number;
  readonly dualClip: number | null;
  readonly kl: { readonly estimator: 'k1' | 'k2' | 'k3'; readonly coefficient: number } | null;
  readonly truncatedImportance: number | null;
  /** `trainer`: log-probabilities are computed anew before the first update; `sampler`: as they were sampled. */
  readonly oldLogprobs: 'sampler' | 'trainer';
  readonly dynamicSampling: { readonly factor: number; readonly ahead?: number | 'auto' } | null;
  /** As shares of a reply's token limit. */
  readonly overlong: { readonly buffer: number; readonly penalty: number } | null;
  readonly maskCut: boolean;
  readonly adam: {
    readonly learningRate: number;
    readonly warmup: number;
    readonly beta1: number;
    readonly beta2: number;
    readonly eps: number;
    readonly weightDecay: number;
    readonly gradClipNorm: number;
  };
}

/**
 * `reference`: what the published scripts really run. `dapo`: the algorithm as the DAPO paper has it, over
 * conversations. docs/train.md sets them side by side, line by line.
 */
export const presets = {
  reference: {
    groupSize: 16,
    batchTasks: 128,
    minibatches: 16,
    std: false,
    advantage: 'trajectory',
    clipLow: 0.2,
    clipHigh: 0.2,
    dualClip: 3,
    kl: { estimator: 'k3', coefficient: 0.001 },
    truncatedImportance: null,
    oldLogprobs: 'trainer',
    dynamicSampling: null,
    overlong: null,
    maskCut: false,
    adam: {
      learningRate: 1e-6,
      warmup: 20,
      beta1: 0.9,
      beta2: 0.999,
      eps: 1e-8,
      weightDecay: 0.01,
      gradClipNorm: 1,
    },
  },
  dapo: {
    groupSize: 16,
    batchTasks: 128,
    minibatches: 16,
    std: false,
    advantage: 'trajectory',
    clipLow: 0.2,
    clipHigh: 0.28,
    dualClip: null,
    kl: null,
    truncatedImportance: 2,
    oldLogprobs: 'trainer',
    dynamicSampling: { factor: 3 },
    overlong: { buffer: 0.2, penalty: 1 },
    maskCut: false,
    adam: {
      learningRate: 1e-6,
      warmup: 20,
      beta1: 0.9,
      beta2: 0.999,
      eps: 1e-8,
      weightDecay: 0.1,
      gradClipNorm: 1,
    },
  },
} as const satisfies Record<string, AlgorithmPreset>;
