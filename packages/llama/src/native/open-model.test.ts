import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { llamaModel } from '../llama-model.ts';
import { type RandomGgufOptions, randomGguf, saveRandomLora } from '../testing/index.ts';
import { findBinary } from './binary.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-open-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function save(name: string, options: RandomGgufOptions, keep = 1): Promise<string> {
  const path = join(folder, name);
  const bytes = randomGguf(options);
  await writeFile(path, bytes);
  if (keep < 1) await truncate(path, Math.floor(bytes.length * keep));
  return path;
}

const refused = (message: RegExp) => ({
  code: 'model-unavailable',
  message: expect.stringMatching(message),
  hint: expect.any(String),
});

describe('opening a model', () => {
  it('says that there is no file, or only a folder', async () => {
    await expect(llamaModel({ path: join(folder, 'none.gguf') })).rejects.toMatchObject(
      refused(/no model at .*none/),
    );
    await expect(llamaModel({ path: folder })).rejects.toMatchObject(refused(/not a file/));
  });

  it('says that a file is not a GGUF', async () => {
    const path = join(folder, 'page.gguf');
    for (const content of ['<html>Not found</html>', '', 'GG']) {
      await writeFile(path, content);
      await expect(llamaModel({ path })).rejects.toMatchObject(refused(/not a GGUF/));
    }
  });

  it('says that a file is cut off, in its metadata or in its weights', async () => {
    for (const keep of [0.02, 0.7]) {
      const path = await save('cut.gguf', {}, keep);
      await expect(llamaModel({ path, gpu: false })).rejects.toMatchObject(
        refused(/cut\.gguf (is cut off|cannot be loaded)/),
      );
    }
  });

  it('says that llama.cpp does not know the architecture', async () => {
    const path = await save('novel.gguf', { architecture: 'novelty9' });
    await expect(llamaModel({ path, gpu: false })).rejects.toMatchObject(refused(/novelty9/));
  });

  it('says that an adapter is not a model', async () => {
    const path = await saveRandomLora(join(folder, 'adapter.gguf'));
    await expect(llamaModel({ path, gpu: false })).rejects.toMatchObject({
      hint: expect.stringContaining('lora'),
    });
  });

  it('says how much memory is missing', async () => {
    const path = await save('wide.gguf', { context: 1 << 20 });
    await expect(llamaModel({ path, gpu: false, window: 1 << 20, parallel: 10_000 })).rejects.toMatchObject(
      refused(/GiB of memory/),
    );
  });
});

describe('the binary', () => {
  it('is named where it is missing, with the way to install it', async () => {
    const elsewhere = process.platform === 'win32' ? 'darwin-x64' : 'win32-arm64';
    await expect(findBinary(false, elsewhere)).rejects.toMatchObject({
      code: 'model-unavailable',
      hint: expect.stringMatching(/npm install @node-llama-cpp\/[\w-]+@\d/),
    });
  });

  it('is said not to exist where nobody builds one', async () => {
    await expect(findBinary('auto', 'sunos-sparc')).rejects.toMatchObject(refused(/sunos-sparc/));
  });
});
