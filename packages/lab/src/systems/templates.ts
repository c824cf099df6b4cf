import { defineProfile, type Prompt } from '@memagent/core';

// Prompts of the systems that are no readings. Only their final templates are used, with the text to be read in the
// memory's place: escaping and the understanding of answers are then the same as everywhere.
const template = (name: string, instruction: string, tag: string, end: string) =>
  defineProfile({
    name,
    step: '{question}{memory}{section}',
    final: `${instruction}\n\n<${tag}>\n{memory}\n</${tag}>\n\n<problem>\n{question}\n</problem>\n\n${end}\n`,
  });

const plain = template(
  'plain',
  'Read the text and answer the problem from it, as briefly as possible. If the text does not hold the answer, reply: NOT FOUND.',
  'text',
  'Your answer:',
);

const notes = template(
  'notes',
  'Write down, in a few short sentences, whatever in this section helps to answer the problem, with names and numbers as they stand there. If nothing in it helps, reply: NOT FOUND.',
  'section',
  'Notes:',
);

const fill = (profile: typeof plain, question: string, text: string): Prompt =>
  profile.final({ question, memory: { text, lines: [] } });

/** The whole text (or what is left of it) and the question. */
export const plainPrompt = (question: string, text: string): Prompt => fill(plain, question, text);

/** How the reply to a plain or a refining prompt is understood. */
export const plainAnswer = plain.answer;

/** What in this section helps. */
export const notesPrompt = (question: string, section: string): Prompt => fill(notes, question, section);

const refining = defineProfile({
  name: 'refine',
  step:
    'You are answering a problem about a long text of which you see one section at a time. Improve the answer so far with this section where it helps; otherwise repeat the answer so far unchanged. Reply with the answer alone, as briefly as possible, or NOT FOUND while nothing is known.' +
    '\n\n<problem>\n{question}\n</problem>\n\n<answer>\n{memory}\n</answer>\n\n<section>\n{section}\n</section>\n\nThe answer:\n',
  final: '{question}{memory}',
  emptyMemory: 'NOT FOUND',
});

/** The answer so far and the next section. */
export const refinePrompt = (
  question: string,
  answer: string,
  chunk: Parameters<typeof refining.step>[0]['chunk'],
): Prompt =>
  refining.step({
    question,
    memory: { text: answer, lines: [] },
    chunk,
    sentences: [],
    hints: [],
    policy: 'overwrite',
    exit: false,
  });
