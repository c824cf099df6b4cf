import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The folder of the inspector's built page, to be served by `createServer({ web: pageFolder() })`. Throws where it was
 * not built.
 *
 * @example const server = await createServer({ models, stateFolder, web: pageFolder() });
 */
export function pageFolder(): string {
  // The same for sources and for what is installed: `src` and `dist` lie beside each other.
  const folder = fileURLToPath(new URL('../dist/page/', import.meta.url));
  if (existsSync(`${folder}index.html`)) return folder;
  throw new Error('The inspector was not built. Run `npm run build` in the repository.');
}
