import type pg from 'pg';
import { LostReading } from '../storage.ts';
import { type Database, loadPg } from './database.ts';
import { workerLocks } from './schema.ts';

/** The channel on which processes tell each other what has happened. */
export const channel = 'memagent';

export interface LineOptions {
  readonly url: string;
  /** What another process, or this one, has told. */
  readonly told: (message: string) => void;
  /** Called once, when the connection is gone. */
  readonly lost: () => void;
}

/**
 * The one connection that a process lives by. It holds the lock on the process's number as a worker, so that others see
 * at once when it is gone, and all that its readings write goes through it: who has lost the lock can write no more.
 */
export class Line {
  readonly worker: number;
  readonly #client: pg.Client;
  #gone = false;
  /** The driver takes one query at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(client: pg.Client, worker: number) {
    this.#client = client;
    this.worker = worker;
  }

  static async open({ url, told, lost }: LineOptions): Promise<Line> {
    const { Client } = await loadPg();
    const client = new Client({ connectionString: url, application_name: 'memagent line', keepAlive: true });
    let line: Line | undefined;
    const end = () => {
      if (!line || line.#gone) return;
      line.#gone = true;
      lost();
    };
    client.on('error', end);
    client.on('end', end);
    client.on('notification', ({ payload }) => told(payload ?? ''));
    try {
      await client.connect();
      const { rows } = await client.query(`SELECT nextval('memagent.worker')::int AS worker`);
      const worker = rows[0].worker as number;
      await client.query('SELECT pg_advisory_lock($1, $2)', [workerLocks, worker]);
      await client.query(`LISTEN ${channel}`);
      line = new Line(client, worker);
      return line;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Throws `LostReading` when the connection is gone: what this process was reading is then no longer its own. */
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]> {
    const asked = this.#turn.then(() => this.#ask<T>(text, values));
    this.#turn = asked.catch(() => undefined);
    return asked;
  }

  async #ask<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]> {
    if (this.#gone) throw new LostReading();
    try {
      return (await this.#client.query<T>(text, values)).rows;
    } catch (error) {
      // What the database answers has a severity; all else means that it did not.
      if (this.#gone || (error as { severity?: string }).severity !== 'ERROR') throw new LostReading(error);
      throw error;
    }
  }

  /** Lets the others see that this process lives; gives the connection up when it does not answer in time. */
  async check(ms: number): Promise<void> {
    const timer = setTimeout(() => this.#break(), ms);
    await this.query('SELECT 1').catch(() => undefined);
    clearTimeout(timer);
  }

  #break(): void {
    (this.#client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }

  async close(): Promise<void> {
    this.#gone = true;
    await this.#client.end().catch(() => undefined);
  }
}

/**
 * Ends the lines on which nothing has been asked for so long: their processes hang, are stopped, or are on a machine
 * that vanished without a word, while each that lives asks something every two seconds. What they held is then
 * another's, and one that wakes finds that it can write no more.
 */
export async function endSilent(database: Database, ms: number): Promise<void> {
  await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE state = 'idle' AND state_change < now() - $2::float8 * interval '1 millisecond' AND pid IN (
       SELECT pid FROM pg_locks
       WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid = $1 AND objid <> 0
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`,
    [workerLocks, ms],
  );
}
