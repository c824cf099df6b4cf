export { type TraceCommand, traceLines } from './command.ts';
export { type EncodedTrace, encodePrompt, encodeTrace } from './encode.ts';
export { type MixtureOptions, mixTraces, type WeightedTask } from './mixture.ts';
export { type OracleReadingOptions, oracleReading } from './oracle-reading.ts';
export { type TraceFiles, traceTasks } from './sources.ts';
export { tallyReading } from './tally-reading.ts';
export type { Trace } from './trace.ts';
