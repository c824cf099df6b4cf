import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Document } from '@memagent/core';
import type { UrlSettings } from '../create-server.ts';
import { fetchUrl } from '../documents/fetch-url.ts';
import { fileDocument, safeName } from '../documents/record.ts';
import { pathInRoots } from '../documents/roots.ts';

import { ApiError } from '../http/api-error.ts';
import type { OpenDocument } from '../storage/storage.ts';

export interface SourceOptions {
  /** A path must lie in one of each of these sets: the server's folders, and the client's roots where it has some. */
  readonly roots: readonly (readonly string[])[];
  readonly urls: UrlSettings;
  readonly maxBytes: number;
  /** Where what is fetched lies while it is read. */
  readonly tmp: string;
  /** Opens a document by its id, where there are such. */
  readonly stored?: (id: string) => Promise<OpenDocument>;
  readonly signal?: AbortSignal;
}

/** A document while it is needed. */
export interface OpenSource {
  readonly document: Document;
  dispose(): Promise<void>;
}

/** Opens what a tool's caller named: a document's id, an address, or a file inside the roots. */
export async function openSource(source: string, options: SourceOptions): Promise<OpenSource> {
  const nothing = async () => undefined;
  if (/^(?:doc|ref)_[0-9a-f]{32}$/.test(source) && options.stored) {
    const document = await options.stored(source);
    return { document, dispose: () => document.dispose() };
  }
  if (/^https?:\/\//i.test(source)) return fetched(source, options);
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(source) && !source.startsWith('file://'))
    throw new ApiError(400, 'bad_url', 'Use a path, a file:// or an http(s) address.');
  const path = source.startsWith('file://') ? fileURLToPath(source) : source;
  let real = path;
  for (const roots of options.roots) real = await pathInRoots(real, roots);
  return { document: await fileDocument(real), dispose: nothing };
}

async function fetched(source: string, options: SourceOptions): Promise<OpenSource> {
  const { urls, maxBytes, tmp, signal } = options;
  if (urls === false) throw new ApiError(403, 'urls_off', 'No addresses are fetched here.');
  const folder = join(tmp, randomUUID());
  const dispose = () => rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const { bytes, url, type } = await fetchUrl(source, { ...urls, maxBytes, ...(signal ? { signal } : {}) });
    const name = safeName(basename(url.pathname) || url.hostname);
    const path = join(
      folder,
      /^text\/html/i.test(type ?? '') && !/\.\w+$/.test(name) ? `${name}.html` : name,
    );
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const block of bytes) await file.writeFile(block);
    } finally {
      await file.close();
    }
    return { document: { ...(await fileDocument(path)), name: source }, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
