/** One pre-token to token ids, from the cache where it was seen before. */
import type { TokenSink } from './token-sink.ts';
import { WordCache } from './word-cache.ts';

export abstract class WordEncoder {
  /** The tokens of the pre-token being merged, and their ends in UTF-16 units from its start. */
  protected ids = new Int32Array(256);
  protected ends = new Int32Array(256);
  private readonly cache = new WordCache();

  /** Adds the tokens of `text` from `start` to `end` to the sink. */
  encode(text: string, start: number, end: number, sink: TokenSink): void {
    const { cache } = this;
    const entry = cache.find(text, start, end);
    if (entry >= 0) {
      const from = cache.first[entry]!;
      const to = cache.first[entry + 1]!;
      sink.reserve(to - from);
      const { ids, ends } = sink;
      let n = sink.length;
      for (let i = from; i < to; i++) {
        ids[n] = cache.ids[i]!;
        ends[n++] = start + cache.ends[i]!;
      }
      sink.length = n;
      return;
    }
    const count = this.merge(text, start, end);
    cache.add(text, start, end, this.ids, this.ends, count);
    sink.reserve(count);
    for (let i = 0; i < count; i++) sink.push(this.ids[i]!, start + this.ends[i]!);
  }

  /** Fills `ids` and `ends`; gives their number. */
  protected abstract merge(text: string, start: number, end: number): number;
}
