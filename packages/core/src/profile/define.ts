import { MemAgentError } from '../errors.ts';
import type { Prompt, Segment } from '../model/model.ts';
import { parseChatAnswer, parseChatReply } from './chat-reply.ts';
import type { Profile } from './profile.ts';
import { trusted, untrusted } from './segments.ts';

/** A profile in a user's own words: templates with `{question}`, `{memory}` and, for steps, `{section}`. */
export interface ProfileTemplates {
  readonly name: string;
  readonly step: string;
  readonly final: string;
  readonly system?: string;
  /** What stands for a memory that is still empty. */
  readonly emptyMemory?: string;
  /** `gated` if the step's wording tells the model to reply KEEP when nothing is new. */
  readonly policies?: readonly ('overwrite' | 'gated')[];
}

/**
 * Makes a profile from templates. Tags in them (such as `<section>`) cannot be closed or forged by document text.
 *
 * @example
 * defineProfile({ name: 'mine', step: 'Notes: {memory}\n<part>{section}</part>\nQ: {question}\nNew notes:',
 *   final: 'Notes: {memory}\nQ: {question}\nA:' })
 */
export function defineProfile(templates: ProfileTemplates): Profile {
  for (const [part, needed] of [
    ['step', ['question', 'memory', 'section']],
    ['final', ['question', 'memory']],
  ] as const) {
    const missing = needed.filter((name) => !templates[part].includes(`{${name}}`));
    if (missing.length > 0) {
      throw new MemAgentError(
        'bad-input',
        `The ${part} template of profile "${templates.name}" lacks {${missing.join('}, {')}}.`,
        {
          hint: 'Put each placeholder where its text belongs.',
        },
      );
    }
  }
  const tags = [
    ...new Set(
      [...`${templates.step}${templates.final}`.matchAll(/<\/?([\p{L}_][\p{L}\p{N}_-]*)/gu)].map(
        (m) => m[1]!,
      ),
    ),
  ];
  const fill = (template: string, values: Record<string, { text: string; tokens?: number }>): Segment[] =>
    template
      .split(/(\{(?:question|memory|section)\})/)
      .filter(Boolean)
      .map((part) => {
        const value = values[/^\{(\w+)\}$/.exec(part)?.[1] ?? ''];
        return value ? untrusted(value.text, tags, value.tokens) : trusted(part);
      });
  const page = (text: string) => ({
    text: text === '' ? (templates.emptyMemory ?? 'No previous memory') : text,
  });
  const prompt = (segments: Segment[], shared = 0): Prompt => ({
    form: 'chat',
    segments,
    shared,
    ...(templates.system ? { system: templates.system } : {}),
  });
  return {
    name: templates.name,
    version: JSON.stringify(templates),
    policies: templates.policies ?? ['overwrite'],
    hints: false,
    maxSentences: 999,
    schema: false,
    step: ({ question, memory, chunk }) => {
      const segments = fill(templates.step, {
        question: { text: question },
        memory: page(memory.text),
        section: { text: chunk.text, tokens: chunk.tokens },
      });
      const personal = templates.step.search(/\{(?:question|memory)\}/);
      return prompt(segments, templates.step.indexOf('{section}') < personal ? 2 : 0);
    },
    final: ({ question, memory }) =>
      prompt(fill(templates.final, { question: { text: question }, memory: page(memory.text) })),
    reply: parseChatReply,
    answer: parseChatAnswer,
  };
}
