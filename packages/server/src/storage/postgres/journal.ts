import { type JournalRecord, type JournalWriter, journalRecord, MemAgentError } from '@memagent/core';
import type { JournalKind, ServerJournal } from '../storage.ts';
import type { Database } from './database.ts';
import type { Line } from './line.ts';

/** Journals in the database, a row a record; the writer of each is a process that lives. */
export class PostgresJournals {
  readonly #database: Database;
  readonly #line: () => Line;
  /** What this very process is writing. */
  readonly #writing = new Set<string>();

  constructor(database: Database, line: () => Line) {
    this.#database = database;
    this.#line = line;
  }

  journal(kind: JournalKind, owner: string): ServerJournal {
    const space = `${kind}/${owner}`;
    return {
      load: (id) => this.#load(space, id),
      open: (id, keep) => this.#open(space, id, keep),
      remove: async (ids) => {
        await this.#database.query(
          `DELETE FROM memagent.journals j WHERE space = $1 AND id = ANY($2) AND NOT EXISTS (
             SELECT FROM memagent.journal_writers w
             WHERE w.space = j.space AND w.id = j.id AND memagent.lives(w.worker))`,
          [space, ids],
        );
      },
    };
  }

  async forgetChats(before: Date): Promise<void> {
    await this.#database.query(
      `DELETE FROM memagent.journals WHERE (space, id) IN (
         SELECT space, id FROM memagent.journals WHERE space LIKE 'chats/%'
         GROUP BY space, id HAVING max(written) < $1)`,
      [before],
    );
  }

  async #load(space: string, id: string): Promise<JournalRecord[] | undefined> {
    const rows = await this.#database.query<{ record: string }>(
      'SELECT record FROM memagent.journals WHERE space = $1 AND id = $2 ORDER BY n',
      [space, id],
    );
    if (rows.length === 0) return undefined;
    return rows.map(({ record }) => {
      const parsed = journalRecord.safeParse(JSON.parse(record));
      if (parsed.success) return parsed.data;
      throw new MemAgentError('journal', `The journal of reading ${id} is damaged.`, {
        hint: 'Start the reading with "fresh": true.',
        cause: parsed.error,
      });
    });
  }

  async #open(space: string, id: string, keep: number): Promise<JournalWriter | undefined> {
    const line = this.#line();
    // With the line: what was written through one that is gone is written no more.
    const key = `${line.worker} ${space} ${id}`;
    if (this.#writing.has(key)) return undefined;
    this.#writing.add(key);
    try {
      const [mine] = await line.query(
        `INSERT INTO memagent.journal_writers AS w VALUES ($1, $2, $3)
         ON CONFLICT (space, id) DO UPDATE SET worker = $3
           WHERE w.worker = $3 OR NOT memagent.lives(w.worker)
         RETURNING worker`,
        [space, id, line.worker],
      );
      if (!mine) {
        this.#writing.delete(key);
        return undefined;
      }
      await line.query('DELETE FROM memagent.journals WHERE space = $1 AND id = $2 AND n >= $3', [
        space,
        id,
        keep,
      ]);
      const [kept] = await line.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM memagent.journals WHERE space = $1 AND id = $2',
        [space, id],
      );
      let n = kept!.count;
      return {
        append: async (record) => {
          await line.query('INSERT INTO memagent.journals (space, id, n, record) VALUES ($1, $2, $3, $4)', [
            space,
            id,
            n,
            JSON.stringify(record),
          ]);
          n++;
        },
        close: async () => {
          this.#writing.delete(key);
          await line
            .query('DELETE FROM memagent.journal_writers WHERE space = $1 AND id = $2 AND worker = $3', [
              space,
              id,
              line.worker,
            ])
            .catch(() => undefined);
        },
      };
    } catch (error) {
      this.#writing.delete(key);
      throw error;
    }
  }
}
