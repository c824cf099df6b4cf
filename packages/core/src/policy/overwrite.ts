import { writtenMemory } from '../memory/written.ts';
import { type Policy, unusable } from './policy.ts';

/** The paper's policy: the reply is the new memory, whole. */
export const overwrite: Policy = {
  name: 'overwrite',
  async apply(reply, state) {
    if (reply.kind === 'write' && (reply.text.trim() !== '' || reply.blank))
      return writtenMemory(reply.text, state);
    return unusable(state.memory, reply.kind === 'unusable' ? reply.why : 'the reply is empty');
  },
};
