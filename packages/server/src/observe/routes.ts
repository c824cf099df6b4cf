import type { Hono } from 'hono';
import type { Services } from '../create-server.ts';
import type { AppEnv } from '../http/middleware.ts';
import { openApiDocument } from '../openapi/document.ts';

/** `/healthz`, `/readyz`, `/metrics` and `/openapi.json`. */
export function addSystemRoutes(app: Hono<AppEnv>, services: Services): void {
  const { metrics, models } = services;
  const began = Date.now();
  metrics.gauge('memagent_calls_waiting', () =>
    models.opened.map(({ name, gate }) => [{ model: name }, gate.waiting]),
  );
  metrics.gauge('memagent_process_resident_memory_bytes', () => [[{}, process.memoryUsage.rss()]]);
  metrics.gauge('memagent_process_uptime_seconds', () => [[{}, (Date.now() - began) / 1000]]);

  app.get('/healthz', (c) => c.json({ status: 'ok' }));

  app.get('/readyz', (c) =>
    services.ready() ? c.json({ status: 'ready' }) : c.json({ status: 'not ready' }, 503),
  );

  app.get('/metrics', async (c) =>
    c.body(await metrics.render(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }),
  );

  const document = openApiDocument(services.version);
  app.get('/openapi.json', (c) => c.json(document));
}
