import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { buildLlama } from '../../test/support/build-llama.ts';

/** A llama-server that runs on this machine. */
export interface LlamaServer {
  readonly url: string;
  /** Processor time that it has used so far; NaN where the system does not say. */
  cpuSeconds(): number;
  close(): Promise<void>;
}

/** How to serve. */
export interface LlamaServerOptions {
  readonly gguf: string;
  readonly threads: number;
  /** Calls at once. */
  readonly slots: number;
  /** Tokens of one call. */
  readonly window: number;
}

/** Starts a llama-server of the same llama.cpp as the embedded engine's, and waits until it serves. */
export async function startLlamaServer(options: LlamaServerOptions): Promise<LlamaServer> {
  const binary = await buildLlama('llama-server');
  const port = await freePort();
  const args = {
    '-m': options.gguf,
    '-t': options.threads,
    '-np': options.slots,
    '-c': options.slots * options.window,
    '-fa': 'on',
    '-ub': 256,
    // Every round sends the same prompts: none may be kept from one to the next.
    '--cache-ram': 0,
    '--host': '127.0.0.1',
    '--port': port,
  };
  const child = spawn(binary, Object.entries(args).flat().map(String), { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  // A bench that fails must not leave a server behind.
  const end = () => child.kill();
  process.once('exit', end);
  try {
    await healthy(url, child);
  } catch (error) {
    child.kill();
    throw error;
  }
  return {
    url,
    cpuSeconds: () => cpuSeconds(child.pid!),
    async close() {
      process.off('exit', end);
      if (child.exitCode !== null) return;
      const over = once(child, 'exit');
      child.kill();
      await over;
    },
  };
}

/** From Linux's process table, which counts in hundredths of a second. */
function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

async function healthy(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`llama-server ended with ${child.exitCode}.`);
    const response = await fetch(`${url}/health`).catch(() => undefined);
    if (response?.ok) return;
    await delay(50);
  }
}
