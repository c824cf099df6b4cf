import { stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { MemAgentError } from '../../errors.ts';
import { modelsFolder } from '../config/folders.ts';
import { chooseFiles } from './choose-files.ts';
import { type DownloadOptions, download } from './download.ts';
import { type HubFile, hubFiles, hubUrl } from './hub.ts';

export interface PullOptions extends DownloadOptions {
  /** Where models are kept; the user's models folder unless given. */
  readonly folder?: string;
}

/** A model that has been pulled. */
export interface PulledModel {
  /** The file to load; of a split model its first part. */
  readonly path: string;
  readonly files: readonly string[];
  readonly bytes: number;
  /** False where the hub gave no hash to check against. */
  readonly checked: boolean;
}

export type PullEvent =
  | { readonly type: 'file'; readonly file: string; readonly size: number; readonly resumedAt: number }
  | { readonly type: 'progress'; readonly file: string; readonly bytes: number; readonly size: number }
  | ({ readonly type: 'pulled' } & PulledModel);

/**
 * Gets a GGUF from a hub: `owner/name`, with `:` and a file or a quantization where the repository has several. Goes on
 * with what an earlier run left, and checks the SHA-256.
 *
 * @example
 * for await (const event of pullModel('Qwen/Qwen3-0.6B-GGUF:Q8_0')) {
 *   if (event.type === 'pulled') console.log(event.path);
 * }
 */
export async function* pullModel(name: string, options: PullOptions = {}): AsyncGenerator<PullEvent> {
  const [repo, which] = splitName(name);
  const files = chooseFiles(repo, await hubFiles(repo, options), which);
  const folder = options.folder ?? modelsFolder();
  const targets = files.map((file) => targetOf(folder, repo, file));
  for (const [i, file] of files.entries()) {
    const target = targets[i]!;
    const { path, size } = file;
    if ((await stat(target).catch(() => undefined))?.size === size) {
      yield { type: 'file', file: path, size, resumedAt: size };
      continue;
    }
    let begun = false;
    const url = hubUrl(`${repo}/resolve/main/${path}`, options);
    for await (const bytes of download({ url, target, name: path, size, sha256: file.sha256 }, options)) {
      if (!begun) yield { type: 'file', file: path, size, resumedAt: bytes };
      begun = true;
      yield { type: 'progress', file: path, bytes, size };
    }
  }
  yield {
    type: 'pulled',
    path: targets[0]!,
    files: targets,
    bytes: files.reduce((sum, file) => sum + file.size, 0),
    checked: files.every((file) => file.sha256 !== undefined),
  };
}

/** `owner/name:what`; an address copied from the hub's page is understood too. */
function splitName(name: string): [repo: string, which: string | undefined] {
  const bare = name
    .replace(/^(?:https?:\/\/[^/]+\/|hf:(?:\/\/)?)/, '')
    .replace(/\/(?:tree|blob)\/main(?:\/|$)/, ':')
    .replace(/:$/, '');
  const colon = bare.indexOf(':');
  return colon < 0 ? [bare, undefined] : [bare.slice(0, colon), bare.slice(colon + 1)];
}

function targetOf(folder: string, repo: string, file: HubFile): string {
  const target = join(folder, repo, file.path);
  if (target.startsWith(join(folder, repo) + sep)) return target;
  throw new MemAgentError('bad-input', `The hub names a file outside its repository: ${file.path}.`);
}
