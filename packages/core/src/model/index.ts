export { type FromAiSdkOptions, fromAiSdk } from './ai-sdk-model.ts';
export type { CircuitOptions, CircuitState } from './circuit.ts';
export { type Clock, systemClock } from './clock.ts';
export { type FoundServer, findServers, usualPorts } from './detect.ts';
export { CallFailure, isRetryable, retryAfterMs } from './failure.ts';
export type {
  CompleteOptions,
  Completion,
  Model,
  ModelDefaults,
  Prompt,
  PromptTurn,
  ScoreOptions,
  Scores,
  Segment,
  Usage,
} from './model.ts';
export { onAbort } from './on-abort.ts';
export { defaultWindow, type OpenAiModel, type OpenAiModelOptions, openaiModel } from './openai-model.ts';
export { type EndpointStatus, type PoolModel, type PoolOptions, poolModel } from './pool.ts';
export { splitReasoning } from './reasoning.ts';
export { type RetryOptions, retry } from './retry.ts';
export {
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedModelOptions,
  scriptedModel,
} from './scripted-model.ts';
export type { ServerKind, ServerModel } from './server-info.ts';
export { testTokenizer } from './test-tokenizer.ts';
export { defang } from './untrusted.ts';
