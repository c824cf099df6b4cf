import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MemAgentError } from '@memagent/core';
import { readRunFile } from '../eval/run-file.ts';
import { readTraces } from '../eval/trace-file.ts';
import { besidePublished } from './beside.ts';
import { type ReportData, reportData } from './figures.ts';
import { htmlReport } from './html.ts';
import { markdownReport } from './markdown.ts';
import { recordOf, recordText } from './record.ts';

/**
 * Writes `summary.json`, `statistics.json`, `record.json`, `report.md` and `report.html` of a run from its traces.
 *
 * @example
 * const { rows } = await writeReport('runs/first');
 */
export async function writeReport(
  folder: string,
  options: { readonly verifier?: string } = {},
): Promise<ReportData> {
  const run = await readRunFile(folder);
  const traces = run ? await readTraces(join(folder, 'traces.jsonl')) : [];
  if (!run || traces.length === 0) {
    throw new MemAgentError('bad-input', `${folder} holds no traces of a run.`, {
      hint: 'Give the folder that `memagent eval run --out` wrote to.',
    });
  }
  const data = reportData(run, traces, options.verifier);
  const beside = besidePublished(data, traces);
  const { comparisons, losses, costs, survival } = data;
  const statistics = {
    comparisons,
    losses,
    fits: costs.map(({ system, tokensFit, secondsFit }) => ({
      system,
      tokens: tokensFit ?? null,
      seconds: secondsFit ?? null,
    })),
    depths: data.depths.flatMap(({ system, bands }) =>
      [...bands].flatMap(([length, list]) => list.map((band) => ({ system, length, ...band }))),
    ),
    survival: survival.map(({ system, counts }) => ({ system, ...counts })),
    answerability: data.answerability,
  };
  await Promise.all([
    writeFile(join(folder, 'summary.json'), `${JSON.stringify(data.rows, null, 2)}\n`),
    writeFile(join(folder, 'statistics.json'), `${JSON.stringify(statistics, null, 2)}\n`),
    writeFile(join(folder, 'record.json'), recordText(recordOf(run, traces, data))),
    writeFile(join(folder, 'report.md'), markdownReport(data, beside)),
    writeFile(join(folder, 'report.html'), htmlReport(data, beside)),
  ]);
  return data;
}
