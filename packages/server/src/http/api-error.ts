import { type ErrorCode, MemAgentError, toMemAgentError } from '@memagent/core';

/** A refusal with its HTTP status, in the words that OpenAI's clients understand. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly param: string | undefined;
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    options: { param?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.param = options.param;
    this.retryAfter = options.retryAfter;
  }
}

const statuses: Record<ErrorCode, [status: number, code: string]> = {
  'bad-input': [400, 'bad_input'],
  'no-fit': [400, 'context_length_exceeded'],
  'model-unavailable': [503, 'model_unavailable'],
  'model-reply': [502, 'model_reply'],
  journal: [500, 'journal'],
  budget: [400, 'budget'],
  aborted: [499, 'aborted'],
  internal: [500, 'internal'],
};

/** Any throw as an ApiError; what is not meant for the caller stays in `cause`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const known = toMemAgentError(error);
  const [status, code] = statuses[known.code];
  if (known.code === 'internal' || !MemAgentError.isInstance(error)) {
    return known.code === 'aborted'
      ? new ApiError(499, 'aborted', 'Stopped.', { cause: error })
      : new ApiError(500, 'internal', 'Something went wrong in the server; its log has the request id.', {
          cause: error,
        });
  }
  const message = known.hint ? `${known.message} ${known.hint}` : known.message;
  return new ApiError(status, code, message, { cause: error });
}

/** The body of an error, in OpenAI's shape. */
export function errorBody(error: ApiError): {
  error: { message: string; type: string; param: string | null; code: string };
} {
  const type =
    error.status === 401
      ? 'authentication_error'
      : error.status === 403
        ? 'permission_error'
        : error.status === 429
          ? 'rate_limit_error'
          : error.status >= 500
            ? 'server_error'
            : 'invalid_request_error';
  return { error: { message: error.message, type, param: error.param ?? null, code: error.code } };
}
