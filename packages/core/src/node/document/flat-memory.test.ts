import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder } from './fixtures.ts';

const megabytes = 200;
let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder({ 'small.txt': 'small\n' });
});
afterAll(() => folder.remove());

async function write(name: string, text: string) {
  const block = Buffer.from(text.repeat(Math.ceil(2 ** 20 / Buffer.byteLength(text))));
  const blocks = (function* () {
    for (let at = 0; at < megabytes; at++) yield block;
  })();
  await pipeline(Readable.from(blocks), createWriteStream(folder.at(name)));
}

/** Reads a file in a process of its own; gives the bytes it read and the most memory it held. */
async function peak(name: string): Promise<{ bytes: number; peak: number }> {
  const index = fileURLToPath(new URL('./index.ts', import.meta.url));
  const script = `
    import { openDocument } from ${JSON.stringify(index)};
    let bytes = 0;
    for await (const { text } of (await openDocument(process.argv[1])).open()) bytes += Buffer.byteLength(text);
    console.log(JSON.stringify({ bytes, peak: process.resourceUsage().maxRSS * 1024 }));`;
  const run = promisify(execFile);
  const flags = ['--conditions=memagent-source', '--import', 'tsx', '--input-type=module', '-e', script];
  const { stdout } = await run(process.execPath, [...flags, folder.at(name)]);
  return JSON.parse(stdout);
}

it('holds no more memory for 200 MB, in lines or in one, than for a small file', async () => {
  await write('lines.txt', 'Größe: the quick brown fox jumped over it.\n');
  await write('line.txt', 'the quick brown fox jumped over it ');
  const small = await peak('small.txt');
  for (const name of ['lines.txt', 'line.txt']) {
    const large = await peak(name);
    expect(large.bytes).toBeGreaterThanOrEqual(megabytes * 2 ** 20);
    expect(large.peak - small.peak).toBeLessThan(64 * 2 ** 20);
  }
});
