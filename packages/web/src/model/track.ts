import type { AnswerEvent, Source, StartedEvent, StepEvent, WarningEvent } from './events.ts';
import { shareOfWords, wordsOf } from './words.ts';

/** A sentence of the memory; one object for the same sentence at every step, so that steps can share it. */
export interface Line {
  readonly text: string;
  /** The chunk at which it entered. */
  readonly entered: number;
  readonly source?: Source;
  /** Kept because it matches the question so well; the model had not chosen it. */
  readonly matched?: true;
}

/** What a bar of the timeline says happened, the most telling first. */
export const kinds = ['exit', 'cut', 'unusable', 'written', 'kept'] as const;
export type Kind = (typeof kinds)[number];

/** A step as the page keeps it. */
export interface Step {
  readonly chunk: number;
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  readonly kind: Kind;
  readonly lines: readonly Line[];
  readonly added: readonly Line[];
  readonly dropped: readonly Line[];
  /** Dropped lines whose words are gone from the memory too: not those that were only put otherwise. */
  readonly lost: readonly Line[];
  /** Characters of the memory. */
  readonly size: number;
  readonly hints: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly seconds: number;
  readonly warnings: readonly WarningEvent[];
}

interface Written extends Step {
  /** Undefined where the lines say it all. */
  readonly text: string | undefined;
}

/** One question of a reading: its steps so far and its answer. */
export class Track {
  readonly index: number;
  question: string;
  started: StartedEvent | undefined;
  answer: AnswerEvent | undefined;
  /** Warnings about no step in particular. */
  warnings: WarningEvent[] = [];
  /** The share of the document that has been read, where the server knows. */
  progress: number | undefined;
  readonly #steps: Written[] = [];
  readonly #lines = new Map<string, Line>();

  constructor(index: number, question: string) {
    this.index = index;
    this.question = question;
  }

  get steps(): readonly Step[] {
    return this.#steps;
  }

  get policy(): string | undefined {
    return this.started?.policy;
  }

  /** Takes a reading up: one that begins anew forgets what it had. */
  start(event: StartedEvent): void {
    this.started = event;
    this.question = event.question;
    this.answer = undefined;
    this.warnings = [];
    const from = event.resumedAt ?? 0;
    while ((this.#steps.at(-1)?.chunk ?? -1) >= from) this.#steps.pop();
  }

  add(event: StepEvent): void {
    // A chunk that is read again (the text grew) takes the place of what was read there.
    while ((this.#steps.at(-1)?.chunk ?? -1) >= event.chunk) this.#steps.pop();
    const before = this.#steps.at(-1);
    const changed = event.outcome === 'written';
    const lines = !changed && before ? before.lines : event.memory.lines.map((line) => this.#intern(line));
    const joined = lines.map((line) => line.text).join('\n');
    const text = event.memory.text === joined ? undefined : event.memory.text;
    const dropped = event.dropped.map((line) => this.#intern(line));
    this.#steps.push({
      chunk: event.chunk,
      start: event.start,
      end: event.end,
      tokens: event.tokens,
      kind: event.exit ? 'exit' : event.outcome,
      lines,
      added: event.added.map((line) => this.#intern(line)),
      dropped,
      // What is copied word for word is gone when it is dropped; what is rewritten may be there in other words.
      lost: this.policy === 'select' ? dropped : lostLines(dropped, before?.lines ?? [], event.memory.text),
      size: event.memory.text.length,
      text: !changed && before ? before.text : text,
      hints: event.hints,
      tokensIn: event.tokensIn,
      tokensOut: event.tokensOut,
      seconds: event.seconds,
      warnings: [],
    });
    if (event.progress !== undefined) this.progress = event.progress;
  }

  warn(event: WarningEvent): void {
    const at = event.chunk === undefined ? -1 : this.positionOfChunk(event.chunk);
    const step = this.#steps[at];
    if (!step) {
      this.warnings.push(event);
      return;
    }
    const cut = event.code === 'memory-cut' && step.kind !== 'exit';
    this.#steps[at] = { ...step, warnings: [...step.warnings, event], ...(cut ? { kind: 'cut' } : {}) };
  }

  finish(event: AnswerEvent): void {
    this.answer = event;
  }

  /** The memory after a step as the model wrote it. */
  memoryText(position: number): string {
    const step = this.#steps[position];
    return step ? (step.text ?? step.lines.map((line) => line.text).join('\n')) : '';
  }

  /** The place of a chunk's step in `steps`; −1 where it has none. */
  positionOfChunk(chunk: number): number {
    const at = this.positionBy((step) => step.chunk <= chunk);
    return this.#steps[at]?.chunk === chunk ? at : -1;
  }

  /** The step whose chunk holds a byte of the text, or the nearest. */
  positionOfByte(byte: number): number {
    return Math.max(
      0,
      this.positionBy((step) => step.start <= byte),
    );
  }

  /** Bytes of the text read so far. */
  get end(): number {
    return this.#steps.at(-1)?.end ?? 0;
  }

  /** The last step for which something holds that holds up to some step and not after. */
  private positionBy(holds: (step: Step) => boolean): number {
    let low = -1;
    let high = this.#steps.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (holds(this.#steps[middle]!)) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #intern(line: Line): Line {
    const key = `${line.entered} ${line.source?.start ?? ''} ${line.text}`;
    const known = this.#lines.get(key);
    if (known) return known;
    this.#lines.set(key, line);
    return line;
  }
}

/**
 * The dropped lines that the memory does not hold in other words either. A line is judged by the words that no other
 * line of the memory had: lists are full of lines that differ in a name or a number.
 */
export function lostLines(dropped: readonly Line[], before: readonly Line[], memory: string): Line[] {
  const now = wordsOf(memory);
  const lines = new Map<string, number>();
  const others = before.length > 0 ? before : dropped;
  for (const line of others)
    for (const word of wordsOf(line.text)) lines.set(word, (lines.get(word) ?? 0) + 1);
  return dropped.filter((line) => {
    const words = wordsOf(line.text);
    const own = new Set([...words].filter((word) => (lines.get(word) ?? 0) <= 1));
    return own.size > 0 ? shareOfWords(own, now) < 0.5 : shareOfWords(words, now) < 0.6;
  });
}
