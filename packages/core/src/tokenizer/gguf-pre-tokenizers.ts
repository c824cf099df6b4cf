/** What `tokenizer.ggml.pre` names: how llama.cpp cuts text into pre-tokens for each family of models. */
import { MemAgentError } from '../errors.ts';
import type { PreTokenizerSpec } from './bpe.ts';
import type { GgufValue } from './gguf-metadata.ts';
import { gpt2Pattern } from './regex-splitter.ts';

interface GgufPreTokenizer {
  readonly preTokenizer: PreTokenizerSpec;
  readonly ignoreMerges: boolean;
}

const regex = (...patterns: string[]): PreTokenizerSpec => ({
  style: 'regex',
  stages: patterns.map((pattern) => ({ pattern })),
});

const punctuationWord = '[!"#$%&\'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+';
const gpt2: PreTokenizerSpec = { style: 'gpt2', digits: Number.POSITIVE_INFINITY };
const gpt2Digits: PreTokenizerSpec = { style: 'gpt2', digits: 1 };
const llama3: PreTokenizerSpec = { style: 'words', digits: 3 };
const qwen2: PreTokenizerSpec = { style: 'words', digits: 1 };
const sentences = ' ?[^(\\s|.,!?…。，、।۔،)]+';
const deepseek3 = regex(
  '\\p{N}{1,3}',
  '[一-龥぀-ゟ゠-ヿ]+',
  `${punctuationWord}|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
);

const families: readonly (readonly [names: string, spec: PreTokenizerSpec, ignoreMerges?: boolean])[] = [
  [
    'gpt-2 phi-2 jina-es jina-de jina-v2-es jina-v2-de jina-v1-en jina-v2-code roberta-bpe gigachat a.x-4.0 mellum modern-bert mpt olmo jais trillion granite-docling exaone4',
    gpt2,
  ],
  ['starcoder refact command-r smollm codeshell exaone minerva-7b mellum2', gpt2Digits],
  ['llama3 llama-v3 llama-bpe falcon3 falcon-h1 pixtral midm-2.0 lfm2 jina-v5-nano', llama3, true],
  ['dbrx smaug-bpe glm4 chatglm-bpe', llama3],
  ['qwen2 deepseek-r1-qwen kormo f2llmv2 stablelm2 megrez hunyuan solar-open grok-2', qwen2],
  ['qwen35', { style: 'words', digits: 1, marks: true }],
  ['gpt-4o llama4 kanana2 talkie minimax-m2', { style: 'cased', digits: 3 }],
  ['tekken', { style: 'cased', digits: 1, contractions: false }, true],
  ['deepseek-v3 hunyuan-dense joyai-llm hy_v4', deepseek3],
  ['deepseek-coder', regex('[\\r\\n]', '\\s?\\p{L}+', '\\s?\\p{P}+', '[一-龥ࠀ-一가-퟿]+', '\\p{N}')],
  ['falcon', regex('[\\p{P}\\$\\+<=>\\^~\\|`]+', gpt2Pattern, '[0-9][0-9][0-9]')],
  ['default', regex('[\\p{P}\\$\\+<=>\\^~\\|]+', gpt2Pattern, '\\p{N}+', '[0-9][0-9][0-9]')],
  ['bloom poro-chat gpt3-finnish', regex(sentences)],
  ['viking', regex(sentences, '\\p{N}')],
];

const known = new Map(
  families.flatMap(([names, preTokenizer, ignoreMerges = false]) =>
    names.split(' ').map((name): [string, GgufPreTokenizer] => [name, { preTokenizer, ignoreMerges }]),
  ),
);

/** How text is cut for a `tokenizer.ggml.pre`; a file without one is cut as `default`. */
export function ggufPreTokenizer(pre: GgufValue | undefined): GgufPreTokenizer {
  const name = pre === undefined ? 'default' : String(pre);
  const found = known.get(name);
  if (found !== undefined) return found;
  throw new MemAgentError(
    'bad-input',
    `This GGUF file cuts text the way of "${name}", which is not known here.`,
    {
      hint: "Give the model's tokenizer.json instead.",
    },
  );
}
