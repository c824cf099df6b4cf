import type { Tokenizer } from '../tokenizer/tokenizer.ts';

/** A part of a prompt. Trusted parts are ours; untrusted ones come from the document, the memory or the user. */
export interface Segment {
  readonly text: string;
  readonly trusted: boolean;
  /** How many tokens it has, where that is known already (a chunk's are): saves counting them again. */
  readonly tokens?: number;
}

/** A prompt as a list of segments. */
export interface Prompt {
  readonly segments: readonly Segment[];
  /**
   * How many leading segments are the same for everyone who reads this chunk: an engine with a prefix cache
   * computes them once for many questions.
   */
  readonly shared: number;
  /** `raw`: token by token as it stands (pocket). `chat`: one user message, in the model's chat template. */
  readonly form: 'raw' | 'chat';
  /** A system message, for chat profiles that want one. */
  readonly system?: string;
  /**
   * A conversation turn by turn, for models that take turns: they send these instead of `system` and the segments,
   * which hold the same as one text. Every turn is untrusted.
   */
  readonly turns?: readonly PromptTurn[];
}

/** One turn of a conversation. */
export interface PromptTurn {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
}

export interface CompleteOptions {
  /** The most tokens to generate, reasoning included where the model reasons. */
  readonly maxTokens: number;
  /** 0 (greedy) unless told otherwise. */
  readonly temperature?: number;
  readonly topP?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
  /** A JSON Schema that the text must satisfy, where the model can be held to one. */
  readonly schema?: object;
  /** Ask for log-probabilities of the generated tokens where the model can give them. */
  readonly logprobs?: boolean;
  readonly signal?: AbortSignal;
  /** Called with each piece of text as it is generated, where the model streams. */
  readonly onText?: (text: string) => void;
  /** Readings with the same affinity like to go to the same place: a warm prefix. */
  readonly affinity?: string;
  /** Tokens of the prompt where the caller has counted them already: spares the model from counting again. */
  readonly promptTokens?: number;
}

export interface Usage {
  /** Tokens of the prompt as the model counted them. */
  readonly promptTokens: number;
  /** Of those, how many came from a prefix cache, where that is known. */
  readonly cachedTokens?: number;
  readonly completionTokens: number;
  readonly reasoningTokens?: number;
}

export interface Completion {
  /** The reply without reasoning. In `raw` prompts special tokens appear by name (`<|keep|>`). */
  readonly text: string;
  readonly reasoning?: string;
  /** `stop`: the model ended it; `length`: it was cut at `maxTokens`. */
  readonly finish: 'stop' | 'length';
  readonly usage: Usage;
  /** The sampled token ids and their log-probabilities, where the model gives them. */
  readonly ids?: readonly number[];
  readonly logprobs?: readonly number[];
}

export interface ScoreOptions {
  readonly signal?: AbortSignal;
}

/** How likely some texts are after a prompt. */
export interface Scores {
  /** The log-probability of each. */
  readonly logprobs: readonly number[];
  /** Prompt and texts together, each time they are read. */
  readonly usage: Usage;
}

/** What a model would like to be used with when the user has not said. */
export interface ModelDefaults {
  readonly profile?: string;
  readonly policy?: string;
  readonly chunkTokens?: number;
  readonly memoryTokens?: number;
  readonly questionTokens?: number;
  readonly outputTokens?: number;
  readonly hints?: boolean;
  readonly review?: boolean;
  readonly weigh?: boolean;
  readonly keepMatches?: boolean;
}

/** Something that completes a prompt, with a tokenizer and a window. */
export interface Model {
  /** What a person calls it. */
  readonly name: string;
  /** Stable identity of weights and server, for the journal's address. */
  readonly id: string;
  /** The most tokens of prompt and reply together. */
  readonly window: number;
  readonly tokenizer: Tokenizer;
  /** Whether it can follow instructions in a chat (pocket cannot: it reads). */
  readonly canChat: boolean;
  readonly defaults?: ModelDefaults;
  /** Money per million tokens, where it is known. */
  readonly price?: { readonly input: number; readonly output: number; readonly currency: string };
  /** How many calls it serves well at once. */
  readonly concurrency?: number;
  complete(prompt: Prompt, options: CompleteOptions): Promise<Completion>;
  /** Several prompts over one shared prefix, at once, where the engine has something better than one by one. */
  completeMany?(prompts: readonly Prompt[], options: CompleteOptions): Promise<Completion[]>;
  /** How likely each continuation of a prompt is, where the model can say that. */
  score?(
    prompt: Prompt,
    continuations: readonly (readonly Segment[])[],
    options?: ScoreOptions,
  ): Promise<Scores>;
  close?(): Promise<void>;
}
