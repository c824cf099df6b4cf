import { MemAgentError } from '@memagent/core';

/** How long a sample's text is: in tokens, or in paragraphs for tasks that are made of them. */
export interface Length {
  /** As it was written. */
  readonly label: string;
  /** In tokens; for a number of paragraphs about 141 each, as in HotpotQA. */
  readonly tokens: number;
  readonly documents?: number;
}

const tokensPerDocument = 141;
const units = { '': 1, k: 1024, m: 1024 * 1024 };

/**
 * Reads a length: `8k` (8,192 tokens), `1m`, `3.5m`, `1400`, or `200d` (200 paragraphs).
 */
export function parseLength(text: string | number): Length {
  const label = String(text).trim().toLowerCase();
  const match = /^(\d+(?:\.\d+)?)([kmd]?)$/.exec(label);
  const value = match ? Number(match[1]) * (units[match[2] as keyof typeof units] ?? 1) : 0;
  if (match?.[2] === 'd' && value >= 1)
    return { label, tokens: Math.round(value * tokensPerDocument), documents: Math.round(value) };
  if (match && match[2] !== 'd' && value >= 32) return { label, tokens: Math.round(value) };
  throw new MemAgentError('bad-input', `"${text}" is no length.`, {
    hint: 'Write tokens, as 1400, 8k (8,192) or 1m, or paragraphs, as 200d.',
  });
}

/** A length as short as it can be said. */
export function lengthLabel(tokens: number): string {
  for (const [unit, size] of [
    ['m', units.m],
    ['k', units.k],
  ] as const) {
    if (tokens >= size) return `${Number((tokens / size).toFixed(tokens % size === 0 ? 0 : 2))}${unit}`;
  }
  return String(tokens);
}
