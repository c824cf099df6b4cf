import { Command } from 'commander';
import type { Cli } from './command.ts';
import { addAsk } from './commands/ask.ts';
import { addChat } from './commands/chat.ts';
import { addDoctor } from './commands/doctor.ts';
import { addEngine } from './commands/engine.ts';
import { addEstimate } from './commands/estimate.ts';
import { addEval } from './commands/eval.ts';
import { addForget } from './commands/forget.ts';
import { addMcp } from './commands/mcp.ts';
import { addModels } from './commands/models.ts';
import { addReadings } from './commands/readings.ts';
import { addServe } from './commands/serve.ts';
import { addShow } from './commands/show.ts';
import { addSummarize } from './commands/summarize.ts';
import { addTraces } from './commands/traces.ts';
import { addTrain } from './commands/train.ts';
import { exitCodesHelp } from './exit-code.ts';

/** The whole command. */
export function createProgram(cli: Cli, version: string): Command {
  const program = new Command('memagent')
    .description('Ask any text a question, however long it is.')
    .version(version, '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void cli.io.stdout.write(text),
      writeErr: (text) => void cli.io.stderr.write(text),
    })
    .addHelpText(
      'after',
      `
Examples:
  $ memagent ask book.epub "Who wrote the letter?"
  $ memagent chat src/ --model http://127.0.0.1:8080
  $ memagent readings

${exitCodesHelp}
`,
    );
  for (const add of [
    addAsk,
    addChat,
    addSummarize,
    addEstimate,
    addReadings,
    addShow,
    addForget,
    addModels,
    addDoctor,
    addEval,
    addTraces,
    addServe,
    addMcp,
    addTrain,
    addEngine,
  ]) {
    add(program, cli);
  }
  return program;
}
