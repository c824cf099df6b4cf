import { describe, expect, it } from 'vitest';
import { splitConversation } from './split-conversation.ts';

const book = 'A long story goes on and on.\n\n'.repeat(500).trim();

describe('splitConversation', () => {
  it('takes the last user turn as the question and the rest as the document', () => {
    const { document, question } = splitConversation(
      [
        { role: 'system', text: 'Answer in one word.' },
        { role: 'user', text: book },
        { role: 'assistant', text: 'I have read it.' },
        { role: 'user', text: 'Who is the hero?' },
      ],
      100,
    );
    expect(question).toBe('Answer in one word.\n\nWho is the hero?');
    expect(document).toEqual([book, 'I have read it.']);
  });

  it('finds the question at the end or at the beginning of a long turn', () => {
    expect(splitConversation([{ role: 'user', text: `${book}\n\nWho is the hero?` }], 100)).toEqual({
      document: [book],
      question: 'Who is the hero?',
    });
    expect(splitConversation([{ role: 'user', text: `Who is the hero?\n\n${book}` }], 100)).toEqual({
      document: [book],
      question: 'Who is the hero?',
    });
  });

  it('refuses what holds no question', () => {
    expect(() => splitConversation([{ role: 'system', text: 'x' }], 100)).toThrow(/no user turn/);
    expect(() => splitConversation([{ role: 'user', text: 'word '.repeat(5000) }], 100)).toThrow(
      /one long paragraph/,
    );
  });
});
