import type { Splitter } from './splitter.ts';
import type { TokenSink } from './token-sink.ts';
import type { WordEncoder } from './word-encoder.ts';

/** Adds the tokens of `text` to the sink as far as its pre-tokens are certain; gives the offset up to which they are. */
export function splitAndEncode(
  splitter: Splitter,
  encoder: WordEncoder,
  text: string,
  final: boolean,
  sink: TokenSink,
): number {
  splitter.begin(text, 0, final);
  let at = 0;
  for (;;) {
    const end = splitter.next();
    if (end < 0) return at;
    encoder.encode(text, at, end, sink);
    at = end;
  }
}
