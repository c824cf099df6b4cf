import type { Tokenizer } from '@memagent/core';
import type { WorkerProgram } from '@memagent/lab';
import type { OwnModule } from './own-module.ts';
import type { TrainRecipe } from './recipe.ts';

/** What a run is made with. */
export interface TrainOptions {
  readonly recipe: TrainRecipe;
  /** The folder of the run. */
  readonly out: string;
  readonly tokenizer: Tokenizer;
  /** The recipe's module, loaded. */
  readonly own?: OwnModule;
  readonly resume?: boolean;
  /** What rolls out where the recipe asks for several processes: a program that calls `serveRolloutsOf`. */
  readonly worker?: WorkerProgram;
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  /** What an engine that is started here is found and run with; this process's unless told. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A line of `metrics.jsonl`. */
export interface StepMetrics {
  readonly step: number;
  readonly rewardMean?: number;
  readonly heldOutAccuracy?: number;
  readonly [key: string]: unknown;
}

/** What a run tells, as it goes. */
export type TrainEvent =
  | { readonly type: 'engine'; readonly message: string }
  | { readonly type: 'started'; readonly step: number; readonly steps: number; readonly model: string }
  | { readonly type: 'cold-start'; readonly step: number; readonly steps: number; readonly loss: number }
  | {
      readonly type: 'phase';
      readonly step: number;
      readonly phase: string;
      readonly done?: number;
      readonly of?: number;
    }
  | { readonly type: 'warning'; readonly message: string }
  | { readonly type: 'step'; readonly metrics: StepMetrics }
  | { readonly type: 'checkpoint'; readonly step: number; readonly weights: string }
  | { readonly type: 'done'; readonly steps: number; readonly chart: string };
