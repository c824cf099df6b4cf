// Core in a real browser: bundled for one, it reads a text longer than the window and answers.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'rolldown';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = new URL('..', import.meta.url).pathname;
const browser = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);

const page = `
import { ask, MemoryJournal, scriptedModel, textDocument } from '@memagent/core';
const text = 'Nothing of note happened on that day. '.repeat(2000) + 'The hero is Ottilie. ' + 'It rained again. '.repeat(500);
const model = scriptedModel({
  window: 2000,
  reply: (prompt) => {
    const hero = /The hero is (\\w+)\\./.exec(prompt.segments.map((segment) => segment.text).join(''))?.[1];
    return prompt.segments.at(-1).text.includes('Your answer') ? (hero ?? 'NOT FOUND') : hero ? 'The hero is ' + hero + '.' : 'KEEP';
  },
});
ask({ document: textDocument(text), question: 'Who is the hero?', model, policy: 'gated', journal: new MemoryJournal() }).then(
  ({ answer, sources }) => { document.body.textContent = 'answer: ' + answer + ' at ' + sources[0].start; },
  (error) => { document.body.textContent = 'error: ' + error.stack; },
);
`;

describe('core in a browser', () => {
  it.runIf(browser)('reads and answers', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'memagent-browser-'));
    try {
      await writeFile(join(folder, 'entry.js'), page);
      await build({
        input: join(folder, 'entry.js'),
        platform: 'browser',
        resolve: { alias: { '@memagent/core': join(root, 'packages/core/src/index.ts') } },
        output: { file: join(folder, 'page.js'), format: 'iife', codeSplitting: false },
        logLevel: 'silent',
      });
      await writeFile(
        join(folder, 'page.html'),
        '<!doctype html><body>reading<script src="page.js"></script>',
      );
      const { stdout } = await run(browser!, [
        ...[
          '--headless',
          '--no-sandbox',
          '--disable-gpu',
          '--disable-background-networking',
          '--disable-sync',
          '--no-first-run',
        ],
        ...[
          '--virtual-time-budget=20000',
          `--user-data-dir=${join(folder, 'profile')}`,
          '--dump-dom',
          `file://${join(folder, 'page.html')}`,
        ],
      ]);
      expect(stdout).toContain('answer: Ottilie at 76000');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
