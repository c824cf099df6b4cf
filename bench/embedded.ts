import { read, textDocument } from '@memagent/core';
import { llamaModel } from '@memagent/llama';
import type { Bench, Figures } from './support/bench.ts';
import { benchGguf, ggufOptions } from './support/gguf.ts';
import { llamaBench } from './support/llama-bench.ts';
import { proseOfTokens } from './support/prose.ts';
import { median, printTable, rounded } from './support/report.ts';
import { type Run, ratioOf, speed, takeTurns } from './support/rounds.ts';

const question = 'What is the special number of the quiet-harbour?';
/** The embedded engine's own, and llama-bench's default. */
const batches = [256, 512];

/** Tokens a second of a reading on the embedded engine, over what llama.cpp does without us. */
export const embeddedBench: Bench = {
  name: 'embedded',
  about: 'tokens/s of an embedded reading over llama-bench’s on the same GGUF, threads and lengths',
  options: {
    ...ggufOptions,
    chunks: { takes: 'n', about: 'chunks that a reading has, about (12; quick: 3)' },
    rounds: { takes: 'n', about: 'readings, each beside a run of llama-bench (5; quick: 2)' },
  },
  async run(options): Promise<Figures> {
    const threads = options.number('threads', 1);
    const chunks = options.number('chunks', 12, 3);
    const gguf = await benchGguf(options);
    const model = await llamaModel({ path: gguf.path, threads, defaults: gguf.defaults });
    try {
      let seed = 1;
      const readOnce = async (): Promise<Reading> => {
        // A text of its own for each round, so that none is in the cache.
        const document = textDocument(
          await proseOfTokens(chunks * gguf.defaults.chunkTokens, model.tokenizer, seed++),
        );
        const began = performance.now();
        const reading = { steps: 0, prompt: 0, reply: 0, tokens: 0, seconds: 0, document: 0 };
        for await (const event of read({ document, question, model })) {
          if (event.type === 'answer') reading.prompt -= event.spent.tokensCached;
          if (event.type !== 'step') continue;
          reading.steps += 1;
          reading.prompt += event.tokensIn;
          reading.reply += event.tokensOut;
          reading.document += event.tokens;
          reading.seconds = (performance.now() - began) / 1000;
        }
        return { ...reading, tokens: reading.prompt + reading.reply };
      };
      const first = await readOnce();
      const prompt = Math.round(first.prompt / first.steps);
      const reply = Math.max(1, Math.round(first.reply / first.steps));
      const byBatch = new Map<number, number[]>(batches.map((batch) => [batch, []]));
      const readings: Reading[] = [];
      const sides = await takeTurns(
        {
          reading: async (): Promise<Run> => {
            const reading = await readOnce();
            readings.push(reading);
            return reading;
          },
          bench: async (): Promise<Run> => {
            const task = {
              gguf: gguf.path,
              threads,
              prompt,
              reply,
              batches,
              repetitions: options.quick ? 1 : 3,
            };
            const results = await llamaBench(task);
            for (const each of results) byBatch.get(each.batch)!.push(median(each.seconds));
            // Whichever batch suits this machine better is what it can do.
            const seconds = Math.min(...results.map((each) => median(each.seconds)));
            return { tokens: prompt + reply, seconds };
          },
        },
        { rounds: options.number('rounds', 5, 2), warmUp: 0 },
      );
      printTable(`Embedded, ${gguf.name}, ${threads} thread${threads > 1 ? 's' : ''}`, [
        ...readings.map((reading, i) => ({
          side: `reading ${i + 1}`,
          'document tokens': reading.document,
          calls: reading.steps,
          prompt: reading.prompt,
          reply: reading.reply,
          seconds: reading.seconds,
          'tokens/s': speed(reading),
        })),
        ...sides.bench.runs.map((run, i) => ({
          side: `llama-bench ${i + 1}`,
          calls: 1,
          prompt,
          reply,
          seconds: run.seconds,
          'tokens/s': speed(run),
        })),
        ...[...byBatch].map(([batch, seconds]) => ({
          side: `llama-bench -ub ${batch}, median`,
          calls: 1,
          prompt,
          reply,
          seconds: median(seconds),
          'tokens/s': (prompt + reply) / median(seconds),
        })),
      ]);
      return { ratio: rounded(ratioOf(sides.reading, sides.bench, speed)) };
    } finally {
      await model.close();
      await gguf.close();
    }
  },
};

interface Reading extends Run {
  readonly steps: number;
  /** Tokens of the steps' prompts that were evaluated. */
  readonly prompt: number;
  readonly reply: number;
  readonly document: number;
}
