/**
 * BPE over characters as SentencePiece does it (Llama 2, Mistral, Gemma, Phi-3): blanks are written `▁`, merging knows
 * no pre-tokens, characters that the vocabulary lacks are spelt in byte tokens. Merges are ranked by a list or by the
 * scores of the tokens.
 */
import { AddedSplitter } from './added-splitter.ts';
import { BigramSplitter } from './bigram-splitter.ts';
import { CharEncoder } from './char-encoder.ts';
import { ContentHash } from './content-hash.ts';
import type { MergeList } from './merge-list.ts';
import { splitAndEncode } from './split-and-encode.ts';
import type { Splitter } from './splitter.ts';
import { rankedMerges, scoredMerges } from './spm-merges.ts';
import { createTokenStream, type StreamParts } from './stream.ts';
import { decodePieces } from './token-pieces.ts';
import { TokenSink } from './token-sink.ts';
import type { Tokenizer } from './tokenizer.ts';

/** The character that stands for a blank. */
export const blank = '▁';

/** A SentencePiece-like BPE vocabulary. */
export interface SpmSpec {
  /** The tokens by id, blanks written `▁`. */
  readonly tokens: readonly (string | undefined)[];
  /** Which tokens text can produce; the others are special, bytes or unused. */
  readonly isText: (id: number) => boolean;
  /** Merges from the first to the last, or else the scores of the tokens, the highest merging first. */
  readonly merges?: MergeList;
  readonly scores?: ArrayLike<number>;
  /** A blank before the text: always, only before a text that does not begin with one, or never. */
  readonly prefix: 'always' | 'unless-blank' | 'never';
  /** Whether words never share a token, not even of blanks (Metaspace with `split`). */
  readonly splitBlanks?: boolean;
  readonly specials?: Readonly<Record<string, number>>;
  /** Tokens beside the merges that text does produce, matched before all else, the longest first. */
  readonly added?: Readonly<Record<string, number>>;
  /** Whether characters that the vocabulary lacks are spelt in byte tokens; where it has them unless told. */
  readonly byteFallback?: boolean;
  readonly unknown?: number;
}

/** Makes a tokenizer of a SentencePiece-like BPE vocabulary. */
export function createSpmTokenizer(spec: SpmSpec): SpmTokenizer {
  return new SpmTokenizer(spec);
}

/** A SentencePiece-like BPE tokenizer; everything it does is synchronous. */
export class SpmTokenizer implements Tokenizer {
  /** How many ids there are, holes included. */
  readonly size: number;
  private readonly spec: SpmSpec;
  private readonly parts: StreamParts;
  private readonly specials: ReadonlyMap<string, number>;
  private readonly pieces: readonly (Uint8Array | undefined)[];
  private hash: string | undefined;

  constructor(spec: SpmSpec) {
    this.spec = spec;
    this.specials = new Map(Object.entries(spec.specials ?? {}));
    this.size = spec.tokens.length;
    const ids = new Map<string, number>();
    for (let id = 0; id < spec.tokens.length; id++) {
      const token = spec.tokens[id];
      if (token !== undefined && spec.isText(id)) ids.set(token, id);
    }
    const { table, symbols, merged } =
      spec.merges === undefined
        ? scoredMerges(ids, spec.scores ?? [], this.size)
        : rankedMerges(ids, spec.merges, spec.tokens);
    const added = Object.entries(spec.added ?? {}).map(
      ([text, id]) => [text.replaceAll(' ', blank), id] as const,
    );
    const words: Splitter = new BigramSplitter(merged, spec.splitBlanks ? blank : undefined);
    const splitter =
      added.length === 0
        ? words
        : new AddedSplitter(
            words,
            added.map(([text]) => text),
          );
    const encoder = new CharEncoder({
      merges: table,
      symbols,
      size: this.size,
      byteIds: spec.byteFallback === false ? undefined : byteTokens(spec.tokens),
      unknown: spec.unknown,
      ...(added.length > 0 ? { wholeWords: new Map(added) } : {}),
    });
    this.pieces = pieceTable(spec.tokens, [...this.specials, ...Object.entries(spec.added ?? {})]);
    this.parts = {
      nfc: false,
      prefix: (text) => {
        if (spec.prefix === 'never') return '';
        return spec.prefix === 'always' || !(text.startsWith(' ') || text.startsWith(blank)) ? ' ' : '';
      },
      tokenize: (text, final, sink) =>
        splitAndEncode(splitter, encoder, text.replaceAll(' ', blank), final, sink),
      sink: new TokenSink(),
    };
  }

  get id(): string {
    this.hash ??= hashSpec(this.spec);
    return this.hash;
  }

  encode(text: string): Uint32Array {
    if (text === '') return new Uint32Array(0);
    const { parts } = this;
    parts.tokenize(parts.prefix(text) + text, true, parts.sink);
    return parts.sink.takeIds();
  }

  decode(ids: ArrayLike<number>): string {
    const text = decodePieces(this.pieces, ids);
    return this.spec.prefix !== 'never' && text.startsWith(' ') ? text.slice(1) : text;
  }

  special(token: string): number | undefined {
    return this.specials.get(token);
  }

  stream() {
    return createTokenStream(this.parts);
  }
}

const byteToken = /^<0x([0-9A-Fa-f]{2})>$/;

function byteTokens(tokens: readonly (string | undefined)[]): Int32Array | undefined {
  const ids = new Int32Array(256).fill(-1);
  for (let id = 0; id < tokens.length; id++) {
    const match = tokens[id]?.length === 6 ? byteToken.exec(tokens[id]!) : null;
    if (match !== null) ids[Number.parseInt(match[1]!, 16)] = id;
  }
  return ids.includes(-1) ? undefined : ids;
}

function pieceTable(
  tokens: readonly (string | undefined)[],
  literal: Iterable<readonly [string, number]>,
): (Uint8Array | undefined)[] {
  const utf8 = new TextEncoder();
  const pieces = Array.from(tokens, (token) => {
    if (token === undefined) return undefined;
    const byte = token.length === 6 ? byteToken.exec(token) : null;
    return byte === null
      ? utf8.encode(token.replaceAll(blank, ' '))
      : Uint8Array.of(Number.parseInt(byte[1]!, 16));
  });
  for (const [text, id] of literal) pieces[id] = utf8.encode(text);
  return pieces;
}

function hashSpec(spec: SpmSpec): string {
  const hash = new ContentHash();
  const { tokens, merges, scores, isText } = spec;
  for (let id = 0; id < tokens.length; id++) hash.add(tokens[id] ?? '\0').add(isText(id) ? '1' : '0');
  for (const merge of merges ?? []) hash.add(typeof merge === 'string' ? merge : `${merge[0]} ${merge[1]}`);
  for (let id = 0; merges === undefined && id < tokens.length; id++) hash.add(String(scores?.[id] ?? 0));
  for (const kind of [spec.specials ?? {}, spec.added ?? {}]) {
    for (const [text, id] of Object.entries(kind).sort((a, b) => a[1] - b[1])) hash.add(text).add(String(id));
    hash.add('');
  }
  const rest = [spec.prefix, spec.splitBlanks ?? false, spec.byteFallback ?? true, spec.unknown ?? ''];
  return `spm-${hash.add(rest.join()).hex()}`;
}
