/** Cuts text into pre-tokens, the pieces inside which BPE merges. */
export interface Splitter {
  /** Sets out on `text` at `start`; `final` says that no text follows. */
  begin(text: string, start: number, final: boolean): void;
  /**
   * Where the next pre-token ends (it begins where the last one ended), or -1 when there is none whose end is certain:
   * either the text is used up or text still to come could change it.
   */
  next(): number;
}

/**
 * A longer pre-token is cut after this many UTF-16 units, and splitting starts afresh there. It bounds memory on text
 * without any boundary; nothing but such text has pre-tokens of this length.
 */
export const maxPreToken = 100_000;

/** `limit`, or one less where that would cut between the halves of a surrogate pair. */
export function cutAt(text: string, limit: number): number {
  return (text.charCodeAt(limit - 1) & 0xfc00) === 0xd800 ? limit - 1 : limit;
}
