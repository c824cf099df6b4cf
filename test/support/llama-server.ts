import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { buildLlama } from './build-llama.ts';

/** A real llama-server on loopback. */
export interface LlamaServer {
  readonly url: string;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
}

/** Builds llama-server where that has not been done, starts it on a free port and waits until it is healthy. */
export async function startLlamaServer(model: string, args: readonly string[] = []): Promise<LlamaServer> {
  const binary = await buildLlama('llama-server');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(binary, ['-m', model, '--host', '127.0.0.1', '--port', String(port), ...args], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`llama-server ended with ${child.exitCode}`);
    const response = await fetch(`${url}/health`).catch(() => undefined);
    if (response?.ok) break;
    await delay(50);
  }
  return {
    url,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
