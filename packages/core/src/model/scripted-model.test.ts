import { describe, expect, it } from 'vitest';
import { scriptedModel } from './scripted-model.ts';

const prompt = { segments: [{ text: 'a prompt', trusted: true }], shared: 0, form: 'chat' } as const;

describe('scriptedModel', () => {
  it('replies by its function and counts tokens', async () => {
    const model = scriptedModel({
      reply: (_, { maxTokens }, call) => `reply ${call} of ${maxTokens}`,
      record: true,
    });
    await model.complete(prompt, { maxTokens: 50 });
    const completion = await model.complete(prompt, { maxTokens: 50 });
    expect(completion).toEqual({
      text: 'reply 1 of 50',
      finish: 'stop',
      usage: { promptTokens: 3, completionTokens: 5 },
    });
    expect(model.count).toBe(2);
    expect(model.calls.map(({ text }) => text)).toEqual(['a prompt', 'a prompt']);
  });

  it('is cut at its limit and at stop words as a model is', async () => {
    const model = scriptedModel({ reply: () => 'one two three END four' });
    expect(await model.complete(prompt, { maxTokens: 2 })).toMatchObject({
      text: 'one two',
      finish: 'length',
    });
    expect(await model.complete(prompt, { maxTokens: 9, stop: [' END'] })).toMatchObject({
      text: 'one two three',
      finish: 'stop',
    });
  });

  it('shows its text, passes completions and errors on, and heeds its signal', async () => {
    const whole = { text: 'x', finish: 'length', usage: { promptTokens: 1, completionTokens: 1 } } as const;
    const shown: string[] = [];
    const onText = (text: string) => shown.push(text);
    expect(await scriptedModel({ reply: () => whole }).complete(prompt, { maxTokens: 9, onText })).toBe(
      whole,
    );
    expect(shown).toEqual(['x']);
    const failing = scriptedModel({
      reply: () => {
        throw new Error('no');
      },
    });
    await expect(failing.complete(prompt, { maxTokens: 9 })).rejects.toThrow('no');
    const signal = AbortSignal.abort();
    await expect(failing.complete(prompt, { maxTokens: 9, signal })).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});
