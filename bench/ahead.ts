import { setTimeout as delay } from 'node:timers/promises';
import {
  type AnswerEvent,
  ask,
  type Prompt,
  pocketTokens,
  scriptedModel,
  testTokenizer,
  textDocument,
} from '@memagent/core';
import type { Bench, Figures } from './support/bench.ts';
import { printTable, rounded } from './support/report.ts';

/** Chunks of which one is kept in so many, about: pocket's readings at 7K to 28K, 112K and 3.5M tokens (docs/results.md). */
const keptOne = [17, 74, 370];
const widths = [1, 2, 4, 8, 16, 32];

/** What reading ahead saves with a server that takes as long for many calls as for one, and what it costs in calls. */
export const aheadBench: Bench = {
  name: 'ahead',
  about: 'chunks read at the same time, with a server that has room for them',
  options: {
    chunks: { takes: 'n', about: 'chunks of the text (1500; quick: 200)' },
    latency: { takes: 'ms', about: 'how long the server takes for a call (20)' },
  },
  async run(options): Promise<Figures> {
    const chunks = options.number('chunks', 1500, 200);
    const latency = options.number('latency', 20);
    const rows: Record<string, string | number>[] = [];
    const figures: Record<string, number> = {};
    for (const one of keptOne) {
      const text = textOf(chunks, one);
      let alone: Reading | undefined;
      for (const ahead of widths) {
        const reading = await timed(text, ahead, latency);
        alone ??= reading;
        same(alone.answer, reading.answer);
        const faster = alone.seconds / reading.seconds;
        const inVain = reading.calls / alone.calls - 1;
        if (ahead === 8 || ahead === 32) figures[`faster${ahead}KeptOneIn${one}`] = rounded(faster, 2);
        rows.push({
          'kept one chunk in': one,
          ahead,
          seconds: reading.seconds.toFixed(2),
          'times as fast': faster.toFixed(1),
          'calls in vain': `${(100 * inVain).toFixed(1)} %`,
        });
      }
    }
    printTable(`${chunks} chunks, ${latency} ms a call, the same memory and answer each time`, rows);
    return figures;
  },
};

interface Reading {
  readonly answer: AnswerEvent;
  readonly seconds: number;
  readonly calls: number;
}

async function timed(text: string, ahead: number, latency: number): Promise<Reading> {
  const model = scriptedModel({
    tokenizer: testTokenizer(pocketTokens),
    concurrency: 64,
    reply: async (prompt, { signal }) => {
      // As a request that is broken off ends at once.
      await delay(latency, undefined, signal ? { signal } : {}).catch(() => undefined);
      return /(<\|s\d+\|>)Key/.exec(said(prompt))?.[1] ?? '<|keep|>';
    },
  });
  const began = performance.now();
  const answer = await ask({
    document: textDocument(text),
    question: 'Which door did the last key open?',
    model,
    profile: 'pocket',
    policy: 'select',
    hints: true,
    ahead,
    budgets: { chunk: 60, memory: 400, question: 100, output: 200 },
  });
  return { answer, seconds: (performance.now() - began) / 1000, calls: model.count };
}

const said = ({ segments }: Prompt) => segments.map((segment) => segment.text).join('');

/** One paragraph is about one chunk; those about a key are spread unevenly. */
function textOf(chunks: number, one: number): string {
  let state = 1;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  return Array.from({ length: chunks }, (_, i) =>
    random() < 1 / one
      ? `Key ${i} was handed on that year, and whoever had it opened door ${i * 7} of the tower without any noise.`
      : `Paragraph ${i} speaks at some length about nothing in particular, such as rain, wind, dust and roads in autumn.`,
  ).join('\n\n');
}

function same(a: AnswerEvent, b: AnswerEvent): void {
  const of = ({ answer, memory, sources, chunks }: AnswerEvent) =>
    JSON.stringify([answer, memory, sources, chunks]);
  if (of(a) !== of(b)) throw new Error('Reading ahead gave something else than reading one by one.');
}
