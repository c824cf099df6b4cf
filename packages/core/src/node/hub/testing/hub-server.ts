import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a test hub holds and how it behaves. */
export interface HubServerOptions {
  readonly repo: string;
  readonly files: Readonly<Record<string, Buffer>>;
  /** Only those who have this token get in. */
  readonly token?: string;
  /** Break off this many of the first answers with bytes, each after `cutAfter` bytes. */
  readonly cuts?: number;
  readonly cutAfter?: number;
  /** Answer this many of the first requests for bytes with this status. */
  readonly failures?: number;
  readonly failStatus?: number;
  /** Ignore ranges and always send everything. */
  readonly noRanges?: boolean;
  /** Say a wrong hash. */
  readonly wrongHash?: boolean;
  /** Leave the hash out of the list of files; the file's own headers have it. */
  readonly hashInHeader?: boolean;
  /** Files on a page of the list. */
  readonly pageSize?: number;
}

export interface HubServer {
  readonly url: string;
  /** Method, path, range and whether a token came, of every request. */
  readonly requests: { method: string; path: string; range?: string; token: boolean }[];
  close(): Promise<void>;
}

/** A hub on the loopback that speaks the protocol: list, redirect to another host, ranges, and faults on demand. */
export async function startHubServer(options: HubServerOptions): Promise<HubServer> {
  const requests: HubServer['requests'] = [];
  let cuts = options.cuts ?? 0;
  let failures = options.failures ?? 0;
  const note = (request: IncomingMessage) =>
    requests.push({
      method: request.method!,
      path: request.url!,
      ...(request.headers.range ? { range: request.headers.range } : {}),
      token: request.headers.authorization !== undefined,
    });

  // Files come from another origin, as from a hub's CDN, which must not see the token.
  const store = createServer((request, response) => {
    note(request);
    const body = options.files[decodeURIComponent(request.url!.slice(1))]!;
    if (failures-- > 0) return void response.writeHead(options.failStatus ?? 503).end();
    const from = options.noRanges ? 0 : Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const rest = body.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': rest.length,
      ...(from > 0 ? { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` } : {}),
    });
    if (cuts-- > 0)
      return void response.write(rest.subarray(0, options.cutAfter ?? 10), () => response.destroy());
    response.end(rest);
  });
  await listen(store);

  const hub = createServer((request, response) => {
    note(request);
    const path = decodeURIComponent(request.url!.split('?')[0]!);
    if (options.token && request.headers.authorization !== `Bearer ${options.token}`)
      return void response.writeHead(401).end();
    if (path === `/api/models/${options.repo}/tree/main`) return list(request, response);
    const file = path.startsWith(`/${options.repo}/resolve/main/`)
      ? path.slice(options.repo.length + 15)
      : undefined;
    if (file === undefined || !options.files[file]) return void response.writeHead(404).end();
    response
      .writeHead(302, {
        location: `${origin(store)}/${encodeURIComponent(file)}`,
        'x-linked-etag': `"${hashOf(file)}"`,
      })
      .end();
  });

  function list(request: IncomingMessage, response: ServerResponse) {
    const names = Object.keys(options.files);
    const size = options.pageSize ?? names.length;
    const from = Number(new URL(request.url!, origin(hub)).searchParams.get('cursor') ?? 0);
    const more = from + size < names.length;
    const link = `<${origin(hub)}/api/models/${options.repo}/tree/main?cursor=${from + size}>; rel="next"`;
    response.writeHead(200, { 'content-type': 'application/json', ...(more ? { link } : {}) });
    response.end(
      JSON.stringify(
        names.slice(from, from + size).map((path) => ({
          type: 'file',
          path,
          size: options.files[path]!.length,
          ...(options.hashInHeader ? {} : { lfs: { oid: hashOf(path), size: options.files[path]!.length } }),
        })),
      ),
    );
  }

  const hashOf = (file: string) =>
    createHash('sha256')
      .update(options.files[file]!)
      .update(options.wrongHash ? 'no' : '')
      .digest('hex');

  await listen(hub);
  return {
    url: origin(hub),
    requests,
    close: async () => {
      for (const server of [hub, store]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

type Server = ReturnType<typeof createServer>;
const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
