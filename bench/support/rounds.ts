import { median } from './report.ts';

/** One run of one side: what it did, and in how long. */
export interface Run {
  readonly tokens: number;
  readonly seconds: number;
}

/** The runs of one side, round by round. */
export interface Side {
  readonly runs: readonly Run[];
  readonly tokens: number;
  readonly seconds: number;
  readonly tokensPerSecond: number;
}

/**
 * Runs the sides in turns, the order reversed every round, so that a machine that is busy for a while is busy for
 * all of them. The first round may be a warm-up that does not count.
 */
export async function takeTurns<Name extends string>(
  sides: Readonly<Record<Name, () => Promise<Run>>>,
  { rounds, warmUp = 1 }: { rounds: number; warmUp?: number },
): Promise<Record<Name, Side>> {
  const names = Object.keys(sides) as Name[];
  const runs = new Map<Name, Run[]>(names.map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      const run = await sides[name]();
      if (round >= 0) runs.get(name)!.push(run);
    }
  }
  return Object.fromEntries(names.map((name) => [name, sideOf(runs.get(name)!)])) as Record<Name, Side>;
}

function sideOf(runs: readonly Run[]): Side {
  return {
    runs,
    tokens: median(runs.map((run) => run.tokens)),
    seconds: median(runs.map((run) => run.seconds)),
    tokensPerSecond: median(runs.map((run) => run.tokens / run.seconds)),
  };
}

/** The median over the rounds of a ratio taken within each: neighbours in time share what else the machine does. */
export function ratioOf(above: Side, below: Side, of: (run: Run) => number): number {
  return median(above.runs.map((run, round) => of(run) / of(below.runs[round]!)));
}

export const speed = (run: Run): number => run.tokens / run.seconds;
export const secondsPerToken = (run: Run): number => run.seconds / run.tokens;
