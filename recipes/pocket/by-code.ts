// What code alone keeps of texts, matches and other words, with a model that chooses nothing: how much of the evidence, and
// how many lines that are none. SQuAD's validation articles and the HotpotQA questions that training knows.
//   node --conditions=memagent-source --import tsx recipes/pocket/by-code.ts <folder of data files> [length] [samples]
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ask, scriptedModel } from '@memagent/core';
import { loadData, parseLength, parseTask, resolveTask, sampleDocument, sizedSample } from '@memagent/lab';
import { ggufTokenizer } from '@memagent/llama';
import { pocketDefaults, pocketPath } from '@memagent/pocket';

const {
  positionals: [folder = '.', size = '30k', count = '60'],
} = parseArgs({ allowPositionals: true });
const file = (name: string) => join(folder, name);
const files = { squad: file('squad-v1.1-train.json.gz'), hotpot: file('hotpotqa.jsonl.gz') };
const sources = { ...files, paragraphs: file('wiki-paragraphs.jsonl.gz') };
const tokenizer = await ggufTokenizer(pocketPath()!);
const model = scriptedModel({
  reply: () => '<|keep|>',
  ...{
    window: 4096,
    tokenizer,
    canChat: false,
    defaults: { ...pocketDefaults, review: false, weigh: false },
  },
});
for (const [name, split] of [
  ['qa_1', 'validation'],
  ['hqa', 'train'],
] as const) {
  const { tasks } = await loadData(sources, split);
  const task = resolveTask(parseTask(name), tasks);
  let wanted = 0;
  let found = 0;
  let others = 0;
  let written = 0;
  for (let seed = 1; seed <= Number(count); seed++) {
    const sample = await sizedSample(task, { seed, length: parseLength(size), split }, tokenizer);
    const said = sample.evidence.map(({ start, end }) => sample.text.slice(start, end).trim());
    const { memory } = await ask({
      document: sampleDocument(sample),
      question: sample.question,
      model,
      onEvent: (event) => {
        if (event.type === 'step' && event.outcome === 'written') written++;
      },
    });
    const kept = said.filter((sentence) => memory.lines.some(({ text }) => text.includes(sentence)));
    wanted += said.length;
    found += kept.length;
    others += memory.lines.length - kept.length;
  }
  console.log(
    `${name} ${size}: ${((100 * found) / wanted).toFixed(1)} % of ${wanted} facts, ${(others / Number(count)).toFixed(2)} other lines, ${(written / Number(count)).toFixed(2)} chunks written a text`,
  );
}
