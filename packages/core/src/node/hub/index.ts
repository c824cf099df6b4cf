export { chooseFiles } from './choose-files.ts';
export { type HubFile, type HubOptions, hubFiles } from './hub.ts';
export { findLocalModel, type LocalModel, localModels, removeLocalModel } from './local-models.ts';
export { type PullEvent, type PulledModel, type PullOptions, pullModel } from './pull.ts';
