import { z } from 'zod';

/** The version of the journal's format; another one is not read. */
export const journalVersion = 1;

const source = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  chunk: z.number(),
  page: z.number().optional(),
  file: z.string().optional(),
});

const memory = z.object({
  text: z.string(),
  lines: z.array(
    z.object({
      text: z.string(),
      entered: z.number(),
      source: source.optional(),
      matched: z.literal(true).optional(),
      share: z.number().optional(),
    }),
  ),
});

const header = z.object({
  type: z.literal('reading'),
  version: z.literal(journalVersion),
  id: z.string(),
  created: z.string(),
  document: z.string(),
  question: z.string(),
  model: z.string(),
  profile: z.string(),
  policy: z.string(),
  settings: z.record(z.string(), z.unknown()),
});

const step = z.object({
  type: z.literal('step'),
  chunk: z.number(),
  start: z.number(),
  end: z.number(),
  tokens: z.number(),
  /** Hash of the chunk's text: what tells a changed text from the one that was read. */
  hash: z.string(),
  last: z.boolean(),
  outcome: z.enum(['kept', 'written', 'unusable']),
  reply: z.string(),
  /** Absent when the step left the memory as it was. */
  memory: memory.optional(),
  exit: z.boolean().optional(),
  cut: z.boolean().optional(),
  hints: z.number(),
  tokensIn: z.number(),
  tokensCached: z.number(),
  tokensOut: z.number(),
  seconds: z.number(),
});

const answer = z.object({
  type: z.literal('answer'),
  answer: z.string(),
  answered: z.boolean(),
  value: z.unknown().optional(),
  sources: z.array(source),
  partial: z.enum(['exit', 'tokens', 'seconds', 'money', 'stopped']).optional(),
  /** Whether it was weighed against what parts of the memory say. */
  weighed: z.boolean().optional(),
  confidence: z.number().optional(),
  /** The tokens after which it was cut short, where it had no more. */
  cut: z.number().optional(),
  /** Hash of the schema that the answer satisfies, where one was asked for. */
  schema: z.string().optional(),
  chunks: z.number(),
  reply: z.string(),
  tokensIn: z.number(),
  tokensCached: z.number(),
  tokensOut: z.number(),
  seconds: z.number(),
});

/** A line of a journal. */
export const journalRecord = z.discriminatedUnion('type', [header, step, answer]);

export type JournalHeader = z.infer<typeof header>;
export type JournalStep = z.infer<typeof step>;
export type JournalAnswer = z.infer<typeof answer>;
export type JournalRecord = z.infer<typeof journalRecord>;

/** A journal opened for writing by one reading at a time. */
export interface JournalWriter {
  /** On disk when it returns. */
  append(record: JournalRecord): Promise<void>;
  close(): Promise<void>;
}

/** Where readings are kept. */
export interface Journal {
  /** The records of a reading, oldest first; undefined where there is none. A torn last line is left out. */
  load(id: string): Promise<JournalRecord[] | undefined>;
  /** Opens a reading for writing, keeping its first `keep` records; undefined when another process is writing it. */
  open(id: string, keep: number): Promise<JournalWriter | undefined>;
}

/** A journal that lives as long as the process: for tests and for browsers. */
export class MemoryJournal implements Journal {
  readonly readings = new Map<string, JournalRecord[]>();
  private readonly writing = new Set<string>();

  async load(id: string): Promise<JournalRecord[] | undefined> {
    const records = this.readings.get(id);
    return records && [...records];
  }

  async open(id: string, keep: number): Promise<JournalWriter | undefined> {
    if (this.writing.has(id)) return undefined;
    this.writing.add(id);
    const records = (this.readings.get(id) ?? []).slice(0, keep);
    this.readings.set(id, records);
    return {
      append: async (record) => void records.push(record),
      close: async () => void this.writing.delete(id),
    };
  }
}
