import { describe, expect, it } from 'vitest';
import { hideReasoning, splitReasoning } from './reasoning.ts';

describe('splitReasoning', () => {
  it('leaves a reply without thinking as it is', () => {
    expect(splitReasoning(' a <b> reply\n')).toEqual({
      text: ' a <b> reply\n',
      reasoning: undefined,
      open: false,
      bare: false,
    });
  });

  it.each(['think', 'thinking', 'seed:think'])('splits <%s> off', (tag) => {
    const split = splitReasoning(`\n<${tag}>\nhmm\n</${tag}>\n\nthe memory`);
    expect(split).toEqual({ text: 'the memory', reasoning: 'hmm', open: false, bare: false });
  });

  it('gives no text when the thinking never ended', () => {
    expect(splitReasoning('<think>hmm, the memory is')).toMatchObject({
      text: '',
      reasoning: 'hmm, the memory is',
      open: true,
    });
  });

  it('takes all before a lone </think> for thinking: the template began it', () => {
    expect(splitReasoning('hmm</think>text')).toMatchObject({ text: 'text', reasoning: 'hmm', bare: true });
    expect(splitReasoning('hmm and so', true)).toMatchObject({
      text: '',
      reasoning: 'hmm and so',
      open: true,
    });
  });
});

describe('hideReasoning', () => {
  const shown = (pieces: string[]) => {
    let text = '';
    const live = hideReasoning((piece) => {
      text += piece;
    });
    for (const piece of pieces) live.push(piece);
    live.end();
    return text;
  };

  it('shows the same text however the reply is cut', () => {
    for (const reply of [
      '<think>hm < m</think>\n\nthe <b>text',
      'plain',
      '<thin ice',
      '  <think>never ends',
      '<',
      '',
    ]) {
      const whole = shown([reply]);
      expect(shown([...reply])).toBe(whole);
      expect(whole).toBe(splitReasoning(reply).text);
    }
  });
});
