import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Document } from '../document/document.ts';
import { textDocument } from '../document/index.ts';
import { testTokenizer } from '../model/test-tokenizer.ts';
import type { Chunk } from './chunk.ts';
import { type ChunkOptions, chunkDocument } from './chunker.ts';

const tokenizer = testTokenizer();

async function chunksOf(document: Document, options: Partial<ChunkOptions> = {}): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for await (const chunk of chunkDocument(document, tokenizer, { tokens: 50, mode: 'natural', ...options }))
    chunks.push(chunk);
  return chunks;
}

describe('chunkDocument', () => {
  it('loses nothing: chunks put together are the text, spans are its bytes (property)', async () => {
    const word = fc.constantFrom(
      'word ',
      'Ünïcode ',
      '日本語',
      '😀',
      '. ',
      '.\n',
      '\n\n',
      'x'.repeat(70),
      ' ',
      '\r\n',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 400 }),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom('natural', 'tokens'),
        async (words, tokens, mode) => {
          const text = words.join('');
          const chunks = await chunksOf(textDocument(words), { tokens, mode: mode as 'natural' });
          expect(chunks.map((chunk) => chunk.text).join('')).toBe(text);
          const bytes = Buffer.from(text);
          chunks.forEach((chunk, i) => {
            expect(chunk.index).toBe(i);
            expect(bytes.subarray(chunk.start, chunk.end).toString()).toBe(chunk.text);
            expect(chunk.last).toBe(i === chunks.length - 1);
            expect(chunk.tokens).toBeLessThanOrEqual(Math.max(tokens, 4));
          });
        },
      ),
    );
  });

  it('gives the same chunks however the text arrives', async () => {
    const text = Array.from(
      { length: 300 },
      (_, i) => `Sentence ${i} is here.${i % 7 === 0 ? '\n\n' : ' '}`,
    ).join('');
    const whole = await chunksOf(textDocument(text));
    const pieces = text.match(/[\s\S]{1,17}/g)!;
    const arrived = await chunksOf(textDocument(pieces));
    const still = (chunks: Chunk[]) => chunks.map(({ received: _, ...chunk }) => chunk);
    expect(still(arrived)).toEqual(still(whole));
  });

  it('takes exactly so many tokens where the paper does', async () => {
    const chunks = await chunksOf(textDocument('some words and more '.repeat(100)), {
      mode: 'tokens',
      tokens: 64,
    });
    expect(new Set(chunks.slice(0, -1).map((chunk) => chunk.tokens))).toEqual(new Set([64]));
  });

  it('ends at a paragraph near the size, else at a sentence, else at a space', async () => {
    const paragraphs = await chunksOf(textDocument('One two three four five six.\n\n'.repeat(30)));
    expect(paragraphs.slice(0, -1).every((chunk) => /\.\n+$/.test(chunk.text))).toBe(true);
    const sentences = await chunksOf(textDocument('One two three four five. '.repeat(30)));
    expect(sentences.slice(0, -1).every((chunk) => chunk.text.endsWith('.'))).toBe(true);
    const words = await chunksOf(textDocument('word '.repeat(300)));
    expect(words.slice(0, -1).every((chunk) => chunk.text.endsWith('word'))).toBe(true);
  });

  it('knows the pages and files that a chunk lies in', async () => {
    const document: Document = {
      name: 'pages',
      async *open() {
        for (let page = 1; page <= 5; page++) yield { text: 'Some words of this page. '.repeat(4), page };
      },
    };
    const chunks = await chunksOf(document);
    for (const chunk of chunks) {
      expect(chunk.places[0]!.start).toBeLessThanOrEqual(chunk.start);
      expect(chunk.places[0]!.page).toBe(Math.floor(chunk.start / 100) + 1);
      expect(chunk.places.at(-1)!.page).toBe(Math.floor((chunk.end - 1) / 100) + 1);
    }
  });
});
