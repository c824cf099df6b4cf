// What one sample takes of this machine's CPU, by system, with a model that answers at once: what evaluations at
// millions of tokens ask of the client.
//   node --conditions=memagent-source --import tsx recipes/agent/sample-cost.ts <folder of data files> [length] [tasks]
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptedModel } from '@memagent/core';
import {
  createSystem,
  loadData,
  parseLength,
  parseTask,
  resolveTask,
  sampleDocument,
  sizedSample,
} from '@memagent/lab';
import { ggufTokenizer } from '@memagent/llama';
import { pocketDefaults } from '@memagent/pocket';

const [folder = '.', size = '3500k', names = 'qa_1,hqa,niah_single_2'] = process.argv.slice(2);
const file = (name: string) => join(folder, name);
const { tasks } = await loadData(
  {
    squad: file('squad-v1.1-dev.json.gz'),
    hotpot: file('hotpotqa.jsonl.gz'),
    paragraphs: file('wiki-paragraphs.jsonl.gz'),
  },
  'test',
);
const tokenizer = await ggufTokenizer(
  fileURLToPath(new URL('../../packages/pocket/pocket.gguf', import.meta.url)),
);
const model = scriptedModel({
  reply: () => '<|keep|>',
  ...{ window: 4096, tokenizer, canChat: false, defaults: pocketDefaults },
});

async function measured<T>(what: string, work: () => T | Promise<T>, calls: (made: T) => number): Promise<T> {
  const before = process.cpuUsage();
  const made = await work();
  const { user, system } = process.cpuUsage(before);
  const megabytes = Math.round(process.memoryUsage().rss / 1e6);
  console.log(
    `${what.padEnd(28)} ${((user + system) / 1e6).toFixed(2).padStart(7)} CPU s ${String(calls(made)).padStart(6)} calls ${megabytes} MB`,
  );
  return made;
}

for (const name of names.split(',')) {
  const task = resolveTask(parseTask(name), tasks);
  const make = () => sizedSample(task, { seed: 1, length: parseLength(size), split: 'test' }, tokenizer);
  const sample = await measured(`${name} made`, make, () => 0);
  for (const system of ['memagent', 'lexical', 'bm25', 'oracle']) {
    const run = () => createSystem({ system }, model).run(sample, { document: sampleDocument(sample) });
    await measured(`${name} ${system}`, run, ({ calls }) => calls);
  }
}
