import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { MemAgentError } from '../../errors.ts';
import { modelsFolder } from '../config/folders.ts';
import { quantOf } from './choose-files.ts';

/** A GGUF in the models folder. */
export interface LocalModel {
  /** What `--model` takes: the file's name without its ending. */
  readonly name: string;
  /** The repository it was pulled from. */
  readonly repo?: string;
  readonly quant?: string;
  readonly path: string;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly modified: Date;
}

/** The models that have been pulled or put into the models folder, by name. */
export async function localModels(folder: string = modelsFolder()): Promise<LocalModel[]> {
  const groups = new Map<string, string[]>();
  const entries = await readdir(folder, { recursive: true }).catch(() => [] as string[]);
  for (const entry of entries.sort()) {
    if (!/\.gguf$/i.test(entry)) continue;
    const key = entry.replace(split, '.gguf');
    groups.set(key, [...(groups.get(key) ?? []), join(folder, entry)]);
  }
  const models = await Promise.all([...groups].map(([key, files]) => localModel(folder, key, files)));
  return models.filter((model) => model !== undefined).sort((a, b) => (a.name < b.name ? -1 : 1));
}

const split = /-\d{5}-of-\d{5}\.gguf$/i;

async function localModel(folder: string, key: string, files: string[]): Promise<LocalModel | undefined> {
  const infos = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  if (!infos.every((info) => info?.isFile())) return undefined;
  const parts = relative(folder, join(folder, key)).split(sep);
  const quant = quantOf(key);
  return {
    name: basename(key).replace(/\.gguf$/i, ''),
    ...(parts.length > 2 ? { repo: `${parts[0]}/${parts[1]}` } : {}),
    ...(quant ? { quant } : {}),
    path: files[0]!,
    files,
    bytes: infos.reduce((sum, info) => sum + info!.size, 0),
    modified: infos[0]!.mtime,
  };
}

/** The model of a name: the file's name, `owner/name`, or `owner/name:Q8_0`; undefined where there is none. */
export async function findLocalModel(
  name: string,
  folder: string = modelsFolder(),
): Promise<LocalModel | undefined> {
  const wanted = name.toLowerCase();
  const models = await localModels(folder);
  const exact = models.filter((model) => namesOf(model).slice(0, 2).includes(wanted));
  const found = exact.length > 0 ? exact : models.filter((model) => namesOf(model).includes(wanted));
  if (found.length <= 1) return found[0];
  const list = found
    .map((model) => `  ${model.repo ? `${model.repo}:` : ''}${model.quant ?? model.name}`)
    .join('\n');
  throw new MemAgentError('bad-input', `"${name}" can be several models:\n${list}`, {
    hint: 'Name one of those.',
  });
}

function namesOf({ name, repo, quant, path }: LocalModel): string[] {
  const names = [name, `${name}.gguf`];
  if (repo) names.push(repo, repo.split('/')[1]!, `${repo}:${name}`, `${repo}:${basename(path)}`);
  if (repo && quant) names.push(`${repo}:${quant}`, `${repo.split('/')[1]}:${quant}`);
  return names.map((each) => each.toLowerCase());
}

/** Removes a pulled model's files, and the folders that are empty then. */
export async function removeLocalModel(name: string, folder: string = modelsFolder()): Promise<LocalModel> {
  const model = await findLocalModel(name, folder);
  if (!model) {
    throw new MemAgentError('bad-input', `There is no model "${name}" in ${folder}.`, {
      hint: '`memagent models` lists them.',
    });
  }
  for (const file of model.files) await rm(file);
  for (let at = join(model.path, '..'); at.startsWith(folder + sep); at = join(at, '..')) {
    if ((await readdir(at).catch(() => ['?'])).length > 0) break;
    await rm(at, { recursive: true });
  }
  return model;
}
