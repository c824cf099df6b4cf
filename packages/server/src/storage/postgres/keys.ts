import { randomBytes } from 'node:crypto';
import { MemAgentError } from '@memagent/core';
import { type Key, keySchema } from '../../keys/keys.ts';
import { createLog } from '../../observe/log.ts';
import { Database } from './database.ts';
import { channel } from './line.ts';
import { prepareSchema } from './schema.ts';

/** All keys of a database. */
export async function readDatabaseKeys(database: Database): Promise<Key[]> {
  const rows = await database.query<{ record: string }>('SELECT record FROM memagent.keys ORDER BY id');
  return rows.map(({ record }) => keySchema.parse(JSON.parse(record)));
}

/** Adds a key to a database; the servers that run on it take it at once. */
export async function insertKey(url: string, key: Key): Promise<void> {
  const database = await Database.open(url, createLog({ level: 'silent' }));
  try {
    await prepareSchema(database);
    const [added] = await database.query(
      'INSERT INTO memagent.keys VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id',
      [key.id, key.hash, JSON.stringify(key)],
    );
    if (!added) {
      throw new MemAgentError('bad-input', `The database has a key "${key.id}" already.`, {
        hint: 'Use another name, or delete the old one from memagent.keys.',
      });
    }
    await database.query(`SELECT pg_notify('${channel}', 'keys')`);
  } finally {
    await database.close();
  }
}

/** Takes one of a key's requests a minute, for all processes; gives the seconds to wait where none is left. */
export async function takeRequest(
  database: Database,
  key: string,
  perMinute: number,
): Promise<number | undefined> {
  const now = 'least($2, r.tokens + extract(epoch FROM now() - r.at)::float8 / 60 * $2)';
  const [taken] = await database.query(
    `INSERT INTO memagent.rates AS r VALUES ($1, $2::float8 - 1, now())
     ON CONFLICT (key) DO UPDATE SET tokens = ${now} - 1, at = now() WHERE ${now} >= 1
     RETURNING key`,
    [key, perMinute],
  );
  if (taken) return undefined;
  const [left] = await database.query<{ tokens: number }>(
    `SELECT ${now} AS tokens FROM memagent.rates r WHERE key = $1`,
    [key, perMinute],
  );
  return (Math.max(0, 1 - (left?.tokens ?? 0)) / perMinute) * 60;
}

/** A secret of all processes on this database. */
export async function sharedSecret(database: Database): Promise<string> {
  const [row] = await database.query<{ secret: string }>(
    `INSERT INTO memagent.secrets AS s VALUES ('tickets', $1)
     ON CONFLICT (name) DO UPDATE SET secret = s.secret RETURNING secret`,
    [randomBytes(32).toString('hex')],
  );
  return row!.secret;
}
