import { arch, cpus, freemem, platform, totalmem } from 'node:os';
import { findServers, toMemAgentError } from '@memagent/core';
import { journalFolder, type LocalModel, localModels, modelsFolder } from '@memagent/core/node';
import { llamaModel, usableCores } from '@memagent/llama';
import { pocketPath } from '@memagent/pocket';
import { type AddCommand, examples, run } from '../command.ts';
import { loadConfig } from '../config/load.ts';
import { coloursFor, type Io, writeJson } from '../io.ts';
import { fittingSizes } from '../model/sizes.ts';
import { size } from '../render/text.ts';

/** `memagent doctor`: what this machine has to read with. */
export const addDoctor: AddCommand = (program, cli) => {
  program
    .command('doctor')
    .summary('show what this machine has to read with')
    .description(
      'Checks Node, cores, memory, the embedded engine, the shipped model, running servers and settings.',
    )
    .option('--json', 'one JSON object')
    .option('--debug', 'show where an error came from')
    .addHelpText('after', examples('memagent doctor', 'memagent doctor --json | jq .servers'))
    .action(run(cli, doctor));
};

async function examine(io: Io) {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const models = await localModels(modelsFolder(io.env));
  const smallest = models.reduce<LocalModel | undefined>(
    (a, b) => (a && a.bytes < b.bytes ? a : b),
    undefined,
  );
  const [servers, loaded, engine] = await Promise.all([
    findServers(),
    loadConfig(io.env, io.cwd).catch((error) => ({ problem: toMemAgentError(error).message })),
    tryEngine(smallest?.path),
  ]);
  const config =
    'problem' in loaded
      ? { problem: loaded.problem }
      : { settings: loaded.config, origins: loaded.origins, files: loaded.files };
  return {
    node: process.version,
    platform: `${platform()} ${arch()}`,
    cores: { usable: usableCores(), all: cpus().length, name: cpus()[0]?.model.trim() ?? '' },
    memory: { total: memory, free: Math.min(freemem(), memory) },
    engine,
    pocket: pocketPath() ?? null,
    models: models.map(({ name, path, bytes }) => ({ name, path, bytes })),
    servers,
    fits: fittingSizes(memory),
    config,
    folders: { readings: journalFolder(io.env), models: modelsFolder(io.env) },
    answers: answering('problem' in loaded ? undefined : loaded.config.model, io),
  };
}

type Findings = Awaited<ReturnType<typeof examine>>;

/** Loads the engine with the shipped model or a pulled one; without either it cannot be tried. */
async function tryEngine(pulled: string | undefined): Promise<{ works: boolean | null; problem?: string }> {
  const path = pocketPath() ?? pulled;
  if (path === undefined) return { works: null };
  try {
    const model = await llamaModel({ path, parallel: 1, window: 512 });
    await model.close();
    return { works: true };
  } catch (error) {
    return { works: false, problem: toMemAgentError(error).message };
  }
}

/** Which model would answer now, and why. */
function answering(model: string | undefined, { env }: Io): string {
  if (model !== undefined) return model;
  if (env.OPENAI_BASE_URL)
    return `${env.OPENAI_BASE_URL}${env.OPENAI_MODEL ? `#${env.OPENAI_MODEL}` : ''} (OPENAI_BASE_URL)`;
  return pocketPath() === undefined ? 'none' : 'pocket';
}

async function doctor(io: Io, { json }: { json?: boolean }): Promise<number> {
  const found = await examine(io);
  if (json) writeJson(io, { type: 'doctor', ...found });
  else io.stdout.write(render(io, found));
  return 0;
}

function render(io: Io, found: Findings): string {
  const c = coloursFor(io.stdout, io.env);
  const good = c.green('✓');
  const bad = c.red('✗');
  const none = c.dim('–');
  const out: string[] = [];
  const row = (mark: string, label: string, text: string) => out.push(`${mark} ${label.padEnd(10)} ${text}`);
  const { cores, memory, engine, config } = found;
  row(good, 'node', `${found.node} on ${found.platform}`);
  row(good, 'cores', `${cores.usable} usable of ${cores.all}${cores.name ? ` (${cores.name})` : ''}`);
  row(good, 'memory', `${size(memory.total)}, ${size(memory.free)} free`);
  const tried = engine.works === null ? none : engine.works ? good : bad;
  const says =
    engine.works === null ? 'not tried: there is no model to load' : 'llama.cpp loads in this process';
  row(tried, 'engine', engine.problem ? `does not load: ${engine.problem}` : says);
  row(found.pocket ? good : bad, 'pocket', found.pocket ?? 'not in this copy of memagent');
  row(
    found.models.length > 0 ? good : none,
    'models',
    found.models.map((model) => `${model.name} (${size(model.bytes)})`).join(', ') ||
      'none pulled (memagent models pull …)',
  );
  if (found.servers.length === 0)
    row(none, 'servers', 'none found on the usual ports (Ollama, LM Studio, llama-server, vLLM, SGLang)');
  for (const server of found.servers) {
    const models = server.models.map((model) => model.name);
    row(good, 'server', `${server.kind} at ${server.baseUrl}: ${models.join(', ') || 'no models'}`);
    out.push(c.dim(`             --model ${server.baseUrl}${models.length > 1 ? `#${models[0]}` : ''}`));
  }
  if ('problem' in config) row(bad, 'config', config.problem!);
  else {
    const keys = Object.entries(config.origins ?? {});
    row(
      keys.length > 0 ? good : none,
      'config',
      keys.length > 0 ? keys.map(([key, from]) => `${key} (${from})`).join(', ') : 'nothing set',
    );
  }
  row(
    found.answers === 'none' ? bad : good,
    'answers',
    found.answers === 'none' ? 'no model: name one with --model' : found.answers,
  );
  out.push('', c.bold('Models that would fit into memory, with a window of 8192 tokens'));
  for (const parameters of new Set(found.fits.map((each) => each.parameters))) {
    const cells = found.fits
      .filter((each) => each.parameters === parameters)
      .map(({ quant, bytes, fits }) => {
        const mark = fits === 'yes' ? good : fits === 'tight' ? c.yellow('~') : bad;
        return `${mark} ${quant} ${size(bytes).padEnd(7)}`;
      });
    out.push(`  ${`${parameters}B`.padEnd(5)} ${cells.join('   ')}`);
  }
  out.push(c.dim('  (~ fits, but leaves little for anything else)'));
  return `${out.join('\n')}\n`;
}
