import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { splitArguments } from './ask.ts';

const cwd = fileURLToPath(new URL('.', import.meta.url));
const stdin = Readable.from([]);
const split = (args: string[], asked: string[] = [], tty = false) =>
  splitArguments(
    { cwd, stdin: tty ? Object.assign(Readable.from([]), { isTTY: true }) : stdin },
    args,
    asked,
  );

describe('splitArguments', () => {
  it('takes the last argument for the question', () => {
    expect(split(['a.txt', 'b.txt', 'Who?'])).toEqual({ documents: ['a.txt', 'b.txt'], questions: ['Who?'] });
  });
  it('takes all arguments for documents where questions are given apart', () => {
    expect(split(['a.txt', 'b.txt'], ['Who?', 'When?'])).toEqual({
      documents: ['a.txt', 'b.txt'],
      questions: ['Who?', 'When?'],
    });
  });
  it('takes standard input for the document where only a question is given and something is piped in', () => {
    expect(split(['Who wrote it?'])).toEqual({ documents: ['-'], questions: ['Who wrote it?'] });
    expect(split([], ['Who?'])).toEqual({ documents: ['-'], questions: ['Who?'] });
    expect(() => split(['Who wrote it?'], [], true)).toThrow('Only one argument');
  });
  it('notices a forgotten question', () => {
    expect(() => split(['ask.ts'])).toThrow('No question was given');
    expect(() => split(['chat.ts', 'ask.ts'])).toThrow('ask.ts, is a document');
    expect(() => split(['-'])).toThrow('No question');
    expect(() => split([])).toThrow('Neither');
  });
  it('leaves an empty question to the reading, which refuses it', () => {
    expect(split(['a.txt', ''])).toEqual({ documents: ['a.txt'], questions: [''] });
  });
});
