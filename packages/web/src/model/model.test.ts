import { describe, expect, it } from 'vitest';
import { answerEvent, line, logged, startedEvent, stepEvent } from '../testing/events.ts';
import { answerParts } from './answer-parts.ts';
import { stepForKey } from './keys.ts';
import { LiveReading } from './live-reading.ts';
import { memoryDiff } from './memory-diff.ts';

const info = {
  id: 'rd_1',
  state: 'queued',
  document: { id: 'doc_1', name: 'book.txt' },
  questions: ['Who?'],
  model: 'reader',
  method: {},
  created: '2026-01-01T00:00:00.000Z',
} as const;
const a = line('The hero is Ottilie Frayne.', 0);
const b = line('She lives in Stennick.', 1);

describe('a reading that is followed', () => {
  it('takes each event once, refuses a gap, and knows when it is over', () => {
    const reading = new LiveReading(info);
    const events = logged([
      startedEvent(),
      stepEvent(0, [a]),
      answerEvent('Ottilie', []),
      { type: 'state', state: 'done' },
    ]);
    reading.take(events[0]!);
    expect(reading.info.state).toBe('running');
    expect(() => reading.take(events[2]!)).toThrow('Event 3 came after 1');
    reading.take(events[0]!);
    for (const event of events) reading.take(event);
    expect(reading.tracks[0]!.steps).toHaveLength(1);
    expect(reading.isOver).toBe(true);
  });
});

describe('the answer', () => {
  it('gives each sentence the source that it rests on', () => {
    const parts = answerParts(
      answerEvent('She lives alone in Stennick. Her name is Ottilie Frayne.', [a.source!, b.source!]),
    );
    expect(parts).toEqual([
      { text: 'She lives alone in Stennick. ', source: 1 },
      { text: 'Her name is Ottilie Frayne.', source: 0 },
    ]);
    expect(answerParts(answerEvent('Ottilie', [b.source!, a.source!]))).toEqual([
      { text: 'Ottilie', source: 1 },
    ]);
    expect(answerParts(answerEvent('Nobody', []))).toEqual([{ text: 'Nobody', source: undefined }]);
    expect(answerParts(answerEvent('', [a.source!]))).toEqual([]);
  });
});

describe('the difference of two memories', () => {
  it('names the words that came and went, and adds up to both', () => {
    const [before, after] = ['The hero is Otto. He sails.', 'The hero is Ottilie. He sails far.'];
    const runs = memoryDiff(before, after);
    const without = (change: string) =>
      runs
        .filter((run) => run.change !== change)
        .map((run) => run.text)
        .join('');
    expect(without('gone')).toBe(after);
    expect(without('new')).toBe(before);
    expect(runs.filter((run) => run.change === 'new').map((run) => run.text)).toContain('Ottilie');
    expect(memoryDiff('', '')).toEqual([]);
  });

  it('stays quick for two pages that have nothing in common', () => {
    const page = (word: string) => Array.from({ length: 2000 }, (_, i) => `${word}${i}`).join(' ');
    const began = performance.now();
    const runs = memoryDiff(page('a'), page('b'));
    expect(
      runs
        .filter((run) => run.change === 'new')
        .map((run) => run.text)
        .join(''),
    ).toContain('b1999');
    expect(performance.now() - began).toBeLessThan(3000);
  });
});

describe('keys', () => {
  const reading = new LiveReading(info);
  for (const event of logged([
    startedEvent(),
    stepEvent(0, [a]),
    stepEvent(1, [a], [a]),
    stepEvent(2, [a, b], [a]),
    stepEvent(3, [a], [a, b]),
  ]))
    reading.take(event);
  const { steps } = reading.tracks[0]!;
  const marks = { evidence: new Set([0]), losses: new Set([3]), doomed: new Set([2]) };
  const press = (key: string, position: number, onTimeline = true, shift = false) =>
    stepForKey(key, shift, { steps, marks, position, onTimeline });

  it('lead from step to step, and stay within the reading', () => {
    expect([press('j', 0), press('k', 0), press('j', 3)]).toEqual([1, 0, 3]);
    expect([press('ArrowRight', 0), press('ArrowLeft', 3), press('ArrowRight', 0, true, true)]).toEqual([
      1, 2, 3,
    ]);
    expect([press('Home', 3), press('End', 0)]).toEqual([0, 'follow']);
  });

  it('lead to changes, evidence and losses', () => {
    expect([press('n', 0), press('p', 2), press('l', 0), press('E', 3, true, true)]).toEqual([2, 0, 3, 0]);
  });

  it('leave arrows to what else has the focus', () => {
    expect(press('ArrowRight', 0, false)).toBeUndefined();
    expect(press('x', 0)).toBeUndefined();
  });
});
