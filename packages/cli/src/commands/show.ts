import { emptyMemory, type JournalStep, MemAgentError, type Memory } from '@memagent/core';
import { FileJournal, journalFolder, type StoredReading } from '@memagent/core/node';
import { type AddCommand, examples, run } from '../command.ts';
import { type Colours, coloursFor, type Io, widthOf, writeJson } from '../io.ts';
import { whole } from '../reading/flags.ts';
import { renderMemory, renderSources } from '../render/answer.ts';
import { renderMemoryDiff } from '../render/memory-diff.ts';
import { count, indented, oneLine, printable } from '../render/text.ts';

/** `memagent show`: a reading step by step. */
export const addShow: AddCommand = (program, cli) => {
  program
    .command('show')
    .summary('show a reading step by step')
    .description('Shows how the memory of a reading changed from chunk to chunk, and its answer.')
    .argument('<reading>', 'its id, or how it begins, as `memagent readings` lists it')
    .option('--step <n>', 'one step alone, with the whole memory after it', whole())
    .option('--json', 'the journal’s records as JSON lines')
    .option('--debug', 'show where an error came from')
    .addHelpText('after', examples('memagent show 3f2a91c0', 'memagent show 3f2a --step 12'))
    .action(run(cli, show));
};

async function show(io: Io, flags: { step?: number; json?: boolean }, prefix: string): Promise<number> {
  const reading = await new FileJournal(journalFolder(io.env)).find(prefix);
  if (flags.step !== undefined && flags.step > reading.steps.length) {
    throw new MemAgentError(
      'bad-input',
      `Reading ${reading.header.id.slice(0, 8)} has ${reading.steps.length} steps; there is no step ${flags.step}.`,
    );
  }
  if (flags.json) writeRecords(io, reading, flags.step);
  else if (flags.step === undefined)
    io.stdout.write(renderReading(reading, coloursFor(io.stdout, io.env), widthOf(io.stdout)));
  else io.stdout.write(renderOneStep(reading, flags.step, coloursFor(io.stdout, io.env), widthOf(io.stdout)));
  return 0;
}

function writeRecords(io: Io, { header, steps, answer }: StoredReading, step: number | undefined): void {
  const all = [header, ...steps, ...(answer ? [answer] : [])];
  const records = step === undefined ? all : [{ ...steps[step - 1]!, memory: memoriesOf(steps)[step - 1] }];
  for (const record of records) writeJson(io, record);
}

/** The memory after each step: a step that kept it has none of its own in the journal. */
function memoriesOf(steps: readonly JournalStep[]): Memory[] {
  let memory: Memory = emptyMemory;
  return steps.map((step) => {
    memory = step.memory ?? memory;
    return memory;
  });
}

/** A whole reading: the steps that changed the memory, and how many lie between them. */
export function renderReading(reading: StoredReading, c: Colours, width: number): string {
  const { header, steps, answer } = reading;
  const memories = memoriesOf(steps);
  const out = [renderHead(reading, c, width)];
  let quiet = 0;
  const flush = () => {
    if (quiet > 0)
      out.push(
        c.dim(`  … ${quiet === 1 ? '1 chunk' : `${count(quiet)} chunks`} kept the memory as it was\n`),
      );
    quiet = 0;
  };
  steps.forEach((step, i) => {
    const change = renderMemoryDiff(memories[i - 1] ?? emptyMemory, memories[i]!, c, width);
    if (change === '' && step.outcome !== 'unusable') {
      quiet += 1;
      return;
    }
    flush();
    out.push(renderStepHead(step, c) + change);
  });
  flush();
  const layout = { c, width, document: header.document };
  out.push(renderMemory(memories.at(-1) ?? emptyMemory, layout));
  if (answer) {
    const text = answer.answered
      ? c.green(indented(printable(answer.answer), '  ', width))
      : `  ${c.dim('(the text holds no answer)')}`;
    const partial =
      answer.partial && answer.partial !== 'exit' ? c.yellow(` (partial: ${answer.partial})`) : '';
    const cut = answer.cut === undefined ? '' : c.yellow(` (cut short after ${answer.cut} tokens)`);
    const sure =
      answer.confidence === undefined ? '' : c.dim(` (confidence ${answer.confidence.toFixed(2)})`);
    out.push(`${c.bold('Answer')}${partial}${cut}${sure}\n${text}\n`);
    if (answer.sources.length > 0) out.push(renderSources(answer.sources, layout));
  } else out.push(`${c.yellow('No answer yet.')} The same command goes on after chunk ${steps.length}.\n`);
  return out.join('\n');
}

function renderOneStep({ steps, header }: StoredReading, n: number, c: Colours, width: number): string {
  const memories = memoriesOf(steps);
  const step = steps[n - 1]!;
  const diff = renderMemoryDiff(memories[n - 2] ?? emptyMemory, memories[n - 1]!, c, width, true);
  const reply = indented(printable(step.reply) || '(nothing)', '  ', width);
  return `${c.bold(oneLine(header.question))}\n\n${renderStepHead(step, c)}${diff || c.dim('  (the memory is empty)\n')}\n${c.bold('Reply')}\n${c.dim(reply)}\n`;
}

function renderHead({ header, steps }: StoredReading, c: Colours, width: number): string {
  const facts = `${oneLine(header.document)} · ${oneLine(header.model)} · ${header.profile}, ${header.policy} · ${count(steps.length)} chunks · ${header.created.slice(0, 16).replace('T', ' ')}`;
  return `${c.bold(indented(oneLine(header.question), '', width))}\n${c.dim(`${header.id} · ${facts}`)}\n`;
}

function renderStepHead(step: JournalStep, c: Colours): string {
  const notes = [
    step.outcome === 'unusable' ? c.yellow('reply could not be used') : '',
    step.cut ? c.yellow('memory full') : '',
    step.exit ? c.cyan('had the answer') : '',
  ];
  const parts = [
    `chunk ${step.chunk + 1}`,
    `bytes ${count(step.start)}–${count(step.end)}`,
    `${count(step.tokens)} tokens`,
    `${step.seconds.toFixed(1)} s`,
  ];
  return `${c.dim(parts.join(' · '))}${notes
    .filter(Boolean)
    .map((note) => ` · ${note}`)
    .join('')}\n`;
}
