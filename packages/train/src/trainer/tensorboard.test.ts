import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { crc32c, TensorBoardFile } from './tensorboard.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-board-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The records of a file, their checksums checked. */
function records(file: Buffer): Buffer[] {
  const found: Buffer[] = [];
  const unmask = (value: number) => {
    const rotated = (value - 0xa282ead8) >>> 0;
    return ((rotated >>> 17) | (rotated << 15)) >>> 0;
  };
  for (let at = 0; at < file.length; ) {
    const length = Number(file.readBigUInt64LE(at));
    expect(unmask(file.readUInt32LE(at + 8))).toBe(crc32c(file.subarray(at, at + 8)));
    const data = file.subarray(at + 12, at + 12 + length);
    expect(unmask(file.readUInt32LE(at + 12 + length))).toBe(crc32c(data));
    found.push(data);
    at += 16 + length;
  }
  return found;
}

describe('TensorBoard’s event files', () => {
  it('have Castagnoli’s checksum', () => {
    // RFC 3720, B.4.
    expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
    expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa);
  });

  it('hold the version, then every number of a line by its path', async () => {
    const board = new TensorBoardFile(folder);
    await board.begin([{ step: 0, heldOutAccuracy: 0.125 }]);
    await board.append({ step: 300, rewardMean: 0.5, seconds: { rollout: 2 }, note: 'x', kl: null });
    const [version, first, second, ...more] = records(await readFile(board.path));
    expect(more).toEqual([]);
    expect(version!.includes('brain.Event:2')).toBe(true);
    expect(first!.includes('heldOutAccuracy')).toBe(true);
    // wall_time, then the step as a varint.
    expect([second![0], second![9], second![10], second![11]]).toEqual([0x09, 0x10, 0xac, 0x02]);
    const at = second!.indexOf('seconds/rollout') + 'seconds/rollout'.length;
    expect([second![at], second!.readFloatLE(at + 1)]).toEqual([0x15, 2]);
    expect(second!.includes('note')).toBe(false);
  });

  it('begin anew where a run goes on: no step is drawn twice', async () => {
    const board = new TensorBoardFile(folder);
    await board.begin([]);
    for (const step of [1, 2, 3]) await board.append({ step, rewardMean: step });
    await board.begin([{ step: 1, rewardMean: 1 }]);
    expect(records(await readFile(board.path))).toHaveLength(2);
  });
});
