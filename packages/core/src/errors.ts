const marker = Symbol.for('memagent.error');

/** What kind of failure it was; the command line maps each to an exit code. */
export type ErrorCode =
  | 'bad-input' // the document, the question or an option cannot be used as given
  | 'no-fit' // question, memory, chunk and output do not fit the window
  | 'model-unavailable' // the model or its server cannot be reached or found
  | 'model-reply' // the model's reply cannot be used (garbage, cut stream, prompt cut by the server)
  | 'journal' // the journal cannot be read or written
  | 'budget' // a budget ended before there was anything to answer from
  | 'aborted'
  | 'internal';

/** Every failure that a user can act on. `message` says what happened to what; `hint` says what to do. */
export class MemAgentError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'MemAgentError';
    this.code = code;
    this.hint = options.hint;
    Object.defineProperty(this, marker, { value: true });
  }

  /** Works across copies of this package, where `instanceof` does not. */
  static isInstance(error: unknown): error is MemAgentError {
    return typeof error === 'object' && error !== null && marker in error;
  }
}

/** Any throw, as a MemAgentError with its cause kept. */
export function toMemAgentError(error: unknown): MemAgentError {
  if (MemAgentError.isInstance(error)) return error;
  if (error instanceof Error && error.name === 'AbortError') {
    return new MemAgentError('aborted', 'Stopped.', { cause: error });
  }
  return new MemAgentError('internal', error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}
