import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from './load.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'config-'));
  await mkdir(join(home, '.config/memagent'), { recursive: true });
  await mkdir(join(home, 'project/deep'), { recursive: true });
});
afterEach(() => rm(home, { recursive: true }));

const user = (text: string) => writeFile(join(home, '.config/memagent/config.yaml'), text);
const project = (text: string) => writeFile(join(home, 'project/.memagent.yaml'), text);
const load = (env: Record<string, string> = {}) =>
  loadConfig({ HOME: home, ...env }, join(home, 'project/deep'));

describe('loadConfig', () => {
  it('is empty where nothing is set', async () => {
    expect(await load()).toEqual({ config: {}, files: [], origins: {} });
  });

  it('puts the project before the user and both before the environment, key by key', async () => {
    await user('model: a.gguf\nchunkTokens: 1000\n');
    await project('chunkTokens: 500\n');
    const { config, origins } = await load({
      MEMAGENT_MODEL: 'b.gguf',
      MEMAGENT_TOP_P: '0.5',
      MEMAGENT_HINTS: 'false',
    });
    expect(config).toEqual({ chunkTokens: 500, model: 'a.gguf', topP: 0.5, hints: false });
    expect(origins.chunkTokens).toBe(join(home, 'project/.memagent.yaml'));
    expect(origins.topP).toBe('MEMAGENT_TOP_P');
  });

  it('reads the file that MEMAGENT_CONFIG names and no other', async () => {
    await project('chunkTokens: 500\n');
    await writeFile(join(home, 'own.yaml'), 'seed: 7\n');
    const { config, files } = await load({ MEMAGENT_CONFIG: join(home, 'own.yaml') });
    expect(config).toEqual({ seed: 7 });
    expect(files).toEqual([join(home, 'own.yaml')]);
    await expect(load({ MEMAGENT_CONFIG: join(home, 'none.yaml') })).rejects.toThrow('cannot be read');
  });

  it('names the file or variable and the key of what is wrong', async () => {
    await user('chunkTokens: many\n');
    await expect(load()).rejects.toThrow(/config\.yaml: chunkTokens: /);
    await user('chunk_tokens: 5\n');
    await expect(load()).rejects.toThrow(/config\.yaml: unknown key "chunk_tokens"/);
    await user('model: [unclosed\n');
    await expect(load()).rejects.toThrow(/not YAML/);
    await user('');
    await expect(load({ MEMAGENT_POLICY: 'guess' })).rejects.toThrow(/MEMAGENT_POLICY: policy: /);
  });

  it('does not let a cloned project send documents elsewhere', async () => {
    await project('model: https://elsewhere.example/v1\n');
    await expect(load()).rejects.toThrow('may not send documents to elsewhere.example');
    await project('model: http://127.0.0.1:8080,http://evil.example\n');
    await expect(load()).rejects.toThrow('evil.example');
    await project('model: http://localhost:8080\n');
    expect((await load()).config.model).toBe('http://localhost:8080');
  });
});
