import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReadingServer, startReadingServer, storyOf } from '../testing/reading-server.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
let folder: string;
let upstream: ReadingServer;
let client: Client;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-'));
  upstream = await startReadingServer();
  await writeFile(join(folder, 'story.txt'), storyOf(2000, { 900: 'The lighthouse has 217 steps.' }));
  client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [
        '--conditions=memagent-source',
        '--import',
        tsx,
        main,
        'mcp',
        '--model',
        `rules=${upstream.url}`,
      ],
      cwd: folder,
      env: { PATH: process.env.PATH!, HOME: folder, MEMAGENT_HOME: join(folder, 'state') },
    }),
  );
});
afterAll(async () => {
  await client.close();
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

const read = (document: string, onprogress?: (progress: { progress: number }) => void) =>
  client.callTool(
    { name: 'read_document', arguments: { document, question: 'How many steps? (keyword: lighthouse)' } },
    undefined,
    onprogress ? { onprogress } : {},
  );

describe('memagent mcp', () => {
  it('reads a document for a real MCP client, with progress', async () => {
    const progress: number[] = [];
    const result = await read('story.txt', (each) => progress.push(each.progress));
    expect(result.structuredContent).toMatchObject({ answer: '217', answered: true });
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.at(-1)).toBeCloseTo(100);
  });

  it('reads nothing outside its roots', async () => {
    expect(await read('/etc/passwd')).toMatchObject({ isError: true });
    expect(await read('../../etc/passwd')).toMatchObject({ isError: true });
    expect(await read('http://127.0.0.1:1/')).toMatchObject({ isError: true });
  });
});
