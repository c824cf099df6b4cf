import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadTokenizer, MemAgentError, type Model } from '@memagent/core';
import { ggufTokenizer } from '@memagent/llama';
import { pocketDefaults, pocketPath, pocketToken } from '@memagent/pocket';
import { type Capabilities, type ModelUse, promptFormats, tinkerModel } from '@memagent/train';
import type { ModelRequest } from './resolve.ts';

/** A Tinker engine as the user names it. */
export interface TinkerSpec {
  readonly url: string;
  /** A base model, or saved weights (`tinker://…`). */
  readonly model?: string;
  /** A tokenizer.json, its folder, or a GGUF. */
  readonly tokenizer?: string;
  /** How prompts become tokens: `pocket`, `chatml`. */
  readonly format?: string;
}

/**
 * `tinker:http://host:port`, with `/model` after it where the engine has several, and `?tokenizer=…&format=…` where it
 * serves no pocket.
 */
export function parseTinker(text: string): TinkerSpec {
  const match = /^tinker:(https?:\/\/[^/?#]+)\/?([^?]*)(?:\?(.*))?$/i.exec(text);
  const query = new URLSearchParams(match?.[3] ?? '');
  const unknown = [...query.keys()].find((key) => key !== 'tokenizer' && key !== 'format');
  if (!match || unknown !== undefined)
    throw new MemAgentError(
      'bad-input',
      unknown === undefined
        ? `${text} names no Tinker engine.`
        : `${text} says ${unknown}, which nothing knows.`,
      { hint: 'Write tinker:http://host:port[/model][?tokenizer=tokenizer.json&format=chatml].' },
    );
  const [tokenizer, format] = [query.get('tokenizer'), query.get('format')];
  return {
    url: match[1]!,
    ...(match[2] ? { model: match[2] } : {}),
    ...(tokenizer ? { tokenizer } : {}),
    ...(format ? { format } : {}),
  };
}

/** The weights of a Tinker engine; one that serves pocket's shape is used as pocket is. */
export async function tinkerEngine(text: string, request: ModelRequest): Promise<Model> {
  const { settings, env, cwd, notice, signal } = request;
  const spec = parseTinker(text);
  const apiKey = env.TINKER_API_KEY || env.MEMAGENT_API_KEY;
  return tinkerModel({
    url: spec.url,
    use: async (capabilities, model) => {
      const use = await useOf(spec, capabilities, model, cwd);
      return { ...use, ...(settings.window ? { window: settings.window } : {}) };
    },
    onWarning: notice,
    ...(spec.model ? { model: spec.model } : {}),
    ...(apiKey ? { apiKey } : {}),
    ...(signal ? { signal } : {}),
  });
}

/** Pocket's vocabulary, which no other model has the size of by chance alone. */
const pocketVocabulary = 16_384;
const pocketWindow = 4096;

async function useOf(
  spec: TinkerSpec,
  capabilities: Capabilities,
  model: string,
  cwd: string,
): Promise<ModelUse> {
  const served = capabilities.vocabulary === pocketVocabulary ? pocketPath() : undefined;
  const given = spec.tokenizer === undefined ? served : resolve(cwd, spec.tokenizer);
  if (given === undefined)
    throw new MemAgentError('bad-input', `${spec.url} does not say how ${model} turns text into tokens.`, {
      hint: `Name its tokenizer: --model "tinker:${spec.url}/${model}?tokenizer=tokenizer.json&format=chatml".`,
    });
  const tokenizer = await openTokenizer(given);
  const pocket = tokenizer.special(pocketToken) !== undefined;
  const format = promptFormats[spec.format ?? (pocket ? 'pocket' : 'chatml')];
  if (!format)
    throw new MemAgentError('bad-input', `There is no format "${spec.format}".`, {
      hint: `The formats are ${Object.keys(promptFormats).join(', ')}.`,
    });
  return {
    tokenizer,
    format,
    ...(pocket ? { defaults: pocketDefaults, window: capabilities.window ?? pocketWindow } : {}),
  };
}

async function openTokenizer(path: string) {
  if (path.endsWith('.gguf')) return ggufTokenizer(path);
  try {
    const file = (await stat(path)).isDirectory() ? join(path, 'tokenizer.json') : path;
    return loadTokenizer(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new MemAgentError(
      'bad-input',
      `${path} cannot be used as a tokenizer: ${(cause as Error).message}`,
      {
        hint: 'Give a tokenizer.json, the folder that has one, or a GGUF.',
        cause,
      },
    );
  }
}
