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
 * Reads a length: `8k` (8,192 tokens), `1m`, `3.5m`, `1400`, `200d` (200 paragraphs), or `own` for texts that
 * are as long as they are.
 */
export function parseLength(text: string | number): Length {
  const label = String(text).trim().toLowerCase();
  if (label === 'own') return { label, tokens: 0 };
  const match = /^(\d+(?:\.\d+)?)([kmd]?)$/.exec(label);
  const value = match ? Number(match[1]) * (units[match[2] as keyof typeof units] ?? 1) : 0;
  if (match?.[2] === 'd' && value >= 1)
    return { label, tokens: Math.round(value * tokensPerDocument), documents: Math.round(value) };
  if (match && match[2] !== 'd' && value >= 32) return { label, tokens: Math.round(value) };
  throw new MemAgentError('bad-input', `"${text}" is no length.`, {
    hint: 'Write tokens, as 1400, 8k (8,192) or 1m, paragraphs, as 200d, or own.',
  });
}

/** A length as it is said: `8k` where it is a multiple, else in full, or in millions (`3.6M`). */
export function lengthLabel(tokens: number): string {
  if (tokens === 0) return 'own';
  for (const unit of ['m', 'k'] as const) {
    const times = tokens / units[unit];
    if (times >= 1 && times < 1000 && Number.isInteger(times * 2)) return `${times}${unit}`;
  }
  return tokens < 1e6 ? tokens.toLocaleString('en-US') : `${Number((tokens / 1e6).toPrecision(2))}M`;
}
