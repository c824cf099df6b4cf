import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where readings are kept: `MEMAGENT_HOME`, else `memagent` in the XDG state folder. */
export function stateFolder(env: Environment = process.env): string {
  if (env.MEMAGENT_HOME) return resolve(env.MEMAGENT_HOME);
  return join(xdg(env, 'XDG_STATE_HOME', '.local/state'), 'memagent');
}

/** Where the journals of readings are kept. */
export const journalFolder = (env: Environment = process.env): string => join(stateFolder(env), 'readings');

/** Where pulled models are kept: `MEMAGENT_MODELS`, else `memagent/models` in the XDG data folder. */
export function modelsFolder(env: Environment = process.env): string {
  if (env.MEMAGENT_MODELS) return resolve(env.MEMAGENT_MODELS);
  return join(xdg(env, 'XDG_DATA_HOME', '.local/share'), 'memagent', 'models');
}

/** Where the user's config file lies. */
export const configFolder = (env: Environment = process.env): string =>
  join(xdg(env, 'XDG_CONFIG_HOME', '.config'), 'memagent');

/** The XDG specification has relative paths ignored. */
function xdg(env: Environment, name: string, usual: string): string {
  const set = env[name];
  return set && isAbsolute(set) ? set : join(env.HOME || homedir(), usual);
}
