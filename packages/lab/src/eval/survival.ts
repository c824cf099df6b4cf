import type { Memory, MemoryLine } from '@memagent/core';
import type { SystemStep } from '../systems/system.ts';
import type { Evidence } from '../task/task.ts';
import { normalizeAnswer } from '../verify/normalize.ts';
import type { ByteSpan } from './tracked-document.ts';

/** What became of a fact that the answer needs. */
export type Fate =
  | 'unseen' // reading ended before it
  | 'not-kept' // its chunk was read, and it never got into the memory
  | 'dropped' // it got into the memory and was lost later
  | 'kept'; // it was in the memory at the end

/** All fates, the worst first. */
export const fates: readonly Fate[] = ['unseen', 'not-kept', 'dropped', 'kept'];

/** A needed fact and what became of it. */
export interface FactFate {
  readonly fact: string;
  /** Where it lies, as a share of the text. */
  readonly depth: number;
  readonly fate: Fate;
  /** The chunk that it ends in. */
  readonly seenAt?: number;
  /** The chunk after which it was no longer there. */
  readonly lostAt?: number;
}

/** Follows the facts that an answer needs through the memories of a reading. */
export function factFates(
  evidence: readonly Evidence[],
  spans: readonly ByteSpan[],
  steps: readonly SystemStep[],
  length: number,
): FactFate[] {
  return evidence.map((item, i) => {
    const { start, end } = spans[i]!;
    const base = { fact: item.fact, depth: item.start / Math.max(1, length) };
    const seen = end === undefined ? -1 : steps.findIndex((step) => step.end >= end);
    if (start === undefined || end === undefined || seen < 0) return { ...base, fate: 'unseen' };
    const held = steps.map((step, at) => at >= seen && holds(step.memory, item, start, end));
    const seenAt = steps[seen]!.chunk;
    if (held.at(-1)) return { ...base, fate: 'kept', seenAt };
    const last = held.lastIndexOf(true);
    if (last < 0) return { ...base, fate: 'not-kept', seenAt };
    return { ...base, fate: 'dropped', seenAt, lostAt: steps[last + 1]!.chunk };
  });
}

/** The fewest words of a statement that are looked for one by one. */
const statementWords = 9;

/**
 * Whether a memory holds a fact: a line copied from its place, or the value itself in what the model wrote (for a
 * whole statement, most of its words).
 */
function holds(memory: Memory, { fact }: Evidence, start: number, end: number): boolean {
  const written: string[] = [];
  for (const line of memory.lines) {
    if (!isCopy(line)) written.push(line.text);
    else if (Math.min(end, line.source.end) - Math.max(start, line.source.start) >= (end - start) / 2)
      return true;
  }
  if (memory.lines.length === 0) written.push(memory.text);
  const text = normalizeAnswer(written.join('\n'));
  const wanted = normalizeAnswer(fact);
  if (wanted === '') return false;
  if (` ${text} `.includes(` ${wanted} `)) return true;
  const words = new Set(wanted.split(' ').filter((word) => word.length > 3));
  if (wanted.split(' ').length < statementWords || words.size === 0) return false;
  const there = new Set(text.split(' '));
  return [...words].filter((word) => there.has(word)).length >= 0.7 * words.size;
}

/** Whether a line stands in the text word for word at the place it names. */
const isCopy = (line: MemoryLine): line is MemoryLine & { source: NonNullable<MemoryLine['source']> } =>
  line.source !== undefined &&
  normalizeAnswer(line.text).endsWith(normalizeAnswer(line.source.text)) &&
  line.source.text.trim() !== '';
