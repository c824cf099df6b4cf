import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench, Figures } from './support/bench.ts';
import type { ClientResult, ClientTask } from './support/client-reading.ts';
import { median, printTable, rounded } from './support/report.ts';

/** What reading costs beside the model: tokens a second on one core, and whether a longer text takes more memory. */
export const clientBench: Bench = {
  name: 'client',
  about: 'reading with an instant model: tokens/s of client work, and memory at ten times the text',
  options: {
    megabytes: {
      takes: 'n',
      about: 'size of the small text; the large one has ten times as much (100; quick: 10)',
    },
    rounds: { takes: 'n', about: 'readings of the small text (3; quick: 2)' },
    tokenizer: { takes: 'name', about: 'pocket or o200k; the shipped model’s where there is one' },
  },
  async run(options): Promise<Figures> {
    const megabytes = options.number('megabytes', 100, 10);
    const rounds = options.number('rounds', 3, 2);
    const tokenizer = options.value('tokenizer');
    const task = (size: number, extra: Partial<ClientTask> = {}): ClientTask => ({
      megabytes: size,
      policy: 'overwrite',
      hints: false,
      ...(tokenizer ? { tokenizer } : {}),
      ...extra,
    });
    const small: ClientResult[] = [];
    const large: ClientResult[] = [];
    // The large reading in the middle of the small ones: it has as much of the machine's other work as they.
    for (let round = 0; round < rounds; round++) {
      if (round === rounds >> 1) large.push(await readInChild(task(megabytes * 10)));
      small.push(await readInChild(task(megabytes)));
    }
    const select = await readInChild(task(megabytes, { policy: 'select', hints: true }));
    const rows = [
      ...small.map((result) => rowOf(`overwrite, ${megabytes} MB`, result)),
      ...large.map((result) => rowOf(`overwrite, ${megabytes * 10} MB`, result)),
      rowOf(`select with hints, ${megabytes} MB`, select),
    ];
    printTable(`Reading with an instant model, tokenizer ${select.tokenizer}`, rows);
    console.log('CPU seconds are those of all threads, garbage collection and hashing included.');
    const speeds = [...small, ...large].map((result) => result.tokens / result.cpuSeconds);
    const peak = (results: readonly ClientResult[]) => median(results.map((result) => result.peakMegabytes));
    return {
      tokensPerSecond: Math.round(median(speeds)),
      rssRatio: rounded(peak(large) / peak(small)),
    };
  },
};

function rowOf(reading: string, result: ClientResult) {
  return {
    reading,
    tokens: result.tokens,
    chunks: result.chunks,
    'CPU s': result.cpuSeconds,
    'tokens/CPU s': Math.round(result.tokens / result.cpuSeconds),
    'wall s': result.seconds,
    'tokens/wall s': Math.round(result.tokens / result.seconds),
    'text s': result.givingSeconds,
    'peak MB': Math.round(result.peakMegabytes),
  };
}

/** In a process of its own, as a first reading is: its peak of memory is nobody else's. */
async function readInChild(task: ClientTask): Promise<ClientResult> {
  const script = fileURLToPath(new URL('support/client-reading.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...process.execArgv,
    script,
    JSON.stringify(task),
  ]);
  return JSON.parse(stdout) as ClientResult;
}
