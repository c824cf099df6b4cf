import { stat } from 'node:fs/promises';
import { localModels, modelsFolder, pullModel, removeLocalModel } from '@memagent/core/node';
import { pocketPath } from '@memagent/pocket';
import { type AddCommand, examples, run } from '../command.ts';
import { coloursFor, type Io, writeJson } from '../io.ts';
import { StatusLine } from '../render/status-line.ts';
import { duration, size, table } from '../render/text.ts';

/** `memagent models`: what the embedded engine can read with. */
export const addModels: AddCommand = (program, cli) => {
  const models = program
    .command('models')
    .summary('list, pull and remove models')
    .description('Lists the GGUF models at hand, pulls more from a hub, removes them.');
  models
    .command('list', { isDefault: true })
    .description('List the models at hand.')
    .option('--json', 'one JSON object a line')
    .option('--debug', 'show where an error came from')
    .action(run(cli, list));
  models
    .command('pull')
    .description('Get a GGUF from a hub, checked by its SHA-256. What was broken off is gone on with.')
    .argument('<model>', 'owner/name, with :file or :quantization where there are several')
    .option('--json', 'progress as JSON lines')
    .option('--quiet', 'no progress')
    .option('--debug', 'show where an error came from')
    .addHelpText(
      'after',
      `${examples('memagent models pull Qwen/Qwen3-0.6B-GGUF', 'memagent models pull Qwen/Qwen3-4B-GGUF:Q4_K_M', 'HF_ENDPOINT=https://hub.example.com memagent models pull ann/model')}
Environment: HF_ENDPOINT (another hub), HF_TOKEN (for closed models), MEMAGENT_MODELS (where they go).
`,
    )
    .action(run(cli, pull));
  models
    .command('rm')
    .description('Remove pulled models.')
    .argument('<models...>', 'names as `memagent models` lists them')
    .option('--json', 'one JSON object a line')
    .option('--debug', 'show where an error came from')
    .addHelpText('after', examples('memagent models rm Qwen3-0.6B-Q8_0'))
    .action(run(cli, remove));
  models.addHelpText(
    'after',
    examples(
      'memagent models',
      'memagent models pull Qwen/Qwen3-0.6B-GGUF:Q8_0',
      'memagent ask book.txt "Who?" --model Qwen3-0.6B-Q8_0',
      'memagent models rm Qwen3-0.6B-Q8_0',
    ),
  );
};

async function list(io: Io, { json }: { json?: boolean }): Promise<number> {
  const folder = modelsFolder(io.env);
  const pulled = await localModels(folder);
  const path = pocketPath();
  const shipped =
    path === undefined ? [] : [{ name: 'pocket', path, bytes: (await stat(path)).size, repo: undefined }];
  if (json) {
    for (const { name, path: at, bytes, repo } of [...shipped, ...pulled]) {
      writeJson(io, {
        type: 'model',
        name,
        path: at,
        bytes,
        ...(repo ? { repo } : {}),
        shipped: name === 'pocket' && repo === undefined,
      });
    }
    return 0;
  }
  const rows = [
    ...shipped.map((model) => [model.name, size(model.bytes), '(shipped)']),
    ...pulled.map((model) => [model.name, size(model.bytes), model.repo ?? '']),
  ];
  const c = coloursFor(io.stdout, io.env);
  if (rows.length > 0) io.stdout.write(`${table(rows)}\n`);
  if (pulled.length === 0) {
    io.stderr.write(
      c.dim(
        'No models have been pulled. `memagent models pull Qwen/Qwen3-0.6B-GGUF` gets one that can chat.\n',
      ),
    );
  }
  return 0;
}

async function pull(
  io: Io,
  { json, quiet }: { json?: boolean; quiet?: boolean },
  name: string,
): Promise<number> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  process.once('SIGINT', stop);
  let text = 'asking the hub';
  const status = json || quiet ? undefined : new StatusLine(io, () => text);
  let began = { at: performance.now(), bytes: 0 };
  let told = 0;
  try {
    for await (const event of pullModel(name, {
      folder: modelsFolder(io.env),
      signal: abort.signal,
      ...hubOptions(io),
    })) {
      if (event.type === 'file') {
        began = { at: performance.now(), bytes: event.resumedAt };
        if (event.resumedAt > 0 && event.resumedAt < event.size)
          status?.above(`Going on with ${event.file} at ${size(event.resumedAt)}.\n`);
      }
      if (event.type === 'progress') {
        const seconds = (performance.now() - began.at) / 1000;
        const pace = (event.bytes - began.bytes) / Math.max(seconds, 0.001);
        const left = pace > 0 ? ` · ${duration((event.size - event.bytes) / pace)} left` : '';
        text = `${event.file} · ${size(event.bytes)} of ${size(event.size)} · ${size(Math.round(pace))}/s${left}`;
        status?.update();
        // A line for every network packet would be a flood.
        if (json && (event.bytes === event.size || performance.now() - told > 500)) {
          told = performance.now();
          writeJson(io, event);
        }
      } else if (json) writeJson(io, event);
      if (event.type !== 'pulled' || json) continue;
      status?.close();
      if (!event.checked)
        io.stderr.write(
          'The hub gave no SHA-256 in its list; the file is checked by its size and headers alone.\n',
        );
      io.stdout.write(`${event.path}\n`);
    }
    return 0;
  } finally {
    status?.close();
    process.off('SIGINT', stop);
  }
}

const hubOptions = ({ env }: Io) => ({
  ...(env.HF_ENDPOINT ? { endpoint: env.HF_ENDPOINT } : {}),
  ...(env.HF_TOKEN ? { token: env.HF_TOKEN } : {}),
});

async function remove(io: Io, { json }: { json?: boolean }, names: string[]): Promise<number> {
  for (const name of names) {
    const model = await removeLocalModel(name, modelsFolder(io.env));
    if (json) writeJson(io, { type: 'removed', name: model.name, path: model.path, bytes: model.bytes });
    else io.stderr.write(`Removed ${model.name} (${size(model.bytes)}).\n`);
  }
  return 0;
}
