import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { MemAgentError } from '@memagent/core';
import { type EnvironmentOptions, engineEnvironment } from './environment.ts';

export interface EngineOptions extends EnvironmentOptions {
  /** A Hugging Face folder or a GGUF file. */
  readonly model: string;
  /** What clients call it; the folder's or file's name unless told. */
  readonly name?: string;
  /** `cuda` where there is one unless told. */
  readonly device?: 'cpu' | 'cuda';
  /** Loopback unless told; any other demands a key. */
  readonly host?: string;
  /** A free one unless told. */
  readonly port?: number;
  readonly key?: string;
  /** Where saved weights go. */
  readonly checkpoints: string;
  /** Of the CPU; as many as torch likes unless told. */
  readonly threads?: number;
  /** Further options of the engine itself, as it takes them. */
  readonly flags?: readonly string[];
  /** A file for what the engine writes to its error stream. */
  readonly log?: string;
}

/** An engine that runs. */
export interface RunningEngine {
  readonly url: string;
  readonly model: string;
  readonly device: string;
  readonly pid: number;
  /** When it has ended, whoever ended it: its exit code (0: it was asked to), and what it said last. */
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
  /** Ends it: asks, and after ten seconds insists. */
  stop(): Promise<void>;
}

const graceMs = 10_000;

/**
 * Makes the engine's environment where it is not there yet, starts the engine, and waits until it is healthy. It ends
 * with the process that started it, however that ends.
 *
 * @example
 * const engine = await startEngine({ model: 'models/Qwen3-0.6B', checkpoints: 'runs/checkpoints' });
 * const client = await TinkerClient.connect({ url: engine.url });
 * await engine.stop();
 */
export async function startEngine(options: EngineOptions): Promise<RunningEngine> {
  const { host = '127.0.0.1', port = 0, signal } = options;
  if (!isLoopback(host) && !options.key)
    throw new MemAgentError('bad-input', `An engine at ${host} is open to others and has no key.`, {
      hint: 'Give a key (--key, or MEMAGENT_ENGINE_KEY), or leave --host out.',
    });
  const { python, sources } = await engineEnvironment(options);
  options.onProgress?.('starting the engine');
  await mkdir(options.checkpoints, { recursive: true }).catch((cause: Error) => {
    throw new MemAgentError(
      'bad-input',
      `Weights cannot be kept in ${options.checkpoints}: ${cause.message}.`,
      { hint: 'Give another --checkpoints folder.', cause },
    );
  });
  const given = {
    model: options.model,
    name: options.name,
    device: options.device,
    host,
    port,
    checkpoints: options.checkpoints,
    threads: options.threads,
  };
  const args = Object.entries(given).flatMap(([flag, value]) =>
    value === undefined ? [] : [`--${flag}`, String(value)],
  );
  const env = options.env ?? process.env;
  const child = spawn(
    python,
    ['-u', '-m', 'memagent_engine.serve', ...args, '--attached', ...(options.flags ?? [])],
    {
      // A group of its own: Ctrl-C is for us, and we end the engine when we have let go of it. Its input is open as
      // long as we live.
      detached: process.platform !== 'win32',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...env,
        PYTHONPATH: env.PYTHONPATH ? `${sources}:${env.PYTHONPATH}` : sources,
        // Not in the arguments: those anyone on the machine can read.
        ...(options.key ? { MEMAGENT_ENGINE_KEY: options.key } : {}),
      },
    },
  );
  let tail = '';
  if (options.log) await mkdir(dirname(options.log), { recursive: true });
  const log = options.log ? createWriteStream(options.log, { flags: 'a' }) : undefined;
  log?.on('error', () => {});
  child.stderr.on('data', (data: Buffer) => {
    tail = `${tail}${data.toString('utf8')}`.slice(-4000);
    log?.write(data);
  });
  child.stdin.on('error', () => {});
  const ended: RunningEngine['ended'] = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, said: error.message }));
    child.once('close', (code) => {
      log?.end();
      resolve({ code, said: tail.trim() });
    });
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const insist = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(insist);
  };
  const abort = () => void child.kill('SIGTERM');
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const said = await Promise.race([
      firstObject(createInterface({ input: child.stdout })),
      ended.then(({ said }) => Promise.reject(startFailure(said, options))),
    ]);
    const { url, model, device, pid } = said as unknown as RunningEngine;
    const response = await fetch(`${url}/api/v1/healthz`, signal ? { signal } : {});
    if (!response.ok) throw startFailure(`its health check answered ${response.status}`, options);
    return { url, model, device, pid, ended, stop };
  } catch (error) {
    await stop();
    if (signal?.aborted) throw new MemAgentError('aborted', 'Stopped.', { cause: error });
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** The first line that is a JSON object; what libraries print besides is not. */
async function firstObject(lines: AsyncIterable<string>): Promise<Record<string, unknown>> {
  for await (const line of lines)
    if (line.startsWith('{')) return JSON.parse(line) as Record<string, unknown>;
  // Ended without a word: whoever waits for its end says so.
  return new Promise(() => {});
}

function startFailure(output: string, { host = '127.0.0.1', port, env = process.env }: EngineOptions) {
  if (/address already in use|EADDRINUSE|Errno 98|Errno 48/i.test(output))
    return new MemAgentError('bad-input', `Port ${port} of ${host} is taken.`, {
      hint: 'Give another --port, or leave it out to have a free one.',
    });
  const missing = /No module named '([\w.]+)'/.exec(output)?.[1];
  if (missing)
    return new MemAgentError('model-unavailable', `The engine’s Python lacks ${missing}.`, {
      hint: env.MEMAGENT_ENGINE_PYTHON
        ? 'MEMAGENT_ENGINE_PYTHON must have all of engine/requirements.txt.'
        : 'Remove its environment in the cache folder: it is made again.',
    });
  return new MemAgentError('model-unavailable', `The engine did not start:\n${lastWords(output)}`, {
    hint: /finds no GPU/.test(output)
      ? 'Set the device to cpu, or leave it out.'
      : 'Check that the model is a Hugging Face folder or a GGUF of the Llama or Qwen kind.',
  });
}

/** What a program died of: its last exception without the way there, or its last lines. */
function lastWords(output: string): string {
  const lines = output.split('\n');
  const at = lines.findLastIndex((line) => /^[\w.]+(Error|Exception)\b/.test(line));
  return lines.slice(at < 0 ? -4 : at).join('\n');
}

/** Whether an address is this machine's alone. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
