import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { Services } from '../create-server.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/middleware.ts';
import { type Reading, readingView } from '../readings/reading.ts';
import { DocumentTexts } from './document-text.ts';
import { type ExportedReading, exportHtml } from './export.ts';
import type { Page } from './page.ts';
import { Runs } from './runs.ts';
import { Tickets } from './tickets.ts';

export interface WebOptions {
  /** The inspector's built page; without it, only what it asks for is served. */
  readonly page?: Page;
  /** The folder of training runs and evaluations. */
  readonly runs?: string;
  /** What tickets are signed with. */
  readonly secret: string;
}

const reportFiles: Readonly<Record<string, string>> = {
  'report.html': 'text/html; charset=utf-8',
  'report.md': 'text/plain; charset=utf-8',
  'summary.json': 'application/json',
  'statistics.json': 'application/json',
  'run.json': 'application/json',
  'traces.jsonl': 'text/plain; charset=utf-8',
};
const ticketMs = 15 * 60_000;
const mostExported = 16;

/** The inspector, and what it needs beyond the readings API: stretches of text, exports, runs. */
export function addWebRoutes(app: Hono<AppEnv>, services: Services, options: WebOptions): void {
  options.page?.addRoutes(app);
  addTextAndExport(app, services, options.page);
  addRunRoutes(app, options);
}

function addTextAndExport(app: Hono<AppEnv>, services: Services, page: Page | undefined): void {
  const { documents, readings } = services;
  const texts = new DocumentTexts(documents, join(services.folders.tmp, 'texts'));

  app.get('/v1/documents/:id/text', async (c) => {
    const start = byteOf(c.req.query('start') ?? '0', 'start');
    const end = byteOf(c.req.query('end') ?? String(Number.MAX_SAFE_INTEGER), 'end');
    return c.json(await texts.span(c.req.param('id'), c.get('owner'), start, end));
  });

  app.get('/v1/readings/:id/export', async (c) => {
    const owner = c.get('owner');
    const ids = [c.req.param('id'), ...(c.req.query('with') ?? '').split(',').filter(Boolean)];
    if (ids.length > mostExported)
      throw new ApiError(400, 'invalid_request', `At most ${mostExported} readings go into one file.`);
    const chosen: Reading[] = [];
    for (const id of ids) chosen.push(await readings.get(id, owner));
    if (!page)
      throw new ApiError(
        404,
        'no_inspector',
        'This server has no inspector, whose view an export carries along.',
      );
    const abort = new AbortController();
    const parts = exportHtml(
      chosen.map((reading) => exported(reading, owner, abort.signal)),
      page.viewer(),
    );
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const next = await parts.next();
          if (next.done) controller.close();
          else controller.enqueue(encoder.encode(next.value));
        } catch (error) {
          controller.error(error);
        }
      },
      cancel() {
        abort.abort();
        void parts.return(undefined).catch(() => undefined);
      },
    });
    const name = chosen[0]!.document.name.replace(/[^\w.-]+/g, '-').slice(0, 60);
    return c.body(body, 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.reading.html"`,
      // Opened here it would be a page of this origin.
      'content-security-policy': "sandbox; default-src 'none'",
    });
  });

  function exported(reading: Reading, owner: string, signal: AbortSignal): ExportedReading {
    return {
      view: readingView(reading),
      title: `${reading.questions[0] ?? ''} · ${reading.document.name}`,
      document: reading.document.id,
      async *events() {
        // Those there are: the first pause ends it, whether or not the reading has ended.
        for await (const next of readings.events(reading.id, owner, 0, signal, 1)) {
          if (next === null) return;
          yield next.event;
        }
      },
      text: (start, end) => texts.span(reading.document.id, owner, start, end),
    };
  }
}

function addRunRoutes(app: Hono<AppEnv>, options: WebOptions): void {
  const runs = new Runs(options.runs);
  const tickets = new Tickets(options.secret);

  app.get('/v1/runs', async (c) => c.json({ object: 'list', data: await runs.list() }));

  app.get('/v1/runs/:id/metrics', async (c) => {
    const file = c.req.query('of') === 'cold-start' ? 'cold-start.jsonl' : 'metrics.jsonl';
    const { lines, ...rest } = await runs.lines(
      c.req.param('id'),
      file,
      byteOf(c.req.query('from') ?? '0', 'from'),
    );
    return c.json({ rows: lines.flatMap(({ text }) => parsed(text)), ...rest });
  });

  app.get('/v1/runs/:id/trajectories', async (c) => {
    const from = byteOf(c.req.query('from') ?? '0', 'from');
    const { lines, ...rest } = await runs.lines(c.req.param('id'), 'samples.jsonl', from);
    const rows = lines.flatMap(({ at, text }) =>
      parsed(text).map(({ conversations, ...row }) => ({
        at,
        ...row,
        conversations: Array.isArray(conversations) ? conversations.length : 0,
      })),
    );
    return c.json({ rows, ...rest });
  });

  app.get('/v1/runs/:id/trajectories/:at', async (c) => {
    const line = await runs.line(c.req.param('id'), 'samples.jsonl', byteOf(c.req.param('at'), 'at'));
    const [row] = parsed(line);
    if (!row) throw new ApiError(404, 'run_not_found', 'No trajectory begins there.');
    return c.json(row);
  });

  app.get('/v1/runs/:id/evaluation', async (c) => {
    const id = c.req.param('id');
    const read = async (file: string) => {
      const text = await runs.text(id, file);
      return text === undefined ? null : (parsed(text)[0] ?? null);
    };
    const report = (await runs.path(id, 'report.html').catch(() => undefined)) !== undefined;
    const address = `/reports/${tickets.issue(id, ticketMs)}/report.html`;
    return c.json({
      run: await read('run.json'),
      rows: await read('summary.json'),
      report: report ? address : null,
    });
  });

  app.get('/reports/:ticket/:file', async (c) => {
    const id = tickets.redeem(c.req.param('ticket'));
    const type = Object.hasOwn(reportFiles, c.req.param('file'))
      ? reportFiles[c.req.param('file')]
      : undefined;
    if (id === undefined || type === undefined)
      throw new ApiError(404, 'run_not_found', 'There is no such report, or its address has run out.');
    const body = await readFile(await runs.path(id, c.req.param('file')));
    return c.body(new Uint8Array(body), 200, {
      'content-type': type,
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });
}

/** A line or file of JSON; nothing where it is torn. */
function parsed(text: string): Record<string, unknown>[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

function byteOf(text: string, name: string): number {
  if (/^\d{1,16}$/.test(text)) return Number(text);
  throw new ApiError(400, 'invalid_request', `${name} must be the number of a byte.`, { param: name });
}

/** Reports open by ticket, since a frame cannot send a key. */
export const isTicketed = (path: string): boolean => path.startsWith('/reports/');
