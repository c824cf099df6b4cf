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
  // A memory is the same object for as long as nothing changes it: its words are looked at once.
  const seenMemories = new Map<Memory, HeldText>();
  const held = (memory: Memory) => {
    const known = seenMemories.get(memory) ?? heldText(memory);
    seenMemories.set(memory, known);
    return known;
  };
  return evidence.map((item, i) => {
    const { start, end } = spans[i]!;
    const base = { fact: item.fact, depth: item.start / Math.max(1, length) };
    const seen = end === undefined ? -1 : steps.findIndex((step) => step.end >= end);
    if (start === undefined || end === undefined || seen < 0) return { ...base, fate: 'unseen' };
    const wanted = wantedText(item);
    const kept = steps.map((step, at) => at >= seen && holds(held(step.memory), wanted, start, end));
    const seenAt = steps[seen]!.chunk;
    if (kept.at(-1)) return { ...base, fate: 'kept', seenAt };
    const last = kept.lastIndexOf(true);
    if (last < 0) return { ...base, fate: 'not-kept', seenAt };
    return { ...base, fate: 'dropped', seenAt, lostAt: steps[last + 1]!.chunk };
  });
}

/** The fewest words of a statement that are looked for one by one. */
const statementWords = 9;

/** A memory as facts are looked for in it: places that were copied, and the words of all else. */
interface HeldText {
  readonly copies: readonly { readonly start: number; readonly end: number }[];
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

function heldText(memory: Memory): HeldText {
  const written: string[] = [];
  const copies: { start: number; end: number }[] = [];
  for (const line of memory.lines) {
    if (isCopy(line)) copies.push(line.source);
    else written.push(line.text);
  }
  if (memory.lines.length === 0) written.push(memory.text);
  const text = normalizeAnswer(written.join('\n'));
  return { copies, text, words: new Set(text.split(' ')) };
}

/** A fact as it is looked for: its words, and those of them that tell where it is a whole statement. */
interface WantedText {
  readonly text: string;
  readonly words: readonly string[];
}

function wantedText({ fact }: Evidence): WantedText {
  const text = normalizeAnswer(fact);
  const words = text.split(' ');
  return {
    text,
    words: words.length < statementWords ? [] : [...new Set(words.filter((word) => word.length > 3))],
  };
}

/**
 * Whether a memory holds a fact: a line copied from its place, or the value itself in what the model wrote (for a
 * whole statement, most of its words).
 */
function holds(memory: HeldText, wanted: WantedText, start: number, end: number): boolean {
  for (const copy of memory.copies)
    if (Math.min(end, copy.end) - Math.max(start, copy.start) >= (end - start) / 2) return true;
  if (wanted.text === '' || memory.text === '') return false;
  if (` ${memory.text} `.includes(` ${wanted.text} `)) return true;
  if (wanted.words.length === 0) return false;
  return wanted.words.filter((word) => memory.words.has(word)).length >= 0.7 * wanted.words.length;
}

/** Whether a line stands in the text word for word at the place it names. */
const isCopy = (line: MemoryLine): line is MemoryLine & { source: NonNullable<MemoryLine['source']> } =>
  line.source !== undefined &&
  normalizeAnswer(line.text).endsWith(normalizeAnswer(line.source.text)) &&
  line.source.text.trim() !== '';
