// The parts of node-llama-cpp's native addon that we drive. Its version is pinned in package.json: these
// signatures hold for that one.

/** The addon's module. */
export interface Addon {
  AddonModel: new (path: string, params: ModelParams) => NativeModel;
  AddonModelLora: new (model: NativeModel, path: string) => NativeLora;
  AddonContext: new (model: NativeModel, params: ContextParams) => NativeContext;
  AddonSampler: new (model: NativeModel) => NativeSampler;
  markLoaded(): boolean;
  loadBackends(folder?: string): void;
  ensureGpuDeviceIsSupported(): void;
  getGpuType(): 'cuda' | 'vulkan' | 'metal' | false | undefined;
  getGpuVramInfo(): { total: number; used: number; unifiedSize: number };
  getIsArchSupported(architecture: string): boolean;
  setLogger(logger: (level: number, message: string) => void): void;
  setLoggerLogLevel(level: number): void;
  init(): Promise<void>;
}

export interface ModelParams {
  readonly addonExports: Addon;
  readonly gpuLayers: number;
  readonly useMmap: boolean;
}

/** Weights and vocabulary. */
export interface NativeModel {
  init(): Promise<boolean>;
  loadLora(lora: NativeLora): Promise<void>;
  dispose(): Promise<void>;
  tokenize(text: string, specialTokens: boolean): Uint32Array;
  detokenize(tokens: Uint32Array, specialTokens?: boolean): string;
  getTrainContextSize(): number;
  tokenBos(): number;
  tokenEos(): number;
  isEogToken(token: number): boolean;
  shouldPrependBosToken(): boolean;
}

export interface NativeLora {
  dispose(): Promise<void>;
}

export interface ContextParams {
  /** Cells of all sequences together. */
  readonly contextSize: number;
  readonly batchSize: number;
  readonly sequences: number;
  readonly flashAttention: boolean;
  readonly threads: number;
  /** Whether sliding-window layers keep all tokens, without which a sequence cannot go back. */
  readonly swaFullCache: boolean;
}

/** The KV cache of some sequences and the decoding on it. One batch at a time: the caller takes turns. */
export interface NativeContext {
  init(): Promise<boolean>;
  dispose(): Promise<void>;
  initBatch(size: number): void;
  /** Gives the indexes in the batch of the tokens whose logits were asked for. */
  addToBatch(sequence: number, position: number, tokens: Uint32Array, logitsAt: Uint32Array): Uint32Array;
  decodeBatch(): Promise<void>;
  sampleToken(batchIndex: number, sampler: NativeSampler): Promise<number>;
  /** With the probability of the sampled token after temperature and filters. */
  sampleToken(
    batchIndex: number,
    sampler: NativeSampler,
    probabilities: boolean,
    confidence: boolean,
  ): Promise<[token: number, probabilities: number[] | undefined, confidence: number]>;
  /** With the logits of some tokens and of the likeliest (`top` of them), and the sum of exp(logit − highest) over all. */
  sampleToken(
    batchIndex: number,
    sampler: NativeSampler,
    probabilities: false,
    confidence: false,
    logits: [tokens: number[], max: false, min: false, selected: false, top: number],
    totalLogitWeight: true,
  ): Promise<
    [token: number, probabilities: undefined, confidence: undefined, logits: number[], totalWeight: number]
  >;
  removeTokenCellsFromSequence(sequence: number, start: number, end: number): boolean;
  copySequenceStateFromOtherSequence(target: number, source: number): Promise<number>;
  setThreads(threads: number): void;
  setLoras(loras: NativeLora[], scales: number[]): void;
}

/** The way from logits to a token. It holds the state of its random numbers: one for each completion. */
export interface NativeSampler {
  applyConfig(config: { temperature: number; topP?: number; seed?: number }): void;
  dispose(): void;
}
