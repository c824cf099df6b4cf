import { type Model, type Prompt, scriptedModel } from '@memagent/core';

/** A model that takes no time and keeps the sentence with the password. */
export function instantReader(): Model {
  const textOf = ({ segments }: Prompt) => segments.map(({ text }) => text).join('');
  return scriptedModel({
    window: 2000,
    concurrency: 16,
    reply: (prompt) => {
      const password = /The password is (\w+)\./.exec(textOf(prompt))?.[1];
      if (textOf(prompt).includes('Your answer:')) return password ?? 'NOT FOUND';
      return password ? `The password is ${password}.` : 'Nothing so far.';
    },
  });
}

/** A text of so many paragraphs with the password in the middle. */
export function story(paragraphs: number): string {
  const half = Array.from(
    { length: paragraphs / 2 },
    (_, i) => `Paragraph ${i} speaks about nothing in particular at all.`,
  ).join('\n\n');
  return `${half}\n\nThe password is bluebird.\n\n${half}`;
}
