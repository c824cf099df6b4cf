import { MemAgentError } from '@memagent/core';
import { z } from 'zod';
import { readText } from './file.ts';
import { Paragraph } from './paragraph.ts';
import type { NaturalQuestion, QuestionSet } from './question.ts';

const squadFile = z.object({
  data: z.array(
    z.object({
      title: z.string(),
      paragraphs: z.array(
        z.object({
          context: z.string(),
          qas: z.array(
            z.object({
              id: z.string(),
              question: z.string(),
              is_impossible: z.boolean().optional(),
              answers: z.array(z.object({ text: z.string(), answer_start: z.number() })),
            }),
          ),
        }),
      ),
    }),
  ),
});

const where =
  'SQuAD files are train-v1.1.json and dev-v1.1.json (or v2.0) from rajpurkar.github.io/SQuAD-explorer; .gz is read too.';

/**
 * Reads a SQuAD file (v1.1 or v2.0; questions marked impossible are left out). `part` takes the articles: all, all
 * but the last 5 % (`train`), or those (`validation`).
 */
export async function loadSquad(
  path: string,
  options: { part?: 'all' | 'train' | 'validation'; signal?: AbortSignal } = {},
): Promise<QuestionSet> {
  const parsed = squadFile.safeParse(parseJson(await readText(path, where, options.signal), path));
  if (!parsed.success) {
    throw new MemAgentError('bad-input', `${path} is not a SQuAD file: ${parsed.error.issues[0]?.message}.`, {
      hint: where,
    });
  }
  const articles = parsed.data.data;
  const cut = articles.length - Math.ceil(articles.length * 0.05);
  const taken =
    options.part === 'train'
      ? articles.slice(0, cut)
      : options.part === 'validation'
        ? articles.slice(cut)
        : articles;
  const questions: NaturalQuestion[] = [];
  const paragraphs: Paragraph[] = [];
  for (const article of taken) {
    const title = article.title.replaceAll('_', ' ');
    const own = article.paragraphs.map(({ context }) => new Paragraph(title, context));
    paragraphs.push(...own);
    article.paragraphs.forEach(({ qas }, index) => {
      const paragraph = own[index]!;
      for (const { id, question, answers, is_impossible } of qas) {
        const first = answers[0];
        if (first === undefined || is_impossible === true) continue;
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
        questions.push({
          id,
          question: question.trim(),
          answers: [...new Set(answers.map(({ text }) => text))],
          gold: [gold],
          near: own,
          bridge: false,
        });
      }
    });
  }
  return { name: 'squad', questions, paragraphs };
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MemAgentError('bad-input', `${path} is not JSON.`, { hint: where, cause });
  }
}
