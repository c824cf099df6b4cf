export type { Agent, Reward, TrainingTask } from './agent.ts';
export {
  type ReadingAgentOptions,
  readingAgent,
  singleTurnAgent,
  type Tool,
  type ToolAgentOptions,
  toolAgent,
} from './agents.ts';
export {
  chatIds,
  endToken,
  type PromptFormat,
  promptFormats,
  promptIds,
  type Turn,
} from './prompt-format.ts';
export { randomReader } from './random-reader.ts';
export { Recorder } from './recorder.ts';
export {
  type RecordedChat,
  type RecordingModel,
  type RecordingOptions,
  recordingModel,
} from './recording-model.ts';
export { type RollOptions, rollGroup, rollTrajectory } from './roll-out.ts';
export { type SampledReply, type TokenSampler, tinkerSampler } from './token-sampler.ts';
