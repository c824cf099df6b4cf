import type { SummaryRow } from './types.ts';

/** A cell of the table: a system on a task at a length. */
export interface SummaryCell {
  readonly row: SummaryRow;
  /** None on the same task and length does better. */
  readonly best: boolean;
}

/** Tasks and lengths down, systems across, in the order of the summary. */
export interface SummaryTable {
  readonly systems: readonly string[];
  readonly rows: readonly {
    readonly task: string;
    readonly length: number;
    readonly cells: ReadonlyMap<string, SummaryCell>;
  }[];
}

export function summaryTable(rows: readonly SummaryRow[]): SummaryTable {
  const nameOf = ({ system, policy, variant }: SummaryRow) =>
    [system, policy, variant].filter(Boolean).join(' ');
  const systems = [...new Set(rows.map(nameOf))];
  const places = new Map<string, SummaryRow[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.task, row.length]);
    places.set(key, [...(places.get(key) ?? []), row]);
  }
  return {
    systems,
    rows: [...places.values()].map((group) => {
      const most = Math.max(...group.map(({ accuracy }) => accuracy));
      return {
        task: group[0]!.task,
        length: group[0]!.length,
        cells: new Map(group.map((row) => [nameOf(row), { row, best: row.accuracy === most && most > 0 }])),
      };
    }),
  };
}
