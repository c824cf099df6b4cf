import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { MemAgentError } from '@memagent/core';
import { readParquet } from './parquet.ts';

/** Opens a text file, unpacked where its name ends in .gz. `where` says where a missing file can be got. */
export async function openText(path: string, where: string, signal?: AbortSignal): Promise<Readable> {
  await mustExist(path, where);
  const file = createReadStream(path, signal ? { signal } : {});
  if (!path.endsWith('.gz')) return file.setEncoding('utf8');
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  unpacked.on('close', () => file.destroy());
  return file.pipe(unpacked).setEncoding('utf8');
}

async function mustExist(path: string, where: string): Promise<void> {
  try {
    await access(path);
  } catch (cause) {
    throw new MemAgentError('bad-input', `The data file ${path} cannot be read.`, { hint: where, cause });
  }
}

/** The whole text of a file, unpacked where its name ends in .gz. */
export async function readText(path: string, where: string, signal?: AbortSignal): Promise<string> {
  const parts: string[] = [];
  for await (const part of await openText(path, where, signal)) parts.push(part as string);
  return parts.join('');
}

const quote = 34;
const backslash = 92;
const open = 123;
const close = 125;

/**
 * The objects of a JSON array, of JSON lines or of a parquet file, one by one: the official training files are longer
 * than the longest string there can be.
 */
export async function* readObjects(
  path: string,
  where: string,
  signal?: AbortSignal,
): AsyncGenerator<unknown> {
  if (path.endsWith('.parquet')) {
    await mustExist(path, where);
    yield* readParquet(path, where, signal);
    return;
  }
  let pending = '';
  let depth = 0;
  let inString = false;
  let escaped = false;
  let count = 0;
  for await (const part of await openText(path, where, signal)) {
    const text = part as string;
    let start = depth > 0 ? 0 : -1;
    for (let i = 0; i < text.length; i++) {
      const char = text.charCodeAt(i);
      if (inString) {
        if (escaped) escaped = false;
        else if (char === backslash) escaped = true;
        else if (char === quote) inString = false;
      } else if (char === quote) inString = depth > 0;
      else if (char === open) {
        if (depth++ === 0) start = i;
      } else if (char === close && depth > 0 && --depth === 0) {
        yield parse(pending + text.slice(start, i + 1), path, count++);
        pending = '';
        start = -1;
      }
    }
    if (start >= 0) pending += text.slice(start);
  }
  if (depth > 0)
    throw new MemAgentError('bad-input', `${path} ends in the middle of object ${count + 1}.`, {
      hint: where,
    });
}

function parse(text: string, path: string, index: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MemAgentError('bad-input', `Object ${index + 1} of ${path} is not JSON.`, {
      hint: 'Give the file as it was downloaded: a JSON array, one JSON object a line, or parquet.',
      cause,
    });
  }
}
