import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, Hono } from 'hono';
import { parseJsonSpooled } from '../body/json-spool.ts';
import type { Services } from '../create-server.ts';
import { ApiError } from '../http/api-error.ts';
import { bodyBytes } from '../http/body.ts';
import type { AppEnv } from '../http/middleware.ts';
import { keptAlive, type SseItem, sseResponse } from '../http/sse.ts';
import { chatForm } from './chat-form.ts';
import { type ReplyPart, replyTo } from './reply.ts';
import type { ChatRequest } from './request.ts';
import { responsesForm } from './responses-form.ts';

/** Calls for people who wait go before those of readings in the queue, unless these ask for more. */
const chatPriority = 10;

/** What a reply says of itself. */
export interface ReplyHead {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

/** One of OpenAI's ways to ask and to be answered. */
export interface ReplyForm<R extends ChatRequest> {
  /** What its ids begin with. */
  readonly prefix: string;
  parse(body: unknown): R;
  /** The reply in one piece. */
  whole(parts: AsyncIterable<ReplyPart>, head: ReplyHead, request: R): Promise<object>;
  /** The reply as it comes; a failure is told in the stream. */
  stream(parts: AsyncIterable<ReplyPart>, head: ReplyHead, request: R): AsyncGenerator<SseItem>;
}

/** `/v1/models`, `/v1/chat/completions` and `/v1/responses`. */
export function addChatRoutes(app: Hono<AppEnv>, services: Services): void {
  const { models } = services;
  const created = Math.floor(Date.now() / 1000);
  const modelView = (id: string) => ({ id, object: 'model', created, owned_by: 'memagent' });

  app.get('/v1/models', (c) => c.json({ object: 'list', data: models.names.map(modelView) }));

  app.get('/v1/models/:model{.+}', (c) => {
    models.check(c.req.param('model'));
    return c.json(modelView(c.req.param('model')));
  });

  app.post('/v1/chat/completions', (c) => answer(c, services, chatForm));

  app.post('/v1/responses', (c) => answer(c, services, responsesForm));
}

async function answer<R extends ChatRequest>(
  c: Context<AppEnv>,
  services: Services,
  form: ReplyForm<R>,
): Promise<Response> {
  const { models } = services;
  const folder = join(services.folders.tmp, randomUUID());
  const abort = new AbortController();
  const stop = () => abort.abort();
  const { signal } = c.req.raw;
  signal.addEventListener('abort', stop, { once: true });
  const cleanUp = async () => {
    signal.removeEventListener('abort', stop);
    abort.abort();
    await rm(folder, { recursive: true, force: true });
    services.work.delete(folder);
  };
  services.work.add(folder);
  try {
    requireJson(c.req.header('content-type'));
    const request = form.parse(await parseJsonSpooled(bodyBytes(c.req.raw, services.limits), { folder }));
    const name = request.model ?? models.defaultName;
    const served = await models.open(name);
    const owner = c.get('owner');
    const parts = replyTo(request, {
      model: models.view(served, chatPriority),
      journal: services.storage.journal('chats', owner),
      openDocument: (id) => services.documents.open(id, owner),
      signal: AbortSignal.any([abort.signal, services.closing]),
    });
    const id = `${form.prefix}${randomUUID().replaceAll('-', '')}`;
    const head = { id, created: Math.floor(Date.now() / 1000), model: name };
    if (!request.stream) {
      const reply = await form.whole(parts, head, request);
      await cleanUp();
      return c.json(reply);
    }
    // The first part is waited for a while, so that what is refused gets its status.
    const first = parts.next();
    await within(first, Math.min(services.limits.keepAliveMs, 5000));
    const items = form.stream(joined(first, parts), head, request);
    return sseResponse(keptAlive(items, services.limits.keepAliveMs), () => {
      void cleanUp();
      c.get('done')();
    });
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/** Parts of which the first has been asked for. */
async function* joined(
  first: Promise<IteratorResult<ReplyPart>>,
  rest: AsyncGenerator<ReplyPart>,
): AsyncGenerator<ReplyPart> {
  try {
    for (let next = await first; !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return(undefined);
  }
}

/** Waits for something, but not longer than this. */
async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A page's form cannot send JSON without asking first; a body of another kind is not taken for it. */
export function requireJson(type: string | undefined): void {
  if (/^application\/(?:[\w.-]+\+)?json\b/i.test(type ?? '')) return;
  throw new ApiError(415, 'unsupported_media_type', 'Send JSON, with content-type: application/json.');
}
