import { type Model, type ReadingEvent, read, textDocument } from '@memagent/core';
import { llamaModel } from '@memagent/llama';
import type { Bench, BenchOptions, Figures } from './support/bench.ts';
import { benchGguf, ggufOptions } from './support/gguf.ts';
import { instantModel } from './support/instant-model.ts';
import { makePieces, proseDocument, proseOfTokens } from './support/prose.ts';
import { median, printTable, rounded } from './support/report.ts';
import { benchTokenizer } from './support/tokenizer.ts';

const question = 'What is the special number of the quiet-harbour?';

/** Time for each token of a text that is a hundred times as long, over that of the short one. */
export const scalingBench: Bench = {
  name: 'scaling',
  about: 'time per token at 100 times the length over that at 1 time',
  options: {
    ...ggufOptions,
    embedded: { about: 'the embedded engine in place of the instant model' },
    characters: { takes: 'n', about: 'length of the short text (400,000; quick: 100,000)' },
    chunks: { takes: 'n', about: 'length of the short text, embedded (4 chunks; quick: 2)' },
    times: { takes: 'n', about: 'how many times longer the long text is (100; embedded 20)' },
    rounds: { takes: 'n', about: 'long readings (5; embedded 1)' },
  },
  run: (options) => (options.flag('embedded') ? withEmbedded(options) : withInstant(options)),
};

async function withInstant(options: BenchOptions): Promise<Figures> {
  const characters = options.number('characters', 400_000, 100_000);
  const { name, tokenizer } = await benchTokenizer();
  const stock = makePieces(4e6);
  // Processor time: what other processes do at the same time does not count.
  const clock = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  // Short readings begin where the one before ended: together they read what the long one does.
  let first = 0;
  const reading = (length: number): Reading => ({
    events: () => {
      const begin = length === characters ? first : 0;
      if (length === characters) first += Math.ceil(length / stock[0]!.length);
      return read({
        document: proseDocument(stock, length, begin),
        question,
        model: instantModel(tokenizer, 'overwrite'),
        profile: 'paper',
        policy: 'overwrite',
      });
    },
  });
  const times = options.number('times', 100, 20);
  const sides = { short: reading(characters), long: reading(characters * times) };
  return compare(
    sides,
    times,
    options.number('rounds', 5, 2),
    clock,
    `Instant model, tokenizer ${name}`,
    'CPU s',
  );
}

async function withEmbedded(options: BenchOptions): Promise<Figures> {
  const times = options.number('times', 20, 4);
  const gguf = await benchGguf(options);
  const model: Model = await llamaModel({
    path: gguf.path,
    threads: options.number('threads', 1),
    defaults: gguf.defaults,
  });
  try {
    const tokens = options.number('chunks', 4, 2) * gguf.defaults.chunkTokens;
    const text = await proseOfTokens(tokens * times, model.tokenizer, 2);
    const length = Math.floor(text.length / times);
    // Every short reading has a part of the text of its own, so that no reading finds what another has read.
    let part = 0;
    const sides = {
      short: {
        events: () => {
          const from = (part++ % times) * length;
          return read({ document: textDocument(text.slice(from, from + length)), question, model });
        },
      },
      long: {
        events: () => read({ document: textDocument(text), question, model }),
      },
    };
    const clock = () => performance.now() / 1000;
    return await compare(
      sides,
      times,
      options.number('rounds', 1),
      clock,
      `Embedded, ${gguf.name}`,
      'wall s',
    );
  } finally {
    await model.close?.();
    await gguf.close();
  }
}

interface Reading {
  events(): AsyncGenerator<ReadingEvent>;
}

interface Total {
  tokens: number;
  evaluated: number;
  seconds: number;
  chunks: number;
  readings: number;
}

/**
 * Reads the long text a stretch at a time, and short texts of the same length in between: whatever else the machine
 * does, it does to both.
 */
async function compare(
  sides: Readonly<Record<'short' | 'long', Reading>>,
  times: number,
  rounds: number,
  clock: () => number,
  title: string,
  unit: string,
): Promise<Figures> {
  const total = (): Total => ({ tokens: 0, evaluated: 0, seconds: 0, chunks: 0, readings: 0 });
  const short = total();
  const long = total();
  const ratios: number[] = [];
  await advance(sides.short.events(), Number.POSITIVE_INFINITY, total(), clock); // a warm-up
  for (let round = 0; round < rounds; round++) {
    const [a, b] = [total(), total()];
    const events = sides.long.events();
    for (let over = false; !over; ) {
      await advance(sides.short.events(), Number.POSITIVE_INFINITY, a, clock);
      over = await advance(events, Math.max(1, Math.round(a.chunks / a.readings)), b, clock);
    }
    ratios.push(b.seconds / b.tokens / (a.seconds / a.tokens));
    for (const [sum, more] of [
      [short, a],
      [long, b],
    ] as const)
      for (const key of Object.keys(sum) as (keyof Total)[]) sum[key] += more[key];
  }
  printTable(title, [rowOf('1 time', short, unit), rowOf(`${times} times`, long, unit)]);
  console.log(`Ratios of the rounds: ${ratios.map((ratio) => ratio.toFixed(3)).join(', ')}.`);
  return { ratio: rounded(median(ratios)) };
}

/** Reads so many chunks further; true at the end. */
async function advance(
  events: AsyncGenerator<ReadingEvent>,
  chunks: number,
  total: Total,
  clock: () => number,
): Promise<boolean> {
  const began = clock();
  for (let left = chunks; left > 0; ) {
    const { done, value: event } = await events.next();
    if (done) {
      total.seconds += clock() - began;
      total.readings += 1;
      return true;
    }
    if (event.type !== 'step') continue;
    left -= 1;
    total.chunks += 1;
    total.tokens += event.tokens;
    total.evaluated += event.tokensIn + event.tokensOut;
  }
  total.seconds += clock() - began;
  return false;
}

function rowOf(length: string, total: Total, unit: string) {
  return {
    length,
    readings: total.readings,
    tokens: total.tokens,
    chunks: total.chunks,
    'prompt+reply': total.evaluated,
    [unit]: total.seconds,
    'µs/token': (total.seconds / total.tokens) * 1e6,
  };
}
