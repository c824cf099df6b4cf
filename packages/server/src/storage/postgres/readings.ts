import type PgBoss from 'pg-boss';
import type { Reading, ReadingState } from '../../readings/reading.ts';
import { stateEvent, wordsOf } from '../../readings/reading.ts';
import {
  type Claimed,
  type EventLog,
  LostReading,
  type ReadingListener,
  type ReadingPage,
  type ReadingStore,
  type SentEvent,
  type Wish,
} from '../storage.ts';
import type { Database, Sql } from './database.ts';
import { appendState, followEvents, openEventLog } from './events.ts';
import { channel, type Line } from './line.ts';
import { workerLocks } from './schema.ts';

interface Row {
  readonly id: string;
  readonly state: ReadingState;
  readonly finished: Date | null;
  readonly chunks: number | null;
  readonly progress: number | null;
  readonly wish: Wish | null;
  readonly record: string;
}

const columns = 'id, state, finished, chunks, progress, wish, record';

export interface PostgresReadingsOptions {
  readonly database: Database;
  readonly boss: PgBoss;
  readonly line: () => Line;
}

/**
 * Readings in the database. One that waits has a job in pg-boss, its ticket, made and used up in the same transaction
 * that changes its state. One that runs has the number of its worker, and is its as long as that worker lives.
 */
export class PostgresReadings implements ReadingStore {
  readonly #database: Database;
  readonly #boss: PgBoss;
  readonly #line: () => Line;
  readonly #queues = new Map<string, Promise<string>>();
  /** The line through which each claimed reading is written. */
  readonly #claimed = new Map<string, Line>();
  #listener: ReadingListener | undefined;

  constructor({ database, boss, line }: PostgresReadingsOptions) {
    this.#database = database;
    this.#boss = boss;
    this.#line = line;
  }

  async start(listener: ReadingListener): Promise<number> {
    this.#listener = listener;
    await this.sweep();
    const counts = await this.counts();
    for (const { model } of counts) listener.queued(model);
    return counts.reduce((sum, { count }) => sum + count, 0);
  }

  /** Passes on what a process has told. */
  told(message: string): void {
    const [kind, first, second] = message.split(' ') as [string, string, Wish];
    if (kind === 'changed') this.#listener?.changed(first);
    if (kind === 'queued') this.#listener?.queued(Buffer.from(first, 'hex').toString());
    if (kind === 'wish') this.#listener?.wished(first, second);
  }

  /** What this process had claimed is no longer its own. */
  lost(): void {
    this.#claimed.clear();
    this.#listener?.lost();
  }

  /** Lets the readings of dead processes wait again, and looks for any that wait. */
  async sweep(): Promise<void> {
    await this.#database.transaction(async (sql) => {
      const orphans = await sql.query<{ id: string; model: string; priority: number }>(
        `UPDATE memagent.readings SET state = 'queued', worker = NULL
         WHERE state = 'running' AND finished IS NULL AND NOT memagent.lives(worker)
         RETURNING id, model, priority`,
      );
      for (const orphan of orphans) await this.#issue(sql, orphan, true);
    });
    const waiting = await this.#database.query<{ model: string }>(
      `SELECT DISTINCT model FROM memagent.readings WHERE state = 'queued' AND finished IS NULL`,
    );
    for (const { model } of waiting) this.#listener?.queued(model);
  }

  async add(reading: Reading): Promise<void> {
    await this.makeQueue(reading.model);
    await this.#database.transaction(async (sql) => {
      await sql.query(
        `INSERT INTO memagent.readings (id, owner, state, model, priority, document, words, record)
         VALUES ($1, $2, 'queued', $3, $4, $5, $6, $7)`,
        [
          reading.id,
          reading.owner,
          reading.model,
          reading.priority,
          reading.document.id,
          wordsOf(reading),
          recordOf(reading),
        ],
      );
      await this.#issue(sql, reading, false);
    });
  }

  async find(id: string, owner: string): Promise<Reading | undefined> {
    const [row] = await this.#database.query<Row>(
      `SELECT ${columns} FROM memagent.readings WHERE id = $1 AND owner = $2`,
      [id, owner],
    );
    return row && readingOf(row);
  }

  async list(owner: string, { limit, after, state, words = [] }: ReadingPage): Promise<Reading[]> {
    const rows = await this.#database.query<Row>(
      `SELECT ${columns} FROM memagent.readings
       WHERE owner = $1 AND ($2::text IS NULL OR id < $2) AND ($3::text IS NULL OR state = $3)
         AND NOT EXISTS (SELECT FROM unnest($5::text[]) AS word WHERE position(word IN words) = 0)
       ORDER BY id DESC LIMIT $4`,
      [owner, after ?? null, state ?? null, limit, words],
    );
    return rows.map(readingOf);
  }

  async unfinished(owner: string): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM memagent.readings WHERE owner = $1 AND finished IS NULL',
      [owner],
    );
    return row!.count;
  }

  counts(): Promise<{ model: string; state: ReadingState; count: number }[]> {
    return this.#database.query(
      `SELECT model, state, count(*)::int AS count FROM memagent.readings
       WHERE finished IS NULL GROUP BY model, state`,
    );
  }

  async uses(document: string): Promise<boolean> {
    const rows = await this.#database.query(
      'SELECT FROM memagent.readings WHERE document = $1 AND finished IS NULL LIMIT 1',
      [document],
    );
    return rows.length > 0;
  }

  async claim(model: string): Promise<Claimed | undefined> {
    const line = this.#line();
    const queue = await this.makeQueue(model);
    const row = await this.#database.transaction(async (sql) => {
      for (;;) {
        const [ticket] = await this.#boss.fetch<{ reading: string }>(queue, { batchSize: 1, db: sql.boss });
        if (!ticket) return undefined;
        await this.#boss.deleteJob(queue, ticket.id, { db: sql.boss });
        const [taken] = await sql.query<Row>(
          `UPDATE memagent.readings SET state = 'running', worker = $2
           WHERE id = $1 AND state = 'queued' RETURNING ${columns}`,
          [ticket.data.reading, line.worker],
        );
        // A ticket of one that was cancelled or removed is nobody's.
        if (taken) return taken;
      }
    });
    if (!row) return undefined;
    this.#claimed.set(row.id, line);
    this.#listener?.changed(row.id);
    return { reading: readingOf(row), ...(row.wish ? { wish: row.wish } : {}) };
  }

  async release(reading: Reading): Promise<void> {
    await this.#ours(reading, async (sql, worker) => {
      const [row] = await sql.query(
        `UPDATE memagent.readings SET state = 'queued', worker = NULL
         WHERE id = $1 AND worker = $2 RETURNING id`,
        [reading.id, worker],
      );
      if (row) await this.#issue(sql, reading, true);
      return row !== undefined;
    });
  }

  async finish(reading: Reading): Promise<void> {
    await this.#ours(reading, async (sql, worker) => {
      const [row] = await sql.query(
        `UPDATE memagent.readings
         SET state = $3, finished = $4, record = $5, journals = $6, worker = NULL, wish = NULL,
           chunks = coalesce($7, chunks)
         WHERE id = $1 AND worker = $2 RETURNING id`,
        [
          reading.id,
          worker,
          reading.state,
          reading.finished,
          recordOf(reading),
          reading.journals ?? [],
          reading.chunks ?? null,
        ],
      );
      if (row) await appendState(sql, reading.id, stateEvent(reading));
      return row !== undefined;
    });
  }

  async cancelWaiting(id: string, owner: string): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const [row] = await sql.query(
        `UPDATE memagent.readings SET state = 'cancelled', finished = now()
         WHERE id = $1 AND owner = $2 AND state = 'queued' RETURNING id`,
        [id, owner],
      );
      if (row) await appendState(sql, id, { type: 'state', state: 'cancelled' });
      return row !== undefined;
    });
  }

  async wish(id: string, wish: Wish): Promise<void> {
    await this.#database.query(`UPDATE memagent.readings SET wish = $2 WHERE id = $1 AND state = 'running'`, [
      id,
      wish,
    ]);
    await this.#database.query(`SELECT pg_notify('${channel}', $1)`, [`wish ${id} ${wish}`]);
  }

  async requeue(reading: Reading): Promise<void> {
    await this.makeQueue(reading.model);
    await this.#database.transaction(async (sql) => {
      const [row] = await sql.query(
        `UPDATE memagent.readings SET state = 'queued', finished = NULL, wish = NULL, record = $2
         WHERE id = $1 AND finished IS NOT NULL RETURNING id`,
        [reading.id, recordOf(reading)],
      );
      if (!row) return;
      await appendState(sql, reading.id, { type: 'state', state: 'queued' });
      await this.#issue(sql, reading, false);
    });
  }

  async remove(id: string, owner: string): Promise<void> {
    await this.#database.query('DELETE FROM memagent.readings WHERE id = $1 AND owner = $2', [id, owner]);
    await this.#database.query(`SELECT pg_notify('${channel}', $1)`, [`changed ${id}`]);
  }

  async *endedBefore(time: Date): AsyncGenerator<Reading> {
    for (let after = ''; ; ) {
      const rows = await this.#database.query<Row>(
        `SELECT ${columns} FROM memagent.readings WHERE finished < $1 AND id > $2 ORDER BY id LIMIT 100`,
        [time, after],
      );
      for (const row of rows) yield readingOf(row);
      if (rows.length < 100) return;
      after = rows.at(-1)!.id;
    }
  }

  async unusedJournals(ids: readonly string[], owner: string): Promise<string[]> {
    const rows = await this.#database.query<{ id: string }>(
      `SELECT id FROM unnest($1::text[]) AS id WHERE NOT EXISTS (
         SELECT FROM memagent.readings WHERE owner = $2 AND finished IS NULL AND id = ANY(journals))`,
      [ids, owner],
    );
    return rows.map(({ id }) => id);
  }

  openEvents(reading: Reading): Promise<EventLog> {
    return openEventLog(this.#lineOf(reading), reading.id);
  }

  follow(id: string, owner: string, after: number): () => AsyncGenerator<SentEvent> {
    return followEvents(this.#database, id, owner, after);
  }

  /** Ends this process's hold on a reading; throws when it had none. */
  async #ours(reading: Reading, work: (sql: Sql, worker: number) => Promise<boolean>): Promise<void> {
    const { worker } = this.#lineOf(reading);
    if (!(await this.#database.transaction((sql) => work(sql, worker)))) throw new LostReading();
    this.#claimed.delete(reading.id);
  }

  #lineOf({ id }: Reading): Line {
    const line = this.#claimed.get(id);
    if (!line) throw new LostReading();
    return line;
  }

  /** A ticket for a reading that waits; one that was interrupted goes before others of its priority. */
  async #issue(
    sql: Sql,
    { id, model, priority }: Pick<Reading, 'id' | 'model' | 'priority'>,
    interrupted: boolean,
  ): Promise<void> {
    await this.#boss.send(
      queueOf(model),
      { reading: id },
      { priority: 2 * priority + (interrupted ? 1 : 0), db: sql.boss },
    );
    const name = Buffer.from(model).toString('hex');
    await sql.query(`SELECT pg_notify('${channel}', $1)`, [`queued ${name}`]);
  }

  /** Makes the queue of a model where there is none. */
  makeQueue(model: string): Promise<string> {
    const queue = queueOf(model);
    const making = this.#queues.get(queue) ?? this.#make(queue);
    this.#queues.set(queue, making);
    making.catch(() => this.#queues.delete(queue));
    return making;
  }

  async #make(queue: string): Promise<string> {
    // One process at a time: a queue is a table, and making one gets in the way of others.
    await this.#database.transaction(async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock($1, 0)', [workerLocks]);
      await this.#boss.createQueue(queue);
    });
    return queue;
  }
}

/** The name of a model's queue: in hex, since pg-boss takes letters and digits. */
const queueOf = (model: string) => `model-${Buffer.from(model).toString('hex')}`;

/** What changes with every step, and what a query asks for, stands in columns. */
function recordOf(reading: Reading): string {
  const { state: _, finished: __, chunks: ___, progress: ____, ...record } = reading;
  return JSON.stringify(record);
}

function readingOf({ state, finished, chunks, progress, record }: Row): Reading {
  return {
    ...JSON.parse(record),
    state,
    ...(finished ? { finished: finished.toISOString() } : {}),
    ...(chunks === null ? {} : { chunks }),
    ...(progress === null ? {} : { progress }),
  };
}
