import { type Model, openaiModel, pocketTokens, poolModel, read, textDocument } from '@memagent/core';
import type { Bench, Figures } from './support/bench.ts';
import { benchGguf, ggufOptions } from './support/gguf.ts';
import { type LlamaServer, startLlamaServer } from './support/llama-server.ts';
import { metered } from './support/metered-model.ts';
import { proseOfTokens } from './support/prose.ts';
import { printTable, rounded } from './support/report.ts';
import { type Run, ratioOf, speed, takeTurns } from './support/rounds.ts';
import { ggufTokenizer } from './support/tokenizer.ts';

/** Many readings through a pool, over what the servers do when the same prompts are thrown at them. */
export const parallelBench: Bench = {
  name: 'parallel',
  about: 'N readings through the pool over the llama-server’s own saturated throughput',
  options: {
    ...ggufOptions,
    servers: { takes: 'n', about: 'llama-servers (1)' },
    bare: { takes: 'n', about: 'bare calls at once (as many as there are slots)' },
    'server-tokenizer': { about: 'the server’s /tokenize in place of the GGUF’s vocabulary' },
    slots: { takes: 'n', about: 'calls at once per server (4)' },
    readings: { takes: 'n', about: 'readings at once (8; quick: 4)' },
    chunks: { takes: 'n', about: 'chunks that a reading has, about (2)' },
    rounds: { takes: 'n', about: 'runs of each side (6; quick: 2)' },
  },
  async run(options): Promise<Figures> {
    const gguf = await benchGguf(options);
    const threads = options.number('threads', 1);
    const slots = options.number('slots', 4);
    const count = options.number('servers', 1);
    const readings = options.number('readings', 8, 4);
    const tokens = options.number('chunks', 2) * gguf.defaults.chunkTokens;
    const servers: LlamaServer[] = [];
    try {
      for (let i = 0; i < count; i++)
        servers.push(await startLlamaServer({ gguf: gguf.path, threads, slots, window: 4096 }));
      const sent: SentCall[] = [];
      const endpoints = await Promise.all(
        servers.map(async (server) =>
          openaiModel({
            baseUrl: server.url,
            retries: 0,
            // A raw prompt has dozens of segments: the server would be asked for the tokens of each.
            ...(options.flag('server-tokenizer')
              ? { specials: pocketTokens }
              : { tokenizer: await ggufTokenizer(gguf.path) }),
            defaults: gguf.defaults,
            // Every round sends the same prompts, and a slot must not find one again.
            body: { cache_prompt: false },
            fetch: recordingFetch(sent),
          }),
        ),
      );
      const model = metered(poolModel(endpoints));
      const texts = await Promise.all(
        Array.from({ length: readings }, (_, i) => proseOfTokens(tokens, model.tokenizer, i + 1)),
      );
      // The first reading of all is a warm-up, and tells what is sent.
      await readAll(model, texts);
      const calls = [...sent];
      const busy = new Map<Run, number>();
      const withServerTime = async (work: () => Promise<Run>): Promise<Run> => {
        const before = cpuOf(servers);
        const run = await work();
        busy.set(run, cpuOf(servers) - before);
        return run;
      };
      const sides = await takeTurns(
        {
          readings: () => withServerTime(() => readAll(model, texts)),
          bare: () => withServerTime(() => sendAll(calls, servers, options.number('bare', count * slots))),
        },
        { rounds: options.number('rounds', 6, 2), warmUp: 0 },
      );
      printTable(
        `${readings} readings, ${count} llama-server${count > 1 ? 's' : ''} of ${slots} slots and ${threads} thread${threads > 1 ? 's' : ''}, ${gguf.name}`,
        (['readings', 'bare'] as const).flatMap((side) =>
          sides[side].runs.map((run, i) => ({
            side: side === 'bare' ? `the same ${calls.length} prompts, bare` : 'readings through the pool',
            round: String(i + 1),
            tokens: run.tokens,
            seconds: run.seconds,
            'tokens/s': speed(run),
            'servers’ CPU s': busy.get(run)!,
          })),
        ),
      );
      const best = (side: 'readings' | 'bare') => Math.max(...sides[side].runs.map(speed));
      console.log(
        `The quietest round of each side: ${best('readings').toFixed(0)} over ${best('bare').toFixed(0)} tokens/s, ${(best('readings') / best('bare')).toFixed(3)}. Seconds far above the servers' CPU seconds are other work's.`,
      );
      return { ratio: rounded(ratioOf(sides.readings, sides.bare, speed)) };
    } finally {
      await Promise.all(servers.map((server) => server.close()));
      await gguf.close();
    }
  },
};

const cpuOf = (servers: readonly LlamaServer[]) =>
  servers.reduce((sum, server) => sum + server.cpuSeconds(), 0);

/** A call that the readings made: the path under a server, and what was sent there. */
interface SentCall {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

function recordingFetch(sent: SentCall[]): typeof fetch {
  return (input, init) => {
    const { pathname } = new URL(String(input));
    if (pathname === '/completion') sent.push({ path: pathname, body: JSON.parse(String(init?.body)) });
    return fetch(input, init);
  };
}

/** All readings at once; what the servers evaluated, and in how long. */
async function readAll(model: ReturnType<typeof metered>, texts: readonly string[]): Promise<Run> {
  model.reset();
  const began = performance.now();
  await Promise.all(
    texts.map((text, i) => readOne(model, text, `What is the special number of clerk ${i}?`)),
  );
  const seconds = (performance.now() - began) / 1000;
  const { prompt, cached, reply } = model.meter;
  return { tokens: prompt - cached + reply, seconds };
}

async function readOne(model: Model, text: string, question: string): Promise<void> {
  for await (const event of read({ document: textDocument(text), question, model }))
    if (event.type === 'warning' && event.code === 'document') throw new Error(event.message);
}

/** The same prompts without us: as many at once as there are readings, so that no slot ever waits for a call. */
async function sendAll(
  calls: readonly SentCall[],
  servers: readonly LlamaServer[],
  concurrency: number,
): Promise<Run> {
  let next = 0;
  let tokens = 0;
  const began = performance.now();
  const work = async (worker: number) => {
    const { url } = servers[worker % servers.length]!;
    for (let i = next++; i < calls.length; i = next++) {
      const { path, body } = calls[i]!;
      const { timings } = await sendOne(`${url}${path}`, JSON.stringify({ ...body, stream: false }));
      tokens += timings.prompt_n + timings.predicted_n;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, worker) => work(worker)));
  return { tokens, seconds: (performance.now() - began) / 1000 };
}

interface BareReply {
  readonly timings: { readonly prompt_n: number; readonly predicted_n: number };
}

async function sendOne(url: string, body: string): Promise<BareReply> {
  for (let tries = 0; ; tries++) {
    try {
      const response = await fetch(url, { method: 'POST', body });
      return (await response.json()) as BareReply;
    } catch (error) {
      // The server closes a connection now and then just as we use it again.
      if (tries === 3) throw error;
    }
  }
}
