import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type MemAgentServer, type ServerOptions } from '../create-server.ts';
import { readingModel } from './reading-model.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into replies at any depth
export type Json = any;

/** A server in a folder of its own. */
export interface TestServer {
  readonly server: MemAgentServer;
  readonly folder: string;
  readonly database: string | undefined;
  /** Asks in this process. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Waits until a reading has ended. */
  finished(id: string): Promise<Json>;
  close(): Promise<void>;
}

/** Starts a server for a test. */
export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const folder = options.stateFolder ?? (await mkdtemp(join(tmpdir(), 'server-')));
  const server = await createServer({
    models: { reader: async () => readingModel() },
    keepAliveMs: 1000,
    ...options,
    stateFolder: folder,
  });
  const ask = async (path: string, init?: RequestInit) => server.app.request(path, init);
  return {
    server,
    folder,
    database: options.database,
    ask,
    post: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    finished: async (id) => {
      // The stream of events ends with the reading.
      await (await ask(`/v1/readings/${id}/events`)).text();
      return (await ask(`/v1/readings/${id}`)).json();
    },
    close: async () => {
      await server.close({ graceMs: 0 });
      if (!options.stateFolder) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The events of a stream of server-sent events. */
export function parseSse(text: string): { id?: string; event?: string; data: Json }[] {
  return text
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const data = field('data')!;
      return {
        ...(field('id') ? { id: field('id')! } : {}),
        ...(field('event') ? { event: field('event')! } : {}),
        data: data === '[DONE]' ? data : JSON.parse(data),
      };
    });
}
