import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { z } from 'zod';
import { parseJsonSpooled } from '../body/json-spool.ts';
import { checkSchema } from '../chat/check-schema.ts';
import { invalid } from '../chat/request.ts';
import { requireJson } from '../chat/routes.ts';
import type { Services } from '../create-server.ts';
import { documentSchema, takeDocument } from '../documents/routes.ts';
import { ApiError } from '../http/api-error.ts';
import { bodyBytes } from '../http/body.ts';
import type { AppEnv } from '../http/middleware.ts';
import { type SseItem, sseResponse } from '../http/sse.ts';
import { methodSchema, readingStates, readingView, samplingSchema, searched } from './reading.ts';

const question = z.string().trim().min(1);

/** The body of a new reading. */
export const newReadingSchema = z.strictObject({
  ...methodSchema.shape,
  ...samplingSchema.shape,
  /** The id of a document, or a document itself. */
  document: z.union([z.string(), documentSchema]),
  question: question.optional(),
  /** Several, read for in one pass. */
  questions: z.array(question).min(1).max(64).optional(),
  model: z.string().optional(),
  /** Higher goes first; 0 unless given. */
  priority: z.number().int().min(-100).max(100).default(0),
  /** The answer must be JSON that satisfies this JSON Schema. */
  schema: z.record(z.string(), z.unknown()).optional(),
  /** Start over even where the journal has steps. */
  fresh: z.boolean().optional(),
  metadata: z.record(z.string().max(64), z.string().max(512)).optional(),
});

/** The query of a list of readings. */
export const listSchema = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(20),
  after: z.string().optional(),
  state: z.enum(readingStates).optional(),
  /** Words that must all stand in the name of the document or in the questions. */
  words: z.string().max(1000).optional(),
});

/** `/v1/readings`. */
export function addReadingRoutes(app: Hono<AppEnv>, services: Services): void {
  const { readings, models, limits } = services;

  app.post('/v1/readings', async (c) => {
    requireJson(c.req.header('content-type'));
    const owner = c.get('owner');
    const most = c.get('keyLimits')?.readings;
    if (most !== undefined && (await readings.unfinished(owner)) >= most) {
      throw new ApiError(429, 'too_many_readings', `This key may have ${most} readings under way.`, {
        retryAfter: 10,
      });
    }
    const folder = join(services.folders.tmp, randomUUID());
    try {
      const body = await parseJsonSpooled(bodyBytes(c.req.raw, limits), { folder });
      const parsed = newReadingSchema.safeParse(body);
      if (!parsed.success) throw invalid(parsed.error);
      const {
        document,
        question,
        questions,
        model = models.defaultName,
        priority,
        schema,
        fresh,
        metadata,
        temperature,
        top_p,
        seed,
        ...method
      } = parsed.data;
      if ((question === undefined) === (questions === undefined))
        throw new ApiError(400, 'invalid_request', 'Give either question or questions.', {
          param: 'question',
        });
      models.check(model);
      if (schema) checkSchema(schema, 'schema');
      const record =
        typeof document === 'string'
          ? await services.documents.get(document, owner)
          : await takeDocument(document, owner, services, c.get('keyLimits'));
      const reading = await readings.create({
        owner,
        priority,
        document: { id: record.id, name: record.name },
        questions: questions ?? [question!],
        model,
        method,
        sampling: { temperature, top_p, seed },
        ...(schema ? { schema } : {}),
        ...(fresh ? { fresh } : {}),
        ...(metadata ? { metadata } : {}),
      });
      return c.json(readingView(reading), 202, { location: `/v1/readings/${reading.id}` });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  app.get('/v1/readings', async (c) => {
    const query = listSchema.safeParse(c.req.query());
    if (!query.success) throw invalid(query.error);
    const { limit, words = '', ...rest } = query.data;
    const found = await readings.list(c.get('owner'), { ...rest, limit: limit + 1, words: searched(words) });
    const data = found.slice(0, limit).map(readingView);
    return c.json({ object: 'list', data, has_more: found.length > limit });
  });

  app.get('/v1/readings/:id', async (c) =>
    c.json(readingView(await readings.get(c.req.param('id'), c.get('owner')))),
  );

  app.post('/v1/readings/:id/cancel', async (c) => {
    const answer = c.req.query('answer') === 'true';
    return c.json(readingView(await readings.cancel(c.req.param('id'), c.get('owner'), { answer })));
  });

  app.post('/v1/readings/:id/resume', async (c) =>
    c.json(readingView(await readings.resume(c.req.param('id'), c.get('owner'))), 202),
  );

  app.delete('/v1/readings/:id', async (c) => {
    await readings.remove(c.req.param('id'), c.get('owner'));
    return c.json({ id: c.req.param('id'), object: 'reading', deleted: true });
  });

  app.get('/v1/readings/:id/events', async (c) => {
    const last = c.req.header('last-event-id') ?? c.req.query('after') ?? '0';
    if (!/^\d{1,15}$/.test(last))
      throw new ApiError(400, 'invalid_request', 'Last-Event-ID must be the id of an event.');
    const { id, owner } = { id: c.req.param('id'), owner: c.get('owner') };
    await readings.get(id, owner);
    const abort = new AbortController();
    const events = readings.events(id, owner, Number(last), abort.signal, limits.keepAliveMs);
    return sseResponse(toItems(events), () => {
      abort.abort();
      c.get('done')();
    });
  });
}

async function* toItems(
  events: AsyncGenerator<{ event: { id: number; type: string }; line: string } | null>,
): AsyncGenerator<SseItem> {
  for await (const next of events) {
    if (next === null) yield { comment: 'still reading' };
    else yield { id: String(next.event.id), event: next.event.type, data: next.line };
  }
}
