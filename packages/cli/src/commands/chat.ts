import { createInterface } from 'node:readline';
import { type AnswerEvent, MemAgentError } from '@memagent/core';
import { type AddCommand, examples, run } from '../command.ts';
import { answersExitCode, exitCodes } from '../exit-code.ts';
import { reportFailure } from '../failure.ts';
import { coloursFor, type Io, widthOf } from '../io.ts';
import { addLimitOptions, addMethodOptions, addModelOptions, addOutputOptions } from '../reading/flags.ts';
import { onInterrupt } from '../reading/interrupt.ts';
import type { Flags } from '../reading/options.ts';
import { openSession, runReading, type Session } from '../reading/session.ts';
import { createView } from '../reading/view.ts';
import { renderMemory, renderSources } from '../render/answer.ts';

/** `memagent chat`: question after question about the same documents. */
export const addChat: AddCommand = (program, cli) => {
  const command = program
    .command('chat')
    .summary('ask documents one question after another')
    .description(
      'Asks for questions about the documents; each has its own reading. Questions can be piped in, one a line.',
    )
    .argument('<documents...>', 'what to read');
  for (const add of [addModelOptions, addMethodOptions, addLimitOptions, addOutputOptions]) add(command);
  command
    .addHelpText(
      'after',
      `${examples('memagent chat book.epub', 'memagent chat src/ --model http://127.0.0.1:8080', 'memagent chat case.txt --quiet < questions.txt')}
In the chat:
  /memory   what was kept for the last question
  /sources  where the last answer comes from
  /help     these words
  /quit     end (as does Ctrl-D)
`,
    )
    .action(run(cli, chat));
};

async function chat(io: Io, flags: Flags, documents: string[]): Promise<number> {
  if (documents.includes('-')) {
    throw new MemAgentError(
      'bad-input',
      'Standard input cannot be the document of a chat: questions come from there.',
      {
        hint: 'Save it to a file first.',
      },
    );
  }
  // While a reading is on the screen it says what the model has to say.
  const speaker: Speaker = { say: (text) => void io.stderr.write(`${text}\n`) };
  const session = await openSession(io, flags, documents, { parallel: 1, say: (text) => speaker.say(text) });
  let last: AnswerEvent | undefined;
  let worst: number = exitCodes.answered;
  try {
    for await (const line of questions(io, flags)) {
      const question = line.trim();
      if (question === '') continue;
      if (question === '/quit' || question === '/exit') break;
      if (question.startsWith('/')) {
        showLast(io, question, last, session);
        continue;
      }
      const { code, answer } = await askOne(io, session, flags, question, speaker);
      last = answer ?? last;
      worst = Math.max(worst, code);
    }
  } finally {
    await session.model.close?.();
  }
  // A person has seen what went wrong; a script has only this.
  return io.stdin.isTTY ? exitCodes.answered : worst;
}

interface Speaker {
  say: (text: string) => void;
}

async function askOne(
  io: Io,
  session: Session,
  flags: Flags,
  question: string,
  speaker: Speaker,
): Promise<{ code: number; answer?: AnswerEvent }> {
  const { document } = session;
  const interrupt = onInterrupt(io);
  const view = createView(io, {
    ...flags,
    document: document.name,
    questions: 1,
    locate: (offset) => document.locate(offset),
  });
  speaker.say = (text) => view.notice(text);
  try {
    const answers = await runReading(io, session, flags, [question], view, interrupt);
    view.answers(answers);
    return { code: answersExitCode(answers), answer: answers[0]! };
  } catch (error) {
    view.close();
    return { code: reportFailure(error, io, flags) };
  } finally {
    view.close();
    speaker.say = (text) => void io.stderr.write(`${text}\n`);
    interrupt.dispose();
  }
}

/** The lines that the user types or pipes in. */
async function* questions(io: Io, flags: Flags): AsyncGenerator<string> {
  if (!io.stdin.isTTY) {
    yield* createInterface({ input: io.stdin, terminal: false });
    return;
  }
  if (!flags.quiet)
    io.stderr.write(`${coloursFor(io.stderr, io.env).dim('Ask away; /help for help, Ctrl-D to end.')}\n`);
  let history: string[] = [];
  // One interface a question: while a reading goes on the terminal is the reading's, and Ctrl-C with it.
  for (;;) {
    const lines = createInterface({ input: process.stdin, output: process.stderr, history, terminal: true });
    const answer = await new Promise<string | undefined>((resolve) => {
      lines.on('history', (all) => {
        history = all;
      });
      lines.on('close', () => resolve(undefined));
      lines.on('SIGINT', () => lines.close());
      lines.question(`\n${coloursFor(io.stderr, io.env).cyan('?')} `, resolve);
    });
    lines.close();
    if (answer === undefined) return;
    yield answer;
  }
}

function showLast(io: Io, word: string, last: AnswerEvent | undefined, { document }: Session): void {
  const layout = {
    c: coloursFor(io.stderr, io.env),
    width: widthOf(io.stderr),
    document: document.name,
    locate: (offset: number) => document.locate(offset),
  };
  if (word === '/memory' || word === '/sources') {
    if (!last) io.stderr.write('Nothing has been asked yet.\n');
    else if (word === '/memory') io.stderr.write(renderMemory(last.memory, layout));
    else io.stderr.write(renderSources(last.sources, layout) || 'The last answer has no sources.\n');
    return;
  }
  if (word !== '/help') io.stderr.write(`There is no ${word}. `);
  io.stderr.write('/memory: what was kept · /sources: where the answer comes from · /quit: end\n');
}
