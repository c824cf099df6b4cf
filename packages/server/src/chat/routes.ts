import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FileJournal } from '@memagent/core/node';
import type { Hono } from 'hono';
import { parseJsonSpooled } from '../body/json-spool.ts';
import type { Services } from '../create-server.ts';
import { ApiError, errorBody, toApiError } from '../http/api-error.ts';
import { bodyBytes } from '../http/body.ts';
import type { AppEnv } from '../http/middleware.ts';
import { keptAlive, type SseItem, sseResponse } from '../http/sse.ts';
import { type ReplyPart, type ReplyUsage, replyTo } from './reply.ts';
import { type ChatRequest, parseChat } from './request.ts';

/** Calls for people who wait go before those of readings in the queue, unless these ask for more. */
const chatPriority = 10;

/** `/v1/models` and `/v1/chat/completions`. */
export function addChatRoutes(app: Hono<AppEnv>, services: Services): void {
  const { models } = services;
  const created = Math.floor(Date.now() / 1000);
  const modelView = (id: string) => ({ id, object: 'model', created, owned_by: 'memagent' });

  app.get('/v1/models', (c) => c.json({ object: 'list', data: models.names.map(modelView) }));

  app.get('/v1/models/:model{.+}', (c) => {
    models.check(c.req.param('model'));
    return c.json(modelView(c.req.param('model')));
  });

  app.post('/v1/chat/completions', async (c) => {
    const folder = join(services.folders.tmp, randomUUID());
    const abort = new AbortController();
    const stop = () => abort.abort();
    const { signal } = c.req.raw;
    signal.addEventListener('abort', stop, { once: true });
    const closing = services.closing;
    const cleanUp = async () => {
      signal.removeEventListener('abort', stop);
      abort.abort();
      await rm(folder, { recursive: true, force: true });
      services.work.delete(folder);
    };
    services.work.add(folder);
    try {
      requireJson(c.req.header('content-type'));
      const body = await parseJsonSpooled(bodyBytes(c.req.raw, services.limits), { folder });
      const request = parseChat(body);
      const name = request.model ?? models.defaultName;
      const served = await models.open(name);
      const owner = c.get('owner');
      const parts = replyTo(request, {
        model: models.view(served, chatPriority),
        journal: new FileJournal(join(services.folders.chats, owner)),
        openDocument: (id) => services.documents.open(id, owner),
        signal: AbortSignal.any([abort.signal, closing]),
      });
      const id = `chatcmpl-${randomUUID().replaceAll('-', '')}`;
      const base = { id, created: Math.floor(Date.now() / 1000), model: name };
      if (!request.stream) {
        const reply = await wholeReply(parts, base);
        await cleanUp();
        return c.json(reply);
      }
      // The first part is waited for a while, so that what is refused gets its status.
      const first = parts.next();
      await within(first, Math.min(services.limits.keepAliveMs, 5000));
      return sseResponse(keptAlive(chunks(first, parts, base, request), services.limits.keepAliveMs), () => {
        void cleanUp();
        c.get('done')();
      });
    } catch (error) {
      await cleanUp();
      throw error;
    }
  });
}

interface Base {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

async function wholeReply(parts: AsyncGenerator<ReplyPart>, base: Base): Promise<object> {
  let content = '';
  let reasoning = '';
  for await (const part of parts) {
    if (part.type !== 'finish') {
      if (part.type === 'text') content += part.text;
      else reasoning += part.text;
      continue;
    }
    const message = {
      role: 'assistant',
      content,
      refusal: null,
      ...(reasoning ? { reasoning_content: reasoning } : {}),
    };
    return {
      ...base,
      object: 'chat.completion',
      choices: [{ index: 0, message, logprobs: null, finish_reason: part.reason }],
      usage: usageOf(part.usage),
      ...(part.reading ? { memagent: part.reading } : {}),
    };
  }
  throw new ApiError(500, 'internal', 'The reply did not end.');
}

async function* chunks(
  first: Promise<IteratorResult<ReplyPart>>,
  rest: AsyncGenerator<ReplyPart>,
  base: Base,
  { includeUsage }: ChatRequest,
): AsyncGenerator<SseItem> {
  const chunk = (delta: object, finish_reason: string | null, more: object = {}): SseItem => ({
    data: JSON.stringify({
      ...base,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
      ...(includeUsage ? { usage: null } : {}),
      ...more,
    }),
  });
  try {
    yield chunk({ role: 'assistant', content: '' }, null);
    for (let next = await first; !next.done; next = await rest.next()) {
      const part = next.value;
      if (part.type !== 'finish') {
        yield chunk(part.type === 'text' ? { content: part.text } : { reasoning_content: part.text }, null);
        continue;
      }
      yield chunk({}, part.reason, part.reading ? { memagent: part.reading } : {});
      if (!includeUsage) continue;
      const usage = usageOf(part.usage);
      yield { data: JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [], usage }) };
    }
    yield { data: '[DONE]' };
  } catch (error) {
    yield { data: JSON.stringify(errorBody(toApiError(error))) };
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

const usageOf = ({ input, cached, output }: ReplyUsage) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cached },
});

/** A page's form cannot send JSON without asking first; a body of another kind is not taken for it. */
export function requireJson(type: string | undefined): void {
  if (/^application\/(?:[\w.-]+\+)?json\b/i.test(type ?? '')) return;
  throw new ApiError(415, 'unsupported_media_type', 'Send JSON, with content-type: application/json.');
}
