import { join, resolve } from 'node:path';
import { MemAgentError } from '@memagent/core';
import { stateFolder } from '@memagent/core/node';
import { pocketPath } from '@memagent/pocket';
import { knownEngines, recordEngine, type StartedEngine, startEngine, stopEngine } from '@memagent/train';
import { type AddCommand, examples, run } from '../command.ts';
import { type Io, writeJson } from '../io.ts';
import { whole } from '../reading/flags.ts';
import { StatusLine } from '../render/status-line.ts';
import { printable, table } from '../render/text.ts';

interface StartFlags {
  model: string;
  name?: string;
  device?: string;
  host: string;
  port: number;
  key?: string;
  checkpoints?: string;
  threads?: number;
  json?: boolean;
  quiet?: boolean;
}

/** `memagent engine`: the single-machine training engine. */
export const addEngine: AddCommand = (program, cli) => {
  const engine = program
    .command('engine')
    .summary('run the training engine on this machine')
    .description(
      'The engine owns trainable weights: it samples, runs forward and backward, and steps the optimizer, behind the Tinker protocol. It needs Python 3.11 or newer; everything else is installed into the cache folder when it is first started.',
    )
    .addHelpText(
      'after',
      examples('memagent engine start --model pocket', 'memagent engine status', 'memagent engine stop'),
    );
  engine
    .command('start')
    .summary('start it, and keep it running until Ctrl-C')
    .requiredOption('-m, --model <model>', 'a Hugging Face folder, a GGUF file, or pocket')
    .option('--name <name>', 'what clients call the model (its folder’s or file’s name)')
    .option('--device <device>', 'cpu or cuda (cuda where there is one)')
    .option('-p, --port <port>', '0 picks a free one', whole(0), 0)
    .option('--host <host>', 'where to listen; any but the loopback needs a key', '127.0.0.1')
    .option('--key <key>', 'that clients must send; better in MEMAGENT_ENGINE_KEY')
    .option('--checkpoints <folder>', 'where saved weights go (memagent-engine)')
    .option('--threads <n>', 'of the CPU', whole())
    .option('--json', 'its address as JSON')
    .option('--quiet', 'no progress')
    .option('--debug', 'show where an error came from')
    .addHelpText(
      'after',
      examples(
        'memagent engine start --model pocket --device cpu',
        'memagent engine start --model models/Qwen3-0.6B --port 8000',
        'memagent train recipe.yaml --engine http://127.0.0.1:8000',
      ),
    )
    .action(run(cli, start));
  engine
    .command('status')
    .summary('the engines that run')
    .option('--json', 'as JSON lines')
    .action(run(cli, status));
  engine
    .command('stop')
    .summary('end an engine')
    .argument('[url]', 'which; all of them unless told')
    .action(run(cli, stop));
};

const folder = (io: Io) => join(stateFolder(io.env), 'engines');

async function start(io: Io, flags: StartFlags): Promise<number> {
  const { device } = flags;
  if (device !== undefined && device !== 'cpu' && device !== 'cuda')
    throw new MemAgentError('bad-input', `There is no device "${device}".`, { hint: 'Use cpu or cuda.' });
  if (flags.port > 65535)
    throw new MemAgentError('bad-input', `There is no port ${flags.port}.`, {
      hint: 'Give one up to 65535, or leave it out to have a free one.',
    });
  const model = flags.model === 'pocket' ? pocketPath() : resolve(io.cwd, flags.model);
  if (model === undefined)
    throw new MemAgentError('bad-input', 'The shipped model is not here.', { hint: 'Name another --model.' });
  const abort = new AbortController();
  const stopped = new Promise<void>((done) => abort.signal.addEventListener('abort', () => done()));
  const interrupt = () => abort.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  let line = '';
  const progress = flags.quiet || flags.json ? undefined : new StatusLine(io, () => line);
  try {
    const key = flags.key ?? io.env.MEMAGENT_ENGINE_KEY;
    const engine = await startEngine({
      model,
      host: flags.host,
      port: flags.port,
      checkpoints: resolve(io.cwd, flags.checkpoints ?? 'memagent-engine'),
      env: io.env,
      signal: abort.signal,
      ...(flags.name ? { name: flags.name } : {}),
      ...(device ? { device } : {}),
      ...(key ? { key } : {}),
      ...(flags.threads ? { threads: flags.threads } : {}),
      onProgress: (message) => {
        line = printable(message);
        progress?.update();
      },
    });
    progress?.close();
    const forget = await recordEngine(folder(io), engine);
    try {
      if (flags.json) writeJson(io, described(engine));
      else io.stdout.write(`${engine.url}\n`);
      const end = await Promise.race([stopped.then(() => undefined), engine.ended]);
      if (end && end.code !== 0 && !abort.signal.aborted)
        throw new MemAgentError(
          'model-unavailable',
          `The engine ended:\n${end.said.split('\n').slice(-4).join('\n')}`,
        );
      return 0;
    } finally {
      await engine.stop();
      await forget();
    }
  } finally {
    progress?.close();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
  }
}

const described = ({ url, model, device, pid }: StartedEngine) => ({ url, model, device, pid });

async function status(io: Io, flags: { json?: boolean }): Promise<number> {
  const engines = await knownEngines(folder(io));
  if (flags.json) for (const engine of engines) writeJson(io, described(engine));
  else if (engines.length === 0) io.stderr.write('No engine runs.\n');
  else
    io.stdout.write(
      `${table(engines.map(({ url, model, device, pid }) => [url, model, device, String(pid)]))}\n`,
    );
  return 0;
}

async function stop(io: Io, _flags: object, url?: string): Promise<number> {
  const engines = (await knownEngines(folder(io))).filter(
    (engine) => url === undefined || engine.url === url,
  );
  if (engines.length === 0)
    throw new MemAgentError('bad-input', url ? `No engine runs at ${url}.` : 'No engine runs.', {
      hint: 'Those that `memagent engine start` started are listed by `memagent engine status`.',
    });
  for (const engine of engines) {
    await stopEngine(engine);
    io.stdout.write(`${engine.url} ended\n`);
  }
  return 0;
}
