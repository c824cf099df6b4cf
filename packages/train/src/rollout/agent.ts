import type { Document, ReadOptions } from '@memagent/core';
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
  /** Lines that the memory has before the first chunk: what an earlier text would have left. */
  readonly memory?: readonly string[];
  /** The text to read, opened anew for every trajectory. */
  readonly document?: Document;
  /** The sections of its text, where the trajectories of a group share them. */
  readonly sections?: ReadOptions['sections'];
  /** Whatever a task of one's own has besides. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Anything that answers a task by calling a model any number of times. */
export interface Agent {
  (task: TrainingTask, model: RecordingModel, signal?: AbortSignal): Promise<string>;
  /** It does nothing but read and ask: run beforehand with a model that says nothing, it leaves prompts ready. */
  readonly rehearses?: boolean;
}

/** Scores an answer, usually from 0 to 1. */
export type Reward = (answer: string, task: TrainingTask) => number | Promise<number>;
