import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textDocument } from '../document/index.ts';
import { MemoryJournal } from '../journal/journal.ts';
import type { Prompt } from '../model/model.ts';
import { poolModel } from '../model/pool.ts';
import { type ScriptedModelOptions, scriptedModel } from '../model/scripted-model.ts';
import { testTokenizer } from '../model/test-tokenizer.ts';
import { pocketTokens } from '../profile/pocket.ts';
import { ask } from './ask.ts';
import type { ReadingEvent } from './events.ts';
import type { ReadOptions } from './options.ts';
import { read } from './read.ts';

const textOf = (prompt: Prompt) => prompt.segments.map((segment) => segment.text).join('');
const isFinal = (prompt: Prompt) => textOf(prompt).includes('<|answer|>');
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const budgets = { chunk: 30, memory: 400, question: 100, output: 200 };
const how = { profile: 'pocket', policy: 'select' as const, hints: true, budgets };
const modelThat = (options: Partial<ScriptedModelOptions> & Pick<ScriptedModelOptions, 'reply'>) =>
  scriptedModel({ tokenizer: testTokenizer(pocketTokens), ...options });

/** One paragraph is about one chunk: those in which a key is handed on, and others. */
const paragraphs = (keys: ReadonlySet<number>, n: number) =>
  Array.from({ length: n }, (_, i) =>
    keys.has(i)
      ? `Key ${i} was handed on that year, and whoever had it opened door ${i * 7} of the tower without any noise.`
      : `Paragraph ${i} speaks at some length about nothing in particular, such as rain, wind, dust and roads in autumn.`,
  ).join('\n\n');
const document = (keys: readonly number[], n = 60) => textDocument(paragraphs(new Set(keys), n));
const question = 'Which door did the last key open?';

/** Chooses sentences about keys; of every other memory it drops the first line, so that what it does hangs on both. */
const keys = (delay: () => number = () => 0) =>
  modelThat({
    concurrency: 64,
    reply: async (prompt, { signal }) => {
      await wait(delay());
      if (signal?.aborted) return '';
      const text = textOf(prompt);
      if (isFinal(prompt)) return 'door';
      const [before, section] = text.split('<|section|>') as [string, string];
      const chosen = [...section.matchAll(/(<\|s\d+\|>)Key/g)].map((match) => match[1]!);
      const held = before.match(/<\|m\d+\|>/g)?.length ?? 0;
      if (chosen.length === 0) return '<|keep|>';
      return chosen.join('') + (held % 2 === 1 ? '<|m1|>' : '');
    },
  });

async function collect(options: ReadOptions): Promise<ReadingEvent[]> {
  const events: ReadingEvent[] = [];
  for await (const event of read(options)) events.push(event);
  return events;
}

/** What does not depend on how long something took, or how often it was tried. */
const said = (events: readonly ReadingEvent[]) =>
  events.map((event) => {
    const { seconds: _, spent: __, ...rest } = event as ReadingEvent & { seconds?: number; spent?: object };
    return rest;
  });

describe('reading ahead', () => {
  it('gives what reading one after the other gives, whatever is written where and whoever is first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(39), { maxLength: 12 }),
        fc.integer({ min: 2, max: 12 }),
        fc.infiniteStream(fc.nat(3)),
        async (places, ahead, delays) => {
          const options = { document: document(places, 40), question, ...how };
          const plain = await collect({ ...options, model: keys() });
          const journal = new MemoryJournal();
          const model = keys(() => delays.next().value as number);
          const faster = await collect({ ...options, model, ahead, journal });
          expect(said(faster)).toEqual(said(plain));
          // The journal is that of the same reading: nothing is left to do.
          const again = keys();
          expect(said(await collect({ ...options, model: again, journal })).at(-1)).toEqual(
            said(plain).at(-1),
          );
          expect(again.count).toBe(0);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('does so for several questions, each with a memory of its own', async () => {
    const questions = ['Which door did key 3 open?', 'Which door did key 20 open?', 'What is the weather?'];
    const model = () =>
      modelThat({
        reply: async (prompt) => {
          const text = textOf(prompt);
          await wait(text.length % 3);
          const key = /<\|question\|>Which door did (key \d+) open/.exec(text)?.[1];
          const number = key && new RegExp(`(<\\|s\\d+\\|>)${key} was`, 'i').exec(text)?.[1];
          return number ?? (isFinal(prompt) ? 'door' : '<|keep|>');
        },
      });
    const options = { document: document([3, 20, 21]), question: questions, ...how };
    const plain = await collect({ ...options, model: model() });
    expect(said(await collect({ ...options, model: model(), ahead: 8 }))).toEqual(said(plain));
    const kept = plain.flatMap((event) => (event.type === 'answer' ? [event.memory.lines.length] : []));
    expect(kept).toEqual([1, 1, 0]);
  });

  it('has twice as many chunks under way with each that changes nothing, and begins anew where one does', async () => {
    const live = new Set<AbortSignal | undefined>();
    const began: { readonly chunk: string | undefined; readonly under: number }[] = [];
    const model = modelThat({
      reply: async (prompt, { signal }) => {
        live.add(signal);
        const chunk = /(?:Key|Paragraph) (\d+)/.exec(textOf(prompt).split('<|section|>')[1] ?? '')?.[1];
        began.push({ chunk, under: [...live].filter((each) => !each?.aborted).length });
        await wait(2);
        live.delete(signal);
        return /(<\|s\d+\|>)Key/.exec(textOf(prompt))?.[1] ?? '<|keep|>';
      },
    });
    await ask({
      document: document([30]),
      question,
      ...how,
      model,
      ahead: 8,
      stop: new AbortController().signal,
    });
    const under = began.map((call) => call.under);
    expect(under.slice(0, 3)).toEqual([1, 1, 2]);
    expect(Math.max(...under)).toBe(8);
    // Begun a second time, with what was kept: by itself, then two at a time.
    expect(began.filter((call) => call.chunk === '31')).toHaveLength(2);
    const again = began.findLastIndex((call) => call.chunk === '31');
    expect(under.slice(again, again + 3)).toEqual([1, 1, 2]);
  });

  it('breaks off what is read in vain, and counts what it cost', async () => {
    let brokenOff = 0;
    const model = modelThat({
      reply: async (prompt, { signal }) => {
        signal?.addEventListener('abort', () => {
          brokenOff += 1;
        });
        const key = /(<\|s\d+\|>)Key/.exec(textOf(prompt))?.[1];
        await wait(key ? 1 : 4);
        return key ?? '<|keep|>';
      },
    });
    const options = { document: document([30]), question, ...how, model };
    const plain = await ask(options);
    expect(brokenOff).toBe(0);
    const { spent, memory, chunks } = await ask({ ...options, ahead: 4 });
    expect(memory).toEqual(plain.memory);
    expect(chunks).toBe(plain.chunks);
    expect(brokenOff).toBe(3);
    expect(spent.calls).toBe(plain.spent.calls + 3);
    expect(spent.tokensIn).toBeGreaterThan(plain.spent.tokensIn);
  });

  it('lets one reading use several servers of a pool', async () => {
    const servers = [1, 2, 3].map(() =>
      modelThat({
        concurrency: 2,
        reply: async () => {
          await wait(2);
          return '<|keep|>';
        },
      }),
    );
    await ask({ document: document([]), question, ...how, model: poolModel(servers), ahead: 6 });
    for (const server of servers) expect(server.count).toBeGreaterThan(12);
  });

  it('costs no call where every step rewrites the memory', async () => {
    const counted = async (ahead: number) => {
      const model = scriptedModel({ reply: (_prompt, _options, call) => `memory ${call}` });
      await ask({ document: document([]), question, model, policy: 'overwrite', budgets, ahead });
      return model.count;
    };
    expect(await counted(8)).toBe(await counted(1));
  });

  it('ends with the chunk that says so', async () => {
    const model = () =>
      modelThat({
        reply: (prompt) =>
          textOf(prompt).includes('Paragraph 20 ')
            ? '<|exit|>'
            : (/(<\|s\d+\|>)Key/.exec(textOf(prompt))?.[1] ?? '<|keep|>'),
      });
    const options = { document: document([5]), question, ...how, exit: true };
    const plain = await collect({ ...options, model: model() });
    expect(said(await collect({ ...options, model: model(), ahead: 8 }))).toEqual(said(plain));
    expect(plain.at(-1)).toMatchObject({ type: 'answer', partial: 'exit' });
  });

  it('does not ask again about what the journal has', async () => {
    const journal = new MemoryJournal();
    const stop = new AbortController();
    const options = { document: document([5]), question, ...how, journal };
    for await (const event of read({ ...options, model: keys(), ahead: 4, stop: stop.signal }))
      if (event.type === 'step' && event.chunk === 25) stop.abort();
    const model = keys();
    const events = await collect({ ...options, model, ahead: 4 });
    const steps = events.filter((event) => event.type === 'step');
    expect(events[0]).toMatchObject({ type: 'started', resumedAt: 26 });
    expect(model.count).toBe(steps.length + 1);
  });

  it('fails in the turn of the chunk that failed, with all before it kept', async () => {
    const journal = new MemoryJournal();
    const model = modelThat({
      reply: async (prompt) => {
        if (textOf(prompt).includes('Paragraph 20 ')) throw new Error('gone');
        await wait(1);
        return '<|keep|>';
      },
    });
    const seen: number[] = [];
    const reading = async () => {
      for await (const event of read({ document: document([]), question, ...how, model, journal, ahead: 8 }))
        if (event.type === 'step') seen.push(event.chunk);
    };
    await expect(reading()).rejects.toThrow('gone');
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, i) => i));
    expect(seen.length).toBeGreaterThan(10);
  });

  it('does not wait for a document that has not come so far, nor when the reading is over', async () => {
    const pieces = paragraphs(new Set(), 30).split('\n\n');
    let given = 0;
    const slow = {
      name: 'slow',
      once: true,
      async *open() {
        for (const text of pieces) {
          // The last ones never come, and this document knows no signal.
          if (given === 12) await new Promise(() => undefined);
          given += 1;
          yield { text: `${text}\n\n` };
        }
      },
    };
    const model = modelThat({ reply: () => '<|keep|>' });
    let steps = 0;
    for await (const event of read({
      document: slow,
      question,
      ...how,
      model,
      ahead: 4,
    })) {
      if (event.type !== 'step') continue;
      steps += 1;
      if (event.chunk === 12) break;
    }
    expect(steps).toBe(13);
    expect(given).toBe(12);
  });

  it('reads one at a time where tokens or money are limited, and refuses numbers that mean nothing', async () => {
    let under = 0;
    let most = 0;
    const model = modelThat({
      reply: async () => {
        most = Math.max(most, ++under);
        await wait(1);
        under -= 1;
        return '<|keep|>';
      },
    });
    const options = { document: document([]), question, ...how, model };
    await ask({ ...options, ahead: 8, limits: { tokens: 1e6 } });
    expect(most).toBe(1);
    for (const ahead of [0, 1.5, 257, Number.NaN])
      await expect(ask({ ...options, ahead })).rejects.toThrow('cannot be read at the same time');
  });
});
