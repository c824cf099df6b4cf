import { keyOf } from '../eval/summary.ts';
import type { EvalTrace } from '../eval/trace.ts';
import type { Beside } from './beside.ts';
import {
  ablationCharts,
  accuracyCharts,
  besideChart,
  costCharts,
  depthMaps,
  fateBars,
  fateLegend,
  legend,
  survivalChart,
} from './charts.ts';
import { overlapLines, percent, type ReportData } from './figures.ts';
import { mostBands } from './line-chart.ts';
import { fateNames } from './survival-bars.ts';
import { escapeHtml } from './svg.ts';
import {
  ablationTable,
  answerabilityTable,
  besideTable,
  type Cell,
  comparisonTable,
  confidenceTable,
  overallTable,
  scalingTable,
  survivalTable,
  type Table,
  taskTable,
} from './tables.ts';
import { style } from './theme.ts';

/** A report as one HTML file that needs nothing else. */
export function htmlReport(data: ReportData, beside: readonly Beside[]): string {
  const { run } = data;
  const title = run.name ?? 'Evaluation';
  const number = { figure: 0, table: 0 };
  const figure = (content: string, caption: string) =>
    content === ''
      ? ''
      : `<figure>${content}<figcaption><b>Figure ${++number.figure}.</b> ${caption}</figcaption></figure>`;
  const table = (of: Table | undefined) => (of ? htmlTable(of, ++number.table) : '');
  const sections = [
    section('Results', [
      legend(data.systems),
      figure(accuracyCharts(data), accuracyCaption(data)),
      table(overallTable(data)),
    ]),
    section('Systems compared', [table(comparisonTable(data))]),
    section('Cost and length', [
      figure(
        costCharts(data),
        `Tokens read and written, and seconds, per sample, against the length of the text; bands are two standard errors${data.lengths.length > 1 ? ', and lines are straight ones fitted by least squares (curved here, where both axes are logarithmic)' : ''}.`,
      ),
      table(scalingTable(data)),
    ]),
    section('Depth of the needle', [
      figure(
        depthMaps(data),
        'Accuracy in percent by where the needed facts lie in the text (0 % is its beginning) and how long it is. Each fact counts with the score of its sample; outlined cells have none.',
      ),
    ]),
    section('Without an answer', [table(answerabilityTable(data))]),
    section('Confidence', [table(confidenceTable(data))]),
    section('Facts in memory', [
      data.survival.length > 0 ? fateLegend() : '',
      figure(
        fateBars(data),
        'What became of the facts that the answers need, for systems that keep a memory.',
      ),
      figure(
        survivalChart(data),
        'The share of needed facts still in memory, by how many chunks ago they were read (Kaplan–Meier; 0 is the step that read them).',
      ),
      table(survivalTable(data)),
    ]),
    section('Ablations', [
      figure(
        ablationCharts(data),
        'Accuracy against one budget, the rest equal, by task; bands, where they do not hide each other, are 95 % intervals (Wilson).',
      ),
      ...data.ablations.map((ablation) => table(ablationTable(ablation))),
    ]),
    section(
      'Beside published numbers',
      beside.flatMap((one) => [
        figure(
          besideChart(one),
          `${escapeHtml(one.table.title)}: dashed lines are published numbers (${escapeHtml(one.table.source)}).`,
        ),
        table(besideTable(one)),
      ]),
    ),
    section('Every task', [folded(table(taskTable(data)), data.rows.length)]),
    section('Answers that were wrong', [misses(data.misses)]),
    section('Failed requests', [failures(data)]),
    section('How to read this', [method(data)]),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>
<h1>${escapeHtml(title)}</h1>
${run.description ? `<p class="lead">${escapeHtml(run.description.trim())}</p>` : ''}
<ul class="facts">${facts(data)}</ul>
${sections.join('\n')}
</main></body></html>
`;
}

const section = (heading: string, parts: readonly string[]) =>
  parts.some((part) => part !== '') ? `<h2>${heading}</h2>\n${parts.join('\n')}` : '';

function facts({ run, samples, tasks, lengths, systems, failures }: ReportData): string {
  const failed = failures.reduce((sum, { count }) => sum + count, 0);
  const items = [
    `<b>${escapeHtml(run.model.name)}</b>`,
    `<b>${samples.toLocaleString('en-US')}</b> samples`,
    `<b>${tasks.length}</b> ${tasks.length === 1 ? 'task' : 'tasks'} · <b>${lengths.length}</b> ${lengths.length === 1 ? 'length' : 'lengths'} · <b>${systems.length}</b> ${systems.length === 1 ? 'system' : 'systems'}`,
    `<b>${failed}</b> failed`,
    `split <b>${escapeHtml(run.split)}</b>`,
    run.created.slice(0, 10),
    '<a href="summary.json">summary</a> · <a href="statistics.json">statistics</a> · <a href="traces.jsonl">raw traces</a> · <a href="run.json">settings</a>',
  ];
  return items.map((item) => `<li>${item}</li>`).join('');
}

function accuracyCaption({ rows, lengths, systems }: ReportData): string {
  const names = [...new Set(rows.map(({ verifier }) => verifier))].map(escapeHtml).join(' or ');
  const many = systems.filter((system) => !/^(?:oracle|empty)\b/.test(system)).length > mostBands;
  const marks =
    lengths.length === 1
      ? 'bars are 95 % intervals (Wilson)'
      : many
        ? 'the band is the 95 % interval (Wilson) of the first system; those of the others, which would hide each other, are in the tables'
        : 'bands are 95 % intervals (Wilson)';
  return `Accuracy${lengths.length > 1 ? ' against the length of the text' : ''}, by ${names}; ${marks}.`;
}

/** A long table is opened by whoever wants it. */
const folded = (content: string, rows: number) =>
  rows <= 60 ? content : `<details><summary>All ${rows} rows</summary>${content}</details>`;

function htmlTable({ caption, head, rows, left = 1 }: Table, number: number): string {
  let before = '';
  const body = rows.map((row) => {
    const group = row[0]!.text !== before && before !== '' && left > 1 ? ' class="group"' : '';
    before = row[0]!.text;
    return `<tr${group}>${row.map((cell, i) => htmlCell(cell, i < left)).join('')}</tr>`;
  });
  return `<div class="scroll"><table><caption><b>Table ${number}.</b> ${escapeHtml(caption)}</caption><thead><tr>${head.map((name, i) => `<th${i < left ? ' class="left"' : ''}>${escapeHtml(name)}</th>`).join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

function htmlCell({ text, small, best }: Cell, left: boolean): string {
  const names = [...(left ? ['left'] : []), ...(best ? ['best'] : [])].join(' ');
  const note = small ? `<small>${escapeHtml(small)}</small>` : '';
  return `<td${names ? ` class="${names}"` : ''}>${escapeHtml(text)}${note}</td>`;
}

function misses(list: readonly EvalTrace[]): string {
  if (list.length === 0) return '';
  const rows = list.map(
    (trace) =>
      `<tr><td>${escapeHtml(keyOf(trace))}</td><td class="left">${escapeHtml(trace.sample)}</td><td class="left wrap">${escapeHtml(trace.question.slice(0, 300))}</td><td class="left wrap">${escapeHtml(trace.expected.answerable ? trace.expected.answers.join(trace.expected.match === 'all' ? ', ' : ' or ').slice(0, 200) : 'none')}</td><td class="left wrap">${escapeHtml(trace.answered ? trace.answer.slice(0, 300) : `none ${trace.answer ? `(“${trace.answer.slice(0, 200)}”)` : ''}`)}</td><td class="left wrap">${escapeHtml(trace.facts.map(({ fact, fate }) => `${fact.slice(0, 80)}: ${fateNames[fate]}`).join('; '))}</td></tr>`,
  );
  return `<details><summary>The first ${list.length}</summary><div class="scroll"><table><thead><tr><th>system</th><th class="left">sample</th><th class="left">question</th><th class="left">expected</th><th class="left">answer</th><th class="left">needed facts</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></details>`;
}

const failures = (data: ReportData) =>
  data.failures.length === 0
    ? ''
    : `<ul>${data.failures.map(({ message, count }) => `<li>${count} × ${escapeHtml(message)}</li>`).join('')}</ul>`;

function method({ rows, run }: ReportData): string {
  const n = rows.map((row) => row.n);
  const least = Math.min(...n);
  return `<p>Each point is the mean over ${least === Math.max(...n) ? least : `${least} to ${Math.max(...n)}`} samples a task; with ${least}, one sample is ${percent(1 / least)} points. The same seed asks the same question at every length and of every system, so differences are taken pair by pair. A failed request counts as wrong and is listed. <i>oracle</i> answers from what an ideal reader would hold and shows what the answering model can do at best; <i>empty</i> says of every question that it has no answer. Seconds are wall time under the run’s own parallelism. Every answer, with the memory after every step, is in <a href="traces.jsonl">traces.jsonl</a>.</p>${overlapText(run)}`;
}

/** What samples have in common, where they are made of paragraphs. */
function overlapText({ overlaps }: ReportData['run']): string {
  const shares = overlapLines(overlaps);
  return shares.length === 0
    ? ''
    : `<p>Haystacks of paragraphs are drawn from one pool, so that samples share some: ${escapeHtml(shares.join('; '))}.</p>`;
}
