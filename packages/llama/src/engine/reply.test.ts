import { describe, expect, it } from 'vitest';
import { Reply, type ReplyOptions } from './reply.ts';

/** A reply whose tokens are bytes. */
function replyOf(text: string, options: Partial<ReplyOptions> = {}) {
  const pieces: string[] = [];
  const reply = new Reply({
    decode: (tokens) => new TextDecoder().decode(Uint8Array.from(tokens)),
    stop: [],
    onText: (piece) => pieces.push(piece),
    reasoning: 'none',
    ...options,
  });
  let stopped = false;
  for (const byte of new TextEncoder().encode(text)) {
    stopped = reply.push(byte);
    if (stopped) break;
  }
  return { ...reply.end(), pieces, stopped, tokens: reply.ids.length };
}

describe('a reply', () => {
  it('is streamed in whole characters', () => {
    const { text, pieces } = replyOf('né 👩');
    expect(text).toBe('né 👩');
    expect(pieces).toEqual(['n', 'é', ' ', '👩']);
  });

  it('keeps a broken character at its end', () => {
    const reply = new Reply({
      decode: (tokens) => new TextDecoder().decode(Uint8Array.from(tokens)),
      stop: [],
      onText: undefined,
      reasoning: 'none',
    });
    reply.push(0xc3);
    expect(reply.end().text).toBe('\uFFFD');
  });

  it('ends before the first stop string, of which nothing is streamed', () => {
    const { text, pieces, stopped } = replyOf('one\n\ntwo END three', { stop: ['END', '\n\n'] });
    expect(text).toBe('one');
    expect(pieces.join('')).toBe('one');
    expect(stopped).toBe(true);
  });

  it('gives back what only looked like a stop string', () => {
    const { text, pieces } = replyOf('EN route to EN', { stop: ['END'] });
    expect(text).toBe('EN route to EN');
    expect(pieces.join('')).toBe(text);
  });
});

describe('reasoning', () => {
  it('is told apart from the answer, and never streamed', () => {
    const { text, reasoning, pieces, reasoningTokens } = replyOf('<think>\nhm END\n</think>\n\nYes.', {
      reasoning: 'told-apart',
      stop: ['END'],
    });
    expect({ text, reasoning }).toEqual({ text: 'Yes.', reasoning: 'hm END' });
    expect(pieces.join('')).toBe('Yes.');
    expect(reasoningTokens).toBe('<think>\nhm END\n</think'.length);
  });

  it('that the template has begun needs no opening', () => {
    expect(replyOf('hm</think>Yes.', { reasoning: 'begun' })).toMatchObject({
      text: 'Yes.',
      reasoning: 'hm',
    });
  });

  it('that was cut off leaves no answer', () => {
    expect(replyOf('<think>hm', { reasoning: 'told-apart' })).toMatchObject({
      text: '',
      reasoning: 'hm',
      pieces: [],
    });
  });

  it('is absent from a reply without it, also one that begins like a tag', () => {
    for (const text of ['Yes.', '<thin ice>', '<b>']) {
      const reply = replyOf(text, { reasoning: 'told-apart' });
      expect(reply).toMatchObject({ text });
      expect(reply.reasoning).toBeUndefined();
      expect(reply.pieces.join('')).toBe(text);
    }
  });
});
