import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A door in front of a server that can be shut: every connection breaks then, and no new one is taken. */
export interface CutProxy {
  readonly url: string;
  /** Breaks all connections, as a cable does. */
  cut(): void;
  /** Takes no connections until `open`. */
  shut(): void;
  open(): void;
  close(): Promise<void>;
}

/** Puts such a door in front of a server on this machine. */
export async function cutProxy(target: string): Promise<CutProxy> {
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  let shut = false;
  const server = createServer((client) => {
    if (shut) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(Number(port), '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => undefined);
    }
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    shut: () => {
      shut = true;
      cut();
    },
    open: () => {
      shut = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
