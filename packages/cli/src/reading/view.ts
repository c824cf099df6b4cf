import type { AnswerEvent, ReadingEvent, StartedEvent, StepEvent } from '@memagent/core';
import { type Colours, coloursFor, type Io, widthOf, writeJson } from '../io.ts';
import {
  type Locate,
  renderAnswer,
  renderCaveat,
  renderMemory,
  renderPiped,
  renderSources,
  renderSpent,
} from '../render/answer.ts';
import { Progress } from '../render/progress.ts';
import { StatusLine } from '../render/status-line.ts';
import { indented, oneLine, plural, printable } from '../render/text.ts';

/** Shows a reading while it goes on and when it has ended. */
export interface View {
  event(event: ReadingEvent): void;
  /** Something that the user should know. */
  notice(text: string): void;
  answers(answers: readonly AnswerEvent[]): void;
  close(): void;
}

export interface ViewOptions {
  readonly json?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  readonly watch?: boolean | undefined;
  readonly document: string;
  readonly questions: number;
  readonly locate?: Locate;
}

export function createView(io: Io, options: ViewOptions): View {
  if (options.json) return jsonView(io);
  return options.quiet ? quietView(io) : new HumanView(io, options);
}

/** Events as JSON lines. */
function jsonView(io: Io): View {
  return {
    event: (event) => writeJson(io, event),
    notice: (text) => void io.stderr.write(`${printable(text)}\n`),
    answers: () => undefined,
    close: () => undefined,
  };
}

/** The answer alone. */
function quietView(io: Io): View {
  return {
    event: () => undefined,
    notice: () => undefined,
    answers: (answers) =>
      void io.stdout.write(io.stdout.isTTY ? printable(renderPiped(answers)) : renderPiped(answers)),
    close: () => undefined,
  };
}

/** Progress, warnings, memory and sources on standard error; the answer on standard output. */
class HumanView implements View {
  private readonly io: Io;
  private readonly options: ViewOptions;
  private readonly c: Colours;
  private readonly width: number;
  private readonly progress: Progress;
  private readonly status: StatusLine;
  private readonly began = performance.now();
  /** Warnings of a kind that has been shown often enough. */
  private readonly warned = new Map<string, number>();

  constructor(io: Io, options: ViewOptions) {
    this.io = io;
    this.options = options;
    this.c = coloursFor(io.stderr, io.env);
    this.width = widthOf(io.stderr);
    this.progress = new Progress(options.questions);
    this.status = new StatusLine(io, () => this.progress.line());
  }

  event(event: ReadingEvent): void {
    if (event.type === 'started') this.started(event);
    else if (event.type === 'step') this.step(event);
    else if (event.type === 'warning') this.warning(event.code, event.message, event.chunk);
  }

  private started(event: StartedEvent): void {
    const { c } = this;
    if (event.index === 0) {
      this.status.above(
        `${c.dim('Reading')} ${oneLine(event.document)} ${c.dim(`with ${oneLine(event.model)} · ${event.policy} · ${event.reading.slice(0, 8)}`)}\n`,
      );
    }
    if (event.resumedAt === undefined) return;
    this.progress.resume(event.resumedAt);
    if (event.index === 0)
      this.status.above(c.dim(`Going on after chunk ${event.resumedAt} of an earlier reading.\n`));
  }

  private step(event: StepEvent): void {
    this.progress.step(event);
    if (this.options.watch) this.watch(event);
    this.status.update();
  }

  /** What a step did to the memory. */
  private watch({ chunk, index, added, dropped, memory }: StepEvent): void {
    if (added.length === 0 && dropped.length === 0) return;
    const { c, width } = this;
    const which = this.options.questions > 1 ? ` · question ${index + 1}` : '';
    const lines = [c.dim(`chunk ${chunk + 1}${which} · memory ${plural(memory.lines.length, 'line')}`)];
    for (const line of dropped) lines.push(c.red(indented(oneLine(line.text), '  - ', width)));
    for (const line of added) lines.push(c.green(indented(oneLine(line.text), '  + ', width)));
    this.status.above(`${lines.join('\n')}\n`);
  }

  private warning(code: string, message: string, chunk?: number): void {
    const seen = (this.warned.get(code) ?? 0) + 1;
    this.warned.set(code, seen);
    if (seen > shownWarnings) return;
    const where = chunk === undefined ? '' : ` chunk ${chunk + 1}:`;
    this.status.above(`${this.c.yellow('warning:')}${where} ${printable(message)}\n`);
  }

  notice(text: string): void {
    this.status.above(`${this.c.dim(indented(printable(text), '', this.width))}\n`);
  }

  answers(answers: readonly AnswerEvent[]): void {
    this.status.close();
    const { c, io, options } = this;
    for (const [code, seen] of this.warned) {
      if (seen > shownWarnings)
        io.stderr.write(c.dim(`… and ${seen - shownWarnings} more warnings of the kind ${code}.\n`));
    }
    const layout = {
      c,
      width: this.width,
      document: options.document,
      ...(options.locate ? { locate: options.locate } : {}),
    };
    const person = io.stdout.isTTY === true;
    const seconds = (performance.now() - this.began) / 1000;
    if (!person) io.stdout.write(renderPiped(answers));
    for (const answer of answers) {
      const asked = answers.length > 1;
      if (asked && !person) io.stderr.write(`\n${c.bold(oneLine(answer.question))}\n`);
      if (!asked) io.stderr.write(`\n${renderMemory(answer.memory, layout)}`);
      if (person)
        io.stdout.write(`\n${renderAnswer(answer, { ...layout, c: coloursFor(io.stdout, io.env) }, asked)}`);
      const rest = [
        renderSources(answer.sources, layout),
        renderCaveat(answer, c, this.progress.total),
      ].filter(Boolean);
      if (rest.length > 0) io.stderr.write(`\n${rest.join('\n')}`);
    }
    io.stderr.write('\n');
    for (const answer of answers) io.stderr.write(renderSpent(answer, c, seconds));
  }

  close(): void {
    this.status.close();
  }
}

/** Warnings of one kind that are shown; the rest is counted. */
const shownWarnings = 3;
