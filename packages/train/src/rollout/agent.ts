import type { Document } from '@memagent/core';
import type { Expected } from '@memagent/lab';
import type { RecordingModel } from './recording-model.ts';

/** A task to train on: a question, perhaps a text, and what a verifier needs. */
export interface TrainingTask extends Expected {
  /** The same id is the same task. */
  readonly id: string;
  /** What kind of task, for metrics. */
  readonly label: string;
  /** How long its text is in tokens, for metrics; 0 where there is none. */
  readonly length: number;
  readonly question: string;
  /** What scores its answers, by the lab's name, where that is not the recipe's. */
  readonly verifier?: string;
  /** The text to read, opened anew for every trajectory. */
  readonly document?: Document;
  /** Whatever a task of one's own has besides. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Anything that answers a task by calling a model any number of times. */
export type Agent = (task: TrainingTask, model: RecordingModel, signal?: AbortSignal) => Promise<string>;

/** Scores an answer, usually from 0 to 1. */
export type Reward = (answer: string, task: TrainingTask) => number | Promise<number>;
