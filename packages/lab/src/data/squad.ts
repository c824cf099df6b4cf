import { MemAgentError } from '@memagent/core';
import { z } from 'zod';
import { readObjects } from './file.ts';
import { Paragraph } from './paragraph.ts';
import type { NaturalQuestion, QuestionSet } from './question.ts';

const answersList = z.array(z.object({ text: z.string(), answer_start: z.number() }));

const article = z.object({
  title: z.string(),
  paragraphs: z.array(
    z.object({
      context: z.string(),
      qas: z.array(
        z.object({
          id: z.string(),
          question: z.string(),
          is_impossible: z.boolean().optional(),
          answers: answersList,
          plausible_answers: answersList.optional(),
        }),
      ),
    }),
  ),
});
type Article = z.infer<typeof article>;

/** The official form: one object with all articles. */
const squadFile = z.object({ data: z.array(article) });

/** The hub's form: one question a row; answers as two lists. */
const squadRow = z.object({
  id: z.string(),
  title: z.string(),
  context: z.string(),
  question: z.string(),
  answers: z.union([
    answersList,
    z
      .object({ text: z.array(z.string()), answer_start: z.array(z.number()) })
      .transform(({ text, answer_start }) =>
        text.map((each, i) => ({ text: each, answer_start: answer_start[i] ?? 0 })),
      ),
  ]),
});

/** Where SQuAD can be got, and in which forms it is read. */
export const squadWhere =
  'SQuAD is train-v1.1.json or dev-v1.1.json (or v2.0) from rajpurkar.github.io/SQuAD-explorer, or plain_text/*.parquet from huggingface.co/datasets/rajpurkar/squad. JSON, JSON lines (.gz too) and parquet are read.';
const where = squadWhere;

/** The articles of a file in either form; rows of one title are one article. */
async function readArticles(path: string, signal: AbortSignal | undefined): Promise<Article[]> {
  const wrong = (error: z.ZodError) => {
    const issue = error.issues[0];
    return new MemAgentError(
      'bad-input',
      `${path} is not a SQuAD file: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')}.`,
      { hint: where },
    );
  };
  const articles: Article[] = [];
  const byTitle = new Map<string, Map<string, Article['paragraphs'][number]>>();
  for await (const object of readObjects(path, where, signal)) {
    if (object !== null && typeof object === 'object' && 'data' in object) {
      const parsed = squadFile.safeParse(object);
      if (!parsed.success) throw wrong(parsed.error);
      articles.push(...parsed.data.data);
      continue;
    }
    const parsed = squadRow.safeParse(object);
    if (!parsed.success) throw wrong(parsed.error);
    const { id, title, context, question, answers } = parsed.data;
    const own = byTitle.get(title) ?? new Map<string, Article['paragraphs'][number]>();
    byTitle.set(title, own);
    const paragraph = own.get(context) ?? { context, qas: [] };
    own.set(context, paragraph);
    paragraph.qas.push({ id, question, answers });
  }
  for (const [title, own] of byTitle) articles.push({ title, paragraphs: [...own.values()] });
  if (articles.length === 0)
    throw new MemAgentError('bad-input', `${path} holds no SQuAD articles.`, { hint: where });
  return articles;
}

/**
 * Reads SQuAD (v1.1 or v2.0; questions marked impossible apart) in its official form or the hub's. `part` takes the
 * articles: all, all but the last 15 % (`train`), every third of the last 5 % (`validation`), or the others (`unseen`).
 */
export async function loadSquad(
  path: string,
  options: { part?: 'all' | 'train' | 'unseen' | 'validation'; signal?: AbortSignal } = {},
): Promise<QuestionSet> {
  const articles = await readArticles(path, options.signal);
  const before = (share: number) => articles.length - Math.ceil(articles.length * share);
  const partOf = (index: number) => {
    if (index < before(0.15)) return 'train';
    const late = index - before(0.05);
    return late >= 0 && late % 3 === 0 ? 'validation' : 'unseen';
  };
  const { part = 'all' } = options;
  const taken = part === 'all' ? articles : articles.filter((_, index) => partOf(index) === part);
  const questions: NaturalQuestion[] = [];
  const impossible: NaturalQuestion[] = [];
  const paragraphs: Paragraph[] = [];
  for (const article of taken) {
    const title = article.title.replaceAll('_', ' ');
    const own = article.paragraphs.map(({ context }) => new Paragraph(title, context));
    paragraphs.push(...own);
    article.paragraphs.forEach(({ qas }, index) => {
      const paragraph = own[index]!;
      for (const { id, question, answers, is_impossible = false, plausible_answers = [] } of qas) {
        const first = (is_impossible ? plausible_answers : answers)[0];
        if (first === undefined) continue;
        const at = paragraph.text.startsWith(first.text, first.answer_start)
          ? first.answer_start
          : paragraph.text.indexOf(first.text);
        if (at < 0) continue;
        let sentences: number[] | undefined;
        const gold = {
          paragraph,
          // Found at first use: splitting 19,000 paragraphs takes longer than reading them.
          get sentences() {
            sentences ??= paragraph.sentencesAt(at, at + first.text.length);
            return sentences;
          },
        };
        (is_impossible ? impossible : questions).push({
          id,
          question: question.trim(),
          answers: is_impossible ? [] : [...new Set(answers.map(({ text }) => text))],
          gold: [gold],
          near: own,
          bridge: false,
        });
      }
    });
  }
  return { name: 'squad', questions, impossible, paragraphs };
}
