import { basename, join, resolve } from 'node:path';
import { MemAgentError } from '@memagent/core';
import { stateFolder } from '@memagent/core/node';
import type { Key, ModelSources } from '@memagent/server';
import { type AddCommand, examples, run } from '../command.ts';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import type { Io } from '../io.ts';
import { resolveModel } from '../model/resolve.ts';
import { whole } from '../reading/flags.ts';
import { printable } from '../render/text.ts';
import { parseAge } from './forget.ts';

interface ServeFlags {
  port: number;
  host: string;
  model?: string[];
  key?: string;
  keys?: string;
  newKey?: string;
  limits?: string;
  root?: string[];
  allowHost?: string[];
  urls: boolean;
  concurrency?: number;
  maxBody: number;
  maxDisk?: number;
  keep?: string;
  database?: string;
  web: boolean;
  runs?: string;
  quiet?: boolean;
}

const collect = (text: string, before: string[] = []) => [...before, text];

/** `memagent serve`: an endpoint without a context limit. */
export const addServe: AddCommand = (program, cli) => {
  program
    .command('serve')
    .summary('serve an endpoint without a context limit')
    .description(
      'Serves an OpenAI-compatible API that takes texts of any length, the readings API with live events, MCP, and a page\n' +
        'that shows what is read and remembered. Prints its address. Ctrl-C ends it; unfinished readings go on when it is started again.',
    )
    .option('-p, --port <port>', '0 picks a free one', whole(0), 7423)
    .option('--host <host>', 'where to listen; any but the loopback needs a key', '127.0.0.1')
    .option(
      '-m, --model <[name=]model>',
      'a model to serve, as in `memagent ask` (repeatable; the first is the default)',
      collect,
    )
    .option('--key <token>', 'a key that clients must send; better in MEMAGENT_SERVER_KEY')
    .option('--keys <file>', 'a file of keys, each with limits (made by --new-key)')
    .option('--new-key <name>', 'add a key to the file, print it once, and end')
    .option('--limits <list>', 'limits of the new key: requestsPerMinute=60,readings=10')
    .option('--root <folder>', 'a folder whose files may be read by path (repeatable)', collect)
    .option(
      '--allow-host <host>',
      'a host that may be fetched from though its address is private (repeatable)',
      collect,
    )
    .option('--no-urls', 'fetch no addresses')
    .option('--concurrency <n>', 'calls of a model at once', whole())
    .option('--max-body <MB>', 'the largest request or document', whole(), 1024)
    .option('--max-disk <MB>', 'the most that all documents may take; no limit unless given', whole())
    .option('--keep <time>', 'remove readings and unused documents after so long: 12h, 30d')
    .option(
      '--database <address>',
      'keep everything in PostgreSQL, shared by any number of servers; better in MEMAGENT_DATABASE',
    )
    .option('--runs <folder>', 'training runs and evaluations for the inspector to show')
    .option('--no-web', 'without the inspector')
    .option('--quiet', 'no log')
    .option('--debug', 'show where an error came from')
    .addHelpText(
      'after',
      examples(
        'memagent serve',
        'memagent serve --port 8000 --model small=pocket --model http://127.0.0.1:11434#qwen3:4b',
        'memagent serve --new-key alice && memagent serve --host 0.0.0.0',
        'memagent serve --database postgres://memagent@db/memagent --keep 30d',
        'curl -s localhost:7423/v1/models',
      ),
    )
    .action(run(cli, serve));
};

/** Loaded when it is needed: the other commands start faster without it. */
const serverPackage = () => import('@memagent/server');

async function serve(io: Io, flags: ServeFlags): Promise<number> {
  const { createLog, createServer, listen } = await serverPackage();
  const state = join(stateFolder(io.env), 'server');
  const keysFile = flags.keys ? resolve(io.cwd, flags.keys) : join(stateFolder(io.env), 'keys.json');
  const database = flags.database ?? io.env.MEMAGENT_DATABASE;
  if (database !== undefined && !/^postgres(?:ql)?:\/\//.test(database)) {
    throw new MemAgentError('bad-input', 'The address of the database does not begin with postgres://.', {
      hint: 'For example: postgres://user:password@host:5432/name.',
    });
  }
  if (flags.newKey !== undefined)
    return printNewKey(io, flags, flags.keys === undefined ? database : undefined, keysFile);
  const say = (text: string) => {
    if (!flags.quiet) io.stderr.write(`${printable(text)}\n`);
  };
  const { config } = await loadConfig(io.env, io.cwd);
  const models = modelSources(io, flags.model ?? [], config, say);
  const { concurrency } = flags;
  const server = await createServer({
    models,
    stateFolder: state,
    keys: await allKeys(io, flags, keysFile),
    roots: (flags.root ?? []).map((root) => resolve(io.cwd, root)),
    urls: flags.urls ? { ...(flags.allowHost ? { allowHosts: flags.allowHost } : {}) } : false,
    maxBodyBytes: flags.maxBody * 2 ** 20,
    ...(flags.maxDisk === undefined ? {} : { maxDocumentBytes: flags.maxDisk * 2 ** 20 }),
    ...(flags.keep === undefined ? {} : { keepMs: parseAge(flags.keep) }),
    ...(database === undefined ? {} : { database }),
    ...(flags.web ? await inspector(say) : {}),
    ...(flags.runs ? { runs: resolve(io.cwd, flags.runs) } : {}),
    log: createLog(
      { level: flags.quiet ? 'silent' : 'info' },
      { write: (line) => void io.stderr.write(line) },
    ),
    ...(concurrency
      ? { concurrency: Object.fromEntries(Object.keys(models).map((name) => [name, concurrency])) }
      : {}),
  });
  try {
    const { url, close } = await listen(server, { port: flags.port, host: flags.host });
    const ended = interrupted();
    io.stdout.write(`${url}\n`);
    server.warm().catch((error) => say(`${server.models[0]}: ${(error as Error).message}`));
    await ended;
    say('Ending: what is under way has ten seconds. Ctrl-C again ends at once.');
    await close();
    return 0;
  } finally {
    await server.close({ graceMs: 0 });
  }
}

/** The inspector's page; sources that were not built are served without it. */
async function inspector(say: (text: string) => void): Promise<{ web?: string }> {
  const { pageFolder } = await import('@memagent/web');
  try {
    return { web: pageFolder() };
  } catch (error) {
    say((error as Error).message);
    return {};
  }
}

/** Resolves with the first Ctrl-C or request to end; the second ends at once, which loses nothing. */
function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const listener = () => {
      if (asked) process.exit(130);
      asked = true;
      resolve();
    };
    process.on('SIGINT', listener);
    process.on('SIGTERM', listener);
  });
}

/** Adds a key to the database, where there is one, else to the file, and shows its token. */
async function printNewKey(
  io: Io,
  { newKey: name = '', limits }: ServeFlags,
  database: string | undefined,
  path: string,
): Promise<number> {
  if (!/^[\w-]{1,64}$/.test(name)) {
    throw new MemAgentError('bad-input', `"${name}" cannot name a key.`, {
      hint: 'Use up to 64 letters, digits, - and _.',
    });
  }
  const { addDatabaseKey, addKey, newKey, parseKeyLimits } = await serverPackage();
  const { key, token } = newKey(name, limits === undefined ? undefined : parseKeyLimits(limits));
  await (database === undefined ? addKey(path, key) : addDatabaseKey(database, key));
  io.stderr.write(`Added to ${database === undefined ? path : 'the database'}. The key is shown only now:\n`);
  io.stdout.write(`${token}\n`);
  return 0;
}

/** The keys of the file, and the one that the user gave. */
async function allKeys(io: Io, flags: ServeFlags, path: string): Promise<Key[]> {
  const { hashToken, readKeys } = await serverPackage();
  const keys = await readKeys(path);
  const token = flags.key ?? io.env.MEMAGENT_SERVER_KEY;
  if (!token) return keys;
  if (token.length < 16) {
    throw new MemAgentError('bad-input', 'The key is too short to be safe.', {
      hint: 'Use at least 16 characters, or let `memagent serve --new-key <name>` make one.',
    });
  }
  return [...keys, { id: 'key', hash: hashToken(token) }];
}

/** How each model that the user named is opened, by the name that clients call it. */
export function modelSources(
  io: Io,
  named: readonly string[],
  config: Config,
  notice: (text: string) => void,
): ModelSources {
  const specs = named.length > 0 ? named : [undefined];
  const sources: Record<string, ModelSources[string]> = {};
  for (const given of specs) {
    const [, alias, rest] = /^([\w.:-]+)=(.+)$/.exec(given ?? '') ?? [];
    const spec = rest ?? given ?? config.model;
    const name =
      alias ?? servedName(spec, io.env.OPENAI_BASE_URL ? (io.env.OPENAI_MODEL ?? 'default') : 'pocket');
    if (Object.hasOwn(sources, name)) {
      throw new MemAgentError('bad-input', `Two models are called "${name}".`, {
        hint: 'Give one another name: --model name=model.',
      });
    }
    const settings = spec === undefined ? config : { ...config, model: spec };
    sources[name] = () => resolveModel({ settings, env: io.env, cwd: io.cwd, notice });
  }
  return sources;
}

/** What clients call a model: the part after # of an address, else its host; a file's name without its ending. */
export function servedName(spec: string | undefined, fallback: string): string {
  if (spec === undefined) return fallback;
  const first = spec.split(',')[0]!.trim();
  if (/^https?:\/\//i.test(first)) {
    const url = new URL(first);
    return url.hash.length > 1 ? url.hash.slice(1) : url.host;
  }
  return basename(first).replace(/\.gguf$/i, '');
}
