import { generateText, streamText } from 'ai';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../model/scripted-model.ts';
import { memAgentLanguageModel } from './language-model.ts';

const filler = 'Nothing of note happened on that day in the village.\n\n'.repeat(600);
const reader = (window = 2000) =>
  scriptedModel({
    window,
    reply: (prompt) => {
      const text = prompt.segments.map((segment) => segment.text).join('');
      const hero = /The hero is (\w+)\./.exec(text)?.[1];
      if (text.includes('Your answer:')) return hero ?? 'NOT FOUND';
      if (!text.includes('<section>')) return `chat about: ${text}`;
      return hero ? `The hero is ${hero}.` : 'KEEP';
    },
  });

describe('memAgentLanguageModel in the AI SDK', () => {
  it('reads what does not fit the window', async () => {
    const model = memAgentLanguageModel({ model: reader(), policy: 'gated' });
    const result = await generateText({
      model,
      prompt: `${filler}The hero is Ottilie.\n\n${filler}\n\nWho is the hero?`,
    });
    expect(result.text).toBe('Ottilie');
    expect(result.reasoningText).toContain('The hero is Ottilie.');
    expect(result.usage.inputTokens).toBeGreaterThan(5000);
    expect(result.providerMetadata?.memagent).toMatchObject({ answered: true });
  });

  it('says when the answer was cut short', async () => {
    const model = scriptedModel({
      window: 2000,
      reply: (prompt) => {
        const text = prompt.segments.map((segment) => segment.text).join('');
        return text.includes('Your answer:') ? 'very '.repeat(400) : 'The hero is Ottilie.';
      },
    });
    const result = await generateText({
      model: memAgentLanguageModel({ model, policy: 'gated' }),
      prompt: `${filler}\n\nWho is the hero?`,
    });
    expect(result.finishReason).toBe('length');
  });

  it('streams steps as reasoning and the answer as text', async () => {
    const model = memAgentLanguageModel({ model: reader(), policy: 'gated' });
    const result = streamText({
      model,
      messages: [
        { role: 'user', content: `The hero is Ottilie.\n\n${filler}` },
        { role: 'user', content: 'Who is the hero?' },
      ],
    });
    let text = '';
    for await (const part of result.textStream) text += part;
    expect(text).toBe('Ottilie');
    expect(await result.reasoningText).toContain('After chunk 1');
  });

  it('passes a conversation that fits straight through', async () => {
    const result = await generateText({
      model: memAgentLanguageModel({ model: reader() }),
      system: 'Be brief.',
      prompt: 'Hello there',
    });
    expect(result.text).toBe('chat about: Hello there');
  });
});
