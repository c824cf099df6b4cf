import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { Document } from '@memagent/core';
import { openDocument } from '@memagent/core/node';
import { z } from 'zod';
import { ApiError } from '../http/api-error.ts';

/** What is kept of a document, apart from its bytes and its owners. */
export const documentRecord = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  /** `upload` and `url` are kept here by content; `path` stays where it is. */
  from: z.enum(['upload', 'url', 'path']),
  /** The real path, for those that stay where they are. */
  path: z.string().optional(),
  created: z.string(),
});

/** A document that the server knows. */
export type DocumentRecord = z.infer<typeof documentRecord>;

/** The id of a document by its content. */
export const contentId = (sha256: string) => `doc_${sha256.slice(0, 32)}`;

/** The id of a file that stays where it is. */
export const pathId = (path: string) => `ref_${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;

/** For what is not there, and for what is somebody else's. */
export const noSuchDocument = () =>
  new ApiError(404, 'document_not_found', 'There is no such document.', { param: 'document' });

/** A file as a document, by its name alone, so that no event tells where things lie on this machine. */
export async function fileDocument(path: string, name = basename(path)): Promise<Document> {
  const { bytes, consumed, notes, open } = await openDocument(`./${basename(path)}`, { cwd: dirname(path) });
  return {
    name,
    ...(bytes === undefined ? {} : { bytes }),
    ...(consumed ? { consumed } : {}),
    notes,
    open,
  };
}

/** A file name that is one, whatever was sent: letters, digits and a few signs, no path, no hidden file. */
export function safeName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const safe = last
    .replace(/[^\p{L}\p{N} ._()+-]/gu, '_')
    .replace(/^[.\s-]+/, '')
    .trim();
  const dot = safe.lastIndexOf('.');
  const ending = dot > 0 && safe.length - dot <= 10 ? safe.slice(dot) : '';
  return `${[...safe.slice(0, safe.length - ending.length)].slice(0, 60).join('')}${ending}` || 'document';
}
