import { MemAgentError, type Prompt, type Tokenizer } from '@memagent/core';
import type { Trace } from './trace.ts';

/** A trace as token ids: what a trainer takes. */
export interface EncodedTrace {
  readonly kind: string;
  readonly prompt: number[];
  readonly response: number[];
}

/** Traces whose prompts begin alike: what they share once, then each one's own. */
export interface EncodedGroup {
  readonly shared: number[];
  readonly branches: readonly EncodedTrace[];
}

/** Encodes traces of one section, asked different questions. */
export async function encodeGroup(traces: readonly Trace[], tokenizer: Tokenizer): Promise<EncodedGroup> {
  const { shared, segments } = traces[0]!.prompt;
  const branches: EncodedTrace[] = [];
  for (const { kind, prompt, reply } of traces) {
    const own = { ...prompt, segments: prompt.segments.slice(shared) };
    branches.push(await encodeTrace({ kind, prompt: own, reply }, tokenizer));
  }
  return {
    shared: await encodePrompt({ form: 'raw', shared, segments: segments.slice(0, shared) }, tokenizer),
    branches,
  };
}

/** Encodes a trace: trusted segments as special tokens, untrusted ones as plain text, the reply with its end. */
export async function encodeTrace(trace: Trace, tokenizer: Tokenizer): Promise<EncodedTrace> {
  return {
    kind: trace.kind,
    prompt: await encodePrompt(trace.prompt, tokenizer),
    response: [...(await encodeMarked(trace.reply, tokenizer)), special('<|end|>', tokenizer)],
  };
}

/** The ids of a raw prompt. */
export async function encodePrompt(prompt: Prompt, tokenizer: Tokenizer): Promise<number[]> {
  const ids: number[] = [];
  for (const segment of prompt.segments) {
    const more = segment.trusted
      ? await encodeMarked(segment.text, tokenizer)
      : await tokenizer.encode(segment.text);
    for (const id of more) ids.push(id);
  }
  return ids;
}

async function encodeMarked(text: string, tokenizer: Tokenizer): Promise<number[]> {
  const ids: number[] = [];
  for (const part of text.split(/(<\|[^|]*\|>)/)) {
    if (part === '') continue;
    if (part.startsWith('<|')) ids.push(special(part, tokenizer));
    else ids.push(...(await tokenizer.encode(part)));
  }
  return ids;
}

function special(token: string, tokenizer: Tokenizer): number {
  const id = tokenizer.special(token);
  if (id !== undefined) return id;
  throw new MemAgentError('bad-input', `The tokenizer has no special token ${token}.`, {
    hint: 'Traces are for pocket: use the tokenizer that was trained for it.',
  });
}
