import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Bench, Figures } from './support/bench.ts';

/** How fast the lab makes its samples; `lab-speed.ts` measures and prints. */
export const labBench: Bench = {
  name: 'lab',
  about: 'how fast the lab makes its samples: every task at 3.5M tokens, and short ones a second',
  options: { tokens: { takes: 'n', about: 'length of a sample (3,500,000; quick: 200,000)' } },
  async run(options): Promise<Figures> {
    const tokens = options.number('tokens', 3_500_000, 200_000);
    const script = fileURLToPath(new URL('lab-speed.ts', import.meta.url));
    const began = performance.now();
    const child = spawn(process.execPath, [...process.execArgv, script, String(tokens)], {
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    return {
      tokens,
      seconds: Math.round((performance.now() - began) / 1000),
      withinLimits: code === 0 ? 1 : 0,
    };
  },
};
