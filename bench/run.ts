/** Runs a bench: `npm run bench -- <name> [options]`. The last line of its output is a JSON object with its figures. */
import { parseArgs } from 'node:util';
import { aheadBench } from './ahead.ts';
import { clientBench } from './client.ts';
import { embeddedBench } from './embedded.ts';
import { evalBench } from './eval.ts';
import { labBench } from './lab.ts';
import { parallelBench } from './parallel.ts';
import { questionsBench } from './questions.ts';
import { scalingBench } from './scaling.ts';
import { serverBench } from './server.ts';
import type { Bench, BenchOptions } from './support/bench.ts';

const benches: readonly Bench[] = [
  clientBench,
  embeddedBench,
  scalingBench,
  questionsBench,
  parallelBench,
  aheadBench,
  serverBench,
  labBench,
  evalBench,
];

const [name, ...rest] = process.argv.slice(2);
const bench = benches.find((each) => each.name === name);
if (bench) await start(bench, rest);
else list(name);

function list(asked: string | undefined): void {
  console.log('npm run bench -- <name> [options]\n');
  for (const { name, about } of benches) console.log(`  ${name.padEnd(11)}${about}`);
  console.log('\nnpm run bench -- <name> --help lists the options of a bench.');
  if (asked === undefined || asked === '--help' || asked === '-h') return;
  console.error(`\nThere is no bench "${asked}".`);
  process.exitCode = 2;
}

async function start(bench: Bench, args: readonly string[]): Promise<void> {
  const known = {
    quick: { about: 'small sizes and few rounds: shows that it works, not how fast it is' },
    help: { about: 'show this' },
    ...bench.options,
  } as Bench['options'];
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(known).map(([option, { takes }]) => [option, { type: takes ? 'string' : 'boolean' }]),
    ),
  });
  if (values.help) {
    console.log(`npm run bench -- ${bench.name} [options]\n\n${bench.about}\n`);
    for (const [option, { takes, about }] of Object.entries(known)) {
      console.log(`  ${`--${option}${takes ? ` <${takes}>` : ''}`.padEnd(22)}${about}`);
    }
    return;
  }
  const began = performance.now();
  const figures = await bench.run(optionsOf(values));
  console.log(`\n${bench.name}: ${((performance.now() - began) / 1000).toFixed(0)} s in all.`);
  console.log(JSON.stringify(figures));
}

function optionsOf(values: Record<string, unknown>): BenchOptions {
  const quick = values.quick === true;
  return {
    quick,
    value: (option) => values[option] as string | undefined,
    flag: (option) => values[option] === true,
    number(option, usual, small = usual) {
      if (values[option] === undefined) return quick ? small : usual;
      const number = Number(values[option]);
      if (!(number > 0)) throw new Error(`--${option} takes a number above 0, not ${values[option]}.`);
      return number;
    },
  };
}
