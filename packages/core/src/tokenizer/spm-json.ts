/** Reading a `tokenizer.json` that is SentencePiece's BPE written down for `tokenizers` (Llama 2, Mistral, Gemma). */
import type { MergeList } from './merge-list.ts';
import { blank, type SpmSpec } from './spm.ts';
import { addedTokens, type Component, flatten, type TokenizerJson, tokensById } from './tokenizer-json.ts';

/** The SentencePiece-like BPE that a `tokenizer.json` describes, or undefined where it describes something else. */
export function spmSpecOf(json: TokenizerJson): SpmSpec | undefined {
  const { model } = json;
  const vocab = model.vocab as Record<string, number> | undefined;
  const merges = model.merges as MergeList | undefined;
  if ((model.type ?? 'BPE') !== 'BPE' || !Array.isArray(merges) || typeof vocab !== 'object')
    return undefined;
  if (model.dropout || model.continuing_subword_prefix || model.end_of_word_suffix || model.ignore_merges) {
    return undefined;
  }
  // Fused unknowns reach across everything, so that there is nowhere to cut.
  if (model.byte_fallback !== true && model.fuse_unk) return undefined;
  const blanks = blanksOf(
    flatten(json.normalizer, 'normalizers'),
    flatten(json.pre_tokenizer, 'pretokenizers'),
  );
  const beyond = addedTokens(json);
  if (blanks === undefined || beyond === undefined) return undefined;
  // The prefix would be put before every piece between added tokens.
  if (Object.keys(beyond.added).length > 0 && blanks.prefix !== 'never') return undefined;
  const unknown = typeof model.unk_token === 'string' ? vocab[model.unk_token] : undefined;
  return {
    tokens: tokensById(vocab),
    isText: () => true,
    merges,
    ...blanks,
    ...beyond,
    byteFallback: model.byte_fallback === true,
    ...(unknown === undefined ? {} : { unknown }),
  };
}

/** How blanks are written, or undefined where text is changed or cut in other ways too. */
function blanksOf(
  normalizers: readonly Component[],
  preTokenizers: readonly Component[],
): Pick<SpmSpec, 'prefix' | 'splitBlanks'> | undefined {
  let prefix: SpmSpec['prefix'] = 'never';
  let splitBlanks = false;
  let replaced = false;
  for (const step of normalizers) {
    if (step.type === 'Prepend' && step.prepend === blank) prefix = 'always';
    else if (step.type === 'Replace' && isBlank(step) && step.content === blank) replaced = true;
    else return undefined;
  }
  for (const step of preTokenizers) {
    if (step.type === 'Metaspace' && (step.replacement ?? blank) === blank) {
      const scheme = step.prepend_scheme ?? (step.add_prefix_space === false ? 'never' : 'always');
      if (scheme !== 'never' && prefix === 'never') prefix = 'unless-blank';
      splitBlanks = step.split !== false;
      replaced = true;
    } else if (!(step.type === 'Split' && isBlank(step) && replaced)) {
      // Splitting at blanks does nothing once none are left.
      return undefined;
    }
  }
  return replaced ? { prefix, splitBlanks } : undefined;
}

function isBlank(step: Component): boolean {
  return (step.pattern as { String?: string } | undefined)?.String === ' ';
}
