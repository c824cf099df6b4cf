import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Hono } from 'hono';
import { z } from 'zod';
import { parseJsonSpooled } from '../body/json-spool.ts';
import { type LongText, SpooledText } from '../body/spooled-text.ts';
import { invalid } from '../chat/request.ts';
import type { Services } from '../create-server.ts';
import { ApiError } from '../http/api-error.ts';
import { bodyBytes } from '../http/body.ts';
import type { AppEnv } from '../http/middleware.ts';
import type { KeyLimits } from '../keys/keys.ts';
import { fetchUrl } from './fetch-url.ts';
import type { DocumentRecord } from './record.ts';

/** A document in JSON: its text, a file inside the roots, or an address. */
export const documentSchema = z.union([
  z.strictObject({ text: z.union([z.string(), z.instanceof(SpooledText)]), name: z.string().optional() }),
  z.strictObject({ path: z.string().min(1) }),
  z.strictObject({ url: z.string().min(1), name: z.string().optional() }),
]);

/** The query of a list of documents. */
export const documentListSchema = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  after: z.string().optional(),
});

/** A document as clients see it. */
export const documentView = ({ id, name, bytes, from, created }: DocumentRecord) => ({
  id,
  object: 'document' as const,
  name,
  bytes,
  from,
  created,
});

/** `/v1/documents`. */
export function addDocumentRoutes(app: Hono<AppEnv>, services: Services): void {
  const { documents } = services;

  app.post('/v1/documents', async (c) => {
    const type = c.req.header('content-type') ?? '';
    const owner = c.get('owner');
    if (/^multipart\//i.test(type)) {
      throw new ApiError(
        415,
        'unsupported_media_type',
        'Send the bytes as they are (curl --data-binary @file, with ?name=file), or JSON with text, path or url.',
      );
    }
    if (!/^application\/json\b/i.test(type) || c.req.query('name') !== undefined) {
      const bytes = bodyBytes(c.req.raw, services.limits);
      const wanted = { name: c.req.query('name') ?? '', owner, ...quotaOf(c.get('keyLimits')) };
      return c.json(documentView(await documents.add(bytes, wanted)), 201);
    }
    const folder = join(services.folders.tmp, randomUUID());
    try {
      const body = await parseJsonSpooled(bodyBytes(c.req.raw, services.limits), { folder });
      const parsed = documentSchema.safeParse(body);
      if (!parsed.success) throw invalid(parsed.error);
      return c.json(documentView(await takeDocument(parsed.data, owner, services, c.get('keyLimits'))), 201);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  app.get('/v1/documents', async (c) => {
    const query = documentListSchema.safeParse(c.req.query());
    if (!query.success) throw invalid(query.error);
    const { limit, after } = query.data;
    const page = { limit: limit + 1, ...(after === undefined ? {} : { after }) };
    const found = await documents.list(c.get('owner'), page);
    const data = found.slice(0, limit).map(documentView);
    return c.json({ object: 'list', data, has_more: found.length > limit });
  });

  app.get('/v1/documents/:id', async (c) =>
    c.json(documentView(await documents.get(c.req.param('id'), c.get('owner')))),
  );

  app.delete('/v1/documents/:id', async (c) => {
    const id = c.req.param('id');
    await documents.get(id, c.get('owner'));
    if (await services.readings.uses(id))
      throw new ApiError(409, 'document_in_use', 'A reading that has not ended needs this document.');
    await documents.remove(id, c.get('owner'));
    return c.json({ id, object: 'document', deleted: true });
  });
}

/** Takes a document in, from wherever it is. */
export async function takeDocument(
  source: z.infer<typeof documentSchema>,
  owner: string,
  { documents, limits, urls }: Services,
  keyLimits: KeyLimits | undefined,
): Promise<DocumentRecord> {
  const quota = quotaOf(keyLimits);
  if ('text' in source)
    return documents.add(textBytes(source.text), { name: source.name ?? 'text.txt', owner, ...quota });
  if ('path' in source) return documents.addPath(source.path, owner);
  if (urls === false) throw new ApiError(403, 'urls_off', 'This server fetches no addresses.');
  const { bytes, url, type } = await fetchUrl(source.url, { maxBytes: limits.maxBytes, ...urls });
  const ending = /^text\/html/i.test(type ?? '') ? '.html' : '';
  const last = basename(decodeURIComponentSafe(url.pathname)) || url.hostname;
  const name = source.name ?? (/\.\w+$/.test(last) ? last : `${last}${ending}`);
  return documents.add(bytes, { name, owner, from: 'url', ...quota });
}

const quotaOf = (limits: KeyLimits | undefined) =>
  limits?.documentBytes === undefined ? {} : { quota: limits.documentBytes };

async function* textBytes(text: LongText): AsyncGenerator<Uint8Array> {
  if (typeof text === 'string') yield Buffer.from(text);
  else for await (const piece of text.pieces()) yield Buffer.from(piece);
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
