import { pathToFileURL } from 'node:url';
import { MemAgentError, type Tokenizer } from '@memagent/core';
import type { Split } from '@memagent/lab';
import type { Agent, Reward, TrainingTask } from '../rollout/agent.ts';

/** What a module of one's own is asked for. */
export interface OwnTaskRequest {
  /** From 0; the same index, split and seed must give the same task. */
  readonly index: number;
  readonly split: Split;
  readonly seed: number;
  readonly tokenizer: Tokenizer;
}

/** A prompt and the reply that is to be learned, in tokens. */
export interface OwnTrace {
  readonly prompt: readonly number[];
  readonly response: readonly number[];
}

/** What a module may export; what it leaves out the recipe gives. */
export interface OwnModule {
  readonly agent?: Agent;
  readonly reward?: Reward;
  readonly tasks?: (request: OwnTaskRequest) => TrainingTask | Promise<TrainingTask>;
  /** Examples for the cold start. */
  readonly traces?: (request: OwnTaskRequest) => readonly OwnTrace[] | Promise<readonly OwnTrace[]>;
}

/** Loads a module; TypeScript too, with `tsx` where Node does not read it by itself. */
export async function loadOwnModule(path: string): Promise<OwnModule> {
  const url = pathToFileURL(path).href;
  try {
    return pick(await import(url));
  } catch (error) {
    const unread =
      (error as NodeJS.ErrnoException).code === 'ERR_UNKNOWN_FILE_EXTENSION' || error instanceof SyntaxError;
    if (!unread || !/\.[mc]?ts$/.test(path)) throw unusable(path, error);
  }
  try {
    // Not a dependency: only those who write TypeScript on an old Node need it. Named so that no bundler follows it.
    const name = ['tsx', 'esm', 'api'].join('/');
    const { tsImport } = (await import(name)) as {
      tsImport: (url: string, from: string) => Promise<OwnModule>;
    };
    return pick(await tsImport(url, import.meta.url));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw unusable(path, error);
    throw new MemAgentError('bad-input', `This Node does not read TypeScript: ${path}.`, {
      hint: 'Use Node 22.18 or newer, install tsx beside it (npm install tsx), or write JavaScript.',
      cause: error,
    });
  }
}

const pick = ({ agent, reward, tasks, traces }: OwnModule): OwnModule => ({ agent, reward, tasks, traces });

const unusable = (path: string, cause: unknown) =>
  new MemAgentError('bad-input', `The module ${path} cannot be loaded: ${(cause as Error).message}`, {
    hint: 'It may export agent, reward, tasks and traces.',
    cause,
  });
