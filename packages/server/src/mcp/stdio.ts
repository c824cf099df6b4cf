import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer, type McpOptions } from './tool.ts';

/**
 * Serves MCP on standard input and output until the client closes it.
 *
 * @example
 * await serveMcpStdio({ models: ['pocket'], openModel, journal, … });
 */
export async function serveMcpStdio(
  options: McpOptions,
  io: { stdin: Readable; stdout: Writable; signal?: AbortSignal } = process,
): Promise<void> {
  const server = createMcpServer(options);
  const transport = new StdioServerTransport(io.stdin, io.stdout);
  const ended = new Promise<void>((resolve) => {
    io.stdin.once('end', resolve);
    io.stdin.once('close', resolve);
    io.signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(transport);
  await ended;
  await server.close();
}
