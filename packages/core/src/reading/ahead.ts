import type { Section } from '../chunk/sections.ts';
import { freeze, rareStems } from '../hints/hints.ts';
import { wantedBy } from '../hints/wanted.ts';
import type { Memory } from '../memory/memory.ts';
import type { ReadOptions } from './options.ts';
import type { Reader } from './reader.ts';
import type { Settings } from './settings.ts';
import { type Asked, askSection, readSection, replySection, type StepResult } from './step.ts';

/** A section whose turn will come, and how much of the document had been read when it was cut. */
export interface Turn {
  readonly section: Section;
  readonly progress: number | undefined;
}

/** A section that is read before its turn, as if nothing before it changed the memory. */
interface Guess {
  readonly turn: Turn;
  readonly reader: Reader;
  readonly memory: Memory;
  readonly call: Call;
  readonly result: Promise<StepResult>;
}

/** A call, of several readers where they ask together. */
interface Call {
  readonly breakOff: AbortController;
  /** What was asked, once it has been. */
  asked: readonly Asked[];
}

/**
 * The sections of a document in their turn, and beyond. Most chunks of a long text change nothing, so the next ones can be
 * read at the same time, with the memory as it is: where it is still that one when their turn comes, this is what they
 * would have said. Where it is not, they are read again. The result is that of reading one after the other, in less time.
 *
 * It begins with one section at a time. With each that changes nothing twice as many are under way, up to the most that
 * were asked for, and no more than is worth it with as many changes as there were; with one that changes something it
 * begins anew. So memories that are rewritten at every step cost nothing.
 */
export class Ahead {
  private readonly options: ReadOptions;
  private readonly settings: Settings;
  private readonly readers: () => readonly Reader[];
  private readonly turns: AsyncGenerator<Turn>;
  /** Turns that have been asked of the document and not been taken, in order. */
  private readonly pulled: Promise<IteratorResult<Turn, void>>[] = [];
  private guesses: Guess[] = [];
  private readonly inVain = new Set<Promise<void>>();
  private width = 1;
  private chunks = 0;
  private changes = 0;

  constructor(
    sections: AsyncGenerator<Section>,
    options: ReadOptions,
    settings: Settings,
    {
      readers,
      progress,
    }: { readers: () => readonly Reader[]; progress: (section: Section) => number | undefined },
  ) {
    this.options = options;
    this.settings = settings;
    this.readers = readers;
    this.turns = inTurn(sections, settings, progress);
  }

  async next(): Promise<Turn | undefined> {
    const { value, done } = await (this.pulled.shift() ?? this.turns.next());
    return done ? undefined : (value as Turn);
  }

  /** Reads a section whose turn it is, taking what was read ahead where that holds. */
  async read(turn: Turn, readers: readonly Reader[], signal: AbortSignal | undefined): Promise<StepResult[]> {
    const began = performance.now();
    const held = new Map(
      this.take((guess) => guess.turn === turn).map(({ reader, result }) => [reader, result]),
    );
    const unread = readers.filter((reader) => !held.has(reader));
    const reading =
      unread.length > 0
        ? readSection(turn.section, unread, this.options, this.settings, signal)
        : Promise.resolve([]);
    const [now, earlier] = await Promise.all([reading, Promise.all(held.values())]);
    // What was read ahead took as long as it was waited for.
    const seconds = (performance.now() - began) / 1000;
    const all = [...now, ...earlier.map((result) => ({ ...result, record: { ...result.record, seconds } }))];
    return readers.map((reader) => all.find((result) => result.reader === reader)!);
  }

  /**
   * What a section did to the memories, once its readers have taken it over: what was read ahead with another memory was
   * read in vain; where nothing was changed, more is begun.
   */
  adjust(results: readonly StepResult[], signal: AbortSignal | undefined): void {
    for (const guess of this.take((guess) => !holds(guess))) this.discard(guess);
    const changed = results.some(({ change, exit }) => exit || change.outcome === 'written');
    this.chunks += 1;
    if (changed) this.changes += 1;
    this.width = changed ? 1 : Math.min(2 * this.width, this.settings.ahead, this.worthwhile());
    if (this.width > 1) this.lookAhead(signal);
  }

  /** A change costs all that is under way beside it: so many that this is about one call in four. */
  private worthwhile(): number {
    const between = (this.chunks + supposed) / (this.changes + 1);
    return 1 + Math.floor(between / 4);
  }

  /** Breaks off what is still under way; after it readers have been charged for all that was read in vain. */
  async close(): Promise<void> {
    for (const guess of this.take(() => true)) this.discard(guess);
    await Promise.all(this.inVain);
  }

  /** Reads the sections that follow, as many as are to be under way, as soon as the document gives them. */
  private lookAhead(signal: AbortSignal | undefined): void {
    for (let i = 0; i < this.width; i++) {
      let pulled = this.pulled[i];
      if (pulled === undefined) {
        pulled = this.turns.next();
        this.pulled.push(pulled);
      }
      pulled.then(
        ({ value, done }) => {
          // Meanwhile its turn may have come, or fewer be wanted.
          const place = this.pulled.indexOf(pulled);
          if (!done && place >= 0 && place < this.width) this.guess(value as Turn, signal);
        },
        () => undefined, // who takes this turn is told
      );
    }
  }

  private guess(turn: Turn, signal: AbortSignal | undefined): void {
    const { index } = turn.section.chunk;
    const guessed = (reader: Reader) =>
      this.guesses.some((guess) => guess.turn === turn && guess.reader === reader);
    const readers = this.readers().filter(
      (reader) => !reader.exited && !reader.mayKnow(index) && !guessed(reader),
    );
    if (readers.length === 0) return;
    const { options, settings } = this;
    const memories = readers.map((reader) => reader.memory);
    const call: Call = { breakOff: new AbortController(), asked: [] };
    const brokenOff = call.breakOff.signal;
    const { onText: _, ...silently } = options;
    const ask = async () => {
      const asked = await askSection(turn.section, readers, options, settings);
      brokenOff.throwIfAborted();
      call.asked = asked;
      const either = signal ? AbortSignal.any([signal, brokenOff]) : brokenOff;
      return replySection(turn.section, asked, silently, settings, either);
    };
    const results = ask();
    readers.forEach((reader, i) => {
      const result = results.then((all) => all[i]!);
      result.catch(() => undefined); // who waits for it is told; nobody may
      this.guesses.push({ turn, reader, memory: memories[i]!, call, result });
    });
  }

  private take(which: (guess: Guess) => boolean): Guess[] {
    const taken = this.guesses.filter(which);
    this.guesses = this.guesses.filter((guess) => !taken.includes(guess));
    return taken;
  }

  /** A guess that nobody wants is broken off, if nobody else waits for the same call; its prompt is paid for all the same. */
  private discard({ reader, call, result }: Guess): void {
    if (!this.guesses.some((other) => other.call === call)) call.breakOff.abort();
    const asked = call.asked.find((one) => one.reader === reader);
    if (!asked) return;
    const unfinished = { tokensIn: asked.tokens, tokensCached: 0, tokensOut: 0 };
    const charge = result.then(
      ({ record }) => reader.spend({ ...record, seconds: 0 }),
      () => reader.spend({ ...unfinished, seconds: 0 }),
    );
    this.inVain.add(charge);
    charge.then(() => this.inVain.delete(charge));
  }
}

/** How many chunks lie between two that change a memory, before anything is known of it. */
const supposed = 32;

const holds = ({ reader, memory }: Guess) => !reader.exited && reader.memory === memory;

/** Each section as it is at its turn, though the document has gone on meanwhile. */
async function* inTurn(
  sections: AsyncGenerator<Section>,
  { questions, ahead }: Settings,
  progress: (section: Section) => number | undefined,
): AsyncGenerator<Turn, void> {
  const stems = new Set(
    questions.flatMap((question) => [...rareStems(question), ...wantedBy(question).instead.keys()]),
  );
  for await (const section of sections) {
    const { chunk, frequencies } = section;
    const moves = ahead > 1 && frequencies.counts !== undefined;
    const still = moves ? freeze(frequencies, chunk.text, section.sentences(), { stems }) : frequencies;
    yield {
      section: still === frequencies ? section : { ...section, frequencies: still },
      progress: progress(section),
    };
  }
}
