/**
 * Incremental tokenization. Text waits here until no later text can change its tokens: half a surrogate pair, what
 * normalization could still combine, and the pre-tokens whose ends are not certain.
 */
import { lastNfcBoundary, type Mapped, toNfc } from './nfc.ts';
import { emptyRun, type TokenSink } from './token-sink.ts';
import type { TokenRun, TokenStream } from './tokenizer.ts';

/** What a stream needs of a tokenizer. */
export interface StreamParts {
  readonly nfc: boolean;
  /** What is put before a text that begins like this: a space or nothing. */
  prefix(text: string): string;
  /** Adds the tokens of `text` to the sink, as far as they are certain; gives the offset up to which they are. */
  tokenize(text: string, final: boolean, sink: TokenSink): number;
  readonly sink: TokenSink;
}

/** Waiting text longer than this is looked at again only when it has grown by half, so that tiny pushes stay linear. */
const patience = 1024;

/** Makes the stream of a tokenizer that cuts text into pre-tokens. */
export function createTokenStream(parts: StreamParts): TokenStream {
  return new BpeStream(parts);
}

class BpeStream implements TokenStream {
  private readonly parts: StreamParts;
  private half = '';
  private unnormalized = '';
  private raw = '';
  private text = '';
  private origins: Uint32Array | undefined;
  private atStart = true;
  private waitFor = 0;

  constructor(parts: StreamParts) {
    this.parts = parts;
  }

  push(text: string): TokenRun {
    let whole = this.half === '' ? text : this.half + text;
    this.half = '';
    if ((whole.charCodeAt(whole.length - 1) & 0xfc00) === 0xd800) {
      this.half = whole.slice(-1);
      whole = whole.slice(0, -1);
    }
    if (whole === '') return emptyRun;
    this.accept(whole);
    return this.text.length < this.waitFor ? emptyRun : this.run(false);
  }

  end(): TokenRun {
    const rest = this.unnormalized + this.half;
    this.half = '';
    this.unnormalized = '';
    if (rest !== '') this.append(this.parts.nfc ? toNfc(rest) : { text: rest, origins: undefined }, rest);
    return this.text === '' ? emptyRun : this.run(true);
  }

  /** Takes in whole characters, normalized as far as they can be. */
  private accept(text: string): void {
    if (!this.parts.nfc) {
      this.append({ text, origins: undefined }, text);
      return;
    }
    const boundary = lastNfcBoundary(text);
    if (boundary === 0) {
      this.unnormalized += text;
      return;
    }
    const closed = this.unnormalized + text.slice(0, boundary);
    this.unnormalized = text.slice(boundary);
    this.append(toNfc(closed), closed);
  }

  private append(more: Mapped, raw: string): void {
    let { text, origins } = more;
    if (this.atStart && text !== '') {
      this.atStart = false;
      const prefix = this.parts.prefix(text);
      if (prefix !== '') {
        origins = concatOrigins(new Uint32Array(prefix.length), prefix.length, origins, text.length, 0);
        text = prefix + text;
      }
    }
    if (this.origins !== undefined || origins !== undefined) {
      this.origins = concatOrigins(this.origins, this.text.length, origins, text.length, this.raw.length);
    }
    this.raw = this.raw === '' ? raw : this.raw + raw;
    this.text = this.text === '' ? text : this.text + text;
  }

  private run(final: boolean): TokenRun {
    const { parts, origins } = this;
    const { sink } = parts;
    const done = parts.tokenize(this.text, final, sink);
    if (done === 0 && !final) {
      this.wait();
      return emptyRun;
    }
    if (origins === undefined) {
      const run = sink.takeRun(this.text.slice(0, done));
      this.text = this.text.slice(done);
      this.raw = this.text;
      this.wait();
      return run;
    }
    const rawDone = done < origins.length ? origins[done]! : this.raw.length;
    for (let i = 0; i < sink.length; i++) {
      const end = sink.ends[i]!;
      sink.ends[i] = end < origins.length ? origins[end]! : this.raw.length;
    }
    const run = sink.takeRun(this.raw.slice(0, rawDone));
    this.text = this.text.slice(done);
    this.raw = this.raw.slice(rawDone);
    const rest = origins.slice(done).map((origin) => origin - rawDone);
    this.origins = this.text === this.raw && rest.every((origin, i) => origin === i) ? undefined : rest;
    this.wait();
    return run;
  }

  private wait(): void {
    this.waitFor = this.text.length > patience ? this.text.length * 1.5 : 0;
  }
}

function concatOrigins(
  a: Uint32Array | undefined,
  aLength: number,
  b: Uint32Array | undefined,
  bLength: number,
  bOffset: number,
): Uint32Array {
  const origins = new Uint32Array(aLength + bLength);
  for (let i = 0; i < aLength; i++) origins[i] = a === undefined ? i : a[i]!;
  for (let i = 0; i < bLength; i++) origins[aLength + i] = bOffset + (b === undefined ? i : b[i]!);
  return origins;
}
