import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { line, startedEvent, stepEvent } from '../testing/events.ts';
import { columnsOf } from './columns.ts';
import { Track } from './track.ts';

const none = { evidence: new Set<number>(), losses: new Set<number>(), doomed: new Set<number>() };

function steps(count: number, written: ReadonlySet<number>) {
  const track = new Track(0, '');
  track.start(startedEvent());
  for (let i = 0; i < count; i++)
    track.add(stepEvent(i, [line(written.has(i) ? `new ${i}` : 'same', 0)], [line('same', 0)]));
  return track.steps;
}

describe('columns of the timeline', () => {
  it('are one for each step where there is room', () => {
    const columns = columnsOf(steps(4, new Set([2])), none, { total: 400, width: 200 });
    expect(columns.map(({ x, width, kind }) => [x, width, kind])).toEqual([
      [0, 50, 'kept'],
      [50, 50, 'kept'],
      [100, 50, 'written'],
      [150, 50, 'kept'],
    ]);
  });

  it('leave room for what has not been read', () => {
    expect(columnsOf(steps(2, new Set()), none, { total: 400, width: 200 }).at(-1)).toMatchObject({
      x: 50,
      width: 50,
    });
  });

  it('show what is rare among what is common, at ten thousand steps', () => {
    const rare = new Set([17, 4711]);
    const marks = { ...none, evidence: new Set([4711]), losses: new Set([9000]) };
    const columns = columnsOf(steps(10_000, rare), marks, { total: 1_000_000, width: 1000 });
    expect(columns.length).toBeLessThanOrEqual(1000);
    const at = (step: number) => columns.find(({ first, last }) => first <= step && step <= last)!;
    expect(at(17).kind).toBe('written');
    expect(at(4711)).toMatchObject({ kind: 'written', evidence: true });
    expect(at(9000)).toMatchObject({ kind: 'kept', loss: true });
  });

  it('cover every step once, in order, at any width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 900 }), (count, width) => {
        const columns = columnsOf(steps(count, new Set()), none, { total: count * 100, width });
        expect(columns[0]!.first).toBe(0);
        expect(columns.at(-1)!.last).toBe(count - 1);
        columns.slice(1).forEach((column, i) => {
          expect(column.first).toBe(columns[i]!.last + 1);
          expect(column.x).toBeCloseTo(columns[i]!.x + columns[i]!.width, 6);
        });
      }),
      { numRuns: 40 },
    );
  });
});
