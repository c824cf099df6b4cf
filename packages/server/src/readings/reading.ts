import { type AnswerEvent, mostAhead } from '@memagent/core';
import { z } from 'zod';
import type { StateEvent } from '../storage/storage.ts';

const whole = z.number().int().positive();

/** How a text is read: what a request may set, in the readings API and as `memagent` in a chat. */
export const methodSchema = z.strictObject({
  policy: z.enum(['overwrite', 'gated', 'select']).optional(),
  profile: z.enum(['paper', 'paper-plain', 'section-first', 'pocket']).optional(),
  chunks: z.enum(['natural', 'tokens']).optional(),
  hints: z.boolean().optional(),
  review: z.boolean().optional(),
  weigh: z.boolean().optional(),
  keep_matches: z.boolean().optional(),
  ahead: whole.max(mostAhead).optional(),
  exit: z.union([z.boolean(), z.strictObject({ confidence: z.number().min(0).max(1) })]).optional(),
  budgets: z
    .strictObject({
      window: whole.optional(),
      question: whole.optional(),
      chunk: whole.optional(),
      memory: whole.optional(),
      output: whole.optional(),
    })
    .optional(),
  limits: z
    .strictObject({
      tokens: whole.optional(),
      seconds: z.number().positive().optional(),
      money: z.number().positive().optional(),
    })
    .optional(),
  reasoning_tokens: z.number().int().nonnegative().optional(),
});

export const samplingSchema = z.object({
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().gt(0).max(1).nullish(),
  seed: z.number().int().nullish(),
});

/** How a text is read, as it is kept with a reading. */
export type Method = z.infer<typeof methodSchema>;

const answerSchema = z.custom<ReadingAnswer>((value) => typeof value === 'object' && value !== null);

/** One question's outcome. */
export type ReadingAnswer = Pick<
  AnswerEvent,
  | 'question'
  | 'answer'
  | 'answered'
  | 'value'
  | 'sources'
  | 'partial'
  | 'confidence'
  | 'cut'
  | 'chunks'
  | 'unusable'
  | 'spent'
>;

export const readingStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type ReadingState = (typeof readingStates)[number];

/** What is kept of a reading, apart from its events and its journal. */
export const readingSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  owner: z.string(),
  state: z.enum(readingStates),
  priority: z.number(),
  created: z.string(),
  finished: z.string().optional(),
  document: z.object({ id: z.string(), name: z.string() }),
  questions: z.array(z.string()),
  model: z.string(),
  method: methodSchema,
  sampling: samplingSchema,
  schema: z.record(z.string(), z.unknown()).optional(),
  fresh: z.boolean().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  answers: z.array(answerSchema).optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  /** The ids of its journals, one for each question, once they are known. */
  journals: z.array(z.string()).optional(),
});

/** A reading as the server keeps it. */
export type Reading = z.infer<typeof readingSchema> & {
  /** How far it is; not kept on disk, since the journal knows. */
  progress?: number;
  chunks?: number;
};

/** What a reading is found by: the name of its document and its questions. */
export const wordsOf = ({ document, questions }: Pick<Reading, 'document' | 'questions'>): string =>
  plain([document.name, ...questions].join('\n'));

/** The words of a search; a reading must have them all. */
export const searched = (text: string): string[] => plain(text).split(/\s+/).filter(Boolean);

// PostgreSQL keeps no NUL.
const plain = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('\0', ' ');

/** Whether nothing more will happen by itself. */
export const isOver = ({ state }: Pick<Reading, 'state'>): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled';

/** A reading as clients see it. */
export function readingView(reading: Reading) {
  const { owner: _, version: __, journals: ___, ...rest } = reading;
  return { object: 'reading' as const, ...rest };
}

/** What the log says of a reading's state. */
export const stateEvent = ({ state, error }: Reading): StateEvent => ({
  type: 'state',
  state,
  ...(state === 'failed' && error ? { error } : {}),
});
