import type { ReadingEvent } from '@memagent/core';
import type { EventLog, LoggedEvent, SentEvent, StateEvent } from '../storage.ts';
import type { Database, Sql } from './database.ts';
import { channel, type Line } from './line.ts';

/** Opens the events of a reading that this process has claimed, to go on with them. */
export async function openEventLog(line: Line, reading: string): Promise<EventLog> {
  const [end] = await line.query<{ last: number; state: number }>(
    `SELECT coalesce(max(id), 0)::int AS last, coalesce(max(id) FILTER (WHERE type = 'state'), 0)::int AS state
     FROM memagent.events WHERE reading = $1`,
    [reading],
  );
  const steps = await line.query<{ question: number; chunk: number }>(
    `SELECT question, max(chunk) AS chunk FROM memagent.events
     WHERE reading = $1 AND type = 'step' GROUP BY question`,
    [reading],
  );
  const answers = await line.query<{ question: number }>(
    `SELECT question FROM memagent.events WHERE reading = $1 AND type = 'answer' AND id > $2`,
    [reading, end!.state],
  );
  let { last } = end!;
  return {
    steps: new Map(steps.map(({ question, chunk }) => [question, chunk])),
    answered: new Set(answers.map(({ question }) => question)),
    append: async (event: ReadingEvent) => {
      const logged = { id: last + 1, at: new Date().toISOString(), ...event } as LoggedEvent;
      const step = event.type === 'step' ? event : undefined;
      await line.query(
        `WITH told AS (INSERT INTO memagent.events VALUES ($1, $2, $3, $4, $5::int, $6)),
         moved AS (
           UPDATE memagent.readings
           SET chunks = greatest(chunks, $5::int + 1), progress = coalesce($7, progress)
           WHERE id = $1 AND $3 = 'step')
         SELECT pg_notify('${channel}', 'changed ' || $1)`,
        [
          reading,
          logged.id,
          event.type,
          event.index,
          step?.chunk ?? null,
          JSON.stringify(logged),
          step?.progress ?? null,
        ],
      );
      last++;
    },
    close: async () => undefined,
  };
}

/** Puts a state at the end of a reading's events, in the transaction that gives it that state. */
export async function appendState(sql: Sql, reading: string, event: StateEvent): Promise<void> {
  const [end] = await sql.query<{ last: number }>(
    'SELECT coalesce(max(id), 0)::int AS last FROM memagent.events WHERE reading = $1',
    [reading],
  );
  const logged = { id: end!.last + 1, at: new Date().toISOString(), ...event };
  await sql.query(`INSERT INTO memagent.events VALUES ($1, $2, 'state', NULL, NULL, $3)`, [
    reading,
    logged.id,
    JSON.stringify(logged),
  ]);
  await sql.query(`SELECT pg_notify('${channel}', 'changed ' || $1)`, [reading]);
}

/** So many events are fetched at a time. */
const page = 100;

/** A follower: each call tells what came since the last. */
export function followEvents(
  database: Database,
  reading: string,
  owner: string,
  after: number,
): () => AsyncGenerator<SentEvent> {
  let last = after;
  return async function* () {
    for (;;) {
      const rows = await database.query<{ id: number; line: string }>(
        `SELECT e.id, e.line FROM memagent.events e JOIN memagent.readings r ON r.id = e.reading
         WHERE e.reading = $1 AND r.owner = $2 AND e.id > $3 ORDER BY e.id LIMIT ${page}`,
        [reading, owner, last],
      );
      for (const { id, line } of rows) {
        last = id;
        yield { event: JSON.parse(line), line };
      }
      if (rows.length < page) return;
    }
  };
}
