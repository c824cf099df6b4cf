// How many conversations of whole groups the client has in a second with an engine that costs nothing: tasks made,
// texts read, prompts tokenized, replies recorded. In this process by its CPU time; of groups that were made beforehand,
// as they are while an engine trains, and how long those take to ask for the first time; then in several processes.
//
//     node --conditions=memagent-source --import tsx packages/train/src/trainer/rollout-bench.ts [workers] [groups]
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type TokenSampler, tinkerSampler } from '../rollout/token-sampler.ts';
import { pocketTokenizer } from '../testing/pocket-tokenizer.ts';
import { TinkerClient } from '../tinker/client.ts';
import { Sampler } from '../tinker/sampler.ts';
import { parseTrainRecipe } from './recipe.ts';
import { workerRoller } from './roll-workers.ts';
import type { Roller } from './roller.ts';
import { rollerHere, serveRolloutsOf } from './roller-here.ts';

const near = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const [workers = 2, groups = 96] = process.argv.slice(2).map(Number);

const recipe = parseTrainRecipe(
  {
    model: { rank: 0, window: 4096, tokenizer: 'pocket', format: 'pocket' },
    reading: { policy: 'select', hints: true, chunkTokens: 700, memoryTokens: 512, questionTokens: 256 },
    maxTokens: 64,
    tasks: ['niah_single_2', 'niah_multikey_2', 'vt', 'fact_single', 'chain', 'update'],
    lengths: ['1k', '1k', '2k', '2k', '4k', '8k'],
    algorithm: { groupSize: 8, batchTasks: 64 },
    steps: 1,
    concurrency: 512,
    workers,
  },
  'the bench',
);

const tokenizer = await pocketTokenizer();
if (process.connected) {
  await serveRolloutsOf({ recipe, out: '', tokenizer });
  process.exit(0);
}

const reply = ['<|keep|>', '<|end|>'].map((name) => tokenizer.special(name)!);
const engine = fork(near('../model/instant-engine.ts'), [JSON.stringify(reply)], {
  execArgv: process.execArgv,
});
const port = await new Promise((resolve) => engine.once('message', resolve));
const url = `http://127.0.0.1:${port}`;
const client = await TinkerClient.connect({ url });
const signal = new AbortController().signal;

async function measure(what: string, roller: Roller, from: number): Promise<void> {
  const sampler = tinkerSampler(new Sampler(client, { sampling_session_id: 'instant' }), 0);
  let conversations = 0;
  let tokens = 0;
  const roll = async (index: number) => {
    const { group, failure } = await roller.group(1, index, sampler, signal);
    if (!group) throw failure;
    for (const trajectory of group.trajectories) {
      conversations += trajectory.conversations.length;
      for (const { prompt } of trajectory.conversations) tokens += prompt.length;
    }
  };
  const all = (at: number, count: number) =>
    Promise.all(Array.from({ length: count }, (_, i) => roll(at + i)));
  await all(from, groups / 4);
  [conversations, tokens] = [0, 0];
  const [began, used] = [performance.now(), process.cpuUsage()];
  await all(from + groups, groups);
  const { user, system } = process.cpuUsage(used);
  const rate = (seconds: number) => Math.round(conversations / seconds).toLocaleString('en-US');
  console.log(
    `${what.padEnd(36)} ${rate((performance.now() - began) / 1000).padStart(7)} a second, ${rate((user + system) / 1e6).padStart(7)} a CPU second of this process, ${Math.round(tokens / conversations)} prompt tokens each`,
  );
}

/** What is left to do when groups have been made beforehand, and when all trajectories have asked for the first time. */
async function measurePrepared(roller: Roller, from: number, count: number): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const at = from + round * count;
    for (let i = 0; i < count; i++) await roller.prepare!(at + i);
    const [began, used] = [performance.now(), process.cpuUsage()];
    let [asked, conversations, first] = [0, 0, 0];
    let open = () => {};
    const all = new Promise<void>((resolve) => {
      open = resolve;
    });
    const sampler: TokenSampler = {
      version: 0,
      async sample() {
        asked++;
        if (asked === 8 * count) {
          first = performance.now() - began;
          open();
        }
        await all;
        return { ids: reply, logprobs: reply.map(() => -1), cut: false };
      },
    };
    const rolled = await Promise.all(
      Array.from({ length: count }, (_, i) => roller.group(1, at + i, sampler, signal)),
    );
    for (const { group } of rolled)
      for (const trajectory of group!.trajectories) conversations += trajectory.conversations.length;
    const { user, system } = process.cpuUsage(used);
    const rate = Math.round(conversations / ((user + system) / 1e6)).toLocaleString('en-US');
    // The first round is to warm up.
    if (round > 0)
      console.log(
        `${count} groups made beforehand`.padEnd(36),
        `${rate} a CPU second without the way to the engine, the first ${8 * count} prompts after ${first.toFixed(1)} ms`,
      );
  }
}

const here = await rollerHere(recipe, {}, tokenizer, 'instant');
await measure('groups of 8 in this process', here, 0);
await measurePrepared(here, 5_000, 14);
const several = workerRoller(
  { script: near('./rollout-bench.ts'), args: process.argv.slice(2) },
  workers,
  url,
);
await measure(`groups of 8 in ${workers} processes`, several, 10_000);
await several.close?.();
client.close();
engine.disconnect();
