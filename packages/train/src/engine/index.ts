export {
  cacheFolder,
  type EngineEnvironment,
  type EnvironmentOptions,
  engineEnvironment,
} from './environment.ts';
export { knownEngines, recordEngine, type StartedEngine, stopEngine } from './known-engines.ts';
export { type RandomModelShape, writeRandomModel } from './random-model.ts';
export { engineSources } from './sources.ts';
export { type EngineOptions, isLoopback, type RunningEngine, startEngine } from './start-engine.ts';
