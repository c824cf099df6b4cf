import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, startTestServer, type TestServer } from '../testing/harness.ts';
import { story } from '../testing/reading-model.ts';
import { isPublicAddress } from './addresses.ts';
import { fetchUrl } from './fetch-url.ts';
import { safeName } from './record.ts';

let test: TestServer;
let outside: string;
let web: Server;
let port: number;
beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'outside-'));
  await mkdir(join(outside, 'root', 'books'), { recursive: true });
  await writeFile(join(outside, 'secret.txt'), 'secret');
  await writeFile(join(outside, 'root', 'books', 'a.txt'), story(200, 'robin'));
  await symlink(join(outside, 'secret.txt'), join(outside, 'root', 'link.txt'));
  web = createServer((request, response) => {
    if (request.url === '/to-private')
      return void response.writeHead(302, { location: `http://[::1]:${port}/page` }).end();
    if (request.url === '/around') return void response.writeHead(302, { location: '/around' }).end();
    if (request.url === '/big') return void response.end('x'.repeat(100_000));
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${story(20, 'crane')}</p>`);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  port = (web.address() as AddressInfo).port;
  test = await startTestServer({
    roots: [join(outside, 'root')],
    urls: { allowHosts: [`127.0.0.1:${port}`] },
  });
});
afterAll(async () => {
  await test.close();
  web.closeAllConnections();
  await new Promise((resolve) => web.close(resolve));
  await rm(outside, { recursive: true });
});

const add = async (body: object) => {
  const response = await test.post('/v1/documents', body);
  return { status: response.status, body: (await response.json()) as Json };
};

describe('documents', () => {
  it('are kept once by content', async () => {
    const send = async (name: string): Promise<Json> =>
      (await test.ask(`/v1/documents?name=${name}`, { method: 'POST', body: 'The same text.' })).json();
    const [a, b] = [await send('a.txt'), await send('b.txt')];
    expect(a).toMatchObject({ object: 'document', name: 'a.txt', bytes: 14, from: 'upload' });
    expect(b).toEqual(a);
    const json = await add({ text: 'The same text.' });
    expect(json.body.id).toBe(a.id);
    expect((await readdir(join(test.folder, 'documents'))).filter((id) => id === a.id)).toHaveLength(1);
    expect(await readdir(join(test.folder, 'tmp'))).toEqual([]);
    expect((await test.ask(`/v1/documents/${a.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await test.ask(`/v1/documents/${a.id}`)).status).toBe(404);
  });

  it('are referred to by path inside the roots, and nowhere else', async () => {
    const found = await add({ path: 'books/a.txt' });
    expect(found).toMatchObject({ status: 201, body: { name: 'a.txt', from: 'path' } });
    expect(JSON.stringify(found.body)).not.toContain(outside);
    const { id } = (await (
      await test.post('/v1/readings', { document: found.body.id, question: 'The password?' })
    ).json()) as Json;
    expect((await test.finished(id)).answers[0].answer).toBe('robin');
    expect((await add({ path: join(outside, 'root/books/a.txt') })).status).toBe(201);
    for (const path of [
      '../secret.txt',
      'books/../../secret.txt',
      join(outside, 'secret.txt'),
      'link.txt',
      '/etc/passwd',
      'none.txt',
      'a\u0000b',
      '..',
      '/',
      '/proc/self/environ',
    ]) {
      const refused = await add({ path });
      expect(refused).toMatchObject({ status: 404, body: { error: { code: 'document_not_found' } } });
    }
    expect(await add({ path: 'books' })).toMatchObject({
      status: 400,
      body: { error: { code: 'not_a_file' } },
    });
    const closed = await startTestServer();
    expect((await closed.post('/v1/documents', { path: '/etc/passwd' })).status).toBe(403);
    await closed.close();
  });

  it('are fetched from hosts that are allowed, and not through them to others', async () => {
    const page = await add({ url: `http://127.0.0.1:${port}/page` });
    expect(page).toMatchObject({ status: 201, body: { name: 'page.html', from: 'url' } });
    expect(await add({ url: `http://127.0.0.1:${port}/to-private` })).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden_url' } },
    });
    expect(await add({ url: `http://127.0.0.1:${port}/around` })).toMatchObject({ status: 400 });
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'http://[::1]:1/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://192.168.1.1/',
    'http://172.16.0.1/',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://0/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[2002:7f00:1::]/',
    'http://[64:ff9b::7f00:1]/',
  ])('refuses the address %s', async (url) => {
    expect(await add({ url })).toMatchObject({ status: 403, body: { error: { code: 'forbidden_url' } } });
  });

  it.each([
    'file:///etc/passwd',
    'ftp://example.org/',
    'gopher://x',
    'http://user:pass@example.org/',
    'nonsense',
  ])('refuses %s', async (url) => {
    expect(await add({ url })).toMatchObject({ status: 400, body: { error: { code: 'bad_url' } } });
  });

  it('refuses a public name that leads to a private address, on the very connection', async () => {
    let asked = 0;
    const lookup = ((_: string, __: object, done: (error: null, found: object[]) => void) => {
      asked++;
      done(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]);
    }) as never;
    const fetching = fetchUrl(`http://public.example:${port}/page`, { maxBytes: 1000, lookup });
    await expect(fetching).rejects.toMatchObject({ status: 403 });
    expect(asked).toBe(1);
    const big = await fetchUrl(`http://127.0.0.1:${port}/big`, { maxBytes: 1000, allowHosts: ['127.0.0.1'] });
    await expect(async () => {
      for await (const _ of big.bytes);
    }).rejects.toMatchObject({ status: 413 });
  });

  it('knows public addresses', () => {
    for (const address of ['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111'])
      expect(isPublicAddress(address)).toBe(true);
    for (const address of [
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      'fe80::1%eth0',
      'x',
      '2001:db8::1',
      'ff02::1',
    ])
      expect(isPublicAddress(address)).toBe(false);
  });

  it('have names that are only names', () => {
    expect(safeName('../../etc/passwd')).toBe('passwd');
    expect(safeName('.bashrc')).toBe('bashrc');
    expect(safeName('-')).toBe('document');
    expect(safeName('file:x\n.txt')).toBe('file_x_.txt');
    expect(safeName('Ä b.pdf')).toBe('Ä b.pdf');
    expect(safeName(`${'x'.repeat(500)}.html`)).toMatch(/^x{60}\.html$/);
  });
});
