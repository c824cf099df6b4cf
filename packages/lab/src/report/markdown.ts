import type { Beside } from './beside.ts';
import { overlapLines, type ReportData } from './figures.ts';
import {
  ablationTable,
  answerabilityTable,
  besideTable,
  comparisonTable,
  confidenceTable,
  overallTable,
  scalingTable,
  survivalTable,
  type Table,
  taskTable,
} from './tables.ts';

/** A report as Markdown: the same tables as in the HTML, without its charts. */
export function markdownReport(data: ReportData, beside: readonly Beside[]): string {
  const { run } = data;
  const parts = [
    `# ${run.name ?? 'Evaluation'}`,
    ...(run.description ? [run.description.trim()] : []),
    `Model: ${run.model.name}. Split: ${run.split}. ${data.samples} samples. ` +
      'Charts: [report.html](report.html). Raw: [summary.json](summary.json), [statistics.json](statistics.json), [traces.jsonl](traces.jsonl), [run.json](run.json).',
    '## Results',
    markdownTable(overallTable(data)),
    ...section('## Systems compared', comparisonTable(data)),
    ...section('## Length', scalingTable(data)),
    ...section('## Without an answer', answerabilityTable(data)),
    ...section('## Confidence', confidenceTable(data)),
    ...section('## Facts in memory', survivalTable(data)),
    ...(data.ablations.length > 0
      ? ['## Ablations', ...data.ablations.map((one) => markdownTable(ablationTable(one)))]
      : []),
    ...(beside.length > 0
      ? ['## Beside published numbers', ...beside.map((one) => markdownTable(besideTable(one)))]
      : []),
    '## Every task',
    markdownTable(taskTable(data)),
    ...(run.overlaps
      ? [
          '## What samples share',
          overlapLines(run.overlaps)
            .map((line) => `- ${line}`)
            .join('\n'),
        ]
      : []),
    ...(data.failures.length > 0
      ? [
          '## Failures',
          data.failures.map(({ message, count }) => `- ${count} × ${plainText(message)}`).join('\n'),
        ]
      : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

const section = (heading: string, table: Table | undefined) => (table ? [heading, markdownTable(table)] : []);

const plainText = (text: string) => text.replace(/([|<])/g, '\\$1').replace(/\s+/g, ' ');

/** A table as Markdown, its caption above it. */
export function markdownTable({ caption, head, rows, left = 1 }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    caption,
    '',
    line(head),
    line(head.map((_, i) => (i < left ? '---' : '---:'))),
    ...rows.map((row) =>
      line(
        row.map(({ text, small, best }) => {
          const figure = best ? `**${plainText(text)}**` : plainText(text);
          return small ? `${figure} (${plainText(small)})` : figure;
        }),
      ),
    ),
  ].join('\n');
}
