import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** A PostgreSQL server of a test's own. */
export interface TestPostgres {
  /** A new, empty database. */
  database(): Promise<string>;
  stop(): Promise<void>;
}

/** The folder of PostgreSQL's programs: Debian's newest, else the path's. */
function programs(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** Why tests of PostgreSQL are not run here; undefined where they are. */
export const postgresMissing: string | undefined =
  programs() === undefined ? 'PostgreSQL is not installed (Debian: apt-get install postgresql)' : undefined;

/** Whoever the programs run as: they refuse to run as root. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string, name: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }));
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', name), gid: id('-g', name) };
    } catch {
      // Try the next.
    }
  }
  throw new Error('PostgreSQL cannot run as root, and there is no other account.');
}

/** Starts PostgreSQL in a temporary folder, on a socket there. */
export async function startPostgres(): Promise<TestPostgres> {
  const bin = programs()!;
  const folder = await mkdtemp(join(tmpdir(), 'pg-'));
  const who = account();
  if (who.uid !== undefined) await chown(folder, who.uid, who.gid!);
  const options = { ...who, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8', HOME: folder } };
  const data = join(folder, 'data');
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'memagent', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...options,
      stdio: 'pipe',
    },
  );
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'max_connections=200'],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (piece) => {
      said += piece;
      if (said.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(said)));
  });
  server.stderr.resume();
  const url = (name: string) => `postgres://memagent@/${name}?host=${encodeURIComponent(folder)}`;
  let count = 0;
  return {
    database: async () => {
      const client = new pg.Client({ connectionString: url('postgres') });
      await client.connect();
      const name = `test${count++}`;
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return url(name);
    },
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Asks a database once. */
export async function askDatabase<T>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as T[];
  } finally {
    await client.end();
  }
}
