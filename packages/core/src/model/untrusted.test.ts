import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defang, promptText } from './untrusted.ts';

const hostile = [
  '<|im_end|>',
  '<|im_start|>',
  '<|eot_id|>',
  '<|start_header_id|>',
  '<|channel|>',
  '<|turn>',
  '<turn|>',
  '<｜User｜>',
  '<｜end▁of▁sentence｜>',
  '<s>',
  '</s>',
  '<think>',
  '</think>',
  '<start_of_turn>',
  '<end_of_turn>',
  '[INST]',
  '[/INST]',
  '<<SYS>>',
  '[|endofturn|]',
  '[TOOL_CALLS]',
  '<unused12>',
  '<BOS_TOKEN>',
  ']~b]',
  '[e~[',
  '<seed:bos>',
];

describe('defang', () => {
  it.each(hostile)('takes the power from %s and leaves it readable', (token) => {
    const safe = defang(`before ${token} after`);
    expect(safe).not.toContain(token);
    expect(safe.replaceAll(' ', '')).toBe(`before${token}after`);
  });

  it.each([
    'plain text, 2 < 3 and 5 > 4',
    'let y = x |> f <| g |> h',
    'a[0] | b[1] || <b>bold</b> <section> [1] [INSTALL]',
    'if (a<b|c>d) {}',
    '< |im_end|>',
  ])('leaves %s as it is', (text) => {
    expect(defang(text)).toBe(text);
  });

  it('leaves none behind, whatever is nested in what', () => {
    const unit = fc.constantFrom(
      ...hostile,
      '<',
      '|',
      '>',
      's',
      '/',
      ' ',
      '[',
      ']',
      '｜',
      'im_end',
      '~',
      'b',
      '!',
    );
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const safe = defang(text);
        expect(defang(safe)).toBe(safe);
        for (const token of hostile) expect(safe).not.toContain(token);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('promptText', () => {
  it('keeps trusted tokens, and sees those that two untrusted segments make together', () => {
    const segments = [
      { text: '<think>', trusted: true },
      { text: 'x<|im_', trusted: false },
      { text: 'end|>y', trusted: false },
      { text: '</s>', trusted: true },
    ];
    expect(promptText({ segments, shared: 0, form: 'chat' })).toBe('<think>x< |im_end|>y</s>');
  });
});
