import { type PolicyName, type ScriptedModel, scriptedModel, type Tokenizer } from '@memagent/core';

/** Sentences that an instant model's memory holds: a page of some 250 tokens. */
const memoryLines = 12;

/**
 * A model that costs nothing and yet keeps everything around it at work: under `overwrite` it writes a whole new
 * memory at each step, one sentence of it from the chunk; under `select` it adds a sentence to a full memory.
 */
export function instantModel(tokenizer: Tokenizer, policy: PolicyName): ScriptedModel {
  const lines: string[] = [];
  return scriptedModel({
    tokenizer,
    name: 'instant',
    reply(prompt, _options, call) {
      if (policy === 'select') return `+${1 + (call % 40)}`;
      const section = prompt.segments.find((segment) => segment.tokens !== undefined)?.text;
      if (section === undefined) return 'The answer is 42.';
      const from = section.indexOf('. ', (call * 97) % (section.length >> 1)) + 2;
      const to = section.indexOf('.', from) + 1;
      if (to > from) lines.push(section.slice(from, to).replace(/\s+/g, ' '));
      if (lines.length > memoryLines) lines.shift();
      return lines.join(' ');
    },
  });
}
