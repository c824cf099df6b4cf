import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePdf, readPieces, readText } from './fixtures.ts';
import { openDocument } from './open.ts';

const long = 'Der Fluß stieg. '.repeat(50_000);
let version = 0;
let closed: Promise<void>;
let seen: string | undefined;

const routes: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  '/plain': (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('<html>as it stands'),
  '/page': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('words &amp; more'),
  '/latin': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain; charset="ISO-8859-1"' })
      .end(Buffer.from('Gr\xfc\xdfe', 'latin1')),
  '/odd': (response) =>
    response.writeHead(200, { 'content-type': 'text/plain; charset=none-such' }).end('fine'),
  '/long': (response) => response.writeHead(200, { 'content-length': Buffer.byteLength(long) }).end(long),
  '/zipped': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(long)),
  '/log.txt.gz?x=1': (response) => response.writeHead(200).end(gzipSync('packed')),
  '/paper': (response) => response.end(makePdf([['On the web.']])),
  '/moved': (response) => response.writeHead(302, { location: '/page' }).end(),
  '/circle': (response) => response.writeHead(302, { location: '/circle' }).end(),
  '/file': (response) => response.writeHead(302, { location: 'file:///etc/hostname' }).end(),
  '/private': (response) => response.writeHead(403).end(),
  '/busy': (response) => response.writeHead(503).end(),
  '/version': (response) => response.writeHead(200, { etag: `"${version++}"` }).end('text'),
  '/header': (response, request) => {
    seen = request.headers.authorization;
    response.end('ok');
  },
  '/silent': (response) => {
    response.writeHead(200);
    response.write('x'.repeat(10_000));
    closed = new Promise((resolve) => response.on('close', resolve));
  },
  '/cut': (response) => {
    response.writeHead(200, { 'content-length': 1_000_000 });
    response.write('y'.repeat(10_000), () => response.destroy());
  },
};

let server: Server;
let base: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const route = routes[request.url!];
    if (route) route(response, request);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const read = async (path: string, options = {}) => readText(await openDocument(base + path, options));

describe('openDocument on an address', () => {
  it('reads by the type and character set that the server names', async () => {
    expect(await read('/plain')).toBe('<html>as it stands');
    expect(await read('/page')).toBe('words & more\n');
    expect(await read('/latin')).toBe('Grüße');
    expect(await read('/odd')).toBe('fine');
    expect((await read('/zipped')) === long).toBe(true);
    expect(await read('/log.txt.gz?x=1')).toBe('packed');
    expect(await readPieces(await openDocument(`${base}/paper`))).toEqual([
      { text: 'On the web.\n', page: 1 },
    ]);
  });

  it('can be opened again, knows its size once it has answered, and notes a change', async () => {
    const document = await openDocument(`${base}/long`);
    expect((await readText(document)) === long).toBe(true);
    expect(document.bytes).toBe(Buffer.byteLength(long));
    expect((await readText(document)) === long).toBe(true);
    const changing = await openDocument(`${base}/version`);
    await readText(changing);
    expect(changing.notes()).toEqual([]);
    await readText(changing);
    expect(changing.notes()).toEqual([`${base}/version has changed since it was first read.`]);
  });

  it('follows a few redirects, and only to http', async () => {
    expect(await read('/moved')).toBe('words & more\n');
    await expect(read('/circle')).rejects.toThrow('more than 5 times');
    await expect(read('/file')).rejects.toThrow('not an http address');
  });

  it('sends the headers it is given', async () => {
    await read('/header', { headers: { authorization: 'Bearer x' } });
    expect(seen).toBe('Bearer x');
  });

  it.each([
    ['/nothing', /answered 404 Not Found/, /Check the address/],
    ['/private', /answered 403/, /login/],
    ['/busy', /answered 503/, /later/],
    ['/cut', /broke off after 10000 bytes/, /network/],
  ])('%s fails with a reason and a hint', async (path, message, hint) => {
    await expect(read(path)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });

  it('says so where nothing answers', async () => {
    await expect(readText(await openDocument('http://127.0.0.1:1/'))).rejects.toMatchObject({
      code: 'bad-input',
    });
    await expect(openDocument('http://')).rejects.toThrow('not a valid address');
  });

  it('stops at the size limit', async () => {
    await expect(read('/long', { maxBytes: 1000 })).rejects.toThrow('larger than the limit of 1000 bytes');
    await expect(read('/zipped', { maxBytes: 1000 })).rejects.toThrow('larger than the limit of 1000 bytes');
  });

  it('gives up on a server that falls silent', async () => {
    await expect(read('/silent', { timeoutMs: 100 })).rejects.toThrow(
      'sent nothing for 0.1 seconds after 10000 bytes',
    );
    await closed;
  });

  it('ends the connection when the reader aborts or stops early', async () => {
    const stop = new AbortController();
    const document = await openDocument(`${base}/silent`);
    const pieces = document.open(stop.signal)[Symbol.asyncIterator]();
    await pieces.next();
    const waiting = pieces.next();
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await closed;
    for await (const _ of document.open()) break;
    await closed;
  });
});
