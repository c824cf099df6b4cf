import { MemAgentError } from '@memagent/core';
import { z } from 'zod';
import { readObjects } from './file.ts';
import { Paragraph } from './paragraph.ts';
import { type Gold, isHeldOut, type NaturalQuestion, type QuestionSet } from './question.ts';

const whole = z.number().int();
const fact = z.tuple([z.string(), whole]);
const article = z.tuple([z.string(), z.array(z.string())]);

/**
 * A list of pairs in any of the forms in which it is published: the official pairs, the hub's one object of two lists,
 * a list of objects, or any of those as JSON in a string.
 */
function pairs<T extends z.ZodType>(pair: T, first: string, second: string) {
  const apart = (value: unknown): unknown => {
    if (typeof value === 'string') {
      try {
        return apart(JSON.parse(value));
      } catch {
        return value;
      }
    }
    if (Array.isArray(value))
      return value.map((item) =>
        item !== null && typeof item === 'object' && !Array.isArray(item)
          ? [(item as Record<string, unknown>)[first], (item as Record<string, unknown>)[second]]
          : item,
      );
    const lists = value as Record<string, unknown[]> | null;
    if (Array.isArray(lists?.[first]) && Array.isArray(lists[second]))
      return lists[first].map((item, i) => [item, lists[second]![i]]);
    return value;
  };
  return z.preprocess(apart, z.array(pair));
}

const hotpotRow = z.object({
  _id: z.string().nullish(),
  id: z.string().nullish(),
  question: z.string(),
  answer: z.string(),
  type: z.string().nullish(),
  supporting_facts: pairs(fact, 'title', 'sent_id'),
  context: pairs(article, 'title', 'sentences'),
});

/** Where HotpotQA and 2WikiMultihopQA can be got, and in which forms they are read. */
export const hotpotWhere =
  'HotpotQA is hotpot_train_v1.1.json or hotpot_dev_distractor_v1.json from hotpotqa.github.io, or distractor/*.parquet from huggingface.co/datasets/hotpotqa/hotpot_qa; 2WikiMultihopQA is dev.json from github.com/Alab-NII/2wikimultihop. JSON, JSON lines (.gz too) and parquet are read.';
const where = hotpotWhere;

/**
 * Reads HotpotQA in its official form (a JSON array), as JSON lines, or in the hub's parquet; 2WikiMultihopQA has the
 * same forms.
 */
export async function loadHotpot(path: string, signal?: AbortSignal): Promise<QuestionSet> {
  const questions: NaturalQuestion[] = [];
  const known = new Map<string, Paragraph>();
  let row = 0;
  for await (const object of readObjects(path, where, signal)) {
    row++;
    const parsed = hotpotRow.safeParse(object);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new MemAgentError(
        'bad-input',
        `Question ${row} of ${path}: ${issue?.path.join('.')} ${issue?.message}.`,
        { hint: where },
      );
    }
    const { question, answer, supporting_facts, context, type } = parsed.data;
    const own = context.map(([title, sentences]) => {
      const paragraph = Paragraph.fromSentences(title, sentences);
      const same = known.get(`${title}\n${paragraph.text}`);
      if (same === undefined) known.set(`${title}\n${paragraph.text}`, paragraph);
      return same ?? paragraph;
    });
    const facts = new Map<string, number[]>();
    for (const [title, index] of supporting_facts) facts.set(title, [...(facts.get(title) ?? []), index]);
    const gold: Gold[] = own
      .filter(({ title }) => facts.has(title))
      .map((paragraph) => ({
        paragraph,
        sentences: [...new Set(facts.get(paragraph.title)!)]
          .filter((index) => {
            const span = paragraph.sentences[index];
            return span !== undefined && span.end > span.start;
          })
          .sort((a, b) => a - b),
      }))
      .filter(({ sentences }) => sentences.length > 0);
    if (gold.length === 0) continue;
    // Where the type is missing: what asks for yes or no, or names every title itself, compares.
    const asked = question.toLowerCase();
    const compares =
      /^(?:yes|no)$/i.test(answer) ||
      gold.every(({ paragraph }) => asked.includes(bareTitle(paragraph.title)));
    const bridge = gold.length > 1 && (type ?? (compares ? 'comparison' : 'bridge')) !== 'comparison';
    questions.push({
      id: parsed.data._id ?? parsed.data.id ?? `hotpot-${row}`,
      question: question.trim(),
      answers: [answer],
      gold: bridge ? hopOrder(question, answer, gold) : gold,
      near: own.filter(({ title }) => !facts.has(title)),
      own,
      bridge,
      heldOut: isHeldOut(question),
    });
  }
  return { name: 'hotpotqa', questions, paragraphs: [...known.values()] };
}

/** A title without what stands in brackets to tell it from others. */
export const bareTitle = (title: string): string => title.replace(/\s*\([^)]*\)\s*$/, '').toLowerCase();

/**
 * The gold paragraphs in the order of the hops: what the question names comes first, what holds the answer (and is
 * named in the other) last.
 */
function hopOrder(question: string, answer: string, gold: readonly Gold[]): Gold[] {
  const asked = question.toLowerCase();
  const wanted = answer.toLowerCase();
  const score = ({ paragraph, sentences }: Gold) => {
    const evidence = sentences
      .map((index) =>
        paragraph.text.slice(paragraph.sentences[index]!.start, paragraph.sentences[index]!.end),
      )
      .join(' ')
      .toLowerCase();
    const title = bareTitle(paragraph.title);
    const namesOther = gold.some(
      (other) => other.paragraph !== paragraph && evidence.includes(bareTitle(other.paragraph.title)),
    );
    return (
      (asked.includes(title) ? 4 : 0) +
      (namesOther ? 2 : 0) -
      (title === wanted || evidence.includes(wanted) ? 3 : 0)
    );
  };
  return [...gold].sort((a, b) => score(b) - score(a));
}

/** Divides HotpotQA by the hold-out rule. */
export function splitHotpot(set: QuestionSet): { train: QuestionSet; test: QuestionSet } {
  const part = (held: boolean): QuestionSet => ({
    ...set,
    questions: set.questions.filter(({ heldOut }) => heldOut === held),
  });
  return { train: part(false), test: part(true) };
}

/** All paragraphs that belong to these questions, their distractors included. */
export function paragraphsOf(questions: readonly NaturalQuestion[]): Paragraph[] {
  return questions.flatMap(({ gold, near }) => [...gold.map(({ paragraph }) => paragraph), ...near]);
}

/** One spelling for each article: SQuAD writes `New_York_City`, others `New York City`. */
export function sameTitle(title: string): string {
  let plain = title.replaceAll('_', ' ');
  try {
    plain = decodeURIComponent(plain);
  } catch {} // a title with a percent sign of its own
  return plain.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Whether a paragraph is of the same article as one of these, or has the text of one. */
export function alike(paragraphs: Iterable<Paragraph>): (paragraph: Paragraph) => boolean {
  const titles = new Set<string>();
  const texts = new Set<string>();
  for (const { title, text } of paragraphs) {
    titles.add(sameTitle(title));
    texts.add(text.trim());
  }
  return ({ title, text }) => titles.has(sameTitle(title)) || texts.has(text.trim());
}

/** A set without these paragraphs, nor the questions that they answer. */
export function without(set: QuestionSet, held: (paragraph: Paragraph) => boolean): QuestionSet {
  const allowed = (paragraph: Paragraph) => !held(paragraph);
  // The questions of an article share one list of neighbours, before and after.
  const lists = new Map<readonly Paragraph[], readonly Paragraph[]>();
  const filtered = (list: readonly Paragraph[]) => {
    const kept = lists.get(list) ?? list.filter(allowed);
    lists.set(list, kept);
    return kept;
  };
  const clean = (questions: readonly NaturalQuestion[]) =>
    questions
      .filter(({ gold }) => gold.every(({ paragraph }) => allowed(paragraph)))
      .map((question) => ({ ...question, near: filtered(question.near) }));
  return {
    ...set,
    paragraphs: set.paragraphs.filter(allowed),
    questions: clean(set.questions),
    ...(set.impossible && { impossible: clean(set.impossible) }),
  };
}
