import { MemAgentError } from '../errors.ts';
import { gated } from './gated.ts';
import { overwrite } from './overwrite.ts';
import type { Policy } from './policy.ts';
import { linesMemory, select } from './select.ts';

export type { Change, Outcome, Policy, PolicyName, Reply, StepState } from './policy.ts';
export { gated, linesMemory, overwrite, select };

const policies: Record<string, Policy> = { overwrite, gated, select };

/** The policy of a name. */
export function policyNamed(name: string): Policy {
  const policy = policies[name];
  if (policy) return policy;
  throw new MemAgentError('bad-input', `There is no policy "${name}".`, {
    hint: `Use one of: ${Object.keys(policies).join(', ')}.`,
  });
}
