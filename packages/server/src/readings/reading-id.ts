import { randomBytes } from 'node:crypto';

let last = 0;

/** A new reading's id: the time in milliseconds, then chance, so that ids are in the order in which they were made. */
export function newReadingId(now = Date.now()): string {
  // Never the same twice in a process: many may be made in a millisecond.
  last = Math.max(now, last + 1);
  return `rd_${last.toString(16).padStart(12, '0')}${randomBytes(6).toString('hex')}`;
}

/** When a reading was made, in milliseconds, from its id. */
export const timeOf = (id: string): number => Number.parseInt(id.slice(3, 15), 16);
