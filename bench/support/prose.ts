import type { Document, Tokenizer } from '@memagent/core';
import { proseHaystack, Random, vocabulary } from '@memagent/lab';

/** Characters in a piece, as files come from disk. */
const pieceLength = 1 << 16;

/** Prose with names and numbers in it, made before any clock runs, in pieces of 64 KiB. */
export function makePieces(characters: number, seed = 1): string[] {
  const random = new Random(seed);
  const units = proseHaystack.units(random);
  const pieces: string[] = [];
  for (let made = 0; made < characters; ) {
    const target = Math.min(pieceLength, characters - made);
    let text = '';
    while (text.length < target) {
      if (random.int(0, 7) === 0)
        text += `The special number of the ${keyOf(random)} is ${random.int(1e6, 1e7)}. `;
      text += units.next().value;
    }
    // Through bytes: one flat string, as a decoder gives it, instead of a rope of sentences.
    pieces.push(Buffer.from(text).toString());
    made += text.length;
  }
  return pieces;
}

/** Prose of about so many tokens. */
export async function proseOfTokens(tokens: number, tokenizer: Tokenizer, seed = 1): Promise<string> {
  const text = makePieces(tokens * 6, seed).join('');
  const all = (await tokenizer.encode(text)).length;
  return text.slice(0, Math.round((text.length * tokens) / all));
}

const keyOf = (random: Random) => `${random.pick(vocabulary.adjectives)}-${random.pick(vocabulary.nouns)}`;

/**
 * A document of so many characters that is never held: a stock of prose, over and over, with a line before each
 * piece that has not been there before. It may begin anywhere in the stock.
 */
export function proseDocument(stock: readonly string[], characters: number, first = 0): Document {
  return {
    name: 'prose',
    bytes: characters,
    async *open() {
      let given = 0;
      for (let i = first; given < characters; i++) {
        const header = `\n\nEntry ${i} of the log was written at ${(i * 7919) % 86400} by clerk ${(i * 104729) % 9973}.\n\n`;
        const piece = stock[i % stock.length]!;
        yield { text: header };
        yield { text: given + piece.length > characters ? piece.slice(0, characters - given) : piece };
        given += piece.length + header.length;
      }
    },
  };
}

/** What giving the text costs by itself: to be taken off what reading it costs. */
export async function secondsToGive(document: Document): Promise<number> {
  const began = performance.now();
  let characters = 0;
  for await (const piece of document.open()) characters += piece.text.length;
  if (characters === 0) throw new Error('The document is empty.');
  return (performance.now() - began) / 1000;
}
