import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { MemAgentError } from '@memagent/core';
import { configFolder, type Environment } from '@memagent/core/node';
import { parse } from 'yaml';
import { type Config, type ConfigKey, configSchema, variableOf } from './schema.ts';

/** What is set, and where each key was. */
export interface LoadedConfig {
  readonly config: Config;
  /** The files that were read, the strongest first. */
  readonly files: readonly string[];
  /** For each key the file or variable that set it. */
  readonly origins: Partial<Record<ConfigKey, string>>;
}

/**
 * The settings in force: a project's `.memagent.yaml` (in this folder or one above), then the user's config file, then
 * the environment.
 */
export async function loadConfig(env: Environment, cwd: string): Promise<LoadedConfig> {
  const project = env.MEMAGENT_CONFIG ? undefined : await projectFile(cwd, env);
  const user = env.MEMAGENT_CONFIG
    ? resolve(cwd, env.MEMAGENT_CONFIG)
    : join(configFolder(env), 'config.yaml');
  const layers: { from: string; config: Config }[] = [];
  if (project)
    layers.push({
      from: project.path,
      config: checkProject(parseConfig(project.text, project.path), project.path),
    });
  const text = await readText(user, env.MEMAGENT_CONFIG !== undefined);
  if (text !== undefined) layers.push({ from: user, config: parseConfig(text, user) });
  const files = layers.map((layer) => layer.from);
  for (const key of Object.keys(configSchema.shape) as ConfigKey[]) {
    const value = env[variableOf(key)];
    if (value !== undefined && value !== '')
      layers.push({ from: variableOf(key), config: fromVariable(key, value) });
  }
  const config: Record<string, unknown> = {};
  const origins: Partial<Record<ConfigKey, string>> = {};
  for (const layer of layers) {
    for (const [key, value] of Object.entries(layer.config)) {
      if (key in config || value === undefined) continue;
      config[key] = value;
      origins[key as ConfigKey] = layer.from;
    }
  }
  return { config, files, origins };
}

/** A config file's text, checked; what is wrong is named by file and key. */
export function parseConfig(text: string, path: string): Config {
  let value: unknown;
  try {
    value = parse(text) ?? {};
  } catch (cause) {
    throw new MemAgentError('bad-input', `${path} is not YAML: ${(cause as Error).message.split('\n')[0]}`, {
      hint: 'Write one `key: value` a line.',
      cause,
    });
  }
  const checked = configSchema.safeParse(value);
  if (checked.success) return checked.data;
  throw invalid(path, checked.error.issues);
}

function fromVariable(key: ConfigKey, text: string): Config {
  const value = key === 'lora' ? text.split(',') : key === 'model' || key === 'profile' ? text : parse(text);
  const checked = configSchema.safeParse({ [key]: value });
  if (checked.success) return checked.data;
  throw invalid(variableOf(key), checked.error.issues);
}

interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

function invalid(where: string, issues: readonly Issue[]): MemAgentError {
  const lines = issues.map((issue) => {
    if (issue.code === 'unrecognized_keys')
      return `unknown key ${issue.keys!.map((key) => `"${key}"`).join(', ')}`;
    return issue.path.length > 0 ? `${issue.path.map(String).join('.')}: ${issue.message}` : issue.message;
  });
  return new MemAgentError('bad-input', `${where}: ${lines.join('; ')}.`, {
    hint: `The keys are: ${Object.keys(configSchema.shape).join(', ')}.`,
  });
}

/**
 * A project file comes with whatever was cloned. It may not send what is read, or a key, to a machine elsewhere.
 */
function checkProject(config: Config, path: string): Config {
  for (const address of (config.model ?? '').split(',')) {
    if (!/^https?:/i.test(address.trim())) continue;
    const host = URL.canParse(address.trim()) ? new URL(address.trim()).hostname : '';
    if (['localhost', '127.0.0.1', '[::1]'].includes(host)) continue;
    throw new MemAgentError(
      'bad-input',
      `${path}: model: a project file may not send documents to ${host || address}.`,
      {
        hint: 'Put the address into your own config file, MEMAGENT_MODEL or --model.',
      },
    );
  }
  return config;
}

/** The nearest `.memagent.yaml`, from here up to the home folder or the root. */
async function projectFile(
  cwd: string,
  env: Environment,
): Promise<{ path: string; text: string } | undefined> {
  const home = env.HOME || homedir();
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, '.memagent.yaml');
    const text = await readText(path, false);
    if (text !== undefined) return { path, text };
    if (folder === dirname(folder) || folder === home) return undefined;
  }
}

async function readText(path: string, needed: boolean): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (!needed && (code === 'ENOENT' || code === 'ENOTDIR')) return undefined;
    throw new MemAgentError('bad-input', `The config file ${path} cannot be read (${code}).`, {
      hint: 'Check MEMAGENT_CONFIG and the file’s permissions.',
      cause,
    });
  }
}
