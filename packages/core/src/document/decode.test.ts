import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DecodeOptions, decodeText } from './decode.ts';

async function decode(bytes: Uint8Array, options: DecodeOptions = {}, cut = bytes.length || 1) {
  const notes: string[] = [];
  async function* source() {
    // The same buffer each time, as file sources do.
    const block = Buffer.alloc(cut);
    for (let at = 0; at < bytes.length; at += cut) {
      const part = bytes.subarray(at, at + cut);
      block.set(part);
      yield block.subarray(0, part.length);
    }
  }
  let text = '';
  for await (const piece of decodeText(source(), { note: (note) => notes.push(note), ...options }))
    text += piece;
  return { text, notes };
}

const encode = (text: string) => new TextEncoder().encode(text);

describe('decodeText', () => {
  it('decodes UTF-8 however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.integer({ min: 1, max: 7 }),
        async (end, cut) => {
          // Long enough that characters are cut after the head, too.
          const whole = 'Größe, 尺寸, 👋. '.repeat(500) + end;
          expect(await decode(encode(whole), {}, cut * 1021)).toEqual({ text: whole, notes: [] });
        },
      ),
      { numRuns: 30 },
    );
  });

  it('replaces invalid sequences as the standard says, the same however they are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.constantFrom(0x61, 0x80, 0xbf, 0xc3, 0xe2, 0x82, 0xac, 0xef, 0xbd, 0xf0, 0x9f, 0x98, 0xff),
          { maxLength: 40 },
        ),
        fc.integer({ min: 1, max: 5 }),
        async (tail, cut) => {
          const bytes = Uint8Array.from([...encode('text '.repeat(2000)), ...tail]);
          const { text } = await decode(bytes, {}, cut);
          expect(text).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('counts the replaced sequences in a note, and not the U+FFFD of the text itself', async () => {
    const bytes = Uint8Array.from([...encode('ok \ufffd '), 0xff, 0x61, 0xf0, 0x9f, 0x98, 0x62, 0xc3]);
    const { text, notes } = await decode(bytes, { name: 'a.txt' });
    expect(text).toBe('ok \ufffd \ufffda\ufffdb\ufffd');
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^a.txt: 3 invalid UTF-8 sequences/);
  });

  it('keeps a UTF-8 byte order mark as text, so that spans are those of the file', async () => {
    const bytes = Uint8Array.from([0xef, 0xbb, 0xbf, ...encode('Hi')]);
    const { text, notes } = await decode(bytes);
    expect(text).toBe('\ufeffHi');
    expect(encode(text)).toEqual(bytes);
    expect(notes).toEqual([]);
  });

  it.each(['le', 'be'])(
    'decodes UTF-16%s by its mark, without it, and says that spans differ',
    async (order) => {
      const little = Buffer.from('\ufeffGröße 👋', 'utf16le');
      const bytes = order === 'le' ? little : Buffer.from(little).swap16();
      for (const cut of [1, 3, 64]) {
        const { text, notes } = await decode(bytes, {}, cut);
        expect(text).toBe('Größe 👋');
        expect(notes[0]).toMatch(`utf-16${order}`);
      }
    },
  );

  it('recognises UTF-16 without a mark by its NUL bytes', async () => {
    expect((await decode(Buffer.from('Plain text, no mark.', 'utf16le'))).text).toBe('Plain text, no mark.');
  });

  it('decodes an encoding that is named, and refuses one that does not exist', async () => {
    expect((await decode(Uint8Array.from([0x47, 0x72, 0xfc, 0xdf, 0x65]), { encoding: 'latin1' })).text).toBe(
      'Grüße',
    );
    await expect(decode(encode('x'), { encoding: 'klingon' })).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('keeps CRLF, tabs and a few NUL bytes as they are', async () => {
    const text = 'a\r\nb\tc\0d\r\n';
    expect(await decode(encode(text))).toEqual({ text, notes: [] });
  });

  it('gives nothing for nothing', async () => {
    expect(await decode(new Uint8Array(0))).toEqual({ text: '', notes: [] });
  });

  it('refuses what is no text and says what it is', async () => {
    const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
    await expect(decode(png, { name: 'cat.txt' })).rejects.toMatchObject({
      code: 'bad-input',
      message: 'cat.txt is a PNG image, not text.',
    });
    await expect(decode(new Uint8Array(100), { name: 'zeros' })).rejects.toThrow(
      'zeros is binary data, not text.',
    );
  });

  it('closes the source when the reader stops early', async () => {
    let closed = false;
    const source = (async function* () {
      try {
        while (true) yield encode('more '.repeat(1000));
      } finally {
        closed = true;
      }
    })();
    for await (const _ of decodeText(source)) break;
    expect(closed).toBe(true);
  });
});
