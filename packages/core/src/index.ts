export { extractAnswer, extractBoxed, extractPlain, saysNothing } from './answer/extract.ts';
export type { PatternTest } from './answer/schema.ts';
export type { Chunk, Place } from './chunk/chunk.ts';
export { type ChunkOptions, chunkDocument } from './chunk/chunker.ts';
export { readSections, type Section, type SectionOptions } from './chunk/sections.ts';
export { sharedSections } from './chunk/shared-sections.ts';
export * from './conversation/index.ts';
export * from './document/index.ts';
export { type ErrorCode, MemAgentError, toMemAgentError } from './errors.ts';
export {
  countWords,
  type Frequencies,
  findHints,
  type Hint,
  matchScore,
  newFrequencies,
  rareStems,
} from './hints/hints.ts';
export {
  type Journal,
  type JournalAnswer,
  type JournalHeader,
  type JournalRecord,
  type JournalStep,
  type JournalWriter,
  journalRecord,
  journalVersion,
  MemoryJournal,
} from './journal/journal.ts';
export { emptyMemory, type Memory, type MemoryLine, memoryOf, type Source } from './memory/memory.ts';
export * from './model/index.ts';
export * from './policy/index.ts';
export * from './profile/index.ts';
export { type AskOptions, ask, askMany } from './reading/ask.ts';
export { type BudgetOptions, type Budgets, fitBudgets } from './reading/budgets.ts';
export { type Estimate, type EstimateOptions, estimate } from './reading/estimate.ts';
export type * from './reading/events.ts';
export type { ExitOptions, Limits, ReadOptions } from './reading/options.ts';
export { read } from './reading/read.ts';
export {
  type Review,
  type ReviewOptions,
  reviewedMemory,
  reviewMemory,
  reviewPrompt,
} from './reading/review.ts';
export { mayWeigh, mostAhead } from './reading/settings.ts';
export { type Weighed, type WeighOptions, weighAnswers } from './reading/weigh.ts';
export { headingAfter, oneLine, type Sentence, sentenceInContext, splitSentences } from './text/sentences.ts';
export { utf8Length } from './text/utf8.ts';
export * from './tokenizer/index.ts';
