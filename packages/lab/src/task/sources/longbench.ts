import { MemAgentError } from '@memagent/core';
import { z } from 'zod';
import { readObjects } from '../../data/file.ts';
import { Random } from '../../random.ts';
import { makeSample } from '../sample.ts';
import type { Task } from '../task.ts';

const row = z.object({
  _id: z.string(),
  input: z.string(),
  context: z.string(),
  answers: z.array(z.string()).min(1),
  dataset: z.string(),
});

/** Where LongBench can be got, and in which forms it is read. */
export const longbenchWhere =
  'LongBench’s question-answering subsets are narrativeqa.jsonl, qasper.jsonl, multifieldqa_en.jsonl, hotpotqa.jsonl, 2wikimqa.jsonl and musique.jsonl in data.zip at huggingface.co/datasets/THUDM/LongBench. JSON, JSON lines (.gz too) and parquet are read.';
const where = longbenchWhere;

/**
 * Reads a question-answering subset of LongBench as a task, `longbench_` and its name. Its texts are what they are:
 * the length asked for must be `own`.
 */
export async function loadLongBench(path: string, signal?: AbortSignal): Promise<Task> {
  const rows: z.infer<typeof row>[] = [];
  for await (const object of readObjects(path, where, signal)) {
    const parsed = row.safeParse(object);
    if (!parsed.success) {
      const issue = parsed.error.issues[0]!;
      throw new MemAgentError(
        'bad-input',
        `Question ${rows.length + 1} of ${path}: ${issue.path.join('.')} ${issue.message}.`,
        { hint: where },
      );
    }
    rows.push(parsed.data);
  }
  const first = rows[0];
  if (first === undefined)
    throw new MemAgentError('bad-input', `${path} holds no questions.`, { hint: where });
  const name = `longbench_${first.dataset}`;
  const order = new Random(name).shuffle(Uint32Array.from(rows.keys()));
  return {
    name,
    description: `LongBench ${first.dataset}: ${rows.length} questions about texts of their own length.`,
    form: 'select',
    canBeUnanswerable: false,
    generate(options) {
      if (options.length !== 0) {
        throw new MemAgentError('bad-input', `The texts of ${name} have a length of their own.`, {
          hint: 'Evaluate it with --lengths own.',
        });
      }
      const { _id, input, context, answers } = rows[order[options.seed % order.length]!]!;
      return makeSample({
        task: name,
        options,
        size: 'own',
        question: input.trim(),
        answers,
        composition: { length: context.length, pieces: () => [context] },
        evidence: [],
        meta: { question: _id },
      });
    },
  };
}
