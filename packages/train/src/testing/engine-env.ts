import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * What tests start the real engine with: the Python that `MEMAGENT_ENGINE_PYTHON` names, that of `engine/test.sh`, or
 * else an environment that is made in the cache folder.
 */
export function engineEnv(): Record<string, string | undefined> {
  const tests = fileURLToPath(new URL('../../../../engine/.venv/bin/python', import.meta.url));
  const own = process.env.MEMAGENT_ENGINE_PYTHON ?? (existsSync(tests) ? tests : undefined);
  return { ...process.env, ...(own ? { MEMAGENT_ENGINE_PYTHON: own } : {}) };
}
