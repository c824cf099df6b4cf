import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { missing } from '../files.ts';
import type { TestServer } from './harness.ts';
import { askDatabase, postgresMissing, startPostgres, type TestPostgres } from './postgres.ts';

/** Where the servers of a test keep things. */
export interface TestStorage {
  /** Options for a new server that shares nothing with others. */
  fresh(): Promise<{ database?: string }>;
  /** How many readings and journals a server keeps. */
  kept(test: TestServer): Promise<{ readings: number; journals: number }>;
}

const files: TestStorage = {
  fresh: async () => ({}),
  kept: async ({ folder }) => {
    const count = async (kind: string) =>
      ((await readdir(join(folder, kind, 'local')).catch(missing)) ?? []).length;
    return { readings: await count('readings'), journals: await count('journals') };
  },
};

/** Describes what must hold wherever a server keeps things: in files, and in PostgreSQL where it is installed. */
export function describeStorages(name: string, tests: (storage: TestStorage) => void): void {
  describe(`${name} in files`, () => tests(files));
  if (postgresMissing) {
    describe.skip(`${name} in PostgreSQL: ${postgresMissing}`, () => tests(files));
    return;
  }
  describe(`${name} in PostgreSQL`, () => {
    let postgres: TestPostgres;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres.stop());
    tests({
      fresh: async () => ({ database: await postgres.database() }),
      kept: async ({ database }) => {
        const count = async (sql: string) =>
          (await askDatabase<{ count: number }>(database!, `SELECT ${sql} AS count`))[0]!.count;
        return {
          readings: await count('(SELECT count(*)::int FROM memagent.readings)'),
          journals: await count('(SELECT count(DISTINCT id)::int FROM memagent.journals)'),
        };
      },
    });
  });
}
