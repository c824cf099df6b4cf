import type { AnswerEvent, ErrorCode } from '@memagent/core';

/** What the command's exit status says; the same list stands in `--help` and in docs/command.md. */
export const exitCodes = {
  answered: 0,
  internal: 1,
  badInput: 2,
  noAnswer: 3,
  model: 4,
  partial: 5,
  noFit: 6,
  aborted: 130,
} as const;

const byError: Record<ErrorCode, number> = {
  'bad-input': exitCodes.badInput,
  'no-fit': exitCodes.noFit,
  'model-unavailable': exitCodes.model,
  'model-reply': exitCodes.model,
  journal: exitCodes.internal,
  budget: exitCodes.partial,
  aborted: exitCodes.aborted,
  internal: exitCodes.internal,
};

/** The exit status of a failure. */
export const errorExitCode = (code: ErrorCode): number => byError[code] ?? exitCodes.internal;

/** The exit status of answers: a partial one weighs more than a missing one, since the rest of the text may hold it. */
export function answersExitCode(answers: readonly Pick<AnswerEvent, 'answered' | 'partial'>[]): number {
  if (answers.some((answer) => answer.partial !== undefined && answer.partial !== 'exit'))
    return exitCodes.partial;
  return answers.every((answer) => answer.answered) ? exitCodes.answered : exitCodes.noAnswer;
}

/** The list for `--help`. */
export const exitCodesHelp = `Exit status:
  0    answered, or done
  1    internal error, or the journal cannot be used
  2    bad usage or input: an option, a document, a question
  3    the text holds no answer
  4    the model is not available, or its reply cannot be used
  5    partial answer: a budget ended, or it was stopped
  6    question, memory, chunk and output do not fit the window
  130  stopped at once (Ctrl-C twice)`;
