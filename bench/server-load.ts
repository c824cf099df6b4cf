import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, textDocument } from '@memagent/core';
import { instantReader, story } from './server-model.ts';
import { percentile, startProcess } from './server-process.ts';
import type { Bench } from './support/bench.ts';
import { printTable } from './support/report.ts';

interface Made {
  readonly id: string;
  readonly state: string;
  readonly answers?: readonly { readonly answer: string }[];
}

/** Readings at once against an instant model: none may be lost; what the server adds to each, and its memory. */
export const serverLoadBench: Bench = {
  name: 'load',
  about:
    'Many readings at once against an instant model: how many are lost (it fails above none), time and memory.',
  options: {
    readings: { takes: 'n', about: 'how many at once (1000)' },
    database: { takes: 'postgres://…', about: 'keep them in this database instead of in files' },
  },
  run: async (options) => {
    const count = options.number('readings', 1000, 50);
    const database = options.value('database');
    const folder = await mkdtemp(join(tmpdir(), 'load-'));
    const server = await startProcess({ role: 'server', folder, ...(database ? { database } : {}) });
    const { url } = server;
    const text = story(100);
    const json = async <T>(path: string, init?: RequestInit): Promise<T> =>
      (await (await fetch(url + path, init)).json()) as T;
    const document = await json<{ id: string }>('/v1/documents?name=story.txt', {
      method: 'POST',
      body: text,
    });
    const begin = (question: string) =>
      json<Made>('/v1/readings', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ document: document.id, question }),
      });
    const follow = async (id: string) => (await fetch(`${url}/v1/readings/${id}/events`)).text();

    // What a reading takes by itself, without a server or a journal, against one that need not wait.
    const model = instantReader();
    const alone: number[] = [];
    const served: number[] = [];
    const rounds = Math.max(20, count / 5);
    for (let i = -5; i < rounds; i++) {
      let began = performance.now();
      await ask({ document: textDocument(text), question: `The password? (${i})`, model });
      if (i >= 0) alone.push(performance.now() - began);
      began = performance.now();
      await follow((await begin(`The password? (${i})`)).id);
      if (i >= 0) served.push(performance.now() - began);
    }

    const accepted: number[] = [];
    const before = (await server.memory()).rss;
    const began = performance.now();
    const made = await Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const at = performance.now();
        const reading = await begin(`What is the password? (${i})`);
        accepted.push(performance.now() - at);
        return reading.id;
      }),
    );
    let lost = 0;
    let gaps = 0;
    await Promise.all(
      made.map(async (id) => {
        const numbers = [...(await follow(id)).matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));
        if (numbers.some((number, i) => number !== i + 1)) gaps++;
        const reading = await json<Made>(`/v1/readings/${id}`);
        if (reading.state !== 'done' || reading.answers?.[0]?.answer !== 'bluebird') lost++;
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    const { peak } = await server.memory();
    await server.end();
    await rm(folder, { recursive: true, force: true });
    const added = (share: number) => percentile(served, share) - percentile(alone, share);
    printTable(`a reading, in milliseconds (${rounds} one after another)`, [
      { side: 'by itself', p50: percentile(alone, 0.5), p99: percentile(alone, 0.99) },
      { side: 'through the server', p50: percentile(served, 0.5), p99: percentile(served, 0.99) },
      { side: 'added', p50: added(0.5), p99: added(0.99) },
    ]);
    const row = {
      readings: count,
      lost,
      gaps,
      seconds,
      'a second': count / seconds,
      'accepted p50 ms': percentile(accepted, 0.5),
      'accepted p99 ms': percentile(accepted, 0.99),
      'MiB before': before / 2 ** 20,
      'MiB at most': peak / 2 ** 20,
    };
    printTable(`at once, ${database ? 'in PostgreSQL' : 'in files'}`, [row]);
    if (lost + gaps > 0) throw new Error(`${lost} readings were lost, ${gaps} have gaps`);
    return {
      lost,
      gaps,
      perSecond: Math.round(count / seconds),
      addedP50: Number(added(0.5).toFixed(2)),
      addedP99: Number(added(0.99).toFixed(2)),
    };
  },
};
