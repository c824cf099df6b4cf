// Whose time a step of training is, with a device that only takes time: whole runs through `train`, with tasks, readings,
// rollout processes and updates as they are, against testing/timed-engine.ts, set to what pocket takes on an H200.
//
//     node --conditions=memagent-source --import tsx packages/train/src/trainer/step-bench.ts [slower] [workers] [steps] [groups] [ahead]
//
// Few cores cannot roll out as many do: `slower` makes sampling take so many times as long, so that with 2 processes
// and 7 the share of their work is that of 14 at full speed. Training is never slowed down: it is one process's work.
// The table is that of recipes/train/seam.ts; the CPU time is this process's own, in each phase.
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Random } from '@memagent/lab';
import { pocketTokenizer } from '../testing/pocket-tokenizer.ts';
import type { TimedEngineOptions } from '../testing/timed-engine.ts';
import type { OwnModule } from './own-module.ts';
import { parseTrainRecipe } from './recipe.ts';
import { serveRolloutsOf } from './roller-here.ts';
import { train } from './train.ts';

const near = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const [slower = 7, workers = 2, steps = 5, groups = 64] = process.argv.slice(2, 6).map(Number);
const ahead = process.argv[6] === 'auto' ? 'auto' : Number(process.argv[6] ?? 1.75);

const recipeFor = (url: string) =>
  parseTrainRecipe(
    {
      engine: { url },
      model: { rank: 0, window: 4096, tokenizer: 'pocket', format: 'pocket' },
      reading: {
        profile: 'pocket',
        policy: 'select',
        hints: true,
        chunkTokens: 700,
        memoryTokens: 512,
        questionTokens: 256,
        outputTokens: 64,
      },
      maxTokens: 64,
      tasks: ['niah_single_2', 'niah_multikey_2', 'vt', 'fact_single', 'chain', 'update'],
      lengths: ['1k', '2k', '4k', '8k'],
      algorithm: {
        preset: 'dapo',
        std: true,
        groupSize: 8,
        batchTasks: groups,
        minibatches: 1,
        oldLogprobs: 'sampler',
        truncatedImportance: null,
        overlong: null,
        dynamicSampling: { factor: 3, ahead },
        adam: { learningRate: 0.0001, warmup: 5 },
      },
      steps,
      evaluation: { every: 1000, samples: 1, before: false },
      checkpoint: { every: 1000 },
      concurrency: 1024,
      keepSamples: 1,
      workers,
    },
    'the bench',
  );

// Two in five groups have a signal, as with pocket: in these the answer decides, in the others nothing.
const own: OwnModule = {
  reward: (answer, task) =>
    new Random(`signal/${task.id}`).chance(0.6) && new Random(`reward/${answer}`).chance(0.5) ? 1 : 0,
};
const tokenizer = await pocketTokenizer();
if (process.connected) {
  await serveRolloutsOf({ recipe: recipeFor('http://127.0.0.1'), out: '', tokenizer, own });
  process.exit(0);
}

const special = (name: string) => tokenizer.special(`<|${name}|>`)!;
const device: TimedEngineOptions = {
  pass: 4 * slower,
  prompt: 0.1 * slower,
  thousand: 1,
  step: 10,
  save: 500,
  slots: 1024,
  select: special('select'),
  keep: special('keep'),
  end: special('end'),
  sentences: Array.from({ length: 12 }, (_, i) => special(`s${i + 1}`)),
  words: Array.from({ length: 64 }, (_, i) => 1000 + i),
};
const engine = fork(near('../testing/timed-engine.ts'), [JSON.stringify(device)], {
  execArgv: process.execArgv,
});
const port = await new Promise((resolve) => engine.once('message', resolve));
const out = await mkdtemp(join(tmpdir(), 'memagent-steps-'));
const phases = ['between', 'rollout', 'update', 'weights'];
const rows: Record<string, { seconds: number; engine: number }[]> = {};
const cpu: Record<string, number[]> = {};
try {
  let [phase, used] = ['', process.cpuUsage()];
  const spent = (next: string) => {
    const { user, system } = process.cpuUsage(used);
    const list = cpu[phase] ?? [];
    cpu[phase] = list;
    list.push((user + system) / 1e6);
    [phase, used] = [next, process.cpuUsage()];
  };
  const worker = { script: near('./step-bench.ts'), args: process.argv.slice(2) };
  for await (const event of train({
    recipe: recipeFor(`http://127.0.0.1:${port}`),
    out,
    tokenizer,
    own,
    worker,
  })) {
    if (event.type === 'phase') spent(event.phase);
    if (event.type !== 'step' || event.metrics.step < 2) continue;
    const { step, groups, groupsWithoutSignal, conversations, sequences } = event.metrics;
    const { seconds, engineSeconds } = event.metrics as unknown as Record<string, Record<string, number>>;
    const all = Number(groups) + Number(groupsWithoutSignal);
    console.log(
      `step ${step}: ${groups} groups with a signal of ${all}, ${conversations} conversations, ${sequences} sequences trained`,
    );
    for (const name of phases) {
      const list = rows[name] ?? [];
      rows[name] = list;
      list.push({ seconds: seconds![name]!, engine: engineSeconds![name]! });
    }
  }
  spent('');
} finally {
  engine.disconnect();
  await rm(out, { recursive: true, force: true });
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const line = (name: string, seconds: number, at: number) =>
  console.log(
    `${name.padEnd(10)}${seconds.toFixed(3).padStart(9)} s${at.toFixed(3).padStart(9)} s${(seconds - at).toFixed(3).padStart(9)} s`,
  );
console.log(`${rows.rollout!.length} steps      a step   the engine  the rest`);
for (const name of phases)
  line(name, mean(rows[name]!.map(({ seconds }) => seconds)), mean(rows[name]!.map((one) => one.engine)));
for (const [name, list] of Object.entries(cpu))
  if (list.length > 1 && name !== '')
    console.log(`CPU time of this process, ${name}: ${mean(list.slice(1)).toFixed(3)} s`);
