import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Document } from './document.ts';
import { textDocument } from './from-text.ts';

async function pieces(document: Document, signal?: AbortSignal): Promise<string[]> {
  const all: string[] = [];
  for await (const piece of document.open(signal)) all.push(piece.text);
  return all;
}

describe('textDocument', () => {
  it('gives a string again each time it is opened, and knows its size in bytes', async () => {
    const document = textDocument('Grüße 👋', { name: 'greeting' });
    expect(document).toMatchObject({ name: 'greeting', bytes: Buffer.byteLength('Grüße 👋') });
    expect(document.once).toBeUndefined();
    expect(await pieces(document)).toEqual(['Grüße 👋']);
    expect(await pieces(document)).toEqual(['Grüße 👋']);
  });

  it('gives nothing for an empty text', async () => {
    expect(await pieces(textDocument(''))).toEqual([]);
    expect(await pieces(textDocument(['', '']))).toEqual([]);
  });

  it('reads arrays more than once and other iterables once', async () => {
    const array = textDocument(['a', 'b']);
    expect((await pieces(array)).join('')).toBe('ab');
    expect((await pieces(array)).join('')).toBe('ab');
    const stream = textDocument(
      (async function* () {
        yield 'a';
      })(),
    );
    expect(stream.once).toBe(true);
    expect(await pieces(stream)).toEqual(['a']);
    expect(() => stream.open()).toThrow(/only once/);
  });

  it('never splits a surrogate pair, however the text is cut, and always gives the same text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        async (texts, cut) => {
          const whole = texts.join('');
          const units = whole.match(new RegExp(`[^]{1,${cut}}`, 'g')) ?? [];
          const given = await pieces(textDocument(units));
          expect(given.join('')).toBe(whole);
          for (const text of given) expect(Buffer.from(text).toString()).toBe(text);
          expect(textDocument(whole).bytes).toBe(Buffer.byteLength(whole));
        },
      ),
    );
  });

  it('replaces lone surrogates, which have no UTF-8, and says so', async () => {
    const document = textDocument(['a\ud800', 'b\udc00c', '\ud83d']);
    expect((await pieces(document)).join('')).toBe('a\ufffdb\ufffdc\ufffd');
    expect(document.notes?.()[0]).toMatch(/3 lone surrogates/);
  });

  it('refuses a stream of bytes and says how to decode it', async () => {
    const bytes = [Buffer.from('x')] as unknown as string[];
    await expect(pieces(textDocument(bytes, { name: 'log' }))).rejects.toMatchObject({
      code: 'bad-input',
      message: 'log is a stream of bytes, not of strings.',
    });
  });

  it('stops at once when aborted while the source keeps it waiting', async () => {
    const stop = new AbortController();
    let closed = false;
    const stuck: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: async () => {
          closed = true;
          return { done: true, value: undefined };
        },
      }),
    };
    const reading = pieces(textDocument(stuck), stop.signal);
    stop.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(closed).toBe(true);
  });

  it('closes the source when the reader stops early', async () => {
    let closed = false;
    const source = (async function* () {
      try {
        while (true) yield 'more';
      } finally {
        closed = true;
      }
    })();
    for await (const _ of textDocument(source).open()) break;
    expect(closed).toBe(true);
  });
});
