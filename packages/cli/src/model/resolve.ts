import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MemAgentError, type Model } from '@memagent/core';
import { type Environment, findLocalModel, modelsFolder } from '@memagent/core/node';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import { embeddedModel, pocketModel, pocketNotice } from './embedded.ts';
import { servedModel } from './served.ts';
import { tinkerEngine } from './tinker.ts';

export interface ModelRequest {
  readonly settings: Config;
  readonly env: Environment;
  readonly cwd: string;
  /** Told what the user should know about the choice. */
  readonly notice: (text: string) => void;
  /** How many questions will be read for at once; 4 unless told otherwise. */
  readonly parallel?: number;
  readonly signal?: AbortSignal;
}

/**
 * The model that the user named: a path, a pulled model's name, `pocket`, one or more addresses, or a Tinker engine
 * (`tinker:http://…`). Where none is named, the server of `OPENAI_BASE_URL`, else the shipped model.
 */
export async function resolveModel(request: ModelRequest): Promise<Model> {
  const { settings, env, parallel = 4 } = request;
  const name = settings.model;
  if (name === undefined) {
    if (env.OPENAI_BASE_URL) return servedModel(env.OPENAI_BASE_URL, request, env.OPENAI_MODEL);
    const model = await pocketModel(settings, parallel);
    request.notice(pocketNotice);
    return model;
  }
  if (name === 'pocket') return pocketModel(settings, parallel);
  if (/^tinker:/i.test(name)) return tinkerEngine(name, request);
  if (/^https?:\/\//i.test(name)) return servedModel(name, request);
  return embeddedModel(await modelPath(name, request), settings, parallel);
}

/** A GGUF by its path or by the name under which it was pulled. */
async function modelPath(name: string, { env, cwd }: ModelRequest): Promise<string> {
  const path = resolve(cwd, name);
  const info = await stat(path).catch(() => undefined);
  if (info?.isFile()) return path;
  const pulled = await findLocalModel(name, modelsFolder(env));
  if (pulled) return pulled.path;
  const hint =
    /^[\w.-]+\/[\w.-]+(?::[\w.-]+)?$/.test(name) && !/\.gguf$/i.test(name)
      ? `Get it from a hub with \`memagent models pull ${name}\`.`
      : '`memagent models` lists what is there; `memagent models pull owner/name` gets more. A server is named by its address, http://….';
  throw new MemAgentError(
    'model-unavailable',
    `There is no model "${name}": no such file, and none was pulled under that name.`,
    { hint },
  );
}

/**
 * The model that the command would answer with: what `model` names, else config, environment, or the shipped one.
 *
 * @example
 * const model = await defaultModel();
 * const { answer } = await ask({ document: await openDocument('book.txt'), question: 'Who wrote it?', model });
 */
export async function defaultModel(
  options: {
    model?: string;
    env?: Environment;
    cwd?: string;
    onNotice?: (text: string) => void;
    signal?: AbortSignal;
  } = {},
): Promise<Model> {
  const { env = process.env, cwd = process.cwd(), onNotice = () => undefined, signal } = options;
  const { config } = await loadConfig(env, cwd);
  const settings = options.model === undefined ? config : { ...config, model: options.model };
  return resolveModel({ settings, env, cwd, notice: onNotice, ...(signal ? { signal } : {}) });
}
