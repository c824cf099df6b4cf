import { MemAgentError, type Model } from '@memagent/core';
import { z } from 'zod';
import { bm25System } from './bm25.ts';
import { emptySystem, oracleSystem } from './calibration.ts';
import { type Kit, makeKit } from './kit.ts';
import { lexicalSystem } from './lexical.ts';
import { mapReduceSystem } from './map-reduce.ts';
import { memagentSystem } from './memagent.ts';
import { refineSystem } from './refine.ts';
import type { System, SystemSettings } from './system.ts';
import { truncateSystem } from './truncate.ts';

const makers: Readonly<Record<string, { create: (kit: Kit) => System; description: string }>> = {
  memagent: { create: memagentSystem, description: 'the reading loop, under a policy and a profile' },
  truncate: { create: truncateSystem, description: 'the plain model, the middle of the text cut out' },
  bm25: { create: bm25System, description: 'the best-matching passages by BM25, then the same answerer' },
  lexical: { create: lexicalSystem, description: 'best-matching sentences kept by code while streaming' },
  'map-reduce': { create: mapReduceSystem, description: 'notes on every chunk, condensed, then answered' },
  refine: { create: refineSystem, description: 'an answer improved with every chunk' },
  oracle: { create: oracleSystem, description: 'what an ideal reader would hold, then the same answerer' },
  empty: { create: emptySystem, description: 'says of every question that it has no answer' },
};

/** The systems there are, with a sentence on each. */
export const systemDescriptions: readonly { readonly name: string; readonly description: string }[] =
  Object.entries(makers).map(([name, { description }]) => ({ name, description }));

const tokens = z.number().int().positive();

/** A system as a recipe names it. */
export const systemSpec = z.strictObject({
  system: z.string().min(1),
  /** What tells it from others; made from the settings that differ unless told. */
  variant: z.string().min(1).optional(),
  policy: z.enum(['overwrite', 'gated', 'select']).optional(),
  profile: z.string().min(1).optional(),
  hints: z.boolean().optional(),
  review: z.boolean().optional(),
  weigh: z.boolean().optional(),
  keepMatches: z.boolean().optional(),
  ahead: tokens.optional(),
  exit: z.union([z.boolean(), z.number().min(0).max(1)]).optional(),
  chunks: z.enum(['natural', 'tokens']).optional(),
  chunkTokens: tokens.optional(),
  memoryTokens: tokens.optional(),
  questionTokens: tokens.optional(),
  outputTokens: tokens.optional(),
  reasoningTokens: z.number().int().nonnegative().optional(),
  temperature: z.number().nonnegative().optional(),
  topP: z.number().positive().max(1).optional(),
});

export type SystemSpec = z.infer<typeof systemSpec>;

/**
 * Makes a system. What the spec leaves open is taken from `shared`, then from the model.
 *
 * @example
 * const system = createSystem({ system: 'memagent', policy: 'select' }, model);
 * const { answer } = await system.run(sample, { document: sampleDocument(sample) });
 */
export function createSystem(spec: SystemSpec, model: Model, shared: SystemSettings = {}): System {
  const maker = makers[spec.system];
  if (maker === undefined) {
    throw new MemAgentError('bad-input', `There is no system called ${spec.system}.`, {
      hint: `Use one of: ${Object.keys(makers).join(', ')}.`,
    });
  }
  const settings = mergeSettings(spec, shared, model);
  const kit = makeKit(model, settings);
  const system = maker.create(kit);
  const { chunk, memory, output, question, window } = kit.budgets;
  const variant = spec.variant ?? variantOf(spec);
  return {
    ...system,
    ...(variant ? { variant } : {}),
    settings: {
      profile: [kit.profile.name, kit.profile.version],
      budgets: { window, question, chunk, memory, output },
      temperature: settings.temperature ?? 0,
      ...(settings.topP !== undefined ? { topP: settings.topP } : {}),
      ...(settings.seed !== undefined ? { seed: settings.seed } : {}),
      ...(settings.reasoningTokens !== undefined ? { reasoningTokens: settings.reasoningTokens } : {}),
      ...system.settings,
    },
  };
}

function mergeSettings(spec: SystemSpec, shared: SystemSettings, model: Model): SystemSettings {
  const { exit, chunkTokens, memoryTokens, questionTokens } = spec;
  // A memory that is rewritten whole must fit in a reply.
  const rewrites = (spec.policy ?? shared.policy ?? model.defaults?.policy) !== 'select';
  const outputTokens =
    spec.outputTokens ?? (rewrites ? (memoryTokens ?? model.defaults?.memoryTokens) : undefined);
  const { system: _, variant: __, ...own } = spec;
  const merged = {
    ...shared,
    ...defined({
      policy: own.policy,
      profile: own.profile,
      hints: own.hints,
      review: own.review,
      weigh: own.weigh,
      keepMatches: own.keepMatches,
      ahead: own.ahead,
      chunks: own.chunks,
      temperature: own.temperature,
      topP: own.topP,
      reasoningTokens: own.reasoningTokens,
      exit: typeof exit === 'number' ? { confidence: exit } : exit,
    }),
    budgets: {
      ...shared.budgets,
      ...defined({
        chunk: chunkTokens,
        memory: memoryTokens,
        question: questionTokens,
        output: outputTokens,
      }),
    },
  };
  return merged;
}

/** The settings that a spec names itself, apart from the policy, which has a column of its own. */
function variantOf(spec: SystemSpec): string {
  const { system: _, variant: __, policy: ___, ...rest } = spec;
  return Object.entries(rest)
    .map(([key, value]) => (value === true ? key : `${key}=${value}`))
    .join(' ');
}

/**
 * Reads `memagent`, `memagent:select`, or `memagent:policy=select:memoryTokens=256`.
 */
export function parseSystem(text: string): SystemSpec {
  const [system, ...parts] = text.trim().split(':');
  const spec: Record<string, unknown> = { system };
  for (const part of parts) {
    const at = part.indexOf('=');
    if (at >= 0) spec[part.slice(0, at)] = plainValue(part.slice(at + 1));
    else if (['overwrite', 'gated', 'select'].includes(part)) spec.policy = part;
    else spec[part] = true;
  }
  const checked = systemSpec.safeParse(spec);
  if (checked.success) return checked.data;
  throw new MemAgentError(
    'bad-input',
    `The system "${text}" cannot be used: ${checked.error.issues[0]!.message}.`,
    {
      hint: 'Write a name, or name:policy, or name:key=value:key=value, as in memagent:select:memoryTokens=256.',
    },
  );
}

/** A value written without quotes: a number, true or false, or a word. */
export function plainValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text;
}

const defined = <T extends object>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
