/**
 * Whose time the steps of a training run were, by phase: the engine's, or the client's and the way between them.
 *
 *   node --conditions=memagent-source --import tsx recipes/train/seam.ts <metrics.jsonl> [first step]
 *
 * Steps before the first one named (3: an engine compiles in those before it) are left out, and so is the evaluation,
 * which is no part of a step. Of a run that samples one step ahead the phases overlap: there it says nothing.
 */
import { readFileSync } from 'node:fs';

type Times = Readonly<Record<string, number>>;

const [file, first = '3'] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('seam.ts <metrics.jsonl> [first step]\n');
  process.exit(2);
}
const steps = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as { step: number; seconds?: Times; engineSeconds?: Times })
  .filter(({ step, seconds, engineSeconds }) => step >= Number(first) && seconds && engineSeconds);
if (steps.length === 0) {
  process.stderr.write('No step here has engineSeconds: the engine must be one of ours.\n');
  process.exit(1);
}
const mean = (of: 'seconds' | 'engineSeconds', phase: string) =>
  steps.reduce((sum, step) => sum + (step[of]?.[phase] ?? 0), 0) / steps.length;
const line = (phase: string, seconds: number, engine: number) =>
  process.stdout.write(
    `${phase.padEnd(10)}${seconds.toFixed(3).padStart(9)} s${engine.toFixed(3).padStart(9)} s${(100 * (1 - engine / seconds)).toFixed(1).padStart(7)} %\n`,
  );
process.stdout.write(`${steps.length} steps      a step   the engine   the rest\n`);
let [all, busy] = [0, 0];
for (const phase of ['between', 'rollout', 'update', 'weights']) {
  const [seconds, engine] = [mean('seconds', phase), mean('engineSeconds', phase)];
  line(phase, seconds, engine);
  all += seconds;
  busy += engine;
}
line('together', all, busy);
