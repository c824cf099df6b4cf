import type { AnswerEvent, Memory, Source } from '@memagent/core';
import type { Colours } from '../io.ts';
import { count, duration, indented, oneLine, plural, printable, shorten } from './text.ts';

/** Where a byte of the extracted text lies, in a document of several files. */
export type Locate = (offset: number) => { file: string; offset: number } | undefined;

export interface Layout {
  readonly c: Colours;
  readonly width: number;
  /** What the document is called, and how its bytes are found in its files. */
  readonly document: string;
  readonly locate?: Locate;
}

/** The memory, one line a sentence, with the chunk at which each entered. */
export function renderMemory(memory: Memory, { c, width }: Layout): string {
  if (memory.lines.length === 0) return `${c.bold('Memory')}\n  ${c.dim('(empty)')}\n`;
  const lines = memory.lines.map((line) => {
    const mark = `${String(line.entered + 1).padStart(4)}  `;
    const text = indented(oneLine(line.text), mark, width);
    return c.dim(text.slice(0, mark.length)) + text.slice(mark.length);
  });
  return `${c.bold('Memory')} ${c.dim('(chunk, what was kept of it)')}\n${lines.join('\n')}\n`;
}

/** Each source with its file or page, its bytes and its text. */
export function renderSources(sources: readonly Source[], layout: Layout): string {
  const { c, width } = layout;
  if (sources.length === 0) return '';
  const parts = sources.map((source, i) => {
    const place = c.cyan(`${String(i + 1).padStart(4)}  ${placeOf(source, layout)}`);
    return `${place}\n${indented(`“${shorten(oneLine(source.text), 400)}”`, '      ', width)}`;
  });
  return `${c.bold('Sources')}\n${parts.join('\n')}\n`;
}

/** `letters.pdf, page 12, bytes 340–410`. */
export function placeOf(source: Source, { document, locate }: Pick<Layout, 'document' | 'locate'>): string {
  const found = locate?.(source.start);
  const file = found?.file ?? source.file ?? document;
  const start = found ? Math.max(0, found.offset) : source.start;
  const page = source.page === undefined ? '' : `, page ${source.page}`;
  return `${oneLine(file)}${page}, bytes ${count(start)}–${count(start + source.end - source.start)}`;
}

/** The answer as text, or as indented JSON where a schema was given. */
export function answerText(answer: AnswerEvent): string {
  if (answer.value !== undefined) return JSON.stringify(answer.value, null, 2);
  return answer.answered ? answer.answer : '';
}

const reasons = {
  exit: '',
  tokens: 'the token budget ended',
  seconds: 'the time ended',
  money: 'the money ended',
  stopped: 'stopped',
} as const;

/** Of pocket's answers with less confidence than this four in ten are right, of the others two in three (its card). */
const unsure = 0.9;

/** What is to be said about an answer that is none, or not the whole one; empty where all is well. */
export function renderCaveat(answer: AnswerEvent, c: Colours, total?: number): string {
  const read =
    total === undefined || total < answer.chunks
      ? plural(answer.chunks, 'chunk')
      : `${count(answer.chunks)} of about ${plural(total, 'chunk')}`;
  const early = answer.partial !== undefined && answer.partial !== 'exit';
  if (early) {
    const what = answer.answered ? 'Partial answer' : 'No answer so far';
    return `${c.yellow(`${what}: ${reasons[answer.partial!]} after ${read}.`)} The same command goes on from there.\n`;
  }
  if (answer.cut !== undefined) {
    const what = answer.answered ? 'The answer is cut short' : 'No answer';
    return `${c.yellow(`${what}: its ${plural(answer.cut, 'token')} ended.`)} Give it more with --output-tokens.\n`;
  }
  if (!answer.answered) return `${c.yellow('The text holds no answer to this question.')}\n`;
  if (answer.confidence !== undefined && answer.confidence < unsure) {
    const sure = answer.confidence < 0.005 ? 'less than 0.01' : answer.confidence.toFixed(2);
    return `${c.yellow(`The model is not sure of it (${sure} of 1).`)} See its sources.\n`;
  }
  if (answer.partial === 'exit')
    return `${c.dim(`The model stopped reading after ${read}: it had the answer.`)}\n`;
  return '';
}

/** What it took, on one line. */
export function renderSpent(answer: AnswerEvent, c: Colours, seconds: number): string {
  const { spent } = answer;
  const parts = [plural(answer.chunks, 'chunk')];
  if (spent.calls === 0) parts.push('answered from the journal (--fresh reads again)');
  else {
    const cached = spent.tokensCached > 0 ? ` (${count(spent.tokensCached)} cached)` : '';
    parts.push(
      `${plural(spent.calls, 'call')}`,
      `${count(spent.tokensIn)} tokens in${cached}, ${count(spent.tokensOut)} out`,
      duration(seconds),
    );
    if (spent.money !== undefined) parts.push(`${spent.money.toFixed(4)} spent`);
  }
  if (answer.unusable > 0)
    parts.push(plural(answer.unusable, 'unusable reply').replace(/replys$/, 'replies'));
  return `${c.dim(`${parts.join(' · ')} · memagent show ${answer.reading.slice(0, 8)}`)}\n`;
}

/** The answers as a script wants them: the text alone; of several questions one line each. */
export function renderPiped(answers: readonly AnswerEvent[]): string {
  if (answers.length === 1) {
    const text = answerText(answers[0]!);
    return text === '' ? '' : `${text}\n`;
  }
  return answers
    .map(
      (answer) =>
        `${answer.value === undefined ? oneLine(answerText(answer)) : JSON.stringify(answer.value)}\n`,
    )
    .join('');
}

/** An answer as a person wants it. */
export function renderAnswer(answer: AnswerEvent, layout: Layout, asked: boolean): string {
  const { c, width } = layout;
  const head = asked ? `${c.bold(indented(oneLine(answer.question), '', width))}\n` : `${c.bold('Answer')}\n`;
  const text = printable(answerText(answer));
  if (text === '') return `${head}  ${c.dim('(none)')}\n`;
  const body = answer.value === undefined ? indented(text, '  ', width) : text.replace(/^/gm, '  ');
  return `${head}${c.green(body)}\n`;
}
