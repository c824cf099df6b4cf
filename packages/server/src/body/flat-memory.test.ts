import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Child, startChild } from '../testing/child.ts';
import type { Json } from '../testing/harness.ts';

let folder: string;
let child: Child;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flat-'));
  child = await startChild(folder, { window: 200_000 });
});
afterAll(async () => {
  child.process.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** A chat of so many bytes, with the password in the middle, made as it is sent. */
async function* body(bytes: number): AsyncGenerator<string> {
  const block = 'Nothing of note happened on that day in the village.\\n\\n'.repeat(2000);
  yield '{"model":"reader","messages":[{"role":"user","content":"';
  for (let sent = 0; sent < bytes; sent += block.length) {
    yield block;
    if (sent <= bytes / 2 && sent + block.length > bytes / 2) yield 'The password is kestrel.\\n\\n';
  }
  yield 'What is the password?"}]}';
}

function send(bytes: number): Promise<Json> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${child.url}/v1/chat/completions`,
      { method: 'POST', headers: { 'content-type': 'application/json' } },
      async (response) => {
        let text = '';
        for await (const piece of response) text += piece;
        resolve(JSON.parse(text));
      },
    );
    sent.on('error', reject);
    Readable.from(body(bytes)).pipe(sent);
  });
}

describe('a request of 100 MB', () => {
  it('is read in the memory of a small one', async () => {
    // Several, so that the heap is as large as small ones make it, whenever its garbage is collected.
    for (let i = 0; i < 3; i++) expect((await send(10_000_000)).choices[0].message.content).toBe('kestrel');
    const before = await child.memory();
    const large = await send(100_000_000);
    expect(large.choices[0].message.content).toBe('kestrel');
    expect(large.usage.prompt_tokens).toBeGreaterThan(20_000_000);
    const after = await child.memory();
    const grown = (after.peak - before.peak) / 2 ** 20;
    process.stdout.write(
      `peak RSS: ${Math.round(before.peak / 2 ** 20)} MiB for 10 MB, ${Math.round(after.peak / 2 ** 20)} MiB for 100 MB\n`,
    );
    expect(grown).toBeLessThan(80);
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
  });
});
