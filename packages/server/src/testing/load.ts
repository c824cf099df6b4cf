// Load: 1,000 readings at once against an instant model. None may be lost; what the server adds to each is reported.
// Run: node --conditions=memagent-source --import tsx packages/server/src/testing/load.ts [readings]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, textDocument } from '@memagent/core';
import { createServer } from '../create-server.ts';
import { listen } from '../listen.ts';
import type { Json } from './harness.ts';
import { readingModel, story } from './reading-model.ts';

const count = Number(process.argv[2] ?? 1000);
const folder = await mkdtemp(join(tmpdir(), 'load-'));
const model = readingModel({ concurrency: 16 });
const server = await createServer({ models: { reader: async () => model }, stateFolder: folder });
const { url, close } = await listen(server);
const text = story(100);
const json = { 'content-type': 'application/json' };
const percentile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;
const ms = (value: number) => `${value.toFixed(1)} ms`;

// What a reading takes by itself, without a server or a journal.
const alone: number[] = [];
for (let i = 0; i < 50; i++) {
  const began = performance.now();
  await ask({ document: textDocument(text), question: `What is the password? (${i})`, model });
  alone.push(performance.now() - began);
}

const document: Json = await (
  await fetch(`${url}/v1/documents?name=story.txt`, { method: 'POST', body: text })
).json();
const before = process.memoryUsage.rss();
const began = performance.now();
const accepted: number[] = [];
const ids = await Promise.all(
  Array.from({ length: count }, async (_, i) => {
    const at = performance.now();
    const response = await fetch(`${url}/v1/readings`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ document: document.id, question: `What is the password? (${i})` }),
    });
    const made: Json = await response.json();
    accepted.push(performance.now() - at);
    return made.id as string;
  }),
);
let lost = 0;
let gaps = 0;
await Promise.all(
  ids.map(async (id) => {
    const events = await (await fetch(`${url}/v1/readings/${id}/events`)).text();
    const numbers = [...events.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));
    if (numbers.some((number, i) => number !== i + 1)) gaps++;
    const reading: Json = await (await fetch(`${url}/v1/readings/${id}`)).json();
    if (reading.state !== 'done' || reading.answers[0].answer !== 'bluebird') lost++;
  }),
);
const seconds = (performance.now() - began) / 1000;

// One at a time: what the server adds to a reading that need not wait.
const single: number[] = [];
for (let i = 0; i < 100; i++) {
  const at = performance.now();
  const made: Json = await (
    await fetch(`${url}/v1/readings`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ document: document.id, question: `And the password? (${i})` }),
    })
  ).json();
  await (await fetch(`${url}/v1/readings/${made.id}/events`)).text();
  single.push(performance.now() - at);
}

// A chat that fits goes straight through: what that adds to a call of the model.
const chats: Record<string, number[]> = { whole: [], streamed: [] };
for (let i = 0; i < 200; i++) {
  for (const stream of [false, true]) {
    const at = performance.now();
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ stream, messages: [{ role: 'user', content: `Hello ${i}` }] }),
    });
    await response.text();
    chats[stream ? 'streamed' : 'whole']!.push(performance.now() - at);
  }
}
const base = percentile(alone, 0.5);
const report = {
  readings: count,
  lost,
  gaps,
  seconds: Number(seconds.toFixed(2)),
  perSecond: Math.round(count / seconds),
  accepted: { p50: ms(percentile(accepted, 0.5)), p99: ms(percentile(accepted, 0.99)) },
  added: { p50: ms(percentile(single, 0.5) - base), p99: ms(percentile(single, 0.99) - base) },
  chat: { p50: ms(percentile(chats.whole!, 0.5)), p99: ms(percentile(chats.whole!, 0.99)) },
  chatStreamed: { p50: ms(percentile(chats.streamed!, 0.5)), p99: ms(percentile(chats.streamed!, 0.99)) },
  rssGrown: `${Math.round((process.memoryUsage.rss() - before) / 2 ** 20)} MiB`,
};
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
await close({ graceMs: 0 });
await rm(folder, { recursive: true, force: true });
if (lost > 0 || gaps > 0) process.exitCode = 1;
