import type { TrajectoryInfo } from './types.ts';

/** The trajectories that are kept of one task at one step. */
export interface KeptGroup {
  readonly step: number;
  readonly task: string;
  readonly question: string;
  readonly expected: readonly string[];
  /** Best first. */
  readonly trajectories: readonly TrajectoryInfo[];
}

/** Groups of one step, those with the widest rewards first: there is most to see in them. */
export function groupsOf(rows: readonly TrajectoryInfo[], step: number): KeptGroup[] {
  const groups = new Map<string, TrajectoryInfo[]>();
  for (const row of rows) {
    if (row.step !== step) continue;
    const group = groups.get(row.task);
    if (group) group.push(row);
    else groups.set(row.task, [row]);
  }
  const spread = ({ trajectories }: KeptGroup) => trajectories[0]!.reward - trajectories.at(-1)!.reward;
  return [...groups]
    .map(([task, trajectories]): KeptGroup => {
      const sorted = [...trajectories].sort((a, b) => b.reward - a.reward);
      const { question, expected } = sorted[0]!;
      return { step, task, question, expected, trajectories: sorted };
    })
    .sort((a, b) => spread(b) - spread(a));
}

/** The best and the worst: of one group where its rewards differ, else of the whole step. */
export function bestAndWorst(
  groups: readonly KeptGroup[],
  task: string | undefined,
): { best: TrajectoryInfo | undefined; worst: TrajectoryInfo | undefined } {
  const chosen = groups.find((group) => group.task === task);
  const all = (chosen?.trajectories ?? groups.flatMap(({ trajectories }) => trajectories))
    .slice()
    .sort((a, b) => b.reward - a.reward);
  return { best: all[0], worst: all.length > 1 ? all.at(-1) : undefined };
}
