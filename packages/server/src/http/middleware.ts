import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { type Guard, localOwner } from '../keys/guard.ts';
import type { KeyLimits } from '../keys/keys.ts';
import { placeOf } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import { type ApiError, errorBody, toApiError } from './api-error.ts';

/** What every handler finds in its context. */
export interface AppEnv {
  Variables: {
    requestId: string;
    /** Whose documents and readings these are. */
    owner: string;
    keyLimits: KeyLimits | undefined;
    /** To be called when a streamed response has ended. */
    done: () => void;
  };
}

interface Parts {
  readonly guard: Guard;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Further paths that need no key. */
  readonly isPublic?: (path: string) => boolean;
}

/** Open to all: they say nothing about anybody. */
const publicPaths = new Set(['/healthz', '/readyz', '/openapi.json']);

/** Request id, key, limits, log and metrics, around every route. */
export function observed({ guard, log, metrics, isPublic }: Parts): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const began = performance.now();
    const given = c.req.header('x-request-id');
    const id = given && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
    c.set('requestId', id);
    c.set('owner', localOwner);
    c.set('done', () => undefined);
    try {
      if (!publicPaths.has(c.req.path) && !isPublic?.(c.req.path)) {
        const key = guard.identify(c.req.raw);
        if (key) c.set('owner', key.id);
        c.set('keyLimits', key?.limits);
        c.set('done', await guard.enter(key));
      }
      await next();
    } catch (error) {
      c.res = errorResponse(c, toApiError(error), log);
    }
    c.res.headers.set('x-request-id', id);
    c.res.headers.set('x-content-type-options', 'nosniff');
    if (!c.res.headers.get('content-type')?.startsWith('text/event-stream')) c.get('done')();
    const seconds = (performance.now() - began) / 1000;
    const route = routeOf(c);
    const { status } = c.res;
    metrics.count('memagent_http_requests_total', { method: c.req.method, route, status: String(status) });
    metrics.observe('memagent_http_request_seconds', { route }, seconds);
    if (!publicPaths.has(c.req.path) || status >= 400) {
      const ms = Math.round(seconds * 1e4) / 10;
      log.info({ id, owner: c.get('owner'), method: c.req.method, route, status, ms }, 'request');
    }
  };
}

/** The pattern of the route, not the address: ids and what a client made up would be a series each. */
function routeOf(c: Context<AppEnv>): string {
  const route = c.req.matchedRoutes?.findLast(({ path }) => path !== '/*' && path !== '*');
  return route?.path ?? 'none';
}

/** The response to a failure; only what is the server's own fault is logged with its place. */
export function errorResponse(c: Context<AppEnv>, error: ApiError, log: Logger): Response {
  if (error.status >= 500) {
    const { cause } = error;
    log.error(
      {
        id: c.get('requestId'),
        code: error.code,
        ...(error.code === 'internal' ? { cause: placeOf(cause) } : {}),
      },
      'request failed',
    );
  }
  return c.json(
    errorBody(error),
    // 499 is nobody's standard; the client has gone anyway.
    error.status as ContentfulStatusCode,
    error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) },
  );
}
