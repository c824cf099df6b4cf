import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseJsonSpooled } from './json-spool.ts';
import { SpooledText } from './spooled-text.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function* blocks(text: string | Buffer, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text as string);
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size));
}

/** The value with every spooled text read back. */
async function whole(value: unknown): Promise<unknown> {
  if (value instanceof SpooledText) return value.read();
  if (Array.isArray(value)) return Promise.all(value.map(whole));
  if (typeof value !== 'object' || value === null) return value;
  const entries = await Promise.all(
    Object.entries(value).map(async ([key, each]) => [key, await whole(each)]),
  );
  return Object.fromEntries(entries);
}

const parse = (text: string | Buffer, size = 7, longBytes = 20) =>
  parseJsonSpooled(blocks(text, size), { folder: join(folder, 'texts'), longBytes });

describe('parseJsonSpooled', () => {
  it('gives what JSON.parse gives, wherever the blocks are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ noUnicodeString: false }),
        fc.integer({ min: 1, max: 9 }),
        async (value, size) => {
          const text = JSON.stringify(value);
          await rm(join(folder, 'texts'), { recursive: true, force: true });
          expect(await whole(await parse(text, size))).toEqual(JSON.parse(Buffer.from(text).toString()));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('writes long strings to files and holds the rest', async () => {
    const long = 'Grüße \u{1f600} "quoted" \\ back\nline '.repeat(50);
    const value = (await parse(JSON.stringify({ a: [long, 'short'], b: long }))) as {
      a: unknown[];
      b: SpooledText;
    };
    expect(value.a[0]).toBeInstanceOf(SpooledText);
    expect(value.a[1]).toBe('short');
    expect(await value.b.read()).toBe(long);
    expect(value.b.bytes).toBe(Buffer.byteLength(long));
    expect(await readdir(join(folder, 'texts'))).toEqual(['0.txt', '1.txt']);
  });

  it('joins escaped halves of a character and replaces lone ones', async () => {
    expect(await parse('"\\ud83d\\ude00 \\ud83d \\u00e9"', 3)).toBe('\u{1f600} \ufffd é');
  });

  it('keeps keys that would trick an object', async () => {
    const value = (await parse('{"__proto__": {"x": 1}, "a": 2}')) as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__', 'a']);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it.each([
    '',
    '{',
    '[1,]',
    '{"a":}',
    '{"a" 1}',
    '{a:1}',
    '"open',
    '"\\x"',
    '"\\u12g4"',
    'nul',
    '01',
    '1 2',
    '[1}',
    '"tab\tinside"',
    '{"a":1,}',
    '-',
    '1e',
    '\u00ff',
  ])('refuses %j with the place and none of the text', async (text) => {
    await expect(parse(text)).rejects.toMatchObject({ status: 400, code: 'invalid_json' });
    await expect(parse(`["secret text", ${text}`)).rejects.not.toThrow(/secret/);
  });

  it('refuses nesting without end and endless small parts', async () => {
    await expect(parse('['.repeat(1000))).rejects.toThrow(/too deep/);
    const many = parseJsonSpooled(blocks(`[${'1,'.repeat(5000)}1]`, 1000), { folder, heldBytes: 1000 });
    await expect(many).rejects.toMatchObject({ status: 413 });
    await expect(parse(`{"${'k'.repeat(5000)}":1}`)).rejects.toThrow(/key that is too long/);
  });
});
