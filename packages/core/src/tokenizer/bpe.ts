/** Byte-level BPE, as in GPT-2, Llama 3, Qwen and most open models since: the same ids as their own tokenizers. */
import { AddedSplitter } from './added-splitter.ts';
import { ByteEncoder } from './byte-encoder.ts';
import { bytesToToken, byteToChar, tokenToBytes } from './byte-level.ts';
import { ContentHash } from './content-hash.ts';
import { type MergeList, mergesById, mergesByRank } from './merge-list.ts';
import { toNfc } from './nfc.ts';
import { createRegexSplitter, type RegexStage } from './regex-splitter.ts';
import { createScanner, type ScannerOptions } from './scanner.ts';
import { splitAndEncode } from './split-and-encode.ts';
import { createTokenStream, type StreamParts } from './stream.ts';
import { decodePieces } from './token-pieces.ts';
import { TokenSink } from './token-sink.ts';
import type { Tokenizer } from './tokenizer.ts';

/** How text is cut into pre-tokens: a pattern that has a scanner, or the stages of a `tokenizer.json`. */
export type PreTokenizerSpec =
  | ScannerOptions
  | { readonly style: 'regex'; readonly stages: readonly RegexStage[] };

/** A byte-level BPE vocabulary. */
export interface BpeSpec {
  /** The tokens by id, written in the byte alphabet; holes are allowed. */
  readonly tokens: readonly (string | undefined)[];
  /**
   * Merges from the first to the last, as `left right` or as pairs; or `by-id`, where any two tokens whose join is a
   * token merge, lower ids first (tiktoken).
   */
  readonly merges: MergeList | 'by-id';
  readonly preTokenizer: PreTokenizerSpec;
  /** Special tokens and their ids. Text never produces them. */
  readonly specials?: Readonly<Record<string, number>>;
  /** Tokens beside the merges that text does produce, matched before all else, the longest first. */
  readonly added?: Readonly<Record<string, number>>;
  readonly nfc?: boolean;
  readonly prefixSpace?: boolean;
  /** Whether a pre-token that is itself a token is taken whole (Llama 3). */
  readonly ignoreMerges?: boolean;
  /** The token for bytes that the vocabulary lacks. */
  readonly unknown?: string;
  readonly fuseUnknown?: boolean;
}

/**
 * Makes a tokenizer of a byte-level BPE vocabulary.
 *
 * A pre-token longer than 100,000 UTF-16 units is cut there, in `encode` and `stream` alike.
 *
 * @example
 * const tokenizer = createBpeTokenizer({ tokens, merges, preTokenizer: { style: 'gpt2', digits: Infinity } });
 * const ids = tokenizer.encode('It was the best of times');
 */
export function createBpeTokenizer(spec: BpeSpec): BpeTokenizer {
  return new BpeTokenizer(spec);
}

/** A byte-level BPE tokenizer; everything it does is synchronous. */
export class BpeTokenizer implements Tokenizer {
  /** How many ids there are, holes included. */
  readonly size: number;
  private readonly spec: BpeSpec;
  private readonly parts: StreamParts;
  private readonly specials: ReadonlyMap<string, number>;
  private readonly pieces: readonly (Uint8Array | undefined)[];
  private hash: string | undefined;

  constructor(spec: BpeSpec) {
    this.spec = spec;
    this.specials = new Map(Object.entries(spec.specials ?? {}));
    const ids = tokenIds(spec.tokens);
    const unknown = spec.unknown === undefined ? undefined : ids.get(spec.unknown);
    const inner =
      spec.preTokenizer.style === 'regex'
        ? createRegexSplitter(spec.preTokenizer.stages)
        : createScanner(spec.preTokenizer);
    const added = Object.entries(spec.added ?? {});
    const splitter = added.length === 0 ? inner : new AddedSplitter(inner, Object.keys(spec.added!));
    const words = wholeWords(ids, spec);
    const encoder = new ByteEncoder({
      merges: spec.merges === 'by-id' ? mergesById(ids) : mergesByRank(spec.merges, spec.tokens, ids),
      byteIds: Int32Array.from(byteToChar, (char) => ids.get(char) ?? -1),
      ...(words === undefined ? {} : { wholeWords: words }),
      ...(unknown === undefined ? {} : { unknown }),
      fuseUnknown: spec.fuseUnknown ?? false,
    });
    this.pieces = pieceTable(spec.tokens, [...this.specials, ...added]);
    this.size = this.pieces.length;
    this.parts = {
      nfc: spec.nfc ?? false,
      prefix: (text) => (spec.prefixSpace && !text.startsWith(' ') ? ' ' : ''),
      tokenize: (text, final, sink) => splitAndEncode(splitter, encoder, text, final, sink),
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
    const normal = parts.nfc ? toNfc(text).text : text;
    parts.tokenize(parts.prefix(normal) + normal, true, parts.sink);
    return parts.sink.takeIds();
  }

  decode(ids: ArrayLike<number>): string {
    return decodePieces(this.pieces, ids);
  }

  /** How many bytes a token stands for. */
  byteLength(id: number): number {
    return this.pieces[id]?.length ?? 0;
  }

  special(token: string): number | undefined {
    return this.specials.get(token);
  }

  stream() {
    return createTokenStream(this.parts);
  }
}

function tokenIds(tokens: readonly (string | undefined)[]): Map<string, number> {
  const ids = new Map<string, number>();
  for (let id = 0; id < tokens.length; id++) {
    const token = tokens[id];
    if (token !== undefined) ids.set(token, id);
  }
  return ids;
}

/** Pre-tokens that are not merged, in the byte alphabet: those that are tokens where the model says so, and added ones. */
function wholeWords(
  ids: ReadonlyMap<string, number>,
  spec: BpeSpec,
): ReadonlyMap<string, number> | undefined {
  const added = Object.entries(spec.added ?? {});
  if (!spec.ignoreMerges && added.length === 0) return undefined;
  const words = new Map(spec.ignoreMerges ? ids : []);
  for (const [text, id] of Object.entries(spec.specials ?? {}))
    if (words.get(text) === id) words.delete(text);
  const utf8 = new TextEncoder();
  for (const [text, id] of added) words.set(bytesToToken(utf8.encode(text)), id);
  return words;
}

/** The bytes of every id; special and added tokens stand for their own text. */
function pieceTable(
  tokens: readonly (string | undefined)[],
  literal: Iterable<readonly [string, number]>,
): (Uint8Array | undefined)[] {
  const utf8 = new TextEncoder();
  const pieces: (Uint8Array | undefined)[] = [];
  for (let id = 0; id < tokens.length; id++) {
    const token = tokens[id];
    pieces.push(token === undefined ? undefined : (tokenToBytes(token) ?? utf8.encode(token)));
  }
  for (const [text, id] of literal) pieces[id] = utf8.encode(text);
  for (let id = 0; id < pieces.length; id++) pieces[id] ??= undefined;
  return pieces;
}

function hashSpec(spec: BpeSpec): string {
  const hash = new ContentHash();
  const { tokens, merges, preTokenizer } = spec;
  for (let id = 0; id < tokens.length; id++) hash.add(tokens[id] ?? '\0');
  if (merges === 'by-id') hash.add(merges);
  else for (const merge of merges) hash.add(typeof merge === 'string' ? merge : `${merge[0]} ${merge[1]}`);
  for (const kind of [spec.specials ?? {}, spec.added ?? {}]) {
    for (const [text, id] of Object.entries(kind).sort((a, b) => a[1] - b[1])) hash.add(text).add(String(id));
    hash.add('');
  }
  const cutting =
    preTokenizer.style === 'regex'
      ? preTokenizer.stages.map((stage) => stage.pattern)
      : [
          preTokenizer.style,
          preTokenizer.digits,
          preTokenizer.marks ?? false,
          preTokenizer.contractions ?? true,
        ];
  for (const part of cutting) hash.add(String(part));
  const { nfc, prefixSpace, ignoreMerges, unknown, fuseUnknown } = spec;
  return `bpe-${hash
    .add([nfc, prefixSpace, ignoreMerges, fuseUnknown].map(Boolean).join())
    .add(unknown ?? '')
    .hex()}`;
}
