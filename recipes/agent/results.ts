// Makes the tables and charts of docs/results.md again from the records in docs/results.
//   node --conditions=memagent-source --import tsx recipes/agent/results.ts [folder of evaluations]
// With a folder (what evals.tar unpacks to) the record of each evaluation in it is taken into docs/results first.
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillPage, type RunRecord, readRecord } from '@memagent/lab';

const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const kept = join(docs, 'results');
await mkdir(kept, { recursive: true });
const from = process.argv[2];
if (from !== undefined) {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const file = join(from, entry.name, 'record.json');
    const found = await readRecord(file).catch(() => undefined);
    if (found) await copyFile(file, join(kept, `${entry.name}.json`));
    else console.log(`${entry.name}: no record`);
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
