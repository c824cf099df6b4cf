// How fast the lab makes its samples: each task at 3.5M tokens, and how many short ones a second.
// node --conditions=memagent-source --import tsx bench/lab-speed.ts [tokens]
import { tasks } from '@memagent/lab';
import { naturalBenchTasks } from './support/natural-tasks.ts';
import { printTable } from './support/report.ts';

const length = Number(process.argv[2] ?? 3_500_000);
const limit = { seconds: 3, megabytes: 1000 };

/** The most megabytes that were resident at once so far. */
const peak = () => process.resourceUsage().maxRSS / 1000;

const all = [...tasks.map((task) => ({ task, options: { length } })), ...naturalBenchTasks(length)];
const rows = [];
let slow = 0;
for (const { task, options } of all) {
  const cpu = process.cpuUsage();
  const sample = task.generate({ seed: 1, split: 'test', ...options });
  const made = process.cpuUsage(cpu);
  let characters = 0;
  for (const piece of sample.pieces()) characters += piece.length;
  const streamed = process.cpuUsage(cpu);
  if (characters !== sample.length)
    throw new Error(`${task.name}: ${characters} characters, not ${sample.length}`);
  const seconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6;
  let short = 0;
  const begin = process.cpuUsage();
  while (seconds(process.cpuUsage(begin)) < 0.2)
    task.generate({
      seed: short++,
      split: 'test',
      ...options,
      ...('documents' in options ? { documents: 12 } : { length: 1500 }),
    }).text;
  if (seconds(streamed) > limit.seconds) slow++;
  rows.push({
    task: task.name,
    'M characters': characters / 1e6,
    'generate s': seconds(made),
    'stream s': seconds(streamed) - seconds(made),
    'peak MB so far': Math.round(peak()),
    'short ones/s': Math.round(short / 0.2),
  });
}
printTable(`Samples of ${length.toLocaleString('en-US')} tokens, CPU seconds of one process`, rows);
console.log('Short ones are whole samples of 1,500 tokens (12 paragraphs).');
const most = peak();
if (slow > 0 || most > limit.megabytes) {
  console.error(
    `${slow} task(s) took more than ${limit.seconds} s; peak ${Math.round(most)} MB of ${limit.megabytes}.`,
  );
  process.exitCode = 1;
}
