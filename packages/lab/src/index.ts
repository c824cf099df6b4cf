export { type Corpus, type CorpusFiles, loadCorpus } from './data/corpus.ts';
export { drawExchange, EntityPool, findEntities } from './data/exchange.ts';
export { type ExchangeOptions, exchangeQuestion } from './data/exchange-question.ts';
export { openText, readObjects, readText } from './data/file.ts';
export { loadHotpot, splitHotpot } from './data/hotpot.ts';
export { type MadeRow, type MakeQuestionsOptions, makeQuestions } from './data/make-questions.ts';
export { Paragraph, type Span } from './data/paragraph.ts';
export { loadParagraphs } from './data/paragraphs.ts';
export { type Gold, isHeldOut, type NaturalQuestion, type QuestionSet } from './data/question.ts';
export { loadSquad } from './data/squad.ts';
export * from './eval/index.ts';
export * from './oracle.ts';
export { Random } from './random.ts';
export * from './report/index.ts';
export * from './systems/index.ts';
export { bridgeTask } from './task/bridge.ts';
export { assignmentsTask, type ChainOptions, chainTask } from './task/chain.ts';
export { clozeQuestion, clozeTask, templateQuestion } from './task/cloze.ts';
export {
  type ComposeOptions,
  type Composition,
  compose,
  composeTokens,
  type Insert,
} from './task/compose.ts';
export type { DocumentOptions } from './task/documents.ts';
export { type Haystack, makeHaystack, noiseHaystack, proseHaystack, textHaystack } from './task/haystack.ts';
export {
  type NaturalOptions,
  type NaturalTask,
  type NaturalTaskOptions,
  naturalSample,
  naturalTask,
} from './task/natural.ts';
export { type PastOptions, pastLines } from './task/past.ts';
export * from './task/registry.ts';
export { type Fact, layFacts, makeSample, type SampleParts } from './task/sample.ts';
export * from './task/sources/index.ts';
export { makeTally, parseTally, renderTally, type TallyEvents } from './task/tally.ts';
export * from './task/task.ts';
export * from './traces/index.ts';
export { normalizeAnswer } from './verify/normalize.ts';
export * from './verify/verify.ts';
export { loadWords, type Vocabulary, vocabulary } from './words/vocabulary.ts';
