import { MemAgentError } from '@memagent/core';
import type pg from 'pg';
import type { Logger } from 'pino';
import { ApiError } from '../../http/api-error.ts';

/** Something that takes SQL: the pool, or one transaction. */
export interface Sql {
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** The same in the form that pg-boss takes. */
  readonly boss: { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };
}

/** The driver, loaded when a database is used. */
export const loadPg = async (): Promise<typeof pg> => (await import('pg')).default;

/** A pool of connections, for all that belongs to no one process. */
export class Database implements Sql {
  readonly #pool: pg.Pool;
  readonly boss = { executeSql: (text: string, values?: unknown[]) => this.#raw(text, values) };

  private constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  static async open(url: string, log: Logger): Promise<Database> {
    const { Pool } = await loadPg();
    const pool = new Pool({
      connectionString: url,
      application_name: 'memagent',
      max: 8,
      keepAlive: true,
      // A process that stops in the middle of a transaction keeps no lock on what others need.
      idle_in_transaction_session_timeout: 20_000,
    });
    // A connection that breaks while nobody uses it is replaced.
    pool.on('error', ({ message }) => log.warn({ message }, 'a connection to the database broke'));
    const database = new Database(pool);
    try {
      await database.query('SELECT 1');
    } catch (cause) {
      await pool.end();
      throw unusable(url, cause);
    }
    return database;
  }

  async query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]> {
    return (await this.#raw(text, values)).rows as T[];
  }

  /** All of it or nothing; begun anew where it got in another's way. */
  async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(work);
      } catch (error) {
        if (attempt >= 5 || !conflict.test((error as { code?: string }).code ?? '')) throw error;
      }
    }
  }

  async #once<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch(rethrow);
    const raw = (text: string, values?: unknown[]) => client.query(text, values).catch(rethrow);
    let broken = false;
    try {
      await raw('BEGIN');
      const made = await work({
        query: async (text, values) => (await raw(text, values)).rows,
        boss: { executeSql: raw },
      });
      await raw('COMMIT');
      return made;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  #raw(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    return this.#pool.query(text, values).catch(rethrow);
  }
}

/** Two transactions waited for each other, or made the same thing. */
const conflict = /^(?:40P01|40001|23505)$/;

/** What is wrong with the connection rather than with the question: classes 08 and 57, and what the system says. */
const unreachable = /^(?:08|57P|53300|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|ENOENT|EHOSTUNREACH)/;

function rethrow(error: Error & { code?: string }): never {
  if (unreachable.test(error.code ?? '') || /^(?:Connection terminated|timeout)/.test(error.message)) {
    throw new ApiError(503, 'database_unavailable', 'The database cannot be reached now.', {
      retryAfter: 5,
      cause: error,
    });
  }
  throw error;
}

/** Why a database cannot be used, without the password in its address. */
export function unusable(url: string, cause: unknown): MemAgentError {
  if (MemAgentError.isInstance(cause)) return cause;
  const at = URL.canParse(url) ? new URL(url) : undefined;
  const place = at ? `${at.hostname || at.searchParams.get('host') || 'localhost'}${at.pathname}` : 'given';
  const reason =
    (cause as Error).cause instanceof Error ? (cause as { cause: Error }).cause : (cause as Error);
  return new MemAgentError(
    'bad-input',
    `The database ${place} cannot be used: ${reason.message || (reason as { code?: string }).code}.`,
    {
      hint: 'Check the address (postgres://user:password@host:5432/name), and that the user may create schemas there.',
      cause,
    },
  );
}
