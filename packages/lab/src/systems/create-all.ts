import { type Budgets, MemAgentError, type Model } from '@memagent/core';
import { createSystem, type SystemSpec } from './create.ts';
import type { System, SystemSettings } from './system.ts';

/** The systems of a plan, and those that the model cannot be used for. */
export interface CreatedSystems {
  readonly systems: readonly System[];
  readonly leftOut: readonly { readonly system: string; readonly why: string }[];
}

const budgetKeys = {
  chunk: 'chunkTokens',
  memory: 'memoryTokens',
  question: 'questionTokens',
  output: 'outputTokens',
} as const;

/**
 * Makes the systems of a plan. Readings that are told apart by a budget get the same of every other one: the least
 * that any of them is left with, so that only what is varied varies. With `skipUnable` a system that the model cannot
 * be used for is left out instead of refused.
 */
export function createSystems(
  specs: readonly SystemSpec[],
  model: Model,
  shared: SystemSettings = {},
  options: { readonly skipUnable?: boolean } = {},
): CreatedSystems {
  const leftOut: { system: string; why: string }[] = [];
  const able = specs.flatMap((spec) => {
    try {
      return [{ spec, system: createSystem(spec, model, shared) }];
    } catch (error) {
      const unable = MemAgentError.isInstance(error) && error.code !== 'internal';
      if (!options.skipUnable || !unable) throw error;
      const { system, policy, variant, chunkTokens, memoryTokens } = spec;
      const size = chunkTokens
        ? `chunkTokens=${chunkTokens}`
        : memoryTokens && `memoryTokens=${memoryTokens}`;
      leftOut.push({
        system: [system, policy, variant ?? size].filter(Boolean).join(' '),
        why: error.message,
      });
      return [];
    }
  });
  if (able.length === 0 && leftOut.length > 0) {
    throw new MemAgentError('bad-input', `None of the systems can be used: ${leftOut[0]!.why}`, {
      hint: 'Name another model with --model, or other --systems.',
    });
  }
  const varied = able.filter(({ spec }) => isVaried(spec));
  if (varied.length < 2) return { systems: able.map(({ system }) => system), leftOut };
  const least = (part: keyof typeof budgetKeys) =>
    Math.min(...varied.map(({ system }) => (system.settings.budgets as Budgets)[part]));
  const same = Object.fromEntries(
    (Object.keys(budgetKeys) as (keyof typeof budgetKeys)[]).map((part) => [budgetKeys[part], least(part)]),
  );
  return {
    systems: able.map(({ spec, system }) => {
      if (!isVaried(spec)) return system;
      const { variant } = system;
      return createSystem({ ...same, ...spec, ...(variant ? { variant } : {}) }, model, shared);
    }),
    leftOut,
  };
}

const isVaried = ({ system, chunkTokens, memoryTokens }: SystemSpec) =>
  system === 'memagent' && (chunkTokens !== undefined || memoryTokens !== undefined);
