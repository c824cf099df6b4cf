export * from './algorithm/index.ts';
export * from './engine/index.ts';
export * from './model/index.ts';
export * from './rollout/index.ts';
export { placeTaskFiles, type TaskFiles, type TaskPool, taskPool } from './tasks/lab-tasks.ts';
export { rememberChoices, rememberSentence, rememberTask, rememberTokenizer } from './tasks/remember.ts';
export { wordTokenizer } from './tasks/word-tokenizer.ts';
export * from './tinker/index.ts';
export * from './trainer/index.ts';
