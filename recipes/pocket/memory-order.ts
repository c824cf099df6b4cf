// Does it matter where in the memory the evidence stands, if it is not reviewed? Answers from given memories: the evidence
// alone, or first, in the middle or last among lines that look like it. SQuAD's validation articles (F1) and
// niah_multikey_2.
//   node --conditions=memagent-source --import tsx recipes/pocket/memory-order.ts --squad <SQuAD train> \
//     --paragraphs <paragraphs> [--samples 48] [--lines 8] [model.gguf]
import { parseArgs } from 'node:util';
import { findTask, loadCorpus, naturalTask, oracleLines, pastLines, Random, verifiers } from '@memagent/lab';
import { ask, llamaModel, memoryOf, pocketDefaults, pocketPath, textDocument } from 'memagent';

const { values, positionals } = parseArgs({
  options: {
    squad: { type: 'string' },
    paragraphs: { type: 'string' },
    samples: { type: 'string', default: '48' },
    lines: { type: 'string', default: '8' },
  },
  allowPositionals: true,
});
const { squad, paragraphs } = values;
if (!squad || !paragraphs) throw new Error('Give --squad and --paragraphs, the files of the README.');
const count = Number(values.lines) - 1;
const corpus = await loadCorpus('validation', { squadTrain: squad, paragraphs });
const tasks = [
  naturalTask({ name: 'squad', questions: corpus.squad!.questions, pool: corpus.pool }),
  findTask('niah_multikey_2'),
];
const model = await llamaModel({ path: positionals[0] ?? pocketPath()!, defaults: pocketDefaults });
// Nothing in the text: what is in the memory is what there is to answer from.
const document = textDocument('Rain fell on the town.', { name: 'rain' });

for (const task of tasks) {
  const scores = new Map<string, number[]>();
  for (let seed = 1; seed <= Number(values.samples); seed++) {
    const sample = task.generate({ seed, length: 1500, split: 'validation' });
    const other = task.generate({ seed: seed + 5000, length: 200_000, split: 'validation' });
    const random = new Random(`order/${seed}`);
    let strays: string[] = [];
    // How many there are is drawn: until there are enough.
    for (let tries = 0; strays.length < count && tries < 50; tries++)
      strays = pastLines(sample, other.text, { random, most: 2 * count }).slice(0, count);
    const [item] = oracleLines(sample) as [string];
    const line = item.replace(/\s+/g, ' ');
    const half = Math.floor(strays.length / 2);
    const memories = {
      alone: [line],
      first: [line, ...strays],
      middle: [...strays.slice(0, half), line, ...strays.slice(half)],
      last: [...strays, line],
    };
    for (const [place, lines] of Object.entries(memories)) {
      const { answer } = await ask({
        document,
        question: sample.question,
        memory: memoryOf(lines),
        model,
        review: false,
        budgets: { memory: 1000 },
      });
      scores.set(place, [...(scores.get(place) ?? []), verifiers.f1!(answer, sample)]);
    }
  }
  for (const [place, all] of scores) {
    const mean = all.reduce((sum, score) => sum + score, 0) / all.length;
    console.log(
      `${task.name.padEnd(16)} ${place.padEnd(7)} ${(100 * mean).toFixed(1).padStart(5)}  n = ${all.length}`,
    );
  }
}
await model.close();
