export { type TraceCommand, writeTraces } from './command.ts';
export { type EncodedTrace, encodePrompt, encodeTrace } from './encode.ts';
export { type MixtureOptions, mixTraces, type WeightedTask } from './mixture.ts';
export { oracleReading, type OracleReadingOptions } from './oracle-reading.ts';
export { type TraceFiles, traceTasks } from './sources.ts';
export { tallyReading } from './tally-reading.ts';
export type { Trace } from './trace.ts';
