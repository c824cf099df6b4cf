import { MemAgentError } from '@memagent/core';
import { parseLength, parseTask, verifiers } from '@memagent/lab';
import { z } from 'zod';
import type { Credit } from '../algorithm/advantages.ts';
import { type AlgorithmPreset, presets } from '../algorithm/presets.ts';
import { promptFormats } from '../rollout/prompt-format.ts';
import { sharedTask, taskFiles } from '../tasks/lab-tasks.ts';

const whole = z.number().int();
const names = (table: object) => Object.keys(table) as [string, ...string[]];

const kl = z.strictObject({
  estimator: z.enum(['k1', 'k2', 'k3']).default('k3'),
  coefficient: z.number().nonnegative(),
});

const credit = z.strictObject({
  /** The share of the trajectory's advantage. */
  scale: z.number().optional(),
  /** An advantage of its own instead. */
  advantage: z.number().optional(),
});

const adam = z.strictObject({
  learningRate: z.number().positive(),
  warmup: whole.nonnegative(),
  beta1: z.number().min(0).lt(1),
  beta2: z.number().min(0).lt(1),
  eps: z.number().positive(),
  weightDecay: z.number().nonnegative(),
  gradClipNorm: z.number().nonnegative(),
});

const algorithm = z.strictObject({
  /** What everything that is not set here is taken from. */
  preset: z.enum(names(presets)).default('dapo'),
  groupSize: whole.min(2).optional(),
  batchTasks: whole.positive().optional(),
  minibatches: whole.positive().optional(),
  std: z.boolean().optional(),
  advantage: z.enum(['trajectory', 'conversation']).optional(),
  clipLow: z.number().min(0).max(1).optional(),
  clipHigh: z.number().min(0).optional(),
  dualClip: z.number().min(1).nullable().optional(),
  kl: kl.nullable().optional(),
  truncatedImportance: z.number().positive().nullable().optional(),
  oldLogprobs: z.enum(['sampler', 'trainer']).optional(),
  dynamicSampling: z
    .strictObject({
      factor: z.number().min(1),
      ahead: z.union([z.number().min(1), z.literal('auto')]).optional(),
    })
    .nullable()
    .optional(),
  overlong: z
    .strictObject({ buffer: z.number().min(0).max(1), penalty: z.number().nonnegative() })
    .nullable()
    .optional(),
  maskCut: z.boolean().optional(),
  credit: z.record(z.string(), credit).optional(),
  adam: adam.partial().optional(),
});

/** A training recipe. */
export const trainRecipe = z.strictObject({
  name: z.string().optional(),
  description: z.string().optional(),
  engine: z
    .strictObject({
      /** Where it runs; without one it is started here. */
      url: z.string().optional(),
      /** How it is started. */
      start: z
        .strictObject({
          /** A Hugging Face folder or a GGUF; `model.random` makes one instead. */
          model: z.string().optional(),
          device: z.enum(['cpu', 'cuda']).optional(),
          threads: whole.positive().optional(),
          /** Further options of the engine, as it takes them. */
          flags: z.array(z.string()).default([]),
        })
        .prefault({}),
      apiKey: z.string().optional(),
      /** How the server adds up a batch; `auto` asks it, `probe` measures it on a scratch model. */
      reduction: z.enum(['auto', 'sum', 'mean', 'probe']).default('auto'),
      /** Whether it recognises a request made twice by its sequence id; the client finds out unless told. */
      idempotent: z.boolean().optional(),
      /** Tokens in a call, about. */
      callTokens: whole.positive().default(262_144),
    })
    .prefault({}),
  model: z.strictObject({
    /** As the engine names it; the first that it has unless told. */
    base: z.string().optional(),
    /** Begin with random weights of this size, where the engine is started here. */
    random: z
      .strictObject({
        layers: whole.positive().default(2),
        width: whole.positive().default(64),
        heads: whole.positive().default(4),
        hidden: whole.positive().default(128),
        deviation: z.number().positive().default(0.02),
      })
      .optional(),
    /** Of the LoRA; 0 trains all weights. */
    rank: whole.nonnegative().default(32),
    /**
     * Whether the LoRA is on the output matrix, too; it is unless told. Where that is the embedding, an adapter for
     * llama.cpp can only be made without.
     */
    unembed: z.boolean().optional(),
    /** Weights to begin with, as an engine named them when it saved them. */
    weights: z.string().optional(),
    window: whole.positive().default(8192),
    /** A tokenizer.json, a GGUF, or `words` for the little one of the task `remember`. */
    tokenizer: z.string(),
    format: z.enum(names(promptFormats)).default('chatml'),
  }),
  /** A TypeScript or JavaScript file that exports `agent`, `reward`, `tasks` or `traces`. */
  module: z.string().optional(),
  agent: z.enum(['reading', 'single', 'module']).default('reading'),
  /** How the reading agent reads. */
  reading: z
    .strictObject({
      profile: z.string().optional(),
      policy: z.enum(['overwrite', 'gated', 'select']).optional(),
      hints: z.boolean().optional(),
      review: z.boolean().optional(),
      keepMatches: z.boolean().optional(),
      exit: z.boolean().optional(),
      chunkTokens: whole.positive().optional(),
      memoryTokens: whole.positive().optional(),
      questionTokens: whole.positive().optional(),
      outputTokens: whole.positive().optional(),
    })
    .prefault({}),
  /** Tasks of the lab, `remember`, or from files `squad` and `hotpot`; with a `share` of the samples each. */
  tasks: z
    .array(z.union([z.string().transform((text): z.infer<typeof sharedTask> => parseTask(text)), sharedTask]))
    .min(1)
    .optional(),
  /** What natural questions and haystacks are made from. */
  files: taskFiles.optional(),
  lengths: z
    .array(z.union([z.string(), z.number()]).transform(parseLength))
    .min(1)
    .optional(),
  /** JSON lines of one's own: {question, text?, answers}. */
  data: z.string().optional(),
  /** The same for evaluation; the last tenth of `data` unless told. */
  heldOut: z.string().optional(),
  verifier: z.enum(names(verifiers)).default('strict'),
  algorithm: algorithm.prefault({}),
  steps: whole.positive(),
  /** After so many seconds no step is begun that would not end in them: the run is whole then, with fewer steps. */
  seconds: z.number().positive().optional(),
  seed: whole.nonnegative().default(1),
  temperature: z.number().positive().default(1),
  maxTokens: whole.positive().default(1024),
  /** Trajectories under way at once. */
  concurrency: whole.positive().default(256),
  /** Processes that roll out; this one alone unless told. */
  workers: whole.positive().default(1),
  /** Tries after a trajectory's first failure. */
  retries: whole.nonnegative().default(2),
  /** Roll the next batch out while this one is trained: its samples are one step old. */
  offPolicy: z.boolean().default(false),
  evaluation: z
    .strictObject({
      every: whole.positive().default(10),
      samples: whole.positive().default(64),
      temperature: z.number().nonnegative().default(0),
      /** Also before the first step. */
      before: z.boolean().default(true),
    })
    .prefault({}),
  checkpoint: z
    .strictObject({
      every: whole.positive().default(10),
      /** How many of the last stay on an engine of ours; the best by held-out accuracy stays too. */
      keep: whole.positive().default(2),
    })
    .prefault({}),
  coldStart: z
    .strictObject({
      steps: whole.positive(),
      batch: whole.positive().default(32),
      learningRate: z.number().positive().default(1e-4),
      /**
       * `oracle`: what an ideal reader says. `exchanged`: what it says to another prompt. `in-sight`: a random word of
       * what the prompt shows. The latter two teach the form of replies and not what to say.
       */
      contents: z.enum(['oracle', 'exchanged', 'in-sight']).default('oracle'),
    })
    .nullable()
    .optional(),
  /** Also write the metrics for others' viewers. */
  export: z.strictObject({ tensorboard: z.boolean().default(false) }).prefault({}),
  /** Groups kept for reading, each step: the best and the worst trajectory of each, and all rewards. */
  keepSamples: whole.nonnegative().default(2),
});

export type TrainRecipe = z.infer<typeof trainRecipe>;

/** A preset with a recipe's own settings over it. */
export interface Algorithm extends AlgorithmPreset {
  readonly credit?: Readonly<Record<string, Credit>>;
}

/** The recipe's algorithm over its preset. */
export function algorithmOf(recipe: Pick<TrainRecipe, 'algorithm'>): Algorithm {
  const { preset, adam: own, ...rest } = recipe.algorithm;
  const base: AlgorithmPreset = presets[preset as keyof typeof presets];
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return { ...base, ...given, adam: { ...base.adam, ...own } };
}

/** Checks a recipe; `from` names it in messages. */
export function parseTrainRecipe(value: unknown, from: string): TrainRecipe {
  let checked: z.ZodSafeParseResult<TrainRecipe>;
  try {
    checked = trainRecipe.safeParse(value);
  } catch (error) {
    if (!MemAgentError.isInstance(error)) throw error;
    throw new MemAgentError('bad-input', `${from}: ${error.message}`, { hint: error.hint, cause: error });
  }
  if (!checked.success) {
    const lines = checked.error.issues.map((issue) => {
      const where = issue.path.map(String).join('.');
      const said =
        issue.code === 'unrecognized_keys' ? `unknown key ${issue.keys.join(', ')}` : issue.message;
      return where === '' ? said : `${where}: ${said}`;
    });
    throw new MemAgentError('bad-input', `${from}: ${lines.join('; ')}.`, {
      hint: hintFor(checked.error.issues[0]!),
    });
  }
  const recipe = checked.data;
  const sources = [recipe.tasks, recipe.data, recipe.module].filter((one) => one !== undefined);
  if (sources.length === 0)
    throw new MemAgentError('bad-input', `${from} names nothing to train on.`, {
      hint: 'Give tasks and lengths, a file of JSON lines as data, or a module that exports tasks.',
    });
  if (recipe.tasks && recipe.data !== undefined)
    throw new MemAgentError('bad-input', `${from} names both tasks and data.`, {
      hint: 'Take one of them out; one may come from the recipe that this one extends.',
    });
  if (recipe.heldOut !== undefined && recipe.data === undefined)
    throw new MemAgentError('bad-input', `${from} names heldOut without data.`, {
      hint: 'heldOut is for data; tasks hold out questions by themselves.',
    });
  if (recipe.model.random && recipe.engine.url !== undefined)
    throw new MemAgentError(
      'bad-input',
      `${from} wants random weights and names an engine that has its own.`,
      {
        hint: 'Leave engine.url out: the engine is then started here.',
      },
    );
  if (recipe.model.random && recipe.model.random.width % (2 * recipe.model.random.heads) !== 0)
    throw new MemAgentError('bad-input', `${from}: model.random.width is no even multiple of the heads.`, {
      hint: 'As in { width: 64, heads: 4 }.',
    });
  if (recipe.agent === 'module' && !recipe.module)
    throw new MemAgentError('bad-input', `${from} takes the agent of a module and names no module.`, {
      hint: 'Set module to a file that exports agent.',
    });
  return recipe;
}

/** What to do about an issue: which keys there are where one is unknown, where to correct it otherwise. */
function hintFor({ code, path }: z.core.$ZodIssue): string {
  const place = path.map(String).join('.');
  if (code !== 'unrecognized_keys') return `Correct it in the recipe, or by --set ${place}=…`;
  let at: unknown = trainRecipe;
  for (const key of path) at = bare((bare(at) as { shape?: Record<string, unknown> }).shape?.[String(key)]);
  const keys = Object.keys((bare(at) as { shape?: object }).shape ?? {});
  return keys.length > 0
    ? `The keys${place === '' ? '' : ` of ${place}`} are: ${keys.join(', ')}.`
    : `Take it out of ${place}.`;
}

/** A schema without what says that it may be left out. */
function bare(schema: unknown): object {
  const { def } = (schema ?? {}) as { def?: { innerType?: unknown } };
  return def?.innerType ? bare(def.innerType) : ((schema ?? {}) as object);
}
