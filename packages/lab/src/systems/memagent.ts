import { ask, MemAgentError, mayWeigh, memoryOf, policyNamed } from '@memagent/core';
import type { Kit } from './kit.ts';
import type { System, SystemStep } from './system.ts';

/** MemAgent: the reading loop itself, under a policy. */
export function memagentSystem(kit: Kit): System {
  const { model, settings, profile, budgets } = kit;
  const policy = policyNamed(settings.policy ?? model.defaults?.policy ?? 'overwrite').name;
  if (!profile.policies.includes(policy))
    throw new MemAgentError(
      'bad-input',
      `The profile ${profile.name} has no words for the policy ${policy}.`,
      {
        hint: `It has them for ${profile.policies.join(' and ')}: name one of those, another profile, or another model.`,
      },
    );
  const hints = profile.hints && (settings.hints ?? model.defaults?.hints ?? false);
  const review = policy === 'select' && (settings.review ?? model.defaults?.review ?? false);
  const weigh = review && mayWeigh(settings.weigh, model, profile);
  const keepMatches =
    policy === 'select' && hints && (settings.keepMatches ?? model.defaults?.keepMatches ?? false);
  const { temperature, topP, seed, reasoningTokens, exit, chunks, ahead } = settings;
  return {
    name: 'memagent',
    policy,
    settings: {
      policy,
      hints,
      ...(review ? { review } : {}),
      ...(weigh ? { weigh } : {}),
      ...(keepMatches ? { keepMatches } : {}),
      ...(ahead !== undefined ? { ahead } : {}),
      exit: exit ?? false,
      chunks: chunks ?? 'natural',
    },
    async run(sample, { document, signal }) {
      const steps: SystemStep[] = [];
      const began = performance.now();
      const { answer, answered, confidence, spent } = await ask({
        document,
        question: sample.question,
        ...(sample.memory ? { memory: memoryOf(sample.memory) } : {}),
        model,
        profile,
        policy,
        hints,
        review,
        weigh,
        keepMatches,
        budgets: settings.budgets,
        ...(chunks !== undefined ? { chunks } : {}),
        ...(exit !== undefined ? { exit } : {}),
        ...(ahead !== undefined ? { ahead } : {}),
        ...(temperature !== undefined ? { temperature } : {}),
        ...(topP !== undefined ? { topP } : {}),
        ...(seed !== undefined ? { seed } : {}),
        ...(reasoningTokens !== undefined ? { reasoningTokens } : {}),
        ...(signal ? { signal } : {}),
        onEvent: (event) => {
          if (event.type !== 'step') return;
          const { chunk, start, end, tokens, outcome, memory, tokensIn, tokensOut, seconds } = event;
          steps.push({
            ...{ chunk, start, end, tokens, outcome, memory, tokensIn, tokensOut, seconds },
            ...(event.exit ? { exit: true } : {}),
          });
        },
      });
      return {
        answer,
        answered,
        ...(confidence === undefined ? {} : { confidence }),
        calls: spent.calls,
        tokensIn: spent.tokensIn,
        tokensOut: spent.tokensOut,
        seconds: (performance.now() - began) / 1000,
        ...(spent.money !== undefined ? { money: spent.money } : {}),
        steps,
      };
    },
    estimate(tokens) {
      const chunks = Math.ceil(tokens / budgets.chunk);
      const perStep = budgets.memory * 0.5 + 64 + (model.canChat ? 200 : 80);
      const written = { overwrite: budgets.output, gated: Math.ceil(budgets.output / 4), select: 3 }[policy];
      return {
        calls: chunks + 1,
        tokensIn: Math.round(tokens + chunks * perStep + budgets.memory),
        tokensOut: chunks * written + budgets.output,
      };
    },
  };
}
