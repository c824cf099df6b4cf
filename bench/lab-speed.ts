// How fast the lab makes its samples: each task at 3.5M tokens, and how many short ones a second.
// node --conditions=memagent-source --import tsx bench/lab-speed.ts [tokens]
import { tasks } from '@memagent/lab';

const length = Number(process.argv[2] ?? 3_500_000);
const limit = 3;
const rows: {
  task: string;
  characters: string;
  generate: string;
  stream: string;
  resident: string;
  short: string;
}[] = [];
let slow = 0;
for (const task of tasks) {
  const begin = performance.now();
  const sample = task.generate({ seed: 1, length, split: 'test' });
  const made = performance.now();
  let characters = 0;
  for (const piece of sample.pieces()) characters += piece.length;
  const streamed = performance.now();
  if (characters !== sample.length)
    throw new Error(`${task.name}: ${characters} characters, not ${sample.length}`);
  const resident = process.memoryUsage().rss;
  let short = 0;
  const shortBegin = performance.now();
  while (performance.now() - shortBegin < 300) task.generate({ seed: short++, length: 1500 }).text;
  if (streamed - begin > limit * 1000) slow++;
  rows.push({
    task: task.name,
    characters: `${(characters / 1e6).toFixed(2)}M`,
    generate: `${((made - begin) / 1000).toFixed(2)} s`,
    stream: `${((streamed - made) / 1000).toFixed(2)} s`,
    resident: `${Math.round(resident / 1e6)} MB`,
    short: `${Math.round(short / 0.3)}/s`,
  });
}
console.table(rows);
console.log(`${length} tokens a sample; "short" are whole samples of 1,500 tokens a second.`);
if (slow > 0) {
  console.error(`${slow} task(s) took more than ${limit} s.`);
  process.exitCode = 1;
}
