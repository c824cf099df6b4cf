import { MemAgentError } from '@memagent/core';
import { z } from 'zod';
import { readObjects } from '../../data/file.ts';
import { Paragraph } from '../../data/paragraph.ts';
import type { Gold, NaturalQuestion, QuestionSet } from '../../data/question.ts';

const row = z.object({
  id: z.string(),
  question: z.string(),
  answer: z.string(),
  answer_aliases: z.array(z.string()).default([]),
  answerable: z.boolean().default(true),
  paragraphs: z.array(
    z.object({
      idx: z.number(),
      title: z.string(),
      paragraph_text: z.string(),
      is_supporting: z.boolean().default(false),
    }),
  ),
  question_decomposition: z
    .array(z.object({ answer: z.string(), paragraph_support_idx: z.number().nullish() }))
    .default([]),
});

/** Where MuSiQue can be got, and in which forms it is read. */
export const musiqueWhere =
  'MuSiQue is musique_ans_v1.0_dev.jsonl and its like from github.com/StonyBrookNLP/musique. JSON, JSON lines (.gz too) and parquet with the same columns are read.';
const where = musiqueWhere;

/** Reads MuSiQue in its official form or as parquet; questions marked unanswerable are left out. */
export async function loadMusique(path: string, signal?: AbortSignal): Promise<QuestionSet> {
  const questions: NaturalQuestion[] = [];
  const known = new Map<string, Paragraph>();
  let number = 0;
  for await (const object of readObjects(path, where, signal)) {
    number += 1;
    const parsed = row.safeParse(object);
    if (!parsed.success) {
      const issue = parsed.error.issues[0]!;
      throw new MemAgentError(
        'bad-input',
        `Question ${number} of ${path}: ${issue.path.join('.')} ${issue.message}.`,
        { hint: where },
      );
    }
    const { id, question, answer, answer_aliases, answerable, paragraphs, question_decomposition } =
      parsed.data;
    if (!answerable) continue;
    const own = new Map(
      paragraphs.map(({ idx, title, paragraph_text }) => {
        const key = `${title}\n${paragraph_text}`;
        const paragraph = known.get(key) ?? new Paragraph(title, paragraph_text);
        known.set(key, paragraph);
        return [idx, paragraph];
      }),
    );
    // The decomposition is in the order of the hops; its paragraphs come first, others that support after them.
    const hops = question_decomposition.flatMap(({ paragraph_support_idx: at, answer: found }) =>
      at !== null && at !== undefined && own.has(at) ? [{ at, found }] : [],
    );
    const rest = paragraphs
      .filter(({ idx, is_supporting }) => is_supporting && !hops.some(({ at }) => at === idx))
      .map(({ idx }) => ({ at: idx, found: answer }));
    const gold = merged([...hops, ...rest].map(({ at, found }): Gold => goldOf(own.get(at)!, found)));
    if (gold.length === 0) continue;
    const titles = new Set(gold.map(({ paragraph }) => paragraph));
    questions.push({
      id,
      question: question.trim(),
      answers: [...new Set([answer, ...answer_aliases])],
      gold,
      near: [...own.values()].filter((paragraph) => !titles.has(paragraph)),
      bridge: gold.length > 1,
    });
  }
  return { name: 'musique', questions, paragraphs: [...known.values()] };
}

/** Two hops may find what they look for in one paragraph, which stands in the text once. */
function merged(gold: readonly Gold[]): Gold[] {
  const sentences = new Map<Paragraph, Set<number>>();
  for (const each of gold)
    sentences.set(each.paragraph, new Set([...(sentences.get(each.paragraph) ?? []), ...each.sentences]));
  return [...sentences].map(([paragraph, found]) => ({
    paragraph,
    sentences: [...found].sort((a, b) => a - b),
  }));
}

/** The sentences that hold what a hop finds; all of them where none does. */
function goldOf(paragraph: Paragraph, found: string): Gold {
  const wanted = found.toLowerCase();
  const holding = paragraph.sentences.flatMap(({ start, end }, i) =>
    paragraph.text.slice(start, end).toLowerCase().includes(wanted) ? [i] : [],
  );
  return { paragraph, sentences: holding.length > 0 ? holding : [...paragraph.sentences.keys()] };
}
