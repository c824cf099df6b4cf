import { MemAgentError } from '@memagent/core';
import { z } from 'zod';
import { readObjects } from './file.ts';
import { Paragraph } from './paragraph.ts';
import { type Gold, isHeldOut, type NaturalQuestion, type QuestionSet } from './question.ts';

const hotpotRow = z.object({
  _id: z.string().nullish(),
  question: z.string(),
  answer: z.string(),
  type: z.string().nullish(),
  supporting_facts: z.array(z.tuple([z.string(), z.number()])),
  context: z.array(z.tuple([z.string(), z.array(z.string())])),
});

const where =
  'HotpotQA files are hotpot_train_v1.1.json and hotpot_dev_distractor_v1.json from hotpotqa.github.io (JSON array or JSON lines, .gz too); 2WikiMultihopQA has the same form.';

/** Reads HotpotQA in its official form, a JSON array, or as JSON lines; 2WikiMultihopQA has the same form. */
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
      id: parsed.data._id ?? `hotpot-${row}`,
      question: question.trim(),
      answers: [answer],
      gold: bridge ? hopOrder(question, answer, gold) : gold,
      near: own.filter(({ title }) => !facts.has(title)),
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
      (title === wanted ? 3 : evidence.includes(wanted) ? 1 : 0)
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

/** The titles of all paragraphs that belong to these questions, their distractors included. */
export function titlesOf(questions: readonly NaturalQuestion[]): Set<string> {
  return new Set(
    questions.flatMap(({ gold, near }) => [
      ...gold.map(({ paragraph }) => paragraph.title),
      ...near.map(({ title }) => title),
    ]),
  );
}

/** A set without the paragraphs of these titles, nor the questions that they answer. */
export function withoutTitles(set: QuestionSet, titles: ReadonlySet<string>): QuestionSet {
  const allowed = ({ title }: Paragraph) => !titles.has(title);
  // The questions of an article share one list of neighbours, before and after.
  const lists = new Map<readonly Paragraph[], readonly Paragraph[]>();
  const filtered = (list: readonly Paragraph[]) => {
    const kept = lists.get(list) ?? list.filter(allowed);
    lists.set(list, kept);
    return kept;
  };
  return {
    ...set,
    paragraphs: set.paragraphs.filter(allowed),
    questions: set.questions
      .filter(({ gold }) => gold.every(({ paragraph }) => allowed(paragraph)))
      .map((question) => ({ ...question, near: filtered(question.near) })),
  };
}
