import { type MemAgentError, sharedSections, type Tokenizer, toMemAgentError } from '@memagent/core';
import type { Group } from '../algorithm/types.ts';
import { type PromptEncoder, promptEncoder } from '../model/prompt-encoder.ts';
import type { Agent, Reward, TrainingTask } from '../rollout/agent.ts';
import { endToken, promptFormats } from '../rollout/prompt-format.ts';
import { recordingModel } from '../rollout/recording-model.ts';
import { rollGroup, rollTrajectory } from '../rollout/roll-out.ts';
import { heldDocument, sharedEncoder, sharedTokenizer, tokenizeAhead } from '../rollout/shared-text.ts';
import type { TokenSampler } from '../rollout/token-sampler.ts';
import { limiter } from '../tinker/limiter.ts';
import { algorithmOf, type TrainRecipe } from './recipe.ts';
import type { TaskSource } from './task-source.ts';

/** What became of a task: its group, or why there is none. */
export interface RolledTask {
  readonly task: TrainingTask;
  readonly group?: Group;
  readonly failure?: MemAgentError;
  readonly retried: number;
}

/** What became of a held-out task; a failure has no reward. */
export interface ScoredTask {
  readonly id: string;
  /** What kind of task, and how long its text is. */
  readonly label: string;
  readonly length: number;
  readonly reward: number;
  readonly failure?: string;
}

/** Rolls tasks out by their numbers, in this process or in others. */
export interface Roller {
  /** It works in other processes: this one may do something else meanwhile and hold nothing up. */
  readonly elsewhere?: boolean;
  /** Makes a task that will be asked for next, while there is time; where that is known here, gives when it is made. */
  prepare?(index: number): void | Promise<void>;
  /** The group of a task, sampled in a step. */
  group(step: number, index: number, sampler: TokenSampler, signal: AbortSignal): Promise<RolledTask>;
  /** A held-out task, once. */
  heldOut(index: number, sampler: TokenSampler, signal: AbortSignal): Promise<ScoredTask>;
  close?(): Promise<void>;
}

/** What rollouts are made with, all through a run. */
export interface RollerParts {
  readonly recipe: TrainRecipe;
  readonly source: TaskSource;
  readonly agent: Agent;
  readonly reward: Reward;
  readonly tokenizer: Tokenizer;
  /** What the engine calls the model. */
  readonly name: string;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

const of = ({ id, label, length }: TrainingTask) => ({ id, label, length });

/** Rolls out here. Everything random follows from the recipe's seed, the step and the task's number. */
export function localRoller({ recipe, source, agent, reward, tokenizer, name }: RollerParts): Roller {
  const limit = limiter(recipe.concurrency);
  const format = promptFormats[recipe.model.format]!;
  const modelFor =
    (sampler: TokenSampler, temperature: number, own: Tokenizer, encode: PromptEncoder) =>
    (seed: string, signal?: AbortSignal) =>
      recordingModel({
        sampler,
        tokenizer: own,
        format,
        encode,
        window: recipe.model.window,
        temperature,
        seed,
        name,
        ...(signal ? { signal } : {}),
      });
  const plain = promptEncoder(tokenizer, format);
  /** Trajectories under way, known to the sampler: it gathers their calls. */
  const entered =
    (sampler: TokenSampler): typeof limit =>
    (work) =>
      limit(async () => {
        const leave = sampler.enter?.();
        try {
          return await work();
        } finally {
          leave?.();
        }
      });
  /** A task with what its trajectories have in common. */
  const make = async (index: number) => {
    const task = await source.train(index);
    const shared = sharedTokenizer(tokenizer);
    const encode = sharedEncoder(promptEncoder(shared, format));
    if (!task.document) return { task, shared, encode };
    const document = await heldDocument(task.document);
    const held = document !== task.document && shared !== tokenizer;
    const sections = held ? { sections: sharedSections(document, shared) } : {};
    return { task: { ...task, document, ...sections }, shared, encode };
  };
  /** Does for a task beforehand what its trajectories would all wait for: of a reading its sections and first prompts. */
  const rehearse = async ({ task, shared, encode }: Awaited<ReturnType<typeof make>>) => {
    if (task.sections && agent.rehearses) await agent(task, modelFor(silent, 1, shared, encode)('rehearsal'));
    else if (task.document) await tokenizeAhead(task.document, shared);
  };
  const silent: TokenSampler = {
    version: 0,
    sample: async () => ({ ids: [endToken(format, tokenizer)], logprobs: [0], cut: false }),
  };
  const prepared = new Map<number, ReturnType<typeof make>>();
  let rehearsals = Promise.resolve();
  return {
    prepare(index) {
      if (prepared.has(index)) return rehearsals;
      const made = make(index);
      prepared.set(index, made);
      // Whoever asks for it is told why there is none.
      made.catch(() => {});
      // One after the other, with a turn of the event loop between them for what is asked meanwhile.
      rehearsals = rehearsals.then(nextTurn).then(async () => {
        if (prepared.get(index) === made) await made.then(rehearse).catch(() => {});
      });
      return rehearsals;
    },
    async group(step, index, sampler, signal) {
      const making = prepared.get(index) ?? make(index);
      prepared.delete(index);
      const { task, shared, encode } = await making;
      let retried = 0;
      let failure: MemAgentError | undefined;
      const group = await rollGroup(task, {
        agent,
        reward,
        model: modelFor(sampler, recipe.temperature, shared, encode),
        groupSize: algorithmOf(recipe).groupSize,
        seed: `${recipe.seed}/${step}/${index}`,
        limit: entered(sampler),
        retries: recipe.retries,
        signal,
        onRetry: () => void retried++,
        onDropped: (_, error) => {
          failure = error;
        },
      });
      // What only the group's trajectories need goes with them.
      const { sections: _sections, ...rest } = task;
      return { task: rest, retried, ...(group ? { group } : {}), ...(failure ? { failure } : {}) };
    },
    heldOut: (index, sampler, signal) =>
      entered(sampler)(async () => {
        const task = await source.heldOut(index);
        const model = modelFor(sampler, recipe.evaluation.temperature, tokenizer, plain);
        const made = { agent, reward, model, retries: recipe.retries };
        try {
          const { reward } = await rollTrajectory(task, `${recipe.seed}/held out/${index}`, made, signal);
          return { ...of(task), reward };
        } catch (error) {
          signal.throwIfAborted();
          return {
            ...of(task),
            reward: 0,
            failure: `The held-out task ${task.id} failed: ${toMemAgentError(error).message}`,
          };
        }
      }),
  };
}
