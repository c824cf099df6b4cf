import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

/**
 * A log of JSON lines. What is logged is chosen field by field (ids, routes, sizes, times, error codes); document text,
 * questions, answers and tokens are never among it.
 */
export function createLog(options: LoggerOptions = {}, to?: DestinationStream): Logger {
  const settings: LoggerOptions = {
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    ...options,
  };
  return to ? pino(settings, to) : pino(settings);
}

/** Where an error came from, without its message: that may quote the text it failed on. */
export function placeOf(error: unknown): { name: string; code?: string; at: string[] } {
  const { name, stack, code } = (error instanceof Error ? error : new Error('not an error')) as Error & {
    code?: unknown;
  };
  return {
    name,
    ...(typeof code === 'string' ? { code } : {}),
    at: (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)),
  };
}
