import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evaluate, processRunner } from '@memagent/lab';
import type { Bench, Figures } from './support/bench.ts';
import { type EvalTaskSpec, evalPlan } from './support/eval-plan.ts';
import { printTable } from './support/report.ts';

/** How much text an evaluation pushes through with a model that costs nothing: what bounds a run on a fast GPU. */
export const evalBench: Bench = {
  name: 'eval',
  about:
    'evaluation with an instant model that takes token ids: document tokens/s on one process and on several',
  options: {
    task: { takes: 'name', about: 'what is read (niah_single_2)' },
    tokens: { takes: 'n', about: 'length of a sample (500,000; quick: 50,000)' },
    samples: { takes: 'n', about: 'samples for each process (4; quick: 2)' },
    workers: { takes: 'n', about: 'the most processes (as many as there are cores)' },
  },
  async run(options): Promise<Figures> {
    const most = options.number('workers', availableParallelism());
    const counts = [1, 2, 4, 8, 16, 32].filter((count) => count < most).concat(most);
    const rows = [];
    let one = 0;
    let all = 0;
    for (const workers of counts) {
      const spec = {
        task: options.value('task') ?? 'niah_single_2',
        tokens: options.number('tokens', 500_000, 50_000),
        samples: workers * options.number('samples', 4, 2),
      };
      const { seconds, cpuSeconds, tokens } = await readAll(spec, workers);
      all = tokens / seconds;
      if (workers === 1) one = all;
      rows.push({
        processes: workers,
        samples: spec.samples,
        tokens,
        s: seconds,
        'tokens/s': Math.round(all),
        'CPU s': cpuSeconds,
        'tokens/CPU s': Math.round(tokens / cpuSeconds),
        'times one': all / one,
      });
    }
    printTable('Reading through `evaluate`, pocket’s settings (select, hints, chunks of 700)', rows);
    console.log('Making the texts, writing and judging the traces included; starting the processes not.');
    return { tokensPerSecond: Math.round(one), tokensPerSecondAll: Math.round(all), workers: most };
  },
};

async function readAll(spec: EvalTaskSpec, workers: number) {
  const { plan, model } = await evalPlan(spec);
  const out = await mkdtemp(join(tmpdir(), 'memagent-bench-'));
  const script = fileURLToPath(new URL('support/eval-worker.ts', import.meta.url));
  const runner = processRunner({ script, args: [JSON.stringify(spec)] }, workers);
  await runner.ready();
  const began = performance.now();
  const before = await cpuOfWorkers();
  let used = before;
  let tokens = 0;
  try {
    for await (const event of evaluate({ plan, model, out, runner, concurrency: workers * 2 })) {
      if (event.type !== 'sample') continue;
      if (event.trace.error) throw new Error(event.trace.error.message);
      for (const step of event.trace.steps) tokens += step.tokens;
      used = await cpuOfWorkers();
    }
    return { seconds: (performance.now() - began) / 1000, cpuSeconds: used - before, tokens };
  } finally {
    await rm(out, { recursive: true });
  }
}

/** CPU seconds of the processes that this one has started, where the system tells. */
async function cpuOfWorkers(): Promise<number> {
  const { pid } = process;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  let ticks = 0;
  for (const child of children.trim().split(' ').filter(Boolean)) {
    const status = await readFile(`/proc/${child}/stat`, 'utf8').catch(() => '');
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks / 100;
}
