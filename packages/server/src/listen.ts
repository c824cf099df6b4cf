import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { MemAgentError } from '@memagent/core';
import type { MemAgentServer } from './create-server.ts';
import { isLoopback } from './keys/guard.ts';

export interface ListenOptions {
  /** 0 picks a free one. */
  readonly port?: number;
  /** 127.0.0.1 unless given; any other than the loopback needs keys. */
  readonly host?: string;
}

/** A server that listens. */
export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Takes no more connections, lets what is under way end, and leaves unfinished readings to the next process. */
  close(options?: { graceMs?: number }): Promise<void>;
}

/**
 * Puts a server on a port.
 *
 * @example
 * const { url, close } = await listen(server, { port: 8000 });
 */
export async function listen(server: MemAgentServer, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1' } = options;
  if (server.open && !isLoopback(host)) {
    throw new MemAgentError('bad-input', `To be reached at ${host}, the server needs a key.`, {
      hint: 'Make one with `memagent serve --new-key <name>`, or stay on 127.0.0.1.',
    });
  }
  const http = createAdaptorServer({
    fetch: server.app.fetch,
    serverOptions: {
      // Slow senders are held to `bodyIdleMs` while a body comes; a large one may take long all the same.
      requestTimeout: 0,
      headersTimeout: 15_000,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: 5_000,
    },
  }) as Server;
  http.maxHeadersCount = 100;
  await new Promise<void>((resolve, reject) => {
    http.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new MemAgentError('bad-input', `Cannot listen on ${host}:${port}: ${cause.code ?? cause.message}.`, {
          hint:
            cause.code === 'EADDRINUSE' ? 'Use another port; 0 picks a free one.' : 'Check host and port.',
          cause,
        }),
      ),
    );
    http.listen(port, host, resolve);
  });
  const address = http.address() as AddressInfo;
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  let closed: Promise<void> | undefined;
  const close = async (graceMs: number) => {
    const stopped = new Promise<void>((resolve) => http.close(() => resolve()));
    http.closeIdleConnections();
    await server.close({ graceMs });
    http.closeAllConnections();
    await stopped;
  };
  return {
    url: `http://${shown}:${address.port}`,
    port: address.port,
    close: ({ graceMs = 10_000 } = {}) => {
      closed ??= close(graceMs);
      return closed;
    },
  };
}
