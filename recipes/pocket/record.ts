// Whole readings of training tasks by weights as they are, every call of them as a trace: on these a further stage is to
// stay as it was (train_read --teacher). What stands in a memory after many chunks no oracle's trace has.
//   node record.mjs --url <engine> --tokenizer tokenizer.json --squad-train … --squad-dev … --hotpot … --paragraphs …
//     --seed 1 --seconds 40
// One JSON object a line, as `memagent traces` prints them; kinds begin with `read/`. It ends after twice the seconds at most.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadTokenizer, toMemAgentError } from '@memagent/core';
import {
  agentOf,
  parseTrainRecipe,
  promptEncoder,
  promptFormats,
  recordingModel,
  rollTrajectory,
  TinkerClient,
  taskSource,
  tinkerSampler,
} from '@memagent/train';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    tokenizer: { type: 'string' },
    'squad-train': { type: 'string' },
    'squad-dev': { type: 'string' },
    hotpot: { type: 'string' },
    paragraphs: { type: 'string' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '40' },
    concurrency: { type: 'string', default: '64' },
  },
});

const keptPart = 0.4; // of the calls that left the memory as it was: by far the most, and much alike
const known = { unanswerable: 0.15, verifier: 'f1' };
const full = [{}, { past: 14 }, { midway: 14 }];
const tasks = [
  ...full.map((begun) => ({ task: 'squad_unseen', share: 3, ...known, ...begun })),
  ...full.map((begun) => ({ task: 'squad', share: 1.5, ...known, ...begun })),
  ...full.map((begun) => ({ task: 'hotpot', share: 1.5, ...known, ...begun })),
  ...full.map((begun) => ({ task: 'bridge', share: 1.5, ...known, ...begun })),
  ...full.flatMap((begun) =>
    ['niah_single_3', 'niah_multikey_2', 'niah_multikey_3', 'niah_multivalue', 'niah_multiquery', 'vt'].map(
      (task) => ({ task, share: 0.25, ...begun }),
    ),
  ),
];
const recipe = parseTrainRecipe(
  {
    seed: Number(values.seed),
    model: { rank: 0, window: 4096, tokenizer: 'pocket', format: 'pocket' },
    reading: {
      ...{ profile: 'pocket', policy: 'select', hints: true, review: true, keepMatches: true },
      ...{ chunkTokens: 700, memoryTokens: 512, questionTokens: 256, outputTokens: 192 },
    },
    maxTokens: 192,
    tasks,
    lengths: ['500', '1k', '2k', '4k', '8k', '16k'],
    files: {
      squadTrain: values['squad-train'],
      squadDev: values['squad-dev'],
      hotpot: values.hotpot,
      paragraphs: values.paragraphs,
    },
    steps: 1,
  },
  'what is recorded',
);

const tokenizer = loadTokenizer(JSON.parse(await readFile(values.tokenizer!, 'utf8')));
const source = await taskSource(recipe, {}, tokenizer);
const client = await TinkerClient.connect({ url: values.url! });
const sampler = tinkerSampler(await client.sampler({ baseModel: client.capabilities.models[0]! }), 0);
const format = promptFormats.pocket!;
const encode = promptEncoder(tokenizer, format);
const agent = agentOf(recipe, {});
const end = Date.now() + 1000 * Number(values.seconds);

let calls = 0;
let next = 0;
async function reader(): Promise<void> {
  while (Date.now() < end) {
    const index = next++;
    const task = await source.train(index);
    const model = (seed: string) =>
      recordingModel({
        sampler,
        tokenizer,
        format,
        encode,
        window: recipe.model.window,
        temperature: 0,
        seed,
      });
    const leave = sampler.enter?.();
    try {
      const { conversations } = await rollTrajectory(task, `${recipe.seed}/${index}`, {
        agent,
        reward: () => 0,
        model,
      });
      for (const { prompt, response, kind } of conversations)
        if (kind !== 'kept' || (calls++ * keptPart) % 1 < keptPart)
          process.stdout.write(
            `${JSON.stringify({ prompt, response, kind: `read/${task.label} ${kind}` })}\n`,
          );
    } catch (error) {
      console.error(`${task.id}: ${toMemAgentError(error).message}`);
    } finally {
      leave?.();
    }
  }
}
// What is under way has as long again.
const late = new Promise((resolve) => setTimeout(resolve, 2000 * Number(values.seconds)));
await Promise.race([Promise.all(Array.from({ length: Number(values.concurrency) }, reader)), late]);
console.error(`${next} readings`);
client.close();
process.exit(0);
