/** A run as the server lists it. */
export interface RunInfo {
  readonly id: string;
  readonly kind: 'training' | 'evaluation';
  readonly name: string;
  readonly updated: string;
}

/** A line of `metrics.jsonl`. */
export type MetricsRow = Readonly<Record<string, unknown>> & { readonly step: number };

/** A line of `samples.jsonl` without its conversations; `at` is where it begins. */
export interface TrajectoryInfo {
  readonly at: number;
  readonly step: number;
  readonly task: string;
  readonly question: string;
  readonly expected: readonly string[];
  readonly answer: string;
  readonly reward: number;
  readonly conversations: number;
}

/** A call of the model as text. */
export interface ConversationText {
  readonly kind: string;
  readonly prompt: string;
  readonly response: string;
  readonly cut?: boolean;
}

/** A trajectory with its conversations. */
export interface TrajectoryText extends Omit<TrajectoryInfo, 'conversations' | 'at'> {
  readonly conversations: readonly ConversationText[];
}

/** What the server gives of a growing file. */
export interface Growth<T> {
  readonly rows: readonly T[];
  readonly next: number;
  readonly more: boolean;
  readonly restarted: boolean;
}

/** A row of the lab's `summary.json`. */
export interface SummaryRow {
  readonly task: string;
  readonly length: number;
  readonly system: string;
  readonly policy: string | null;
  readonly variant: string | null;
  readonly n: number;
  readonly accuracy: number;
  readonly low: number;
  readonly high: number;
  readonly verifier: string;
  readonly seconds: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly failures: number;
}
