import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { buildLlama } from '../../test/support/build-llama.ts';

/** A llama-server that runs on this machine. */
export interface LlamaServer {
  readonly url: string;
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
  try {
    await healthy(url, child);
  } catch (error) {
    child.kill();
    throw error;
  }
  return {
    url,
    async close() {
      if (child.exitCode !== null) return;
      const over = once(child, 'exit');
      child.kill();
      await over;
    },
  };
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
