import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile, startProcess } from './server-process.ts';
import type { Figures } from './support/bench.ts';
import { printTable } from './support/report.ts';

/** What a conversation that fits costs more through the server than straight at the endpoint behind it. */
export async function measureProxy(count: number): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'));
  const upstream = await startProcess({ role: 'upstream' });
  const server = await startProcess({ role: 'server', folder, upstream: upstream.url });
  const kinds = [
    { kind: 'whole', stream: false },
    { kind: 'streamed: all of it', stream: true },
    { kind: 'streamed: first word', stream: true },
  ];
  const times = (): Record<string, number[]> => Object.fromEntries(kinds.map(({ kind }) => [kind, []]));
  const sides = { straight: times(), served: times() };
  const ask = async (url: string, stream: boolean, i: number) => {
    const began = performance.now();
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'instant',
        stream,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: `Say twenty words. ${i}` },
        ],
      }),
    });
    let first = 0;
    let text = '';
    for await (const block of response.body!.pipeThrough(new TextDecoderStream())) {
      text += block;
      if (first === 0 && text.includes('word0')) first = performance.now() - began;
    }
    if (!text.includes('word19')) throw new Error(`a reply was lost: ${text.slice(0, 200)}`);
    return { first, all: performance.now() - began };
  };
  // The two take turns, so that what else the machine does falls on both; the first tenth warms up.
  for (let i = -count / 10; i < count; i++) {
    for (const [side, url] of [
      ['straight', upstream.url],
      ['served', server.url],
    ] as const) {
      const whole = await ask(url, false, i);
      const streamed = await ask(url, true, i);
      if (i < 0) continue;
      sides[side].whole!.push(whole.all);
      sides[side]['streamed: all of it']!.push(streamed.all);
      sides[side]['streamed: first word']!.push(streamed.first);
    }
  }
  await Promise.all([server.end(), upstream.end()]);
  await rm(folder, { recursive: true, force: true });
  const figures: Record<string, number> = {};
  const rows = kinds.map(({ kind }) => {
    const [bare, through] = [sides.straight[kind]!, sides.served[kind]!];
    const at = (share: number) => percentile(through, share) - percentile(bare, share);
    figures[`${kind} p50`] = Number(at(0.5).toFixed(2));
    figures[`${kind} p99`] = Number(at(0.99).toFixed(2));
    return {
      request: kind,
      'straight p50': percentile(bare, 0.5),
      'served p50': percentile(through, 0.5),
      'added p50': at(0.5),
      'straight p99': percentile(bare, 0.99),
      'served p99': percentile(through, 0.99),
      'added p99': at(0.99),
    };
  });
  printTable(`milliseconds, ${count} requests of each kind, one at a time`, rows);
  return figures;
}
