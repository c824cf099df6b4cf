import { type Document, splitConversation, type TextPiece, type Turn } from '@memagent/core';
import { bytesOf, type LongText, SpooledText } from '../body/spooled-text.ts';
import type { LongTurn } from './request.ts';

/** A part of the document: a text, or bytes of one in a file. */
interface Part {
  readonly text: LongText;
  readonly start?: number;
  readonly end?: number;
}

/** A conversation as something to read. */
export interface LongConversation {
  readonly parts: readonly Part[];
  readonly question: string;
}

/** How much of a long turn's ends is looked at for the question; more than any question may have. */
const edgeBytes = 1 << 16;

/**
 * Core's `splitConversation` for turns that lie in files: the same rule, with only the ends of a long last turn held in
 * memory. What lies between them is stood for by a run of letters that is too long to be a question.
 */
export async function splitLong(
  turns: readonly LongTurn[],
  questionTokens: number,
): Promise<LongConversation> {
  const last = turns.findLastIndex((turn) => turn.role === 'user' && bytesOf(turn.text) > 0);
  const files = new Map<string, SpooledText>();
  const edge = Math.max(edgeBytes, questionTokens * 16);
  let question: { synthetic: string; file: SpooledText } | undefined;
  const short: Turn[] = [];
  for (const [i, { role, text }] of turns.entries()) {
    if (typeof text === 'string') short.push({ role, text });
    else if (i !== last) {
      // Only its place matters: it is too long for a question or an instruction.
      const name = `\u0000${i}\u0000${'x'.repeat(questionTokens * 4 + 1)}`;
      files.set(name, text);
      short.push({ role, text: name });
    } else if (text.bytes <= edge * 2) short.push({ role, text: await text.read() });
    else {
      const { head, tail } = await text.edges(edge);
      const synthetic = `${head}${'x'.repeat(questionTokens * 4 + 1)}${tail}`;
      question = { synthetic, file: text };
      short.push({ role, text: synthetic });
    }
  }
  const split = splitConversation(short, questionTokens);
  const parts = split.document.map((text): Part => {
    const file = files.get(text);
    if (file) return { text: file };
    if (question && isRest(text, question.synthetic)) return restOf(text, question.synthetic, question.file);
    return { text };
  });
  return { parts, question: split.question };
}

/** The rest of a turn is all of it but a paragraph at its beginning or its end. */
const isRest = (text: string, whole: string) => text.length > whole.length / 2 && whole.includes(text);

/** The bytes of the file that a rest of its stand-in means. */
function restOf(rest: string, whole: string, file: SpooledText): Part {
  const at = whole.indexOf(rest);
  const before = Buffer.byteLength(whole.slice(0, at));
  const after = Buffer.byteLength(whole.slice(at + rest.length));
  return { text: file, start: before, end: file.bytes - after };
}

/** The parts as one document, each followed by an empty line. */
export function partsDocument(parts: readonly Part[]): Document {
  const bytes = parts.reduce(
    (sum, part) => sum + ((part.end ?? bytesOf(part.text)) - (part.start ?? 0)) + 2,
    0,
  );
  return {
    name: 'conversation',
    bytes,
    // Texts come from UTF-8, so that no piece holds half a character.
    async *open(signal): AsyncGenerator<TextPiece> {
      for (const { text, start, end } of parts) {
        signal?.throwIfAborted();
        if (text instanceof SpooledText)
          for await (const piece of text.pieces(start, end, signal)) yield { text: piece };
        else yield { text };
        yield { text: '\n\n' };
      }
    },
  };
}
