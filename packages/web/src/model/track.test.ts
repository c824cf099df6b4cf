import { describe, expect, it } from 'vitest';
import { answerEvent, line, startedEvent, stepEvent } from '../testing/events.ts';
import { fatesOf } from './fates.ts';
import { totalsOf } from './totals.ts';
import { lostLines, Track } from './track.ts';

const hero = line('The hero is Ottilie Frayne.', 0);
const lens = line('The lens was cut in Verrington.', 2);

function reading(): Track {
  const track = new Track(0, 'Who?');
  track.start(startedEvent());
  track.add(stepEvent(0, [hero]));
  track.add(stepEvent(1, [hero], [hero]));
  track.add(stepEvent(2, [hero, lens], [hero]));
  track.add(stepEvent(3, [hero], [hero, lens]));
  return track;
}

describe('a track', () => {
  it('keeps what happened at each step, and shares lines between steps', () => {
    const { steps } = reading();
    expect(steps.map(({ kind }) => kind)).toEqual(['written', 'kept', 'written', 'written']);
    expect(steps[1]!.lines).toBe(steps[0]!.lines);
    expect(steps[3]!.lines[0]).toBe(steps[0]!.lines[0]);
    expect(steps[3]!.lost).toEqual([lens]);
  });

  it('finds steps by chunk and by byte', () => {
    const track = reading();
    expect([0, 99, 100, 399, 5000].map((byte) => track.positionOfByte(byte))).toEqual([0, 0, 1, 3, 3]);
    expect(track.positionOfChunk(2)).toBe(2);
    expect(track.positionOfChunk(9)).toBe(-1);
    expect(new Track(0, '').positionOfByte(5)).toBe(0);
  });

  it('gives the memory as text, word for word where it is more than its lines', () => {
    const track = reading();
    expect(track.memoryText(2)).toBe(`${hero.text}\n${lens.text}`);
    track.add({ ...stepEvent(4, [hero], []), memory: { text: '* Ottilie\n\n* lens', lines: [hero] } });
    expect(track.memoryText(4)).toBe('* Ottilie\n\n* lens');
    expect(track.memoryText(-1)).toBe('');
  });

  it('marks a cut when the warning comes, and keeps warnings of no step apart', () => {
    const track = reading();
    const warning = { type: 'warning', reading: 'rd_1', index: 0, message: 'full' } as const;
    track.warn({ ...warning, code: 'memory-cut', chunk: 3 });
    track.warn({ ...warning, code: 'document' });
    expect(track.steps[3]).toMatchObject({ kind: 'cut', warnings: [{ message: 'full' }] });
    expect(track.warnings).toHaveLength(1);
  });

  it('reads chunks again where the text changed, and starts over where it is told to', () => {
    const track = reading();
    track.start(startedEvent({ resumedAt: 3 }));
    expect(track.steps).toHaveLength(3);
    track.add(stepEvent(2, [hero], [hero]));
    expect(track.steps.map(({ chunk }) => chunk)).toEqual([0, 1, 2]);
    track.start(startedEvent());
    expect(track.steps).toHaveLength(0);
  });
});

describe('the fates of sentences', () => {
  it('say where each came from, where it vanished, and whether the answer rests on it', () => {
    const track = reading();
    track.finish(answerEvent('Ottilie', [hero.source!]));
    const fates = fatesOf(track);
    const of = (text: string) => [...fates.of].find(([each]) => each.text === text)![1];
    expect(of(hero.text)).toEqual({ from: 0, until: undefined, lost: false, evidence: true });
    expect(of(lens.text)).toEqual({ from: 2, until: 3, lost: true, evidence: false });
    expect([...fates.evidence]).toEqual([0]);
    expect([...fates.losses]).toEqual([3]);
    expect([...fates.doomed]).toEqual([2]);
  });

  it('do not count as lost what was only put otherwise', () => {
    expect(lostLines([hero], [hero, lens], 'Ottilie Frayne is the hero, it seems.')).toEqual([]);
    expect(lostLines([hero], [hero, lens], 'The lens was cut.')).toEqual([hero]);
    // One of many alike is told from the others by its number.
    const many = [1, 2, 3].map((n) => line(`Page ${n} names the number ${n * 111}.`, n));
    expect(
      lostLines(
        [many[0]!],
        many,
        many
          .slice(1)
          .map(({ text }) => text)
          .join('\n'),
      ),
    ).toEqual([many[0]]);
    expect(lostLines([many[0]!], many, 'Page 1: 111. Page 2: 222.')).toEqual([]);
  });

  it('are found for ten thousand steps at once', () => {
    const track = new Track(0, 'Who?');
    track.start(startedEvent());
    let before = [hero];
    for (let i = 0; i < 10_000; i++) {
      const lines = i % 10 === 0 ? [hero, line(`Mole${i} dug burrow${i}.`, i)] : before;
      track.add(stepEvent(i, lines, before));
      before = lines;
    }
    const began = performance.now();
    expect(fatesOf(track).losses.size).toBeGreaterThan(900);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

describe('totals', () => {
  it('add up what was spent: the answer’s account, or the steps while there is none', () => {
    const track = reading();
    expect(totalsOf([{ tracks: [track] }])).toMatchObject({
      steps: 4,
      written: 3,
      calls: 4,
      tokensIn: 200,
      tokensOut: 8,
      seconds: 2,
      money: undefined,
    });
    track.finish(answerEvent('Ottilie', []));
    expect(totalsOf([{ tracks: [track, track] }, { tracks: [track] }])).toMatchObject({
      calls: 15,
      seconds: 6,
    });
  });
});
