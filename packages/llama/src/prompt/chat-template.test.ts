import { describe, expect, it } from 'vitest';
import { chatmlTemplate } from '../testing/index.ts';
import { chatFrame } from './chat-template.ts';

const tokens = { bos: '<s>', eos: '</s>' };

describe('the frame of a chat template', () => {
  it('stands around the content, with the system message before it', () => {
    expect(chatFrame(chatmlTemplate, tokens, 'Be brief.')).toEqual({
      before: '<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\n',
      after: '<|im_end|>\n<|im_start|>assistant\n',
      trims: false,
    });
  });

  it('tells whether the template takes white space off the content, and knows the tokens by name', () => {
    const template = '{{ bos_token }}[INST] {{ messages[0]["content"] | trim }} [/INST]';
    expect(chatFrame(template, tokens)).toEqual({ before: '<s>[INST] ', after: ' [/INST]', trims: true });
  });

  it('has the system message in the content where the template refuses one', () => {
    const template =
      "{% if messages[0]['role'] == 'system' %}{{ raise_exception('no system') }}{% endif %}U:{{ messages[0]['content'] }}\nA:";
    expect(chatFrame(template, tokens, 'Be brief.').before).toBe('U:Be brief.\n\n');
  });

  it('is refused where the template cannot be read or drops the message', () => {
    for (const template of ['{% if %}', 'Hello', '{{ messages[0].content }}{{ messages[0].content }}']) {
      expect(() => chatFrame(template, tokens)).toThrow(/chat template cannot be used/);
    }
  });
});
