/**
 * The table of docs/train.md from what recipes/train/device/ablate.sh left: held-out accuracy by step, for each recipe
 * and seed, and over the seeds the first evaluation from which on it stayed at nine in ten or above.
 *
 *   tar -C <folder> -xJf ablations.tar.xz
 *   node --conditions=memagent-source --import tsx recipes/train/ablations.ts <folder>
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Step {
  readonly step: number;
  readonly heldOutAccuracy?: number;
  readonly groups?: number;
  readonly groupsWithoutSignal?: number;
  readonly seconds?: Readonly<Record<string, number>>;
}

interface Run {
  readonly recipe: string;
  readonly seed: string;
  readonly steps: readonly Step[];
}

const enough = 0.9;

/** The runs of a folder, recipe by recipe; a run that made no step has none. */
function runsIn(folder: string): Run[] {
  return readdirSync(folder)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .flatMap((name) => {
      const [, recipe, seed] = /^(.*)-(\d+)$/.exec(name) ?? [];
      if (recipe === undefined || seed === undefined) return [];
      const file = join(folder, name, 'metrics.jsonl');
      const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
      return [{ recipe, seed, steps: lines.filter(Boolean).map((line) => JSON.parse(line) as Step) }];
    });
}

/** The first evaluation from which on all were enough. */
function reached(steps: readonly Step[]): number | undefined {
  let from: number | undefined;
  for (const { step, heldOutAccuracy } of steps) {
    if (heldOutAccuracy === undefined) continue;
    if (heldOutAccuracy < enough) from = undefined;
    else from ??= step;
  }
  return from;
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

function table(runs: readonly Run[]): string {
  const evaluated = new Set(
    runs.flatMap(({ steps }) => steps.flatMap((s) => (s.heldOutAccuracy === undefined ? [] : [s.step]))),
  );
  const columns = [...evaluated].sort((a, b) => a - b);
  const header = ['recipe', 'seed', ...columns, `≥ ${enough} from`, 'step, s'];
  const body = runs.map(({ recipe, seed, steps }) => {
    const at = new Map(steps.map((each) => [each.step, each.heldOutAccuracy]));
    const trained = steps.filter(({ seconds }) => seconds !== undefined);
    const took = sum(
      trained.map(
        ({ seconds = {} }) => (seconds.rollout ?? 0) + (seconds.update ?? 0) + (seconds.weights ?? 0),
      ),
    );
    return row([
      recipe,
      seed,
      ...columns.map((step) => at.get(step)?.toFixed(3) ?? ''),
      reached(steps) ?? '—',
      trained.length === 0 ? '—' : (took / trained.length).toFixed(2),
    ]);
  });
  return [row(header), row(header.map(() => '---')), ...body].join('\n');
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('ablations.ts <folder of the runs>\n');
  process.exitCode = 2;
} else process.stdout.write(`${table(runsIn(folder))}\n`);
