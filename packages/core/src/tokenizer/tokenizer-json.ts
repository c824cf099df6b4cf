/** Reading a Hugging Face `tokenizer.json` into the specification of a byte-level BPE, where it is one. */
import { z } from 'zod';
import { MemAgentError } from '../errors.ts';
import type { BpeSpec, PreTokenizerSpec } from './bpe.ts';
import type { MergeList } from './merge-list.ts';
import { gpt2Pattern, type RegexStage } from './regex-splitter.ts';
import type { ScannerOptions } from './scanner.ts';

const component = z.looseObject({ type: z.string() });

const tokenizerJson = z.looseObject({
  added_tokens: z
    .array(z.looseObject({ id: z.number(), content: z.string(), special: z.boolean().optional() }))
    .nullish(),
  normalizer: component.nullish(),
  pre_tokenizer: component.nullish(),
  decoder: component.nullish(),
  model: z.looseObject({ type: z.string().optional() }),
});

export type TokenizerJson = z.infer<typeof tokenizerJson>;
export type Component = z.infer<typeof component>;

/** Checks that a value is a `tokenizer.json`. */
export function parseTokenizerJson(json: unknown): TokenizerJson {
  const parsed = tokenizerJson.safeParse(typeof json === 'string' ? parseText(json) : json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new MemAgentError(
    'bad-input',
    `This is no tokenizer.json: ${issue?.path.join('.')}: ${issue?.message}.`,
    {
      hint: "Give the parsed content of a model's tokenizer.json.",
      cause: parsed.error,
    },
  );
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MemAgentError('bad-input', 'This tokenizer.json is no JSON.', {
      hint: 'Get the file again.',
      cause,
    });
  }
}

/** The byte-level BPE that a `tokenizer.json` describes, or undefined where it describes something else. */
export function bpeSpecOf(json: TokenizerJson): BpeSpec | undefined {
  const { model } = json;
  const vocab = model.vocab as Record<string, number> | undefined;
  const merges = model.merges as MergeList | undefined;
  if ((model.type ?? 'BPE') !== 'BPE' || !Array.isArray(merges) || typeof vocab !== 'object')
    return undefined;
  if (model.dropout || model.continuing_subword_prefix || model.end_of_word_suffix || model.byte_fallback) {
    return undefined;
  }
  const normalizers = flatten(json.normalizer, 'normalizers');
  if (normalizers.some((normalizer) => normalizer.type !== 'NFC')) return undefined;
  const preTokenizer = preTokenizerOf(flatten(json.pre_tokenizer, 'pretokenizers'));
  if (preTokenizer === undefined) return undefined;
  const beyond = addedTokens(json);
  if (beyond === undefined) return undefined;
  // The space would be put before every piece between added tokens.
  if (preTokenizer.prefixSpace && Object.keys(beyond.added).length > 0) return undefined;
  const unknown = typeof model.unk_token === 'string' ? model.unk_token : undefined;
  return {
    tokens: tokensById(vocab),
    merges,
    preTokenizer: preTokenizer.spec,
    ...beyond,
    nfc: normalizers.length > 0,
    prefixSpace: preTokenizer.prefixSpace,
    ignoreMerges: model.ignore_merges === true,
    ...(unknown === undefined ? {} : { unknown, fuseUnknown: model.fuse_unk === true }),
  };
}

/** Tokens beside the merges, or undefined where they are matched in ways that are not known here. */
export function addedTokens(json: TokenizerJson) {
  const specials: Record<string, number> = {};
  const added: Record<string, number> = {};
  for (const token of json.added_tokens ?? []) {
    // Added whitespace is text. Everything else that was added could be a marker, which text must not produce.
    const blank = token.special !== true && /^\p{White_Space}+$/u.test(token.content);
    if (blank && (token.lstrip || token.rstrip || token.single_word)) return undefined;
    (blank ? added : specials)[token.content] = token.id;
  }
  return { specials, added };
}

/** The steps of a normalizer or pre-tokenizer, sequences taken apart. */
export function flatten(part: Component | null | undefined, list: string): Component[] {
  if (!part) return [];
  if (part.type !== 'Sequence') return [part];
  return (part[list] as Component[]).flatMap((inner) => flatten(inner, list));
}

/** The tokens of a vocabulary in the order of their ids. */
export function tokensById(vocab: Record<string, number>): (string | undefined)[] {
  const tokens: (string | undefined)[] = [];
  for (const token in vocab) tokens[vocab[token]!] = token;
  return tokens;
}

interface PreTokenizer {
  readonly spec: PreTokenizerSpec;
  readonly prefixSpace: boolean;
}

function preTokenizerOf(parts: readonly Component[]): PreTokenizer | undefined {
  const stages: RegexStage[] = [];
  let byteLevel = false;
  let prefixSpace = false;
  for (const part of parts) {
    // What comes after ByteLevel would see the byte alphabet instead of the text.
    if (byteLevel) return undefined;
    if (part.type === 'ByteLevel') {
      byteLevel = true;
      prefixSpace = part.add_prefix_space === true;
      if (prefixSpace && stages.length > 0) return undefined;
      if (part.use_regex !== false) stages.push({ pattern: gpt2Pattern });
    } else if (part.type === 'Digits') {
      stages.push({ pattern: part.individual_digits === true ? '\\p{N}' : '\\p{N}+' });
    } else if (part.type === 'Split') {
      const pattern = patternOf(part);
      if (pattern === undefined) return undefined;
      stages.push({ pattern });
    } else {
      return undefined;
    }
  }
  return byteLevel ? { spec: scannerFor(stages) ?? { style: 'regex', stages }, prefixSpace } : undefined;
}

/** The pattern of a `Split` whose matches are all that matters. */
function patternOf(part: Component): string | undefined {
  const pattern = part.pattern as { Regex?: string; String?: string };
  const source = pattern.Regex ?? pattern.String?.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  if (source === undefined) return undefined;
  if (part.behavior === 'Isolated') return source;
  // Removing what a pattern does not match is isolating its matches, if it matches everything.
  const exhaustive = part.behavior === 'Removed' && part.invert === true && scannerFor([{ pattern: source }]);
  return exhaustive ? source : undefined;
}

const letters = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+";
const rest = '| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+';
const upper = '[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]';
const lower = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]';
const suffix = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?";
const casedRest = '| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+';
const markedRest = '| ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+';
const qwen35Letters = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+";
const any = Number.POSITIVE_INFINITY;

/** The patterns that have a scanner, by their stages joined. */
export const scannedPatterns: ReadonlyMap<string, ScannerOptions> = new Map<string, ScannerOptions>([
  [gpt2Pattern, { style: 'gpt2', digits: any }],
  [`\\p{N}\n${gpt2Pattern}`, { style: 'gpt2', digits: 1 }],
  [`${letters}|\\p{N}${rest}`, { style: 'words', digits: 1 }],
  [`${letters}|\\p{N}{1,3}${rest}`, { style: 'words', digits: 3 }],
  [`${qwen35Letters}|\\p{N}${markedRest}`, { style: 'words', digits: 1, marks: true }],
  [
    `${upper}*${lower}+${suffix}|${upper}+${lower}*${suffix}|\\p{N}{1,3}${casedRest}`,
    { style: 'cased', digits: 3 },
  ],
  [
    `${upper}*${lower}+|${upper}+${lower}*|\\p{N}${casedRest}`,
    { style: 'cased', digits: 1, contractions: false },
  ],
]);

function scannerFor(stages: readonly RegexStage[]): ScannerOptions | undefined {
  return scannedPatterns.get(stages.map((stage) => stage.pattern).join('\n'));
}
