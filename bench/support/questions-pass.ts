import { type Profile, type Prompt, pocket, read, type Tokenizer, textDocument } from '@memagent/core';
import type { Meter, MeteredModel } from './metered-model.ts';

/** The measured part of a reading: all chunks but the first, whose memories are still empty. */
export interface Pass extends Meter {
  readonly questions: number;
  readonly seconds: number;
  /** Tokens of all measured sections with their markers. */
  readonly section: number;
  /** Tokens of the smallest memory that a call had. */
  readonly memory: number;
}

/** A page of this size or a little less: whole sentences. */
const memoryTokens = 256;
const things = ['harbour', 'bridge', 'ledger', 'orchard', 'signal', 'garden', 'lantern'];

/** Reads a text for so many questions, and measures so many chunks after the first. */
export async function measurePass(
  model: MeteredModel,
  text: string,
  questions: number,
  chunks: number,
): Promise<Pass> {
  const asked = Array.from(
    { length: questions },
    (_, i) => `What is the special number of the ${things[i % things.length]} of clerk ${i + 11}?`,
  );
  const sections = new Map<number, Prompt>();
  const memories = new Map<number, string>();
  const used: string[] = [];
  const stop = new AbortController();
  let began = 0;
  let pass: Omit<Pass, 'section' | 'memory'> | undefined;
  for await (const event of read({
    document: textDocument(text),
    question: asked,
    model,
    profile: eagerProfile(sections),
    policy: 'select',
    budgets: { memory: memoryTokens },
    stop: stop.signal,
  })) {
    if (event.type !== 'step') continue;
    const lastReader = event.index === questions - 1;
    if (event.chunk > 0) used.push(memories.get(event.index)!);
    memories.set(event.index, event.memory.text);
    if (event.chunk === 0 && lastReader) {
      model.reset();
      began = performance.now();
    }
    if (event.chunk === chunks && lastReader) {
      pass = { ...model.meter, questions, seconds: (performance.now() - began) / 1000 };
      stop.abort();
    }
  }
  if (!pass) throw new Error(`The text has fewer than ${chunks + 1} chunks.`);
  let section = 0;
  for (let chunk = 1; chunk <= chunks; chunk++)
    section += await sharedTokens(sections.get(chunk)!, model.tokenizer);
  const sizes = await Promise.all(used.map(async (memory) => (await model.tokenizer.encode(memory)).length));
  return { ...pass, section, memory: Math.min(...sizes) };
}

/**
 * Pocket's prompts, with replies taken to name two dozen sentences whatever the model said: every memory is full
 * from the first chunk on. Each line of it begins with the question's clerk, so that no two memories share a prefix.
 */
function eagerProfile(sections: Map<number, Prompt>): Profile {
  let replies = 0;
  let sentences = 0;
  return {
    ...pocket,
    step(input) {
      const clerk = /\d+/.exec(input.question)![0];
      const lines = input.memory.lines.map((line) => ({ ...line, text: `${clerk}: ${line.text}` }));
      const prompt = pocket.step({ ...input, memory: { ...input.memory, lines } });
      sentences = input.sentences.length;
      sections.set(input.chunk.index, prompt);
      return prompt;
    },
    reply() {
      const first = replies++;
      const add = Array.from({ length: 24 }, (_, i) => 1 + ((first * 7 + i) % sentences));
      return { kind: 'select', add, drop: [] };
    },
  };
}

async function sharedTokens({ segments, shared }: Prompt, tokenizer: Tokenizer): Promise<number> {
  let tokens = 0;
  for (const { text, trusted } of segments.slice(0, shared))
    tokens += trusted ? text.split('<|').length - 1 : (await tokenizer.encode(text)).length;
  return tokens;
}
