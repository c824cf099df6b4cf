// Makes questions about paragraphs with pocket after training with `--asking`: JSON lines, a SQuAD file.
//   ask.ts --engine <url> [--reader <url>] --tokenizer <tokenizer.json> [--shard 0/4] [--each 6] [--limit n] <data files as for traces>
// The reader answers what was asked, to check it; the same engine unless told.
// Without --engine the shipped model's own engine runs --model <file.gguf>, slowly: to try it.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadTokenizer, type Model } from '@memagent/core';
import { loadCorpus, makeQuestions, Random } from '@memagent/lab';
import { promptFormats, tinkerModel } from '@memagent/train';

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    reader: { type: 'string' },
    model: { type: 'string' },
    tokenizer: { type: 'string' },
    seed: { type: 'string', default: '1' },
    shard: { type: 'string', default: '0/1' },
    each: { type: 'string', default: '6' },
    limit: { type: 'string' },
    concurrency: { type: 'string', default: '128' },
    'squad-train': { type: 'string' },
    'squad-dev': { type: 'string' },
    hotpot: { type: 'string' },
    paragraphs: { type: 'string' },
  },
});

async function open(url: string | undefined): Promise<Model> {
  if (url === undefined) {
    // Not bundled for a machine that has none of it.
    const { llamaModel } = await import('@memagent/llama');
    return llamaModel({ path: values.model! });
  }
  const tokenizer = loadTokenizer(JSON.parse(await readFile(values.tokenizer!, 'utf8')));
  return tinkerModel({ url, use: { tokenizer, format: promptFormats.pocket!, window: 4096 } });
}

const corpus = await loadCorpus('train', {
  squadTrain: values['squad-train'],
  squadDev: values['squad-dev'],
  hotpot: values.hotpot,
  paragraphs: values.paragraphs,
});
const [shard, shards] = values.shard.split('/').map(Number) as [number, number];
const paragraphs = new Random(`ask/${values.seed}`)
  .shuffle([...corpus.pool])
  .filter((_, i) => i % shards === shard)
  .slice(0, values.limit === undefined ? undefined : Number(values.limit));
const model = await open(values.engine);
const reader = values.reader === undefined ? model : await open(values.reader);
const count = { 'no question': 0, 'not answered': 0, made: 0 };
const began = performance.now();
const report = () =>
  process.stderr.write(
    `${JSON.stringify({ paragraphs: paragraphs.length, ...count, seconds: Math.round((performance.now() - began) / 1000) })}\n`,
  );
// Where its time is over, what was made is there, and how much of what was tried that is should be said too.
process.once('SIGTERM', () => {
  report();
  process.exit(0);
});
const rows = makeQuestions(paragraphs, {
  ...{ model, reader },
  seed: Number(values.seed) * 1000 + shard,
  each: Number(values.each),
  concurrency: Number(values.concurrency),
  onTry: (outcome) => {
    count[outcome] += 1;
  },
});
for await (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
report();
await model.close?.();
if (reader !== model) await reader.close?.();
