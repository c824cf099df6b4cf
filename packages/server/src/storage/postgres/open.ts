import type { Logger } from 'pino';
import type { Key } from '../../keys/keys.ts';
import { placeOf } from '../../observe/log.ts';
import type { Storage } from '../storage.ts';
import { LostReading } from '../storage.ts';
import { Database, unusable } from './database.ts';
import { PostgresDocuments } from './documents.ts';
import { PostgresJournals } from './journal.ts';
import { readDatabaseKeys, sharedSecret, takeRequest } from './keys.ts';
import { endSilent, Line } from './line.ts';
import { PostgresReadings } from './readings.ts';
import { prepareSchema, workerLocks } from './schema.ts';

export interface PostgresStorageOptions {
  /** `postgres://…` */
  readonly url: string;
  /** The names of the models that this process serves. */
  readonly models: readonly string[];
  /** A folder of this process alone, for what is on its way. */
  readonly tmp: string;
  readonly roots: readonly string[];
  readonly maxBytes: number;
  readonly log: Logger;
}

/** How often a process looks for readings whose worker has died. */
const sweepMs = 2000;
/** A process that has not been heard of for this long is taken for dead. */
const leaseMs = 20_000;
/** A database that does not answer for this long is taken for gone. */
const answerMs = 15_000;

/** Storage in PostgreSQL, for any number of processes. */
export async function openPostgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const { url, log } = options;
  const database = await Database.open(url, log);
  try {
    await prepareSchema(database);
    const { default: PgBoss } = await import('pg-boss');
    const boss = new PgBoss({
      db: database.boss,
      schema: 'memagent_queue',
      // Tickets are used up in a transaction: there is nothing to expire, to archive or to schedule.
      supervise: false,
      schedule: false,
    });
    boss.on('error', (error) => log.error({ cause: placeOf(error) }, 'the queue failed'));
    // One process at a time: pg-boss makes its tables when it starts, and two at once get in each other's way.
    await database.transaction(async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock($1, 0)', [workerLocks]);
      await boss.start();
    });

    let line: Line | undefined;
    let closed = false;
    const current = (): Line => {
      if (!line) throw new LostReading();
      return line;
    };
    const readings = new PostgresReadings({ database, boss, line: current });
    for (const model of options.models) await readings.makeQueue(model);
    let keysChanged: ((keys: readonly Key[]) => void) | undefined;
    const readKeys = async () => keysChanged?.(await readDatabaseKeys(database));
    const connect = async () => {
      line = await Line.open({
        url,
        told: (message) => {
          if (message === 'keys') void readKeys().catch(() => undefined);
          else readings.told(message);
        },
        lost: () => {
          line = undefined;
          if (closed) return;
          log.warn('the connection to the database is gone; what was being read goes on where there is one');
          readings.lost();
          void reconnect();
        },
      });
    };
    const reconnect = async () => {
      for (let wait = 100; !closed && !line; wait = Math.min(5000, wait * 2)) {
        await new Promise((resolve) => setTimeout(resolve, wait));
        if (closed) return;
        await connect()
          .then(readKeys)
          .then(() => readings.sweep())
          .catch(() => undefined);
      }
    };
    await connect();
    const look = async () => {
      // First its own sign of life: one that wakes after a long sleep is not to end itself.
      await line?.check(answerMs);
      if (!line) return;
      await endSilent(database, leaseMs);
      // A key that was taken away without a word is taken away here too.
      await readKeys();
      await readings.sweep();
    };
    const sweeping = setInterval(() => void look().catch(() => undefined), sweepMs);
    sweeping.unref();
    const journals = new PostgresJournals(database, current);
    return {
      documents: new PostgresDocuments({ ...options, database }),
      readings,
      journal: (kind, owner) => journals.journal(kind, owner),
      forgetChats: (before) => journals.forgetChats(before),
      watchKeys: async (changed) => {
        keysChanged = changed;
        await readKeys();
      },
      takeRequest: (key, perMinute) => takeRequest(database, key, perMinute),
      secret: () => sharedSecret(database),
      ready: () => line !== undefined,
      close: async () => {
        closed = true;
        clearInterval(sweeping);
        await boss.stop({ graceful: false, close: false }).catch(() => undefined);
        await line?.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw unusable(url, error);
  }
}
