import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, textDocument } from '@memagent/core';
import { instantReader, story } from './server-model.ts';
import { type BenchProcess, percentile, startProcess } from './server-process.ts';
import type { Figures } from './support/bench.ts';
import { printTable } from './support/report.ts';

interface Made {
  readonly id: string;
  readonly state: string;
  readonly answers?: readonly { readonly answer: string }[];
}

const text = story(100);

/** A server that can be killed and started again while clients follow it. */
class Load {
  readonly #start: () => Promise<BenchProcess>;
  server!: BenchProcess;

  constructor(start: () => Promise<BenchProcess>) {
    this.#start = start;
  }

  async start(): Promise<void> {
    this.server = await this.#start();
  }

  async json<T>(path: string, init?: RequestInit): Promise<T> {
    return (await (await fetch(this.server.url + path, init)).json()) as T;
  }

  begin(document: string, question: string): Promise<Made> {
    return this.json('/v1/readings', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document, question }),
    });
  }

  /** The numbers of a reading's events to its end, however often the connection breaks. */
  async follow(id: string): Promise<number[]> {
    const numbers: number[] = [];
    for (;;) {
      try {
        const { url } = this.server;
        const response = await fetch(`${url}/v1/readings/${id}/events?after=${numbers.at(-1) ?? 0}`);
        let rest = '';
        for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
          const blocks = (rest + piece).split('\n\n');
          rest = blocks.pop()!;
          for (const block of blocks) {
            const number = /^id: (\d+)$/m.exec(block)?.[1];
            if (number) numbers.push(Number(number));
            if (block.includes('event: state')) return numbers;
          }
        }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
}

/** Readings at once against an instant model: none may be lost; what the server adds to each, and its memory. */
export async function measureLoad(count: number, database?: string): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'load-'));
  const load = new Load(() => startProcess({ role: 'server', folder, ...(database ? { database } : {}) }));
  await load.start();
  const { id: document } = await load.json<{ id: string }>('/v1/documents?name=story.txt', {
    method: 'POST',
    body: text,
  });
  const figures = await oneByOne(load, document, Math.max(20, count / 5));
  const rows: Wave[] = [];
  for (const [i, name] of ['first', 'second', 'third', 'killed midway'].entries())
    rows.push(await wave(load, document, count, { name, mark: `wave ${i}`, kill: i === 3 }));
  await load.server.end();
  await rm(folder, { recursive: true, force: true });
  printTable(`${count} at once, ${database ? 'in PostgreSQL' : 'in files'}`, rows);
  const sum = (of: (row: Wave) => number) => rows.reduce((total, row) => total + of(row), 0);
  const [lost, gaps] = [sum((row) => row.lost), sum((row) => row.gaps)];
  if (lost + gaps > 0) throw new Error(`${lost} readings were lost, ${gaps} have gaps`);
  return { ...figures, lost, gaps, perSecond: Math.round(rows[2]!['a second']) };
}

/** What a reading takes by itself, without a server or a journal, against one that need not wait for others. */
async function oneByOne(load: Load, document: string, rounds: number): Promise<Figures> {
  const model = instantReader();
  const alone: number[] = [];
  const served: number[] = [];
  for (let i = -5; i < rounds; i++) {
    let began = performance.now();
    await ask({ document: textDocument(text), question: `The password? (${i})`, model });
    if (i >= 0) alone.push(performance.now() - began);
    began = performance.now();
    await load.follow((await load.begin(document, `The password? (${i})`)).id);
    if (i >= 0) served.push(performance.now() - began);
  }
  const added = (share: number) => percentile(served, share) - percentile(alone, share);
  printTable(`a reading, in milliseconds (${rounds} one after another)`, [
    { side: 'by itself', p50: percentile(alone, 0.5), p99: percentile(alone, 0.99) },
    { side: 'through the server', p50: percentile(served, 0.5), p99: percentile(served, 0.99) },
    { side: 'added', p50: added(0.5), p99: added(0.99) },
  ]);
  return { addedP50: Number(added(0.5).toFixed(2)), addedP99: Number(added(0.99).toFixed(2)) };
}

type Wave = Readonly<Record<'lost' | 'gaps' | 'a second', number> & Record<string, string | number>>;

async function wave(
  load: Load,
  document: string,
  count: number,
  { name, mark, kill }: { name: string; mark: string; kill: boolean },
): Promise<Wave> {
  const accepted: number[] = [];
  await load.server.memory();
  const began = performance.now();
  const ids = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const at = performance.now();
      const { id } = await load.begin(document, `What is the password? (${mark}, ${i})`);
      accepted.push(performance.now() - at);
      return id;
    }),
  );
  let over = 0;
  const following = ids.map(async (id) => {
    const numbers = await load.follow(id);
    over++;
    return numbers.every((number, i) => number === i + 1);
  });
  if (kill) {
    while (over < count / 4) await new Promise((resolve) => setTimeout(resolve, 5));
    await load.server.kill();
    await load.start();
  }
  const whole = await Promise.all(following);
  let lost = 0;
  for (const id of ids) {
    const reading = await load.json<Made>(`/v1/readings/${id}`);
    if (reading.state !== 'done' || reading.answers?.[0]?.answer !== 'bluebird') lost++;
  }
  const seconds = (performance.now() - began) / 1000;
  const { peak } = await load.server.memory();
  return {
    wave: name,
    lost,
    gaps: whole.filter((each) => !each).length,
    seconds,
    'a second': count / seconds,
    'accepted p50 ms': percentile(accepted, 0.5),
    'accepted p99 ms': percentile(accepted, 0.99),
    'MiB at most': peak / 2 ** 20,
  };
}
