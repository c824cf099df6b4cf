import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLocalModel, localModels, removeLocalModel } from './local-models.ts';
import { type PullEvent, type PullOptions, pullModel } from './pull.ts';
import { type HubServer, type HubServerOptions, startHubServer } from './testing/hub-server.ts';

const body = randomBytes(300_000);
const files = { 'README.md': Buffer.from('# m'), 'm-Q8_0.gguf': body, 'm-Q4_K_M.gguf': randomBytes(1000) };
const target = 'ann/m/m-Q8_0.gguf';
let folder: string;
let hub: HubServer | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-'));
});
afterEach(async () => {
  await hub?.close();
  await rm(folder, { recursive: true });
});

async function pull(
  server: Partial<HubServerOptions>,
  options: PullOptions = {},
  name = 'ann/m:Q8_0',
): Promise<PullEvent[]> {
  await hub?.close();
  hub = await startHubServer({ repo: 'ann/m', files, ...server });
  const events: PullEvent[] = [];
  for await (const event of pullModel(name, { endpoint: hub.url, folder, pauseMs: 1, ...options }))
    events.push(event);
  return events;
}

async function leavePart(): Promise<void> {
  const oid = createHash('sha256').update(body).digest('hex');
  await mkdir(join(folder, 'ann/m'), { recursive: true });
  await writeFile(join(folder, `${target}.${oid.slice(0, 12)}.part`), body.subarray(0, 200_000));
}

const parts = async () =>
  (await readdir(join(folder, 'ann/m')).catch(() => [])).filter((name) => name.includes('.part'));

describe('pullModel', () => {
  it('puts the file in its place, checked, and reports the progress', async () => {
    const events = await pull({});
    expect(body.equals(await readFile(join(folder, target)))).toBe(true);
    expect(events[0]).toEqual({ type: 'file', file: 'm-Q8_0.gguf', size: body.length, resumedAt: 0 });
    expect(events.at(-1)).toMatchObject({
      type: 'pulled',
      path: join(folder, target),
      bytes: body.length,
      checked: true,
    });
    expect(events.filter((event) => event.type === 'progress').at(-1)).toMatchObject({ bytes: body.length });
    expect(await readdir(join(folder, 'ann/m'))).toEqual(['m-Q8_0.gguf']);
  });

  it('goes on when connections are cut', async () => {
    await pull({ cuts: 3, cutAfter: 90_000 });
    expect(body.equals(await readFile(join(folder, target)))).toBe(true);
    expect(hub!.requests.filter((request) => request.path.startsWith('/m-Q8')).length).toBe(4);
  });

  it('takes up the part of an earlier run', async () => {
    await leavePart();
    const events = await pull({});
    expect(events[0]).toMatchObject({ type: 'file', resumedAt: 200_000 });
    expect(body.equals(await readFile(join(folder, target)))).toBe(true);
    expect(hub!.requests.at(-1)!.range).toBe('bytes=200000-');
  });

  it('starts over where the server knows no ranges', async () => {
    await leavePart();
    await pull({ noRanges: true });
    expect(body.equals(await readFile(join(folder, target)))).toBe(true);
  });

  it('throws away what has a wrong checksum', async () => {
    await expect(pull({ wrongHash: true })).rejects.toMatchObject({
      code: 'model-unavailable',
      message: /damaged/,
    });
    expect(await readdir(join(folder, 'ann/m'))).toEqual([]);
  });

  it('finds the checksum in the headers where the list has none', async () => {
    await expect(pull({ hashInHeader: true, wrongHash: true })).rejects.toThrow('damaged');
    await pull({ hashInHeader: true });
    expect(body.equals(await readFile(join(folder, target)))).toBe(true);
  });

  it('tries again after a failure of the server, and gives up in the end', async () => {
    await pull({ failures: 2 });
    await rm(join(folder, target));
    await expect(pull({ failures: 99 }, { attempts: 3 })).rejects.toMatchObject({ message: /answered 503/ });
  });

  it('sends the token to the hub and not to where files lie', async () => {
    await pull({ token: 'secret' }, { token: 'secret' });
    expect(hub!.requests.map(({ path, token }) => [path.startsWith('/m-Q8'), token])).toContainEqual([
      true,
      false,
    ]);
    await expect(pull({ token: 'secret' })).rejects.toMatchObject({ message: /401/, hint: /HF_TOKEN/ });
  });

  it('says which repository or file is not there', async () => {
    await expect(pull({}, {}, 'ann/other')).rejects.toThrow('has no ann/other');
    await expect(pull({}, {}, 'ann/m:Q2_K')).rejects.toThrow('has no "Q2_K"');
    await expect(pull({}, {}, '../m')).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('reads a list of several pages and does not load again what is there', async () => {
    await pull({ pageSize: 1 });
    await pull({ pageSize: 1 });
    expect(hub!.requests.some((request) => request.path.startsWith('/m-Q8'))).toBe(false);
  });

  it('refuses a file that would lie outside its folder', async () => {
    await expect(pull({ files: { '../../x.gguf': body } }, {}, 'ann/m')).rejects.toThrow('outside');
  });

  it('stops on a signal and keeps the part', async () => {
    const stop = new AbortController();
    hub = await startHubServer({ repo: 'ann/m', files });
    const work = async () => {
      for await (const event of pullModel('ann/m:Q8_0', {
        endpoint: hub!.url,
        folder,
        signal: stop.signal,
      })) {
        if (event.type === 'progress' && event.bytes > 0) stop.abort();
      }
    };
    await expect(work()).rejects.toMatchObject({ name: 'AbortError' });
    expect((await parts()).length).toBe(1);
  });
});

describe('local models', () => {
  it('are found by file, repository and quantization, and removed with their empty folders', async () => {
    await pull({});
    await pull({}, {}, 'ann/m');
    expect((await localModels(folder)).map((model) => model.name)).toEqual(['m-Q4_K_M', 'm-Q8_0']);
    for (const name of ['m-Q8_0', 'm-q8_0.gguf', 'ann/m:Q8_0', 'm:q8_0']) {
      expect((await findLocalModel(name, folder))?.path).toBe(join(folder, target));
    }
    await expect(findLocalModel('ann/m', folder)).rejects.toThrow('several');
    expect(await findLocalModel('nothing', folder)).toBeUndefined();
    await removeLocalModel('m-Q8_0', folder);
    await removeLocalModel('ann/m', folder);
    expect(await readdir(folder)).toEqual([]);
    await expect(removeLocalModel('m', folder)).rejects.toThrow('no model');
  });
});
