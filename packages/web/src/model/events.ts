import type { AnswerEvent, Source, StartedEvent, StepEvent, WarningEvent } from '@memagent/core';

export type { AnswerEvent, Source, StartedEvent, StepEvent, WarningEvent };

/** How a reading ended, or that it waits again. */
export interface StateEvent {
  readonly type: 'state';
  readonly state: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** An event of a reading as the server sends it: numbered from 1 without gaps. */
export type LoggedEvent = (StartedEvent | StepEvent | WarningEvent | AnswerEvent | StateEvent) & {
  readonly id: number;
  readonly at: string;
};

/** A reading as the server describes it. */
export interface ReadingInfo {
  readonly id: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly document: { readonly id: string; readonly name: string };
  readonly questions: readonly string[];
  readonly model: string;
  readonly method: { readonly policy?: string; readonly [key: string]: unknown };
  readonly created: string;
  readonly finished?: string;
  readonly progress?: number;
  readonly chunks?: number;
  readonly answers?: readonly {
    readonly answer: string;
    readonly answered: boolean;
    readonly partial?: string;
  }[];
  readonly error?: { readonly code: string; readonly message: string };
}
