import { MemAgentError, type Prompt, type Segment } from '@memagent/core';
import { chatFrame, type TemplateTokens } from './chat-template.ts';

/** The ways from text to tokens that prompts need. */
export interface PromptVocabulary {
  /** Text without special tokens, whatever it looks like. */
  plain(text: string): Uint32Array;
  /** The id of a special token. */
  special(token: string): number | undefined;
  /** Matches every special token in a text; absent where the vocabulary has none. */
  readonly specials: RegExp | undefined;
  /** The token to begin with, where the model says that one belongs there. */
  readonly bos: number | undefined;
  readonly template: string | undefined;
  readonly templateTokens: TemplateTokens;
}

/** The tokens of a prompt, and the end of what was written by us: whether the reply begins inside reasoning. */
export interface EncodedPrompt {
  readonly tokens: Uint32Array;
  readonly reasons: boolean;
}

/** A prompt in tokens. Only trusted segments and the chat template give special tokens. */
export function encodePrompt(prompt: Prompt, vocabulary: PromptVocabulary): EncodedPrompt {
  const { parts, reasons } =
    prompt.form === 'raw'
      ? { parts: [encodeContinuation(prompt.segments, vocabulary)], reasons: false }
      : chatParts(prompt, vocabulary);
  const { bos } = vocabulary;
  const first = parts.find((part) => part.length > 0)?.[0];
  // Many templates write the token themselves.
  return {
    tokens: concat(bos === undefined || first === bos ? parts : [Uint32Array.of(bos), ...parts]),
    reasons,
  };
}

/** What may follow a prompt, in tokens. */
export function encodeContinuation(segments: readonly Segment[], vocabulary: PromptVocabulary): Uint32Array {
  return concat(segments.flatMap((segment) => encodeSegments([segment], vocabulary)));
}

function chatParts(prompt: Prompt, vocabulary: PromptVocabulary): { parts: Uint32Array[]; reasons: boolean } {
  if (vocabulary.template === undefined) {
    throw new MemAgentError('bad-input', 'This model has no chat template: it cannot follow a chat.', {
      hint: 'Use a profile made for it, or a GGUF of an instruction-tuned model.',
    });
  }
  const frame = chatFrame(vocabulary.template, vocabulary.templateTokens, prompt.system);
  const content = frame.trims ? trimEnds(prompt.segments) : prompt.segments;
  const ours = (text: string): Segment => ({ text, trusted: true });
  return {
    parts: encodeSegments([ours(frame.before), ...content, ours(frame.after)], vocabulary),
    reasons: /<think>\s*$/.test(frame.after),
  };
}

/**
 * Text between special tokens is tokenized as one, across segments: the model was trained on whole messages, and
 * tokens may span the seam. In `raw` prompts each segment comes alone, as pocket was trained.
 */
function encodeSegments(segments: readonly Segment[], vocabulary: PromptVocabulary): Uint32Array[] {
  const parts: Uint32Array[] = [];
  let run = '';
  const flush = () => {
    if (run !== '') parts.push(vocabulary.plain(run));
    run = '';
  };
  for (const { text, trusted } of segments) {
    let from = 0;
    for (const match of trusted && vocabulary.specials ? text.matchAll(vocabulary.specials) : []) {
      const id = vocabulary.special(match[0]);
      if (id === undefined) continue;
      run += text.slice(from, match.index);
      flush();
      parts.push(Uint32Array.of(id));
      from = match.index + match[0].length;
    }
    run += text.slice(from);
  }
  flush();
  return parts;
}

function trimEnds(segments: readonly Segment[]): Segment[] {
  const trimmed = segments.map((segment) => ({ ...segment }));
  for (const [list, trim] of [
    [trimmed, (text: string) => text.trimStart()],
    [[...trimmed].reverse(), (text: string) => text.trimEnd()],
  ] as const) {
    for (const segment of list) {
      segment.text = trim(segment.text);
      if (segment.text !== '') break;
    }
  }
  return trimmed;
}

function concat(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
