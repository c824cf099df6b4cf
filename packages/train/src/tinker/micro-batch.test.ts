import { describe, expect, it } from 'vitest';
import { MicroBatch } from './micro-batch.ts';

function batches(most = 4, quietTurns?: number, few = 0, callers?: () => number) {
  const sent: [string, readonly number[]][] = [];
  const release: (() => void)[] = [];
  const batch = new MicroBatch<number>(
    (key, items) => {
      sent.push([key, items]);
      return new Promise<void>((resolve) => release.push(resolve));
    },
    {
      most,
      waitMs: 5,
      few,
      ...(quietTurns === undefined ? {} : { quietTurns }),
      ...(callers ? { callers } : {}),
    },
  );
  return { batch, sent, release };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('gathering calls', () => {
  it('sends those of one turn together, by key, and a lone one without delay', async () => {
    const { batch, sent } = batches();
    for (const [key, item] of [
      ['a', 1],
      ['b', 2],
      ['a', 3],
    ] as const)
      batch.add(key, item);
    expect(sent).toEqual([]);
    await turn();
    expect(sent).toEqual([
      ['a', [1, 3]],
      ['b', [2]],
    ]);
  });

  it('waits for nobody where few are under way, and a little where more are', async () => {
    const { batch, sent, release } = batches(4, undefined, 2);
    for (const items of [[1, 2], [3]]) {
      for (const item of items) batch.add('a', item);
      await turn();
    }
    expect(sent.map(([, items]) => items)).toEqual([[1, 2], [3]]);
    batch.add('a', 4);
    await turn();
    expect(sent).toHaveLength(2);
    release[0]!();
    await turn();
    batch.add('b', 5);
    await turn();
    expect(sent.at(-1)).toEqual(['b', [5]]);
  });

  it('sends a full batch at once', () => {
    const { batch, sent } = batches(2);
    for (const item of [1, 2, 3]) batch.add('a', item);
    expect(sent).toEqual([['a', [1, 2]]]);
  });

  it('waits a little for others while a batch is under way, and no longer', async () => {
    const { batch, sent, release } = batches();
    batch.add('a', 1);
    await turn();
    batch.add('a', 2);
    await turn();
    batch.add('a', 3);
    expect(sent).toHaveLength(1);
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]).toEqual(['a', [2, 3]]);
    for (const done of release) done();
    await turn();
    batch.add('a', 4);
    await turn();
    expect(sent).toHaveLength(3);
  });

  it('waits for so many quiet turns, whatever the time, where it is told to', async () => {
    const { batch, sent } = batches(9, 2);
    for (let item = 0; item < 5; item++) {
      batch.add('a', item);
      await turn();
    }
    expect(sent).toEqual([]);
    for (let turns = 0; turns < 4; turns++) await turn();
    expect(sent).toEqual([['a', [0, 1, 2, 3, 4]]]);
  });

  it('waits for all who are there, however long they take, and for nobody when one has left', async () => {
    let callers = 3;
    const { batch, sent, release } = batches(8, 1, 0, () => callers);
    batch.add('a', 1);
    batch.add('b', 2);
    for (let i = 0; i < 20; i++) await turn();
    expect(sent).toEqual([]);
    batch.add('a', 3);
    for (let i = 0; i < 4; i++) await turn();
    expect(sent).toEqual([
      ['a', [1, 3]],
      ['b', [2]],
    ]);
    release[0]!();
    await turn();
    batch.add('a', 4);
    for (let i = 0; i < 20; i++) await turn();
    expect(sent).toHaveLength(2);
    callers--;
    for (let i = 0; i < 4; i++) await turn();
    expect(sent.at(-1)).toEqual(['a', [4]]);
  });
});
