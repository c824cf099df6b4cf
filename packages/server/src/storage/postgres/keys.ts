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
