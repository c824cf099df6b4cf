import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '../keys/keys.ts';
import { type Json, startTestServer, type TestServer } from '../testing/harness.ts';
import { story } from '../testing/reading-model.ts';
import { exportHtml } from './export.ts';
import { Tickets } from './tickets.ts';

let folder: string;
let test: TestServer;
const at = (...parts: string[]) => join(folder, ...parts);
const id = (name: string) => Buffer.from(name).toString('base64url');
const json = async (path: string): Promise<Json> => (await test.ask(path)).json();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-'));
  await mkdir(at('page', 'assets'), { recursive: true });
  await writeFile(at('page', 'index.html'), '<!doctype html><title>MemAgent</title>');
  await writeFile(at('page', 'assets', 'index-1.js'), 'document.title;');
  await writeFile(at('page', 'viewer.js'), 'const end = "</script><!--";');
  await writeFile(at('page', 'viewer.css'), 'body{}');
  await writeFile(at('secret.jsonl'), '{"step":1}\n');
  await mkdir(at('runs', 'deep', 'training'), { recursive: true });
  await writeFile(
    at('runs', 'deep', 'training', 'metrics.jsonl'),
    '{"step":1,"rewardMean":0.5}\n{"step":2}\n{"st',
  );
  await writeFile(
    at('runs', 'deep', 'training', 'samples.jsonl'),
    `${[0, 1].map((reward) => JSON.stringify({ step: 1, task: 'a', reward, conversations: [{ kind: 'step' }] })).join('\n')}\n`,
  );
  await mkdir(at('runs', 'lab'));
  await writeFile(at('runs', 'lab', 'summary.json'), '[{"task":"vt"}]');
  await writeFile(at('runs', 'lab', 'report.html'), '<script>parent.pwned = 1</script>');
  await mkdir(at('runs', 'out'));
  await symlink(at('secret.jsonl'), at('runs', 'out', 'metrics.jsonl'));
  test = await startTestServer({ web: at('page'), runs: at('runs') });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the page', () => {
  it('comes with a strict policy, compressed, and is not sent twice', async () => {
    const page = await test.ask('/');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toContain('unsafe');
    const again = await test.ask('/', { headers: { 'if-none-match': page.headers.get('etag')! } });
    expect(again.status).toBe(304);
    const script = await test.ask('/assets/index-1.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(script.headers.get('content-encoding')).toBe('gzip');
    expect(script.headers.get('cache-control')).toContain('immutable');
  });

  it('gives nothing but its own files', async () => {
    for (const path of ['/assets/../../secret.jsonl', '/assets/%2e%2e/index.html', '/package.json'])
      expect((await test.ask(path)).status).toBe(404);
  });

  it('needs no key where the server wants one, and everything else does', async () => {
    const locked = await startTestServer({
      web: at('page'),
      runs: at('runs'),
      keys: [{ id: 'alice', hash: hashToken('a-token-of-alice') }],
    });
    try {
      expect((await locked.ask('/')).status).toBe(200);
      for (const path of [
        '/v1/runs',
        '/v1/documents/x/text',
        '/v1/readings/x/export',
        `/v1/runs/${id('lab')}/evaluation`,
      ])
        expect((await locked.ask(path)).status).toBe(401);
      const headers = { authorization: 'Bearer a-token-of-alice' };
      const { report }: Json = await (
        await locked.ask(`/v1/runs/${id('lab')}/evaluation`, { headers })
      ).json();
      // A frame sends no key: the address itself opens it.
      expect((await locked.ask(report)).status).toBe(200);
      expect((await locked.ask(report.replace('/reports/', '/reports/x'))).status).toBe(404);
    } finally {
      await locked.close();
    }
  });
});

describe('the text of a document', () => {
  it('is given by bytes, cut at whole characters', async () => {
    const text = 'Größe: 10 €. 😀 Ende.';
    const made: Json = await (await test.post('/v1/documents', { text, name: 'a.txt' })).json();
    const span = (start: number, end: number) =>
      json(`/v1/documents/${made.id}/text?start=${start}&end=${end}`);
    const bytes = Buffer.from(text);
    expect(await span(0, 9999)).toEqual({ start: 0, end: bytes.length, text, total: bytes.length });
    // Byte 3 is the second of "ö", byte 18 lies within the emoji.
    const within = bytes.indexOf(Buffer.from('😀')) + 2;
    const cut = await span(3, within);
    expect(cut).toMatchObject({ start: 4, end: within - 2, text: 'ße: 10 €. ' });
    expect((await test.ask(`/v1/documents/${made.id}/text?start=999`)).status).toBe(416);
    expect((await test.ask(`/v1/documents/${made.id}/text?start=-1`)).status).toBe(400);
    expect((await test.ask('/v1/documents/doc_none/text')).status).toBe(404);
  });

  it('lies where sources say, and goes into an export with the events', async () => {
    const made: Json = await (
      await test.post('/v1/readings', { document: { text: story(60) }, question: 'What is the password?' })
    ).json();
    const reading = await test.finished(made.id);
    const [source] = reading.answers[0].sources;
    const found = await json(
      `/v1/documents/${reading.document.id}/text?start=${source.start}&end=${source.end}`,
    );
    expect(found.text).toBe(source.text);

    const exported = await test.ask(`/v1/readings/${made.id}/export?with=${made.id}`);
    expect(exported.headers.get('content-disposition')).toMatch(
      /attachment; filename="[\w.-]+\.reading\.html"/,
    );
    const html = await exported.text();
    const data = JSON.parse(/id="memagent-data">([\s\S]*?)<\/script>/.exec(html)![1]!);
    expect(data.readings).toHaveLength(2);
    expect(data.readings[0].events.at(-1)).toMatchObject({ type: 'state', state: 'done' });
    expect(data.texts[reading.document.id].map((part: Json) => part[2]).join('')).toBe(story(60));
    expect((await test.ask(`/v1/readings/rd_none/export`)).status).toBe(404);
  });
});

describe('an export', () => {
  it('cannot be broken out of, by text or by its own script', async () => {
    const hostile = '</script><script>pwned = 1</script><!--<script>';
    let html = '';
    for await (const part of exportHtml(
      [
        {
          view: { question: hostile },
          title: hostile,
          document: hostile,
          async *events() {
            yield { id: 1, at: '', type: 'state', state: hostile };
          },
          text: async () => ({ start: 0, end: 1, text: hostile, total: 1 }),
        },
      ],
      { script: 'const end = "</script><!--";', style: 'body{}' },
    ))
      html += part;
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(html).not.toContain('<!--');
    expect(html).toMatch(/script-src 'sha256-[\w+/=]+'; style-src 'sha256-/);
    expect(
      JSON.parse(/id="memagent-data">([\s\S]*?)<\/script>/.exec(html)![1]!).readings[0].reading.question,
    ).toBe(hostile);
  });
});

describe('runs', () => {
  it('are found wherever they lie, and nowhere else', async () => {
    const { data } = await json('/v1/runs');
    expect(data.map(({ name, kind }: Json) => [name, kind]).sort()).toEqual([
      ['deep/training', 'training'],
      ['lab', 'evaluation'],
    ]);
    for (const name of ['..', 'out', '../secret', '/etc', 'deep/../..'])
      expect((await json(`/v1/runs/${id(name)}/metrics`)).rows).toEqual([]);
    expect((await test.ask(`/v1/runs/${id('..')}/trajectories/0`)).status).toBe(404);
  });

  it('give whole lines as they come, and start over when the run was cut back', async () => {
    const path = at('runs', 'deep', 'training', 'metrics.jsonl');
    const base = `/v1/runs/${id('deep/training')}/metrics`;
    const first = await json(base);
    expect(first.rows.map(({ step }: Json) => step)).toEqual([1, 2]);
    await writeFile(path, 'ep":3}\n', { flag: 'a' });
    const more = await json(`${base}?from=${first.next}`);
    expect(more).toMatchObject({ rows: [{ step: 3 }], restarted: false });
    await truncate(path, 28);
    expect(await json(`${base}?from=${more.next}`)).toMatchObject({ rows: [{ step: 1 }], restarted: true });
  });

  it('list trajectories without their text, and give each by its place', async () => {
    const base = `/v1/runs/${id('deep/training')}/trajectories`;
    const { rows } = await json(base);
    expect(rows).toMatchObject([
      { at: 0, reward: 0, conversations: 1 },
      { reward: 1, conversations: 1 },
    ]);
    expect(await json(`${base}/${rows[1].at}`)).toMatchObject({
      reward: 1,
      conversations: [{ kind: 'step' }],
    });
    expect((await test.ask(`${base}/3`)).status).toBe(404);
  });

  it('show reports in a frame that can do nothing', async () => {
    const { rows, report } = await json(`/v1/runs/${id('lab')}/evaluation`);
    expect(rows).toEqual([{ task: 'vt' }]);
    const shown = await test.ask(report);
    expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect((await test.ask(report.replace('report.html', 'secret.jsonl'))).status).toBe(404);
  });
});

describe('tickets', () => {
  it('run out, and cannot be made up', () => {
    let now = 1_000_000;
    const tickets = new Tickets('secret', () => now);
    const ticket = tickets.issue('lab', 5000);
    expect(tickets.redeem(ticket)).toBe('lab');
    expect(new Tickets('another', () => now).redeem(ticket)).toBeUndefined();
    expect(tickets.redeem(ticket.replace(/^\w+/, id('other')))).toBeUndefined();
    now += 7000;
    expect(tickets.redeem(ticket)).toBeUndefined();
  });
});
