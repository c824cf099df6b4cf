import { type Prompt, type ScriptedModel, type ScriptedModelOptions, scriptedModel } from '@memagent/core';

const textOf = (prompt: Prompt) => prompt.segments.map((segment) => segment.text).join('');

/**
 * An instant model that keeps the sentence with the password, as an ideal reader would, and in a chat says back what it
 * was told.
 */
export function readingModel(options: Partial<ScriptedModelOptions> = {}): ScriptedModel {
  return scriptedModel({
    window: 2000,
    reply: (prompt) => {
      const text = textOf(prompt);
      const password = /The password is (\w+)\./.exec(text)?.[1];
      if (/Reply with|JSON/.test(text) && text.includes('Your answer:')) return JSON.stringify({ password });
      if (text.includes('Your answer:')) return password ?? 'NOT FOUND';
      if (!text.includes('<section>')) return `You said: ${text}`;
      return password ? `The password is ${password}.` : 'Nothing so far.';
    },
    ...options,
  });
}

/** A text of so many paragraphs with the password in the middle. */
export function story(paragraphs: number, password = 'bluebird'): string {
  const half = Array.from(
    { length: Math.ceil(paragraphs / 2) },
    (_, i) => `Paragraph ${i} speaks about nothing in particular at all.`,
  ).join('\n\n');
  return `${half}\n\nThe password is ${password}.\n\n${half}`;
}
