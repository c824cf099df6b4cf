import type { NativeContext } from '../native/addon.ts';

/** A sequence of the context and the tokens whose keys and values it holds. */
export class Slot {
  readonly sequence: number;
  readonly #tokens: Uint32Array;
  #length = 0;
  busy = false;
  /** When it was last given to a job, for choosing the one to give up. */
  lastUsed = 0;

  constructor(sequence: number, window: number) {
    this.sequence = sequence;
    this.#tokens = new Uint32Array(window);
  }

  /** How many tokens it holds. */
  get length(): number {
    return this.#length;
  }

  /** How many leading tokens of `tokens` it holds. */
  common(tokens: Uint32Array): number {
    return commonPrefix(this.#tokens.subarray(0, this.#length), tokens);
  }

  append(tokens: Uint32Array): void {
    this.#tokens.set(tokens, this.#length);
    this.#length += tokens.length;
  }

  /** Forgets all but the first `length` tokens; gives how many are left, none where the model cannot go back. */
  trim(context: NativeContext, length: number): number {
    if (length >= this.#length) return this.#length;
    const kept = length > 0 && context.removeTokenCellsFromSequence(this.sequence, length, -1);
    if (kept) this.#length = length;
    else this.clear(context);
    return this.#length;
  }

  /** Forgets everything, also what a failed batch may have left behind. */
  clear(context: NativeContext): void {
    context.removeTokenCellsFromSequence(this.sequence, -1, -1);
    this.#length = 0;
  }

  /** Takes over the state of another slot. */
  async copyFrom(context: NativeContext, source: Slot): Promise<void> {
    await context.copySequenceStateFromOtherSequence(this.sequence, source.sequence);
    this.#tokens.set(source.#tokens.subarray(0, source.#length));
    this.#length = source.#length;
  }
}

/** How many leading tokens two lists share. */
export function commonPrefix(left: Uint32Array, right: Uint32Array): number {
  const most = Math.min(left.length, right.length);
  for (let i = 0; i < most; i++) if (left[i] !== right[i]) return i;
  return most;
}
