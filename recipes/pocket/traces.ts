// Writes supervised reading traces without the rest of the command: one file, bundled, for a machine that has only Node.
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { loadTokenizer } from '@memagent/core';
import { traceLines } from '@memagent/lab';

const { values } = parseArgs({
  options: {
    tokenizer: { type: 'string' },
    split: { type: 'string', default: 'train' },
    seed: { type: 'string', default: '1' },
    limit: { type: 'string' },
    'squad-train': { type: 'string' },
    'squad-dev': { type: 'string' },
    hotpot: { type: 'string' },
    paragraphs: { type: 'string' },
    text: { type: 'string', multiple: true },
    neighbours: { type: 'string' },
    asked: { type: 'string' },
    asking: { type: 'string' },
  },
});
// Whoever reads has gone; any other error is reported below.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
});
await pipeline(
  traceLines({
    tokenizer: loadTokenizer(JSON.parse(await readFile(values.tokenizer!, 'utf8'))),
    split: values.split as 'train',
    seed: Number(values.seed),
    limit: values.limit === undefined ? undefined : Number(values.limit),
    squadTrain: values['squad-train'],
    squadDev: values['squad-dev'],
    hotpot: values.hotpot,
    paragraphs: values.paragraphs,
    texts: values.text,
    neighbours: values.neighbours,
    asked: values.asked,
    asking: values.asking === undefined ? undefined : Number(values.asking),
  }),
  process.stdout,
);
process.exit(0);
