import { overwrite } from './overwrite.ts';
import { kept, type Policy } from './policy.ts';

/** The reply is a new memory, or the one fixed word that keeps the memory as it is. */
export const gated: Policy = {
  name: 'gated',
  async apply(reply, state) {
    return reply.kind === 'keep' ? kept(state.memory) : overwrite.apply(reply, state);
  },
};
