/** Benches of the server: `node --conditions=memagent-source --import tsx bench/server.ts <load|proxy> [options]`. */
import { parseArgs } from 'node:util';
import { serverLoadBench } from './server-load.ts';
import { serverProxyBench } from './server-proxy.ts';

const [name, ...args] = process.argv.slice(2);
const bench = [serverLoadBench, serverProxyBench].find((each) => each.name === name);
if (!bench) {
  console.error('Name a bench: load or proxy.');
  process.exit(2);
}
const { values } = parseArgs({
  args,
  options: {
    quick: { type: 'boolean' },
    ...Object.fromEntries(Object.keys(bench.options).map((option) => [option, { type: 'string' as const }])),
  },
});
const given = values as Record<string, string | boolean | undefined>;
const quick = given.quick === true;
const figures = await bench.run({
  quick,
  value: (option) => given[option] as string | undefined,
  number: (option, usual, small = usual) => Number(given[option] ?? (quick ? small : usual)),
  flag: (option) => given[option] === true,
});
console.log(JSON.stringify(figures));
