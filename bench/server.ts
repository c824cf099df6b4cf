import { loadavg } from 'node:os';
import { measureLoad } from './server-load.ts';
import { measureProxy } from './server-proxy.ts';
import type { Bench, Figures } from './support/bench.ts';

/** What `memagent serve` adds to a request that fits, and what becomes of many readings at once. */
export const serverBench: Bench = {
  name: 'server',
  about: 'what `memagent serve` adds to a chat that fits; 1,000 readings at once, and a kill among them',
  options: {
    only: { takes: 'proxy|load', about: 'one of the two' },
    requests: { takes: 'n', about: 'proxy: requests of each kind (1,000; quick: 50)' },
    readings: { takes: 'n', about: 'load: readings at once (1,000; quick: 50)' },
    database: { takes: 'postgres://…', about: 'load: keep them in this database instead of in files' },
  },
  async run(options): Promise<Figures> {
    const only = options.value('only');
    const figures: Record<string, number> = {};
    const load = () => console.log(`load average ${loadavg()[0]!.toFixed(1)}`);
    load();
    if (only !== 'load') {
      Object.assign(figures, await measureProxy(options.number('requests', 1000, 50)));
      load();
    }
    if (only !== 'proxy') {
      const readings = options.number('readings', 1000, 50);
      Object.assign(figures, await measureLoad(readings, options.value('database')));
      load();
    }
    return figures;
  },
};
