// Makes the tables and charts of docs/results.md again from the records in docs/results.
//   node --conditions=memagent-source --import tsx recipes/agent/results.ts [folder of evaluations]
// With a folder (what evals.tar unpacks to) the record of each evaluation in it is taken into docs/results first, with the
// scores of our own readings of natural questions by the paper's verifier and by F1 beside those by `contains`.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillPage, type RecordRow, type RunRecord, readRecord, recordText, withScores } from '@memagent/lab';

const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const kept = join(docs, 'results');
await mkdir(kept, { recursive: true });
const from = process.argv[2];
/** At the paper's lengths, the shortest of which is 7K. */
const isOurs = ({ task, length, system }: RecordRow) =>
  ['qa_1', 'hqa'].includes(task) && system === 'memagent' && length >= 7 * 1024;
if (from !== undefined) {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const run = join(from, entry.name);
    const found = await readRecord(run).catch(() => undefined);
    if (!found) {
      console.log(`${entry.name}: no record`);
      continue;
    }
    const lines = (await readFile(join(run, 'samples.jsonl'), 'utf8')).split('\n').filter(Boolean);
    const samples = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'sample');
    const record = withScores(found, samples, ['sub_em', 'f1'], isOurs);
    await writeFile(join(kept, `${entry.name}.json`), recordText(record));
  }
}
const records = new Map<string, RunRecord>();
for (const file of (await readdir(kept)).filter((name) => name.endsWith('.json')).sort())
  records.set(basename(file, '.json'), await readRecord(join(kept, file)));
const page = join(docs, 'results.md');
const { text, charts } = fillPage(await readFile(page, 'utf8'), records);
await writeFile(page, text);
for (const [file, drawing] of charts) await writeFile(join(kept, file), drawing);
console.log(`${records.size} records, ${charts.size} charts`);
