import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { MemAgentError } from '@memagent/core';
import { z } from 'zod';
import { missing, writeAtomic } from '../files.ts';

const limitsSchema = z.strictObject({
  /** Requests a minute. */
  requestsPerMinute: z.number().positive().optional(),
  /** Requests at once. */
  concurrent: z.number().int().positive().optional(),
  /** Readings that have not ended. */
  readings: z.number().int().positive().optional(),
  /** Bytes of documents that are kept for this key. */
  documentBytes: z.number().int().positive().optional(),
});

export const keySchema = z.strictObject({
  /** Names the owner of documents and readings. */
  id: z.string().regex(/^[\w-]{1,64}$/),
  /** SHA-256 of the token, in hex: tokens hold 256 random bits, so that a slow hash would add nothing. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  created: z.string().optional(),
  limits: limitsSchema.optional(),
});

const fileSchema = z.strictObject({ keys: z.array(keySchema) });

/** What a key may use. */
export type KeyLimits = z.infer<typeof limitsSchema>;

/** A key as it is kept: never the token itself. */
export type Key = z.infer<typeof keySchema>;

/** How a token is kept. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * A new key and its token, which is shown once and kept nowhere.
 *
 * @example
 * const { key, token } = newKey('alice', { requestsPerMinute: 60 });
 */
export function newKey(id: string, limits?: KeyLimits): { key: Key; token: string } {
  const token = `ma_${randomBytes(32).toString('base64url')}`;
  const key = {
    id,
    hash: hashToken(token),
    created: new Date().toISOString(),
    ...(limits ? { limits } : {}),
  };
  return { key: keySchema.parse(key), token };
}

/**
 * The limits of a key, as a command line gives them.
 *
 * @example
 * parseKeyLimits('requestsPerMinute=60,readings=10');
 */
export function parseKeyLimits(text: string): KeyLimits {
  const pairs = text.split(',').map((part) => part.trim().split('='));
  const parsed = limitsSchema.safeParse(
    Object.fromEntries(pairs.map(([name = '', value = '']) => [name, Number(value || Number.NaN)])),
  );
  if (parsed.success) return parsed.data;
  throw new MemAgentError('bad-input', `"${text}" cannot be the limits of a key.`, {
    hint: `Name some of ${Object.keys(limitsSchema.shape).join(', ')}, each with a number above 0: readings=10,concurrent=4.`,
  });
}

/** The keys of a file; none where there is no file. */
export async function readKeys(path: string): Promise<Key[]> {
  const text = await readFile(path, 'utf8').catch(missing);
  if (text === undefined) return [];
  try {
    return fileSchema.parse(JSON.parse(text)).keys;
  } catch (cause) {
    throw new MemAgentError('bad-input', `${path} is not a file of keys.`, {
      hint: 'Make one with `memagent serve --new-key <name> --keys <file>`.',
      cause,
    });
  }
}

/** Adds a key to a file; file and folder are made where there are none. */
export async function addKey(path: string, key: Key): Promise<void> {
  const keys = await readKeys(path);
  if (keys.some(({ id }) => id === key.id)) {
    throw new MemAgentError('bad-input', `${path} has a key "${key.id}" already.`, {
      hint: 'Use another name, or take the old one out of the file.',
    });
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeAtomic(path, `${JSON.stringify({ keys: [...keys, key] }, null, 2)}\n`);
}

/** Adds a key to a PostgreSQL database; the servers that run on it take it at once. */
export async function addDatabaseKey(url: string, key: Key): Promise<void> {
  // Loaded when it is needed: a server on files does without the driver.
  await (await import('../storage/postgres/keys.ts')).insertKey(url, key);
}
