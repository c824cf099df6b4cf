import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { ApiError } from '../http/api-error.ts';

/**
 * The real path of a file inside one of the roots. Links are followed first, so that none leads out; what lies outside
 * and what does not exist get the same answer, so that nobody can feel their way around the disk.
 */
export async function pathInRoots(path: string, roots: readonly string[]): Promise<string> {
  if (roots.length === 0)
    throw new ApiError(403, 'no_roots', 'No folder of this server is open for reading by path.', {
      param: 'path',
    });
  if (path.includes('\0')) throw notThere();
  for (const root of roots) {
    const realRoot = await realpath(root).catch(() => undefined);
    const real = await realpath(resolve(root, path)).catch(() => undefined);
    if (realRoot === undefined || real === undefined || !inside(real, realRoot)) continue;
    const info = await stat(real);
    if (info.isFile()) return real;
    throw new ApiError(400, 'not_a_file', 'That is not a file; name one file.', { param: 'path' });
  }
  throw notThere();
}

function inside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

const notThere = () =>
  new ApiError(404, 'document_not_found', 'There is no such file in the folders open for reading.', {
    param: 'path',
  });
