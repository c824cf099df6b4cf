import { MemAgentError } from '@memagent/core';
import type { Agent } from '../rollout/agent.ts';
import { readingAgent, singleTurnAgent } from '../rollout/agents.ts';
import type { OwnModule } from './own-module.ts';
import type { TrainRecipe } from './recipe.ts';

/** The agent that a recipe names: the module's own, the reader of `core`, or a single turn. */
export function agentOf(recipe: TrainRecipe, own: OwnModule): Agent {
  if (own.agent) return own.agent;
  if (recipe.agent === 'single') return singleTurnAgent({ maxTokens: recipe.maxTokens });
  if (recipe.agent === 'module')
    throw new MemAgentError('bad-input', `The module ${recipe.module} exports no agent.`, {
      hint: 'Export agent.',
    });
  const { chunkTokens, memoryTokens, questionTokens, outputTokens, profile, ...rest } = recipe.reading;
  const budgets = {
    ...(chunkTokens ? { chunk: chunkTokens } : {}),
    ...(memoryTokens ? { memory: memoryTokens } : {}),
    ...(questionTokens ? { question: questionTokens } : {}),
    output: outputTokens ?? recipe.maxTokens,
  };
  return readingAgent({
    ...rest,
    profile: profile ?? (recipe.model.format === 'pocket' ? 'pocket' : 'paper'),
    budgets,
  });
}
