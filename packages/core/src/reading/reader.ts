import type { Chunk } from '../chunk/chunk.ts';
import { chunkHash } from '../chunk/chunk-hash.ts';
import type {
  Journal,
  JournalAnswer,
  JournalHeader,
  JournalRecord,
  JournalStep,
  JournalWriter,
} from '../journal/journal.ts';
import { emptyMemory, type Memory } from '../memory/memory.ts';
import { hashText } from '../text/hash.ts';
import type { Spent } from './events.ts';
import type { Settings } from './settings.ts';

/** One question's side of a reading: its memory, its place in the text, its journal. */
export class Reader {
  readonly index: number;
  readonly question: string;
  readonly header: Omit<JournalHeader, 'id'>;
  id: string;
  memory: Memory = emptyMemory;
  started = false;
  exited = false;
  /** Set when the text turned out to differ from what an earlier run read. */
  changedAt: number | undefined;
  chunks = 0;
  unusable = 0;
  spent: Spent = { calls: 0, tokensIn: 0, tokensCached: 0, tokensOut: 0, seconds: 0 };
  private readonly journal: Journal | undefined;
  private steps: JournalStep[] = [];
  private answered: JournalAnswer | undefined;
  private replayed = 0;
  private writer: JournalWriter | undefined;
  private unwritable = false;
  private warned = false;
  /** Steps of the journal that a fork of it begins with. */
  private inherited: JournalStep[] | undefined;

  constructor(
    index: number,
    question: string,
    id: string,
    header: Omit<JournalHeader, 'id'>,
    journal: Journal | undefined,
  ) {
    this.index = index;
    this.question = question;
    this.id = id;
    this.header = header;
    this.journal = journal;
  }

  /** Takes up what an earlier run left. */
  async resume(): Promise<void> {
    this.adopt((await this.journal?.load(this.id)) ?? []);
  }

  private adopt(records: readonly JournalRecord[]): void {
    this.steps = records.filter((record) => record.type === 'step');
    this.answered = records.findLast((record) => record.type === 'answer');
  }

  /** Whether an earlier run may have read the chunk with this number. */
  mayKnow(chunk: number): boolean {
    return chunk < this.steps.length;
  }

  /** Whether an earlier run read this very chunk: then its memory is taken over and nothing is asked. */
  async replay(chunk: Chunk): Promise<boolean> {
    let step = this.steps[chunk.index];
    if (!step) return false;
    const hash = await chunkHash(chunk);
    if (step.hash !== hash) {
      // A text that only grew differs first in its last chunk, which ended where the text did. Any other difference
      // is another text: it gets a journal of its own, named by where and how it differs.
      const before = this.steps.slice(0, chunk.index);
      this.answered = undefined;
      this.steps = before;
      if (step.last) return false;
      this.id = (await hashText(`${this.id} ${chunk.index} ${hash}`)).slice(0, this.id.length);
      const records = await this.journal?.load(this.id);
      this.adopt(records ?? []);
      step = this.steps[chunk.index];
      if (step?.hash !== hash) {
        // There is none, or a crash left only its beginning: it is written anew.
        this.answered = undefined;
        this.steps = before;
        this.inherited = before;
        if (!records) this.changedAt = chunk.start;
        return false;
      }
    }
    this.memory = (step.memory as Memory | undefined) ?? this.memory;
    this.exited = step.exit ?? false;
    this.replayed = chunk.index + 1;
    this.chunks = this.replayed;
    if (step.outcome === 'unusable') this.unusable += 1;
    return true;
  }

  /** The first chunk that this run reads itself, when an earlier run read some. */
  get resumedAt(): number | undefined {
    return this.replayed > 0 ? this.replayed : undefined;
  }

  /**
   * The answer of an earlier run, when it read exactly as far as this one, was asked for in the same way, and was not cut
   * short of what it may have now.
   */
  storedAnswer(
    schemaHash: string | undefined,
    { weigh, budgets }: Pick<Settings, 'weigh' | 'budgets'>,
  ): JournalAnswer | undefined {
    const { answered } = this;
    if (!answered || answered.chunks !== this.chunks || this.steps.length !== this.chunks) return undefined;
    const toTheEnd = !answered.partial || answered.partial === 'exit';
    const uncut = answered.cut === undefined || answered.cut >= budgets.output;
    const alike = answered.schema === schemaHash && (answered.weighed ?? false) === weigh;
    return toTheEnd && uncut && alike ? answered : undefined;
  }

  /** Puts a record on disk. False when another process owns this reading's journal. */
  async record(record: JournalStep | JournalAnswer): Promise<boolean> {
    if (!this.journal || this.unwritable) return !this.unwritable;
    if (!this.writer) {
      const keep = this.inherited || this.replayed === 0 ? 0 : 1 + this.replayed;
      this.writer = await this.journal.open(this.id, keep);
      if (!this.writer) {
        this.unwritable = true;
        return false;
      }
      if (keep === 0) {
        await this.writer.append({ ...this.header, id: this.id });
        for (const step of this.inherited ?? []) await this.writer.append(step);
      }
    }
    await this.writer.append(record);
    return true;
  }

  /** True once: the first time that the user is to be told. */
  warnUnwritable(): boolean {
    const first = this.unwritable && !this.warned;
    this.warned = true;
    return first;
  }

  spend(call: { tokensIn: number; tokensCached: number; tokensOut: number; seconds: number }): void {
    this.spent = {
      calls: this.spent.calls + 1,
      tokensIn: this.spent.tokensIn + call.tokensIn,
      tokensCached: this.spent.tokensCached + call.tokensCached,
      tokensOut: this.spent.tokensOut + call.tokensOut,
      seconds: this.spent.seconds + call.seconds,
    };
  }

  async close(): Promise<void> {
    await this.writer?.close();
    this.writer = undefined;
  }
}
