import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { MemAgentError } from '@memagent/core';
import { type AddCommand, examples, run } from '../command.ts';
import { answersExitCode, exitCodesHelp } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { addLimitOptions, addMethodOptions, addModelOptions, addOutputOptions } from '../reading/flags.ts';
import { onInterrupt } from '../reading/interrupt.ts';
import type { Flags } from '../reading/options.ts';
import { openSession, runReading, type Session } from '../reading/session.ts';
import { createView } from '../reading/view.ts';

/** `memagent ask`: reads documents and answers. */
export const addAsk: AddCommand = (program, cli) => {
  const command = program
    .command('ask')
    .summary('ask documents a question, however long they are')
    .description(
      'Reads documents chunk by chunk, keeping a memory of fixed size, and answers from it with the sources.\n' +
        'A document is a path, a folder, a pattern, an http(s) address, or - for standard input.',
    )
    .usage('<documents...> <question> [options]')
    .argument('[arguments...]', 'the documents, and last the question')
    .option(
      '-q, --question <text>',
      'a question (repeatable: all are read for in one pass; then every argument is a document)',
      (text: string, all: string[] = []) => [...all, text],
    )
    .option('--schema <file>', 'answer in JSON that satisfies this JSON Schema');
  for (const add of [addModelOptions, addMethodOptions, addLimitOptions, addOutputOptions]) add(command);
  command
    .addHelpText(
      'after',
      examples(
        'memagent ask book.epub "Who wrote the letter?"',
        'memagent ask report.pdf notes/ "What was decided about the bridge?" --watch',
        'git log -p | memagent ask - "When did the timeout change, and why?"',
        'memagent ask case.txt -q "Who is the plaintiff?" -q "Which court?" --json',
        'memagent ask logs.gz "Which host failed first?" --model http://127.0.0.1:8080',
      ) +
        `\nCtrl-C once answers from what has been read; the same command goes on from there later.\n\n${exitCodesHelp}\n`,
    )
    .action(run(cli, ask));
};

async function ask(io: Io, flags: Flags, args: string[]): Promise<number> {
  const { documents, questions } = splitArguments(io, args, flags.question ?? []);
  return askDocuments(io, flags, documents, questions);
}

/** Opens, reads, answers, and gives the exit code. */
export async function askDocuments(
  io: Io,
  flags: Flags,
  documents: readonly string[],
  questions: readonly string[],
  check: (session: Session) => void = () => undefined,
): Promise<number> {
  const interrupt = onInterrupt(io);
  let session: Session | undefined;
  try {
    session = await openSession(io, flags, documents, {
      parallel: Math.min(questions.length, 4),
      signal: interrupt.signal,
      say: (text) => interrupt.say(text),
    });
    check(session);
    const { document } = session;
    const view = createView(io, {
      ...flags,
      document: document.name,
      questions: questions.length,
      locate: (offset) => document.locate(offset),
    });
    try {
      const answers = await runReading(io, session, flags, questions, view, interrupt);
      view.answers(answers);
      return answersExitCode(answers);
    } finally {
      view.close();
    }
  } finally {
    interrupt.dispose();
    await session?.model.close?.();
  }
}

/** Tells documents and question apart. */
export function splitArguments(
  io: Pick<Io, 'cwd' | 'stdin'>,
  args: readonly string[],
  asked: readonly string[],
): { documents: string[]; questions: string[] } {
  const isPath = (text: string) => existsSync(resolve(io.cwd, text));
  if (asked.length > 0) {
    if (args.length > 0) return { documents: [...args], questions: [...asked] };
    if (!io.stdin.isTTY) return { documents: ['-'], questions: [...asked] };
    throw new MemAgentError('bad-input', 'No document was given.', {
      hint: 'Name one before the questions, or pipe it in.',
    });
  }
  const question = args.at(-1);
  if (question === undefined) {
    throw new MemAgentError('bad-input', 'Neither a document nor a question was given.', {
      hint: 'memagent ask <document…> "<question>"',
    });
  }
  if (question.trim() !== '' && (question === '-' || isPath(question))) {
    throw new MemAgentError(
      'bad-input',
      `No question was given: the last argument, ${question}, is a document.`,
      {
        hint: 'Put the question last, or give it with -q.',
      },
    );
  }
  if (args.length > 1) return { documents: args.slice(0, -1), questions: [question] };
  // `cat book.txt | memagent ask "Who…?"`
  if (!io.stdin.isTTY && /\s|\?/.test(question)) return { documents: ['-'], questions: [question] };
  throw new MemAgentError('bad-input', `Only one argument was given: "${question}".`, {
    hint: 'memagent ask <document…> "<question>"',
  });
}
