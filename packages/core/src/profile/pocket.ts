import type { Hint } from '../hints/hints.ts';
import type { Memory } from '../memory/memory.ts';
import type { Prompt, Segment } from '../model/model.ts';
import type { PolicyName, Reply } from '../policy/policy.ts';
import { maxLines } from '../policy/select.ts';
import { oneLine, type Sentence } from '../text/sentences.ts';
import type { Profile, StepPrompt } from './profile.ts';
import { trusted, untrusted } from './segments.ts';

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${letter}${i + 1}`);
const maxSentences = 128;

/** The special tokens of pocket's vocabulary, in the order of their ids. */
export const pocketTokens: readonly string[] = [
  ...[
    'pad',
    'end',
    'section',
    'memory',
    'question',
    'hints',
    'select',
    'write',
    'answer',
    'keep',
    'none',
    'exit',
    'text',
  ],
  ...numbered('s', maxSentences),
  ...numbered('m', maxLines),
].map((name) => `<|${name}|>`);

/** What ends a step's prompt: choose, write or keep, or write now. */
const asks: Readonly<Record<PolicyName, string>> = {
  select: '<|select|>',
  gated: '<|write|>',
  overwrite: '<|write|><|text|>',
};

const common = {
  name: 'pocket',
  policies: ['select', 'gated', 'overwrite'],
  hints: true,
  maxSentences,
  schema: false,
  final({ question, memory }): Prompt {
    return {
      form: 'raw',
      shared: 0,
      // The question stands before the memory too: then it is read with the question in mind.
      segments: [
        ...questionSegments(question),
        ...memorySegments(memory),
        ...questionSegments(question),
        trusted('<|answer|>'),
      ],
    };
  },
  reply: parsePocketReply,
  weighing: {
    choice: (numbers) => [trusted(`${numbers.map((n) => `<|s${n}|>`).join('')}<|end|>`)],
    asked: (question, lines) => ({
      prompt: {
        form: 'raw',
        shared: 0,
        segments: [...sectionSegments(lines), trusted('<|memory|>'), trusted('<|question|>')],
      },
      continuation: [untrusted(question), trusted('<|hints|>')],
    }),
    answer: (text) => [untrusted(text), trusted('<|end|>')],
  },
  answer(text) {
    const answer = text.replace(/<\|[^|]*\|>/g, '').trim();
    return { text: answer, answered: !text.includes('<|none|>') && answer !== '' };
  },
} satisfies Partial<Profile>;

/**
 * The shipped model's own prompts: special tokens for every part, which document text can never produce. Readers of
 * several questions share the section, so that it comes first. For one question it comes after question and memory: it
 * is read with them in mind, and they stay from step to step.
 */
export const pocket: Profile = {
  ...common,
  version: '4',
  step(input): Prompt {
    const section = sectionSegments(input.sentences);
    return {
      form: 'raw',
      shared: section.length,
      segments: [...section, ...memorySegments(input.memory), ...askSegments(input)],
    };
  },
  single: {
    ...common,
    version: '4, single',
    step: (input) => ({
      form: 'raw',
      shared: 0,
      segments: [
        ...questionSegments(input.question),
        ...memorySegments(input.memory),
        ...sectionSegments(input.sentences),
        ...askSegments(input),
      ],
    }),
  },
};

function questionSegments(question: string): Segment[] {
  return [trusted('<|question|>'), untrusted(question)];
}

/** The question, the hints and what to reply with. */
const askSegments = ({ question, hints, policy, exit }: StepPrompt): Segment[] => [
  ...questionSegments(question),
  trusted(`<|hints|>${markers(hints, true)}<|text|>${markers(hints, false)}`),
  trusted(`${exit ? '<|exit|>' : ''}${asks[policy]}`),
];

/** Strong hints stand before `<|text|>`, weak ones after it. */
const markers = (hints: readonly Hint[], strong: boolean) =>
  hints
    .filter((hint) => hint.strong === strong)
    .map(({ index }) => `<|s${index + 1}|>`)
    .join('');

function sectionSegments(sentences: readonly Pick<Sentence, 'text'>[]): Segment[] {
  const segments = [trusted('<|section|>')];
  sentences.forEach((sentence, i) => {
    segments.push(trusted(`<|s${i + 1}|>`), untrusted(oneLine(sentence.text)));
  });
  return segments;
}

/** Lines are numbered; a memory that the model wrote itself has no numbers. */
function memorySegments(memory: Memory): Segment[] {
  const segments = [trusted('<|memory|>')];
  memory.lines.slice(0, maxLines).forEach((line, i) => {
    segments.push(trusted(`<|m${i + 1}|>`), untrusted(line.text));
  });
  return segments;
}

/** `<|keep|>`, numbered sentences and lines, or text; `<|exit|>` when the answer is there. */
function parsePocketReply(text: string, policy: PolicyName): Reply {
  const exit = text.includes('<|exit|>');
  const words = text.replace(/<\|[^|]*\|>/g, '').trim();
  if (policy === 'overwrite') {
    // The end alone is a memory with nothing in it. A reply in the tokens of another policy is not.
    if (words !== '' || text.replace('<|exit|>', '').trim() === '')
      return { kind: 'write', text: words, blank: words === '', exit };
    return { kind: 'unusable', why: 'the reply is no text', exit };
  }
  if (text.includes('<|keep|>')) return { kind: 'keep', exit };
  if (policy === 'gated') return { kind: 'write', text: words, exit };
  const add = [...text.matchAll(/<\|s(\d+)\|>/g)].map((match) => Number(match[1]));
  const drop = [...text.matchAll(/<\|m(\d+)\|>/g)].map((match) => Number(match[1]));
  if (add.length + drop.length > 0) return { kind: 'select', add, drop, exit };
  return exit ? { kind: 'keep', exit } : { kind: 'unusable', why: 'the reply names no sentence' };
}
