import { describe, expect, it } from 'vitest';
import { startFakeTinker } from '../../../train/src/testing/fake-tinker.ts';
import { resolveModel } from './resolve.ts';
import { parseTinker } from './tinker.ts';

describe('naming a Tinker engine', () => {
  it.each([
    ['tinker:http://127.0.0.1:8000', { url: 'http://127.0.0.1:8000' }],
    ['tinker:http://127.0.0.1:8000/', { url: 'http://127.0.0.1:8000' }],
    ['tinker:https://host/Qwen/Qwen3-0.6B', { url: 'https://host', model: 'Qwen/Qwen3-0.6B' }],
    ['tinker:http://host/tinker://m/weights/a', { url: 'http://host', model: 'tinker://m/weights/a' }],
    [
      'tinker:http://host/m?tokenizer=./t.json&format=chatml',
      { url: 'http://host', model: 'm', tokenizer: './t.json', format: 'chatml' },
    ],
  ])('%s', (text, spec) => {
    expect(parseTinker(text)).toEqual(spec);
  });

  it.each([
    ['tinker:', 'names no Tinker engine'],
    ['tinker:host:80', 'names no Tinker engine'],
    ['tinker:http://host?speed=1', 'says speed'],
  ])('%s is refused', (text, message) => {
    expect(() => parseTinker(text)).toThrow(message);
  });
});

describe('an engine that does not serve pocket', () => {
  const request = (model: string) => ({
    settings: { model },
    env: {},
    cwd: '/',
    notice: () => undefined,
  });

  it('needs to be told its tokenizer, and a format that there is', async () => {
    const fake = await startFakeTinker({ vocabulary: 250 });
    try {
      await expect(resolveModel(request(`tinker:${fake.url}`))).rejects.toMatchObject({
        message: expect.stringContaining('how bigram turns text into tokens'),
        hint: expect.stringContaining('?tokenizer='),
      });
      await expect(
        resolveModel(request(`tinker:${fake.url}?tokenizer=/nowhere/tokenizer.json`)),
      ).rejects.toThrow('cannot be used as a tokenizer');
    } finally {
      await fake.close();
    }
  });
});
