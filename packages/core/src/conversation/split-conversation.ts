import { MemAgentError } from '../errors.ts';

/** A turn of a chat, as text. */
export interface Turn {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
}

/** A conversation as something to read: the long parts are the document, the last user turn is the question. */
export interface ReadableConversation {
  readonly document: readonly string[];
  readonly question: string;
}

/** About four characters a token: enough to tell a question from a document. */
const questionCharacters = 4;

/**
 * Splits a conversation that is too long for a window. The question is the last user turn; where that turn itself is
 * long, it is the turn's last paragraph, else its first, else its first or last line, whichever is short enough. All
 * other turns, and the rest of that one, are the document, in order; a short system turn goes with the question.
 */
export function splitConversation(turns: readonly Turn[], questionTokens: number): ReadableConversation {
  const room = questionTokens * questionCharacters;
  const last = turns.findLastIndex((turn) => turn.role === 'user' && turn.text.trim() !== '');
  if (last < 0) {
    throw new MemAgentError('bad-input', 'The conversation has no user turn with text.', {
      hint: 'End it with a question.',
    });
  }
  const { question, rest } = splitTurn(turns[last]!.text, room);
  const instructions = turns.filter(
    (turn) => turn.role === 'system' && turn.text.length + question.length <= room,
  );
  const document = turns.flatMap((turn, i) => {
    if (i === last) return rest;
    return instructions.includes(turn) || turn.text.trim() === '' ? [] : [turn.text];
  });
  return { document, question: [...instructions.map((turn) => turn.text.trim()), question].join('\n\n') };
}

function splitTurn(text: string, room: number): { question: string; rest: string[] } {
  const whole = text.trim();
  if (whole.length <= room) return { question: whole, rest: [] };
  for (const separator of ['\n\n', '\n']) {
    const first = whole.indexOf(separator);
    const final = whole.lastIndexOf(separator);
    if (first < 0) continue;
    const tail = whole.slice(final + separator.length).trim();
    const head = whole.slice(0, first).trim();
    const headAsks = head.length <= room && head.includes('?');
    // A turn that opens with a question and ends in the middle of a text has its question in front.
    if (tail.length <= room && !(headAsks && !tail.includes('?')))
      return { question: tail, rest: [whole.slice(0, final)] };
    if (head.length <= room) return { question: head, rest: [whole.slice(first + separator.length)] };
  }
  throw new MemAgentError(
    'bad-input',
    'The last user turn is one long paragraph: the question cannot be told from the text.',
    {
      hint: 'Put the question into a paragraph or a turn of its own.',
    },
  );
}
