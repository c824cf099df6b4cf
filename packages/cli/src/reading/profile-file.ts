import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { defineProfile, MemAgentError, type Profile } from '@memagent/core';
import { parse } from 'yaml';
import { z } from 'zod';

const templates = z.strictObject({
  name: z.string().min(1),
  step: z.string().min(1),
  final: z.string().min(1),
  system: z.string().optional(),
  emptyMemory: z.string().optional(),
  policies: z
    .array(z.enum(['overwrite', 'gated']))
    .min(1)
    .optional(),
});

/** A profile's name as it is, or a YAML or JSON file of templates as a profile. */
export async function resolveProfile(profile: string, cwd: string): Promise<string | Profile> {
  if (!/[./\\]/.test(profile)) return profile;
  let value: unknown;
  try {
    value = parse(await readFile(resolve(cwd, profile), 'utf8'));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new MemAgentError(
      'bad-input',
      `The profile ${profile} cannot be read: ${code ?? message.split('\n')[0]}.`,
      {
        hint: 'Give a name (paper, paper-plain, section-first, pocket) or a YAML file with name, step and final.',
        cause,
      },
    );
  }
  const checked = templates.safeParse(value);
  if (checked.success) return defineProfile(checked.data);
  const problems = checked.error.issues.map(
    (issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`,
  );
  throw new MemAgentError('bad-input', `The profile ${profile} cannot be used: ${problems.join('; ')}.`, {
    hint: 'It has name, step (with {question}, {memory} and {section}), final (with {question} and {memory}), and may have system, emptyMemory and policies.',
  });
}
