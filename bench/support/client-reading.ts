/** Reads a generated text with an instant model in a process of its own, and prints what that took. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type PolicyName, read } from '@memagent/core';
import { instantModel } from './instant-model.ts';
import { makePieces, proseDocument, secondsToGive } from './prose.ts';
import { benchTokenizer } from './tokenizer.ts';

/** What to read, and how. */
export interface ClientTask {
  readonly megabytes: number;
  readonly policy: PolicyName;
  readonly hints: boolean;
  readonly tokenizer?: string;
}

/** What the reading took. */
export interface ClientResult {
  readonly tokenizer: string;
  readonly tokens: number;
  readonly chunks: number;
  /** Of the reading, what giving the text takes by itself left out. */
  readonly seconds: number;
  /** Of all threads of the process, garbage collection and hashing included, as if one core did it all. */
  readonly cpuSeconds: number;
  /** What giving the text takes by itself. */
  readonly givingSeconds: number;
  readonly peakMegabytes: number;
}

/** Characters of prose that a text is made of, over and over. */
const stockLength = 4e6;

/** Reads for the question with the paper's sizes; one core's work. */
export async function readWithInstantModel(task: ClientTask): Promise<ClientResult> {
  const { name, tokenizer } = await benchTokenizer(task.tokenizer);
  const stock = makePieces(stockLength);
  const document = proseDocument(stock, task.megabytes * 1e6);
  const givingSeconds = await secondsToGive(document);
  const began = performance.now();
  const before = process.cpuUsage();
  let tokens = 0;
  let chunks = 0;
  for await (const event of read({
    document,
    question: 'What is the special number of the quiet-harbour, and which clerk wrote entry 77?',
    model: instantModel(tokenizer, task.policy),
    profile: task.policy === 'overwrite' ? 'paper' : 'section-first',
    policy: task.policy,
    hints: task.hints,
  })) {
    if (event.type !== 'step') continue;
    tokens += event.tokens;
    chunks += 1;
  }
  const { user, system } = process.cpuUsage(before);
  return {
    tokenizer: name,
    tokens,
    chunks,
    seconds: (performance.now() - began) / 1000 - givingSeconds,
    cpuSeconds: (user + system) / 1e6 - givingSeconds,
    givingSeconds,
    peakMegabytes: peakMegabytes(),
  };
}

/** The most that was resident at once, in this process's life. */
function peakMegabytes(): number {
  try {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const task = JSON.parse(process.argv[2] ?? '{}') as ClientTask;
  console.log(JSON.stringify(await readWithInstantModel(task)));
}
