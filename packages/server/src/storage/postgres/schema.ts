import { MemAgentError } from '@memagent/core';
import type { Database } from './database.ts';

/** Names our advisory locks: one is held by each process, on the number of its worker. */
export const workerLocks = 0x6d656d61;

const version = 2;

const tables = `
CREATE SCHEMA memagent;
CREATE TABLE memagent.version (version int NOT NULL);
INSERT INTO memagent.version VALUES (${version});

CREATE SEQUENCE memagent.worker AS int CYCLE;

-- A worker lives as long as its connection, which holds the lock on its number.
CREATE FUNCTION memagent.lives(worker int) RETURNS boolean LANGUAGE sql AS $$
  SELECT EXISTS (
    SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 2 AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND classid = ${workerLocks} AND objid = worker::oid
  )
$$;

CREATE TABLE memagent.readings (
  id text PRIMARY KEY,
  owner text NOT NULL,
  state text NOT NULL,
  model text NOT NULL,
  priority int NOT NULL,
  document text NOT NULL,
  finished timestamptz,
  journals text[] NOT NULL DEFAULT '{}',
  worker int,
  wish text,
  chunks int,
  progress float8,
  words text NOT NULL,
  record text NOT NULL
);
CREATE INDEX ON memagent.readings (owner, id);
CREATE INDEX ON memagent.readings (state, model) WHERE finished IS NULL;
CREATE INDEX ON memagent.readings (finished) WHERE finished IS NOT NULL;

CREATE TABLE memagent.events (
  reading text NOT NULL REFERENCES memagent.readings ON DELETE CASCADE,
  id int NOT NULL,
  type text NOT NULL,
  question int,
  chunk int,
  line text NOT NULL,
  PRIMARY KEY (reading, id)
);

CREATE TABLE memagent.journals (
  space text NOT NULL,
  id text NOT NULL,
  n int NOT NULL,
  record text NOT NULL,
  written timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (space, id, n)
);
CREATE TABLE memagent.journal_writers (
  space text NOT NULL,
  id text NOT NULL,
  worker int NOT NULL,
  PRIMARY KEY (space, id)
);

CREATE TABLE memagent.documents (
  id text PRIMARY KEY,
  name text NOT NULL,
  bytes bigint NOT NULL,
  source text NOT NULL,
  path text,
  created timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE memagent.document_parts (
  document text NOT NULL REFERENCES memagent.documents ON DELETE CASCADE,
  n int NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (document, n)
);
-- Not compressed: parts are written and read once each, and in whole.
ALTER TABLE memagent.document_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TABLE memagent.document_owners (
  owner text NOT NULL,
  document text NOT NULL REFERENCES memagent.documents ON DELETE CASCADE,
  used timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner, document)
);
CREATE INDEX ON memagent.document_owners (document);

CREATE TABLE memagent.keys (
  id text PRIMARY KEY,
  hash text NOT NULL UNIQUE,
  record text NOT NULL
);
-- What is left of a key's requests a minute.
CREATE TABLE memagent.rates (
  key text PRIMARY KEY,
  tokens float8 NOT NULL,
  at timestamptz NOT NULL
);
CREATE TABLE memagent.secrets (
  name text PRIMARY KEY,
  secret text NOT NULL
);
`;

/** Makes the tables where there are none; several processes may ask at once. */
export async function prepareSchema(database: Database): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1, 0)', [workerLocks]);
    const [there] = await sql.query<{ there: boolean }>(
      `SELECT to_regclass('memagent.version') IS NOT NULL AS there`,
    );
    if (!there!.there) {
      await sql.query(tables);
      return;
    }
    const [found] = await sql.query<{ version: number }>('SELECT version FROM memagent.version');
    if (found?.version !== version) {
      throw new MemAgentError(
        'bad-input',
        `The database has tables of version ${found?.version}; this memagent knows version ${version}.`,
        { hint: 'Run the same version of memagent everywhere, or use another database.' },
      );
    }
  });
}
