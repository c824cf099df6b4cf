// How many conversations a second one process can have with an engine that costs nothing: tokenizing the prompt, the
// request, the reply; and the same with the whole reading loop around it.
//
//     node --conditions=memagent-source --import tsx packages/train/src/model/seam-bench.ts
import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Model, type Prompt, read, type Segment, type Tokenizer, textDocument } from '@memagent/core';
import { promptFormats } from '../rollout/prompt-format.ts';
import { pocketTokenizer } from '../testing/pocket-tokenizer.ts';
import { promptEncoder } from './prompt-encoder.ts';
import { tinkerModel } from './tinker-model.ts';

const callers = 256;
const format = promptFormats.pocket!;
const near = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** An engine in a process of its own that gives this reply to everything. */
async function withEngine<T>(reply: readonly number[], work: (url: string) => Promise<T>): Promise<T> {
  const child = fork(near('./instant-engine.ts'), [JSON.stringify(reply)], { execArgv: process.execArgv });
  try {
    const port = await new Promise((resolve) => child.once('message', resolve));
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    child.disconnect();
  }
}

const mark = (text: string): Segment => ({ text, trusted: true });
const text = (text: string): Segment => ({ text, trusted: false });

/** Prompts of pocket's kind, 1,000 tokens each, none like another. */
function prompts(source: string, tokenizer: Tokenizer, count: number): Prompt[] {
  const sentences = source.replace(/\s+/g, ' ').split(/(?<=[.!?]) /);
  const lengths = sentences.map((one) => (tokenizer.encode(one) as Uint32Array).length + 1);
  return Array.from({ length: count }, (_, n) => {
    const segments = [mark('<|section|>')];
    let tokens = 1;
    for (let i = (n * 7) % sentences.length; tokens < 1000; i = (i + 1) % sentences.length) {
      segments.push(mark(`<|s${(segments.length >> 1) % 128 || 128}|>`), text(sentences[i]!));
      tokens += lengths[i]!;
    }
    segments.push(mark('<|memory|>'), mark('<|question|>'), text('Who?'), mark('<|select|>'));
    return { form: 'raw', shared: 0, segments };
  });
}

let requests = 0;
const counting: typeof fetch = (...request) => {
  requests++;
  return fetch(...request);
};

interface Figure {
  readonly requests: number;
  readonly conversations: number;
  readonly tokens: number;
  readonly wall: number;
  readonly cpu: number;
}

/** So many pieces of work, many at once; each says how many conversations of how many tokens it was. */
async function measure(pieces: number, work: (n: number) => Promise<[number, number]>): Promise<Figure> {
  let [conversations, tokens, next] = [0, 0, 0];
  const round = async (end: number) => {
    while (next < end) {
      const [more, size] = await work(next++);
      conversations += more;
      tokens += size;
    }
  };
  // Warm first: the compiler takes its time too.
  await Promise.all(Array.from({ length: callers }, () => round(pieces / 4)));
  [conversations, tokens, next, requests] = [0, 0, 0, 0];
  const [began, used] = [performance.now(), process.cpuUsage()];
  await Promise.all(Array.from({ length: callers }, () => round(pieces)));
  const { user, system } = process.cpuUsage(used);
  const wall = (performance.now() - began) / 1000;
  return { requests, conversations, tokens, wall, cpu: (user + system) / 1e6 };
}

function show(what: string, { requests, conversations, tokens, wall, cpu }: Figure): void {
  const rate = (per: number) => Math.round(conversations / per).toLocaleString('en-US');
  const together = requests === 0 ? '' : `, ${(conversations / requests).toFixed(1)} a request`;
  console.log(
    `${what.padEnd(46)} ${rate(wall).padStart(7)} a second, ${rate(cpu).padStart(7)} a CPU second, ${Math.round(tokens / conversations)} prompt tokens each${together}`,
  );
}

const tokenizer = await pocketTokenizer();
const source = await readFile(near('../../../../examples/lighthouse.md'), 'utf8');
const some = prompts(source, tokenizer, 500);
const encode = promptEncoder(tokenizer, format);
show(
  'tokenizing alone',
  await measure(10_000, async (n) => [1, (await encode(some[n % some.length]!)).length]),
);

const special = (...names: string[]) => names.map((name) => tokenizer.special(`<|${name}|>`)!);
const openModel = (url: string): Promise<Model> =>
  tinkerModel({ url, use: { tokenizer, format, window: 4096 }, concurrency: callers, fetch: counting });

await withEngine(special('s3', 's4', 's5', 'end'), async (url) => {
  const model = await openModel(url);
  const figure = await measure(10_000, async (n) => {
    const { usage } = await model.complete(some[n % some.length]!, { maxTokens: 8 });
    return [1, usage.promptTokens];
  });
  show('model.complete, 4 new tokens', figure);
  await model.close?.();
});

await withEngine(special('keep', 'end'), async (url) => {
  const model = await openModel(url);
  const budgets = { chunk: 900, memory: 512, question: 256, output: 64 };
  const figure = await measure(400, async (n) => {
    let [steps, tokens] = [0, 0];
    const document = textDocument(source, { name: `text ${n}` });
    const options = { document, question: 'Who designed the great lens?', model, budgets, seed: n };
    for await (const event of read({ ...options, profile: 'pocket', policy: 'select', hints: true })) {
      if (event.type === 'step') {
        steps++;
        tokens += event.tokensIn;
      }
    }
    return [steps, tokens];
  });
  show('whole readings (select, hints), 2 new tokens', figure);
  await model.close?.();
});
