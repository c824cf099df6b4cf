import { MemAgentError, type Prompt, type Segment, type Tokenizer } from '@memagent/core';
import { encodePrompt } from '@memagent/lab';

/** How prompts become tokens, and how a reply ends. */
export interface PromptFormat {
  readonly name: string;
  /** The special token that ends a reply. */
  readonly end: string;
  /** What stands before everything, where a model wants that. */
  readonly begin?: string;
  /** The turns of a chat as segments; absent where the model cannot chat. */
  readonly chat?: (turns: readonly Turn[]) => Segment[];
}

/** One turn of a chat. */
export interface Turn {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly segments: readonly Segment[];
}

const ours = (text: string): Segment => ({ text, trusted: true });
/** Words of ours that are no special tokens must be encoded as text all the same. */
const theirs = (segments: readonly Segment[]): Segment[] =>
  segments.map(({ text }) => ({ text, trusted: false }));

/** The formats that recipes name; a model with another one brings its own. */
export const promptFormats: Readonly<Record<string, PromptFormat>> = {
  pocket: { name: 'pocket', end: '<|end|>' },
  chatml: {
    name: 'chatml',
    end: '<|im_end|>',
    chat: (turns) => [
      ...turns.flatMap(({ role, segments }) => [
        ours(`<|im_start|>`),
        { text: `${role}\n`, trusted: false },
        ...theirs(segments),
        ours('<|im_end|>'),
        { text: '\n', trusted: false },
      ]),
      ours('<|im_start|>'),
      { text: 'assistant\n', trusted: false },
    ],
  },
};

/** The ids of a prompt. */
export async function promptIds(
  prompt: Prompt,
  format: PromptFormat,
  tokenizer: Tokenizer,
): Promise<number[]> {
  const begin = format.begin ? [ours(format.begin)] : [];
  if (prompt.form === 'raw')
    return encodePrompt({ ...prompt, segments: [...begin, ...prompt.segments] }, tokenizer);
  const turns: Turn[] = [
    ...(prompt.system ? [{ role: 'system' as const, segments: [ours(prompt.system)] }] : []),
    { role: 'user', segments: prompt.segments },
  ];
  return chatIds(turns, format, tokenizer);
}

/** The ids of a chat, up to where the model is to reply. */
export async function chatIds(
  turns: readonly Turn[],
  format: PromptFormat,
  tokenizer: Tokenizer,
): Promise<number[]> {
  if (!format.chat)
    throw new MemAgentError('bad-input', `The format ${format.name} has no chat.`, {
      hint: 'Use the profile of the model, or set model.format to chatml.',
    });
  const begin = format.begin ? [ours(format.begin)] : [];
  return encodePrompt(
    { form: 'raw', shared: 0, segments: [...begin, ...merged(format.chat(turns))] },
    tokenizer,
  );
}

/** Neighbouring texts as one: a tokenizer must see them whole. */
function merged(segments: readonly Segment[]): Segment[] {
  const out: Segment[] = [];
  for (const segment of segments) {
    const last = out.at(-1);
    if (last && !last.trusted && !segment.trusted)
      out[out.length - 1] = { text: last.text + segment.text, trusted: false };
    else if (segment.text !== '') out.push(segment);
  }
  return out;
}

/** The id of the token that ends a reply. */
export function endToken(format: PromptFormat, tokenizer: Tokenizer): number {
  const id = tokenizer.special(format.end);
  if (id !== undefined) return id;
  throw new MemAgentError(
    'bad-input',
    `The tokenizer has no token ${format.end}, which ends a reply in ${format.name}.`,
    {
      hint: 'Set model.format to the one that the model was trained with.',
    },
  );
}
