import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Hono } from 'hono';
import type { AppEnv } from '../http/middleware.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Nothing from elsewhere, nothing inline, no frame around it: document text could not run even if it got in. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What a page may be shown with. */
export const pageHeaders = {
  'content-security-policy': pagePolicy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** The part of the page that an exported file carries along. */
export interface Viewer {
  readonly script: string;
  readonly style: string;
}

interface Asset {
  readonly body: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
  readonly type: string;
}

/** The inspector's built files, read once: there are few, and only these can be asked for. */
export class Page {
  readonly #assets: ReadonlyMap<string, Asset>;

  private constructor(assets: ReadonlyMap<string, Asset>) {
    this.#assets = assets;
  }

  static async load(folder: string): Promise<Page> {
    const assets = new Map<string, Asset>();
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const type = types[extname(entry.name)];
      if (!entry.isFile() || type === undefined) continue;
      const path = join(entry.parentPath, entry.name);
      const body = await readFile(path);
      const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 24)}"`;
      const name = path.slice(folder.length).replaceAll('\\', '/').replace(/^\/*/, '/');
      assets.set(name, { body, gzip: gzipSync(body), etag, type });
    }
    return new Page(assets);
  }

  /** Script and style for an exported file. */
  viewer(): Viewer {
    const text = (name: string) => this.#assets.get(name)?.body.toString('utf8') ?? '';
    return { script: text('/viewer.js'), style: text('/viewer.css') };
  }

  addRoutes(app: Hono<AppEnv>): void {
    for (const [name, asset] of this.#assets) {
      const path = name === '/index.html' ? '/' : name;
      // Named by content, except the few that are asked for by name.
      const cache = name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      app.get(path, (c) => {
        const headers = {
          'content-type': asset.type,
          'cache-control': cache,
          etag: asset.etag,
          vary: 'accept-encoding',
          ...pageHeaders,
        };
        if (c.req.header('if-none-match') === asset.etag) return c.body(null, 304, headers);
        return /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
          ? c.body(new Uint8Array(asset.gzip), 200, { ...headers, 'content-encoding': 'gzip' })
          : c.body(new Uint8Array(asset.body), 200, headers);
      });
    }
  }

  /** Whether a path is one of the page's files: they say nothing about anybody, and need no key. */
  has(path: string): boolean {
    return this.#assets.has(path === '/' ? '/index.html' : path);
  }
}
