import type { Step, Track } from './track.ts';

/** What a track, or several, took. */
export interface Totals {
  readonly steps: number;
  readonly written: number;
  readonly calls: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly seconds: number;
  /** Undefined where the model has no price. */
  readonly money: number | undefined;
}

/**
 * Adds up what readings spent: what an answer says where there is one, else the steps so far. The questions of one
 * reading share its time.
 */
export function totalsOf(readings: readonly { readonly tracks: readonly Spender[] }[]): Totals {
  const all = readings.map(({ tracks }) => tracksTotals(tracks));
  const sum = (of: (totals: Totals) => number) => all.reduce((total, each) => total + of(each), 0);
  const priced = all.filter(({ money }) => money !== undefined);
  return {
    steps: sum(({ steps }) => steps),
    written: sum(({ written }) => written),
    calls: sum(({ calls }) => calls),
    tokensIn: sum(({ tokensIn }) => tokensIn),
    tokensOut: sum(({ tokensOut }) => tokensOut),
    seconds: sum(({ seconds }) => seconds),
    money: priced.length === 0 ? undefined : sum(({ money }) => money ?? 0),
  };
}

type Spender = Pick<Track, 'steps' | 'answer'>;

function tracksTotals(tracks: readonly Spender[]): Totals {
  const sum = { steps: 0, written: 0, calls: 0, tokensIn: 0, tokensOut: 0, seconds: 0 };
  let money: number | undefined;
  for (const { steps, answer } of tracks) {
    sum.steps += steps.length;
    for (const step of steps) if (step.kind !== 'kept' && step.kind !== 'unusable') sum.written++;
    const read = (of: (step: Step) => number) => steps.reduce((total, step) => total + of(step), 0);
    const spent = answer?.spent;
    // A reading that went on where another left off counts only its own: the steps know of all.
    sum.calls += Math.max(spent?.calls ?? 0, steps.length);
    sum.tokensIn += Math.max(
      spent?.tokensIn ?? 0,
      read((step) => step.tokensIn),
    );
    sum.tokensOut += Math.max(
      spent?.tokensOut ?? 0,
      read((step) => step.tokensOut),
    );
    sum.seconds = Math.max(
      sum.seconds,
      spent?.seconds ?? 0,
      read((step) => step.seconds),
    );
    if (spent?.money !== undefined) money = (money ?? 0) + spent.money;
  }
  return { ...sum, money };
}
