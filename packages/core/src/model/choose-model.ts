import { MemAgentError } from '../errors.ts';
import type { ServerInfo } from './server-info.ts';

/** The name of the model to call: the one that is wanted, or the only one there is. */
export function chooseModel(info: ServerInfo, wanted: string | undefined): string {
  const names = info.models.map((model) => model.name);
  const list = names.length === 0 ? 'none' : names.join(', ');
  if (wanted !== undefined) {
    const found = names.find((name) => name === wanted || name === `${wanted}:latest`);
    // llama-server takes any name; hosted servers may have models that they do not list.
    if (
      found !== undefined ||
      names.length === 0 ||
      info.kind === 'llama-server' ||
      info.kind === 'unknown'
    ) {
      return found ?? wanted;
    }
    throw new MemAgentError('model-unavailable', `${info.api} has no model “${wanted}”. It has: ${list}.`, {
      hint: info.kind === 'ollama' ? `Get it with: ollama pull ${wanted}` : 'Name one of those.',
    });
  }
  const readers = names.filter((name) => !/embed|rerank/i.test(name));
  if (readers.length === 1) return readers[0]!;
  if (readers.length === 0) {
    throw new MemAgentError('model-unavailable', `${info.api} lists no model that can read.`, {
      hint: 'Name the model, or load one on the server.',
    });
  }
  throw new MemAgentError('bad-input', `${info.api} has several models: ${readers.join(', ')}.`, {
    hint: 'Name the one that should read.',
  });
}
