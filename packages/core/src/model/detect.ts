import { type ServerInfo, type ServerKind, serverInfo } from './server-info.ts';

/** A server that was found running. */
export interface FoundServer {
  readonly kind: ServerKind;
  /** What to give as `baseUrl`. */
  readonly baseUrl: string;
  readonly models: ServerInfo['models'];
}

/** Where the usual servers listen unless told otherwise. */
export const usualPorts: Readonly<Record<Exclude<ServerKind, 'unknown'>, number>> = {
  ollama: 11434,
  lmstudio: 1234,
  'llama-server': 8080,
  vllm: 8000,
  sglang: 30000,
};

/**
 * Finds model servers that run on this machine, at the usual ports of Ollama, LM Studio, llama-server, vLLM and
 * SGLang. What listens there without being a model server is left out.
 *
 * @example
 * for (const server of await findServers()) console.log(server.kind, server.baseUrl);
 */
export async function findServers(
  options: {
    readonly fetch?: typeof fetch;
    readonly ports?: readonly number[];
    readonly host?: string;
    /** For each request; 1 s unless told otherwise. */
    readonly timeoutMs?: number;
    readonly signal?: AbortSignal;
  } = {},
): Promise<FoundServer[]> {
  const { ports = Object.values(usualPorts), host = '127.0.0.1', timeoutMs = 1000, signal } = options;
  const call = options.fetch ?? globalThis.fetch;
  const found = await Promise.all(
    ports.map(async (port): Promise<FoundServer | undefined> => {
      const baseUrl = `http://${host}:${port}/v1`;
      try {
        const info = await serverInfo({ baseUrl, headers: {}, fetch: call, timeoutMs, signal });
        if (info.kind === 'unknown' && info.models.length === 0) return undefined;
        return { kind: info.kind, baseUrl: info.api, models: info.models };
      } catch (error) {
        if (signal?.aborted) throw error;
        return undefined;
      }
    }),
  );
  return found.filter((server) => server !== undefined);
}
