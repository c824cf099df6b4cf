/** One independent context: what was shown, what was sampled, and how probable that was. */
export interface Conversation {
  readonly prompt: readonly number[];
  /** Everything after the prompt: sampled tokens and, between them, tokens that others wrote (tool results). */
  readonly response: readonly number[];
  /** Log-probability of each response token as the sampler gave it; 0 where nothing was sampled. */
  readonly logprobs: readonly number[];
  /** 1 where the token was sampled, 0 where it was not: only the former are trained. */
  readonly mask: readonly (0 | 1)[];
  /** Which weights sampled it: the number of the training step they are from. */
  readonly version: number;
  /** What the call was: `step`, `kept`, `unusable`, `answer`, `turn`, or an agent's own word. */
  readonly kind: string;
  /** The last reply was cut at its token limit. */
  readonly cut: boolean;
}

/** All conversations of one run of an agent on one task, and its reward. */
export interface Trajectory {
  readonly conversations: readonly Conversation[];
  readonly reward: number;
  readonly answer: string;
}

/** The trajectories of one task. */
export interface Group {
  readonly task: string;
  readonly trajectories: readonly Trajectory[];
}

/** A conversation with the advantage that it is trained with. */
export interface Row {
  readonly conversation: Conversation;
  readonly advantage: number;
  /** Leave its tokens out of the loss and of the count. */
  readonly masked?: boolean;
}
