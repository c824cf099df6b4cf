import { MemAgentError } from '../errors.ts';
import { paperProfile } from './paper.ts';
import { pocket } from './pocket.ts';
import type { Profile } from './profile.ts';
import { sectionFirst } from './section-first.ts';

export { defineProfile, type ProfileTemplates } from './define.ts';
export { paperProfile } from './paper.ts';
export { pocket, pocketTokens } from './pocket.ts';
export type { FinalPrompt, FinalReply, Profile, StepPrompt, Weighing } from './profile.ts';
export { sectionFirst } from './section-first.ts';

const profiles: Record<string, Profile> = {
  paper: paperProfile('boxed'),
  'paper-plain': paperProfile('plain'),
  'section-first': sectionFirst,
  pocket,
  // One question at a time in the order of many.
  'pocket-shared': { ...pocket, single: undefined },
};

/** The profile of a name. */
export function profileNamed(name: string): Profile {
  const profile = profiles[name];
  if (profile) return profile;
  throw new MemAgentError('bad-input', `There is no profile "${name}".`, {
    hint: `Use one of: ${Object.keys(profiles).join(', ')}, or define your own.`,
  });
}
