/** The tokenizer that a GGUF file carries. */
import { MemAgentError } from '../errors.ts';
import { createBpeTokenizer } from './bpe.ts';
import type { GgufMetadata, GgufValue } from './gguf-metadata.ts';
import { ggufPreTokenizer } from './gguf-pre-tokenizers.ts';
import { createSpmTokenizer } from './spm.ts';
import type { Tokenizer } from './tokenizer.ts';

type Metadata = ReadonlyMap<string, GgufValue>;

/** `tokenizer.ggml.token_type` */
const normal = 1;
const unknown = 2;
const control = 3;
const userDefined = 4;

/**
 * Makes the tokenizer of a GGUF file from its metadata.
 *
 * @example
 * const tokenizer = tokenizerFromGguf((await readGgufMetadata(source)).metadata);
 */
export function tokenizerFromGguf(gguf: Metadata | GgufMetadata): Tokenizer {
  const metadata = 'metadata' in gguf ? gguf.metadata : gguf;
  const model = metadata.get('tokenizer.ggml.model');
  if (model === 'gpt2') return byteLevel(metadata);
  if (model === 'llama') return sentencePiece(metadata);
  if (model === 'gemma4') return rankedSentencePiece(metadata);
  throw new MemAgentError(
    'bad-input',
    model === undefined
      ? 'This GGUF file has no tokenizer.'
      : `This GGUF file has a tokenizer of the kind "${String(model)}", which cannot be read here.`,
    { hint: "Give the model's tokenizer.json instead." },
  );
}

function byteLevel(metadata: Metadata): Tokenizer {
  const tokens = strings(metadata, 'tokenizer.ggml.tokens');
  const { preTokenizer, ignoreMerges } = ggufPreTokenizer(metadata.get('tokenizer.ggml.pre'));
  const { specials, added } = beyondText(tokens, tokenTypes(metadata, tokens.length));
  return createBpeTokenizer({
    tokens,
    merges: strings(metadata, 'tokenizer.ggml.merges'),
    preTokenizer,
    ignoreMerges,
    specials,
    added,
  });
}

function sentencePiece(metadata: Metadata): Tokenizer {
  const tokens = strings(metadata, 'tokenizer.ggml.tokens');
  const types = tokenTypes(metadata, tokens.length);
  const scores = metadata.get('tokenizer.ggml.scores');
  if (!(scores instanceof Float32Array) || scores.length !== tokens.length)
    throw missing('tokenizer.ggml.scores');
  const unknownId = metadata.get('tokenizer.ggml.unknown_token_id');
  return createSpmTokenizer({
    tokens,
    isText: (id) => types[id] === normal || types[id] === userDefined,
    scores,
    prefix: metadata.get('tokenizer.ggml.add_space_prefix') === false ? 'never' : 'always',
    ...beyondText(tokens, types),
    unknown: typeof unknownId === 'number' ? unknownId : Math.max(0, types.indexOf(unknown)),
  });
}

/** Gemma 4: SentencePiece's characters with a list of merges; runs of newlines are tokens as a whole. */
function rankedSentencePiece(metadata: Metadata): Tokenizer {
  const tokens = strings(metadata, 'tokenizer.ggml.tokens');
  const types = tokenTypes(metadata, tokens.length);
  const { specials, added } = beyondText(tokens, types);
  tokens.forEach((token, id) => {
    if (/^\n+$/.test(token)) added[token] = id;
  });
  return createSpmTokenizer({
    tokens,
    isText: (id) => types[id] === normal || types[id] === userDefined,
    merges: strings(metadata, 'tokenizer.ggml.merges'),
    prefix: metadata.get('tokenizer.ggml.add_space_prefix') === true ? 'always' : 'never',
    specials,
    added,
    unknown: Math.max(0, types.indexOf(unknown)),
  });
}

/** Tokens beside the merges: whitespace, which text produces, and markers, which it must not. */
function beyondText(tokens: readonly string[], types: Int32Array) {
  const specials: Record<string, number> = {};
  const added: Record<string, number> = {};
  for (let id = 0; id < tokens.length; id++) {
    const token = tokens[id]!;
    if (types[id] === userDefined && /^[\p{White_Space}▁]+$/u.test(token)) added[token] = id;
    else if (types[id] === control || types[id] === userDefined) specials[token] = id;
  }
  return { specials, added };
}

function tokenTypes(metadata: Metadata, count: number): Int32Array {
  const types = metadata.get('tokenizer.ggml.token_type');
  return types instanceof Int32Array && types.length === count ? types : new Int32Array(count).fill(normal);
}

function strings(metadata: Metadata, key: string): readonly string[] {
  const value = metadata.get(key);
  if (Array.isArray(value) && typeof value[0] === 'string') return value as string[];
  throw missing(key);
}

function missing(key: string): MemAgentError {
  return new MemAgentError('bad-input', `This GGUF file lacks ${key}, which its tokenizer needs.`, {
    hint: 'Convert the model again, or give its tokenizer.json.',
  });
}
