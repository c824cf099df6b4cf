// What people will install: the packed packages in an empty folder answer from the command line and import with types.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = new URL('..', import.meta.url).pathname;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-packed-'));
  await run('npm', ['pack', '--workspaces', '--pack-destination', folder], { cwd: root, maxBuffer: 1 << 26 });
  const packed = (await readdir(folder)).filter((name) => name.endsWith('.tgz')).map((name) => `./${name}`);
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'empty', private: true, type: 'module' }),
  );
  await run('npm', ['install', '--no-audit', '--no-fund', ...packed, 'typescript@6.0.3', '@types/node@20'], {
    cwd: folder,
    maxBuffer: 1 << 26,
  });
  await cp(join(root, 'examples/lighthouse.md'), join(folder, 'lighthouse.md'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const env = () => ({ ...process.env, MEMAGENT_HOME: join(folder, 'state'), MEMAGENT_MODEL: '' });

describe('the packed packages in an empty folder', () => {
  it('answer with npx memagent ask', async () => {
    const { stdout } = await run(
      'npx',
      ['memagent', 'ask', 'lighthouse.md', 'Who designed the great lens of the Sorrel Rock light?'],
      { cwd: folder, env: env() },
    );
    expect(stdout).toContain('Lucan Ferrabee');
  });

  it('import from TypeScript with types', async () => {
    await writeFile(
      join(folder, 'use.ts'),
      `import { ask, defaultModel, openDocument, type AnswerEvent } from 'memagent';
const model = await defaultModel();
const answer: AnswerEvent = await ask({ document: await openDocument('lighthouse.md'), question: 'Who designed the great lens of the Sorrel Rock light?', model });
console.log(answer.answer, answer.sources[0]?.start);
await model.close?.();
`,
    );
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          module: 'nodenext',
          target: 'es2023',
          strict: true,
          skipLibCheck: false,
          types: ['node'],
          lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
        },
        files: ['use.ts'],
      }),
    );
    await run('npx', ['tsc', '-p', '.'], { cwd: folder });
    const { stdout } = await run(process.execPath, ['use.js'], { cwd: folder, env: env() });
    expect(stdout).toMatch(/^Lucan Ferrabee \d+/);
  });

  it('stay slim: no GPU packages are pulled in', async () => {
    const { stdout } = await run('du', ['-sm', join(folder, 'node_modules')]);
    expect(Number.parseInt(stdout, 10)).toBeLessThan(350);
  });
});
