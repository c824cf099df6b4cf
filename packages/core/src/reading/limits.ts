import type { Partial } from './events.ts';
import type { ReadOptions } from './options.ts';
import type { Reader } from './reader.ts';

/** Watches what a reading spends, and whether it is to stop. */
export class Allowance {
  private readonly options: ReadOptions;
  private readonly began = performance.now();
  private readonly timer: AbortSignal | undefined;
  /** Ends a call when time is up or the user stops. */
  readonly signal: AbortSignal | undefined;

  constructor(options: ReadOptions) {
    this.options = options;
    const { limits, stop, signal } = options;
    this.timer =
      limits?.seconds === undefined ? undefined : AbortSignal.timeout(Math.max(1, limits.seconds * 1000));
    const signals = [signal, stop, this.timer].filter((s) => s !== undefined);
    this.signal = signals.length > 0 ? AbortSignal.any(signals) : undefined;
  }

  /** Which limit has been reached. */
  exceeded(readers: readonly Reader[]): Partial | undefined {
    const { limits, stop, model } = this.options;
    if (stop?.aborted) return 'stopped';
    if (limits?.seconds !== undefined && (performance.now() - this.began) / 1000 >= limits.seconds)
      return 'seconds';
    const tokensIn = sum(readers, (reader) => reader.spent.tokensIn);
    const tokensOut = sum(readers, (reader) => reader.spent.tokensOut);
    if (limits?.tokens !== undefined && tokensIn + tokensOut >= limits.tokens) return 'tokens';
    if (limits?.money !== undefined && model.price) {
      if ((tokensIn * model.price.input + tokensOut * model.price.output) / 1e6 >= limits.money)
        return 'money';
    }
    return undefined;
  }

  /** Runs work that is broken off when time is up or the user stops; gives the reason instead of a result then. */
  async guard<T>(work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T | Partial> {
    try {
      return await work(this.signal);
    } catch (error) {
      if (this.options.signal?.aborted) throw error;
      if (this.options.stop?.aborted) return 'stopped';
      if (this.timer?.aborted) return 'seconds';
      throw error;
    }
  }
}

const sum = (readers: readonly Reader[], of: (reader: Reader) => number) =>
  readers.reduce((total, reader) => total + of(reader), 0);
