import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { MemAgentError } from '@memagent/core';
import { Lock } from '@memagent/core/node';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { addChatRoutes } from './chat/routes.ts';
import type { FetchUrlOptions } from './documents/fetch-url.ts';
import { addDocumentRoutes } from './documents/routes.ts';
import { ApiError, errorBody, toApiError } from './http/api-error.ts';
import type { BodyLimits } from './http/body.ts';
import { type AppEnv, errorResponse, observed } from './http/middleware.ts';
import { Guard } from './keys/guard.ts';
import type { Key } from './keys/keys.ts';
import { addMcpRoutes, type McpSessions } from './mcp/http.ts';
import { ModelRegistry, type ModelSources } from './models/registry.ts';
import { createLog, placeOf } from './observe/log.ts';
import { Metrics } from './observe/metrics.ts';
import { addSystemRoutes } from './observe/routes.ts';
import { Tracing } from './observe/tracing.ts';
import { addReadingRoutes } from './readings/routes.ts';
import { ReadingService } from './readings/service.ts';
import { openFileStorage } from './storage/file/open.ts';
import type { DocumentStore, Storage } from './storage/storage.ts';
import { Page } from './web/page.ts';
import { addWebRoutes, isTicketed } from './web/routes.ts';

/** How the server fetches addresses; `false` where it fetches none. */
export type UrlSettings = false | Pick<FetchUrlOptions, 'allowHosts' | 'lookup' | 'timeoutMs'>;

export interface ServerOptions {
  /** How each model is made, by the name that clients call it; the first is used where none is named. */
  readonly models: ModelSources;
  /** Where documents, readings, events and journals are kept; with a database only what is on its way. */
  readonly stateFolder: string;
  /** `postgres://…`: everything is kept there, and any number of servers share it. */
  readonly database?: string;
  /** How long readings are kept after their end, and documents after their last use; for ever unless given. */
  readonly keepMs?: number;
  /** The most bytes of all documents together; no limit unless given. */
  readonly maxDocumentBytes?: number;
  /** Folders whose files may be read by path; none unless given. */
  readonly roots?: readonly string[];
  readonly urls?: UrlSettings;
  /** Without keys, only programs on this machine are answered. */
  readonly keys?: readonly Key[];
  /** Calls at once, by model; what each says of itself, else 4. */
  readonly concurrency?: Readonly<Record<string, number>>;
  /** The most bytes of a request or a document; 1 GiB unless given. */
  readonly maxBodyBytes?: number;
  /** How long a client may send nothing while it sends a body; 30 s unless given. */
  readonly bodyIdleMs?: number;
  /** How often a quiet stream says that it is alive; 15 s unless given. */
  readonly keepAliveMs?: number;
  readonly log?: Logger;
  /** OpenTelemetry spans, where `@opentelemetry/api` is installed; on unless `false`. */
  readonly tracing?: boolean;
  readonly version?: string;
  /** The folder of the inspector's built page; without it there is none. */
  readonly web?: string;
  /** The folder of training runs and evaluations that the inspector shows. */
  readonly runs?: string;
}

/** What the routes are made from. */
export interface Services {
  readonly models: ModelRegistry;
  readonly storage: Storage;
  readonly documents: DocumentStore;
  readonly readings: ReadingService;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly log: Logger;
  readonly limits: BodyLimits & { readonly keepAliveMs: number };
  readonly urls: UrlSettings;
  readonly roots: readonly string[];
  readonly folders: { readonly tmp: string };
  /** Chats under way. */
  readonly work: Set<string>;
  /** Aborted when the server gives up on what is still under way. */
  readonly closing: AbortSignal;
  readonly version: string;
  ready(): boolean;
}

/** A server that can be asked in this process, or put on a port by `listen`. */
export interface MemAgentServer {
  readonly app: Hono<AppEnv>;
  /** The names of its models; the first is the default. */
  readonly models: readonly string[];
  readonly log: Logger;
  /** Whether it has keys; without them it must stay on the loopback. */
  readonly open: boolean;
  /** Opens the default model, so that the first request need not wait. */
  warm(): Promise<void>;
  /** Takes no more readings, gives chats `graceMs` to end, and leaves unfinished readings to the next process. */
  close(options?: { graceMs?: number }): Promise<void>;
}

/** Journals of chats that nobody came back for. */
const staleChatsMs = 7 * 24 * 3600_000;

/**
 * Makes a server: an OpenAI-compatible endpoint without a context limit, the readings API, and MCP. Readings that an
 * earlier process left unfinished in the folder go on.
 *
 * @example
 * const server = await createServer({ models: { pocket: () => defaultModel() }, stateFolder: '/var/lib/memagent' });
 * const reply = await server.app.request('/v1/models');
 */
export async function createServer(options: ServerOptions): Promise<MemAgentServer> {
  if (Object.keys(options.models).length === 0)
    throw new MemAgentError('bad-input', 'A server needs at least one model.');
  const at = (name: string) => join(resolve(options.stateFolder), name);
  await mkdir(at('.'), { recursive: true, mode: 0o700 });
  const lock = options.database === undefined ? await takeState(at('server.lock')) : undefined;
  try {
    return await build(options, at, lock);
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** One server to a state folder: two would run the same readings. */
async function takeState(path: string): Promise<Lock> {
  const lock = await Lock.take(path);
  if (lock) return lock;
  throw new MemAgentError('bad-input', 'Another server is using this state folder.', {
    hint: 'Stop it, or name another folder with MEMAGENT_HOME.',
  });
}

async function build(
  options: ServerOptions,
  at: (name: string) => string,
  lock: Lock | undefined,
): Promise<MemAgentServer> {
  const log = options.log ?? createLog({ level: 'silent' });
  const metrics = new Metrics();
  const tracing = await Tracing.create(options.tracing ?? true);
  const models = new ModelRegistry({
    sources: options.models,
    metrics,
    tracing,
    ...(options.concurrency ? { concurrency: options.concurrency } : {}),
  });
  const roots = (options.roots ?? []).map((root) => resolve(root));
  const tmp = await temporaryFolder(at('tmp'), lock !== undefined);
  const settings = { tmp, roots, maxBytes: options.maxDocumentBytes ?? Number.POSITIVE_INFINITY };
  const damaged = (id: string) => log.error({ reading: id }, 'the record of a reading is damaged');
  const storage =
    options.database === undefined
      ? await openFileStorage({ ...settings, folder: at('.'), damaged })
      : // Loaded when it is needed: a server on files does without it.
        await (await import('./storage/postgres/open.ts')).openPostgresStorage({
          ...settings,
          url: options.database,
          models: models.names,
          log,
        });
  const { documents } = storage;
  const readings = new ReadingService({ storage, models, metrics, tracing, log });
  const guard = new Guard(
    options.keys ?? [],
    storage.takeRequest ? { take: storage.takeRequest.bind(storage) } : {},
  );
  await storage.watchKeys?.((kept) => guard.replace([...(options.keys ?? []), ...kept]));
  const cleaning = cleanNowAndThen(storage, readings, options.keepMs, log);
  const closing = new AbortController();
  let draining = false;
  const services: Services = {
    models,
    storage,
    documents,
    readings,
    metrics,
    tracing,
    log,
    limits: {
      maxBytes: options.maxBodyBytes ?? 2 ** 30,
      idleMs: options.bodyIdleMs ?? 30_000,
      keepAliveMs: options.keepAliveMs ?? 15_000,
    },
    urls: options.urls ?? {},
    roots,
    folders: { tmp },
    work: new Set(),
    closing: closing.signal,
    version: options.version ?? '0.1.0',
    ready: () =>
      !draining && storage.ready() && models.opened.some(({ name }) => name === models.defaultName),
  };
  const app = new Hono<AppEnv>();
  const page = options.web === undefined ? undefined : await Page.load(resolve(options.web));
  const isPublic = (path: string) => isTicketed(path) || page?.has(path) === true;
  app.use('*', observed({ guard, log, metrics, isPublic }));
  app.onError((error, c) => errorResponse(c, toApiError(error), log));
  app.notFound((c) =>
    c.json(errorBody(new ApiError(404, 'not_found', `There is nothing at ${c.req.method} here.`)), 404),
  );
  addSystemRoutes(app, services);
  addChatRoutes(app, services);
  addDocumentRoutes(app, services);
  addReadingRoutes(app, services);
  const mcp: McpSessions = addMcpRoutes(app, services);
  const { runs } = options;
  // Processes that share one honour each other's tickets.
  const secret = (await storage.secret?.()) ?? randomBytes(32).toString('hex');
  addWebRoutes(app, services, {
    secret,
    ...(page ? { page } : {}),
    ...(runs ? { runs: resolve(runs) } : {}),
  });
  const left = await readings.start();
  if (left > 0) log.info({ readings: left }, 'going on with readings');
  let closed: Promise<void> | undefined;
  const close = async (graceMs: number) => {
    draining = true;
    await Promise.all([mcp.close(), readings.close(), idle(services.work, graceMs)]);
    closing.abort();
    await idle(services.work, 1000);
    clearInterval(cleaning);
    await models.close();
    await storage.close();
    if (!lock) await rm(tmp, { recursive: true, force: true });
    await lock?.release();
  };
  return {
    app,
    models: models.names,
    log,
    get open() {
      return guard.open;
    },
    warm: async () => void (await models.open(models.defaultName)),
    close: ({ graceMs = 10_000 } = {}) => {
      closed ??= close(graceMs);
      return closed;
    },
  };
}

/** Resolves when nothing is under way, or time is up. */
async function idle(work: ReadonlySet<string>, ms: number): Promise<void> {
  const until = Date.now() + ms;
  while (work.size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A folder for what is on its way. Servers that share a state folder have one each; what dead ones left is removed. */
async function temporaryFolder(folder: string, alone: boolean): Promise<string> {
  // Other machines may share the folder, and know other processes by the same numbers.
  const here = `${hostname()}~`;
  const own = alone ? folder : join(folder, `${here}${process.pid}~${randomUUID()}`);
  if (alone) await rm(folder, { recursive: true, force: true });
  await mkdir(own, { recursive: true, mode: 0o700 });
  if (alone) return own;
  for (const name of await readdir(folder)) {
    const left = name.startsWith(here) && !isRunning(Number(name.slice(here.length).split('~')[0]));
    if (left) await rm(join(folder, name), { recursive: true, force: true });
  }
  return own;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes what nobody came back for and what has been kept long enough, now and every so often. */
function cleanNowAndThen(
  storage: Storage,
  readings: ReadingService,
  keepMs: number | undefined,
  log: Logger,
): NodeJS.Timeout {
  const clean = async () => {
    await storage.forgetChats(new Date(Date.now() - staleChatsMs));
    if (keepMs === undefined) return;
    const before = new Date(Date.now() - keepMs);
    const expired = await readings.expire(before);
    const documents = await storage.documents.expire(before, (id) => readings.uses(id));
    if (expired + documents > 0)
      log.info({ readings: expired, documents }, 'removed what was kept long enough');
  };
  const attempt = () =>
    void clean().catch((error) => log.error({ cause: placeOf(error) }, 'could not clean up'));
  attempt();
  const often = Math.min(3600_000, Math.max(1000, (keepMs ?? Number.POSITIVE_INFINITY) / 10));
  return setInterval(attempt, often).unref();
}
