// Completes package-lock.json with the optional packages of other platforms, where the registry at hand did not have
// them: `npm ci` refuses a lock file that lacks them, on every platform. Run it after `npm install`: npm run lock
import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
const systems = {
  android: 'android',
  darwin: 'darwin',
  mac: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  win32: 'win32',
  win: 'win32',
  openharmony: 'openharmony',
};
const processors = {
  arm64: 'arm64',
  x64: 'x64',
  arm: 'arm',
  armv7l: 'arm',
  ppc64: 'ppc64',
  s390x: 's390x',
  riscv64: 'riscv64',
  wasm32: 'wasm32',
  ia32: 'ia32',
};
const libraries = { musl: 'musl', gnu: 'glibc' };

let added = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const known = found(place, name);
    // Another name there is an override.
    if (!/^\d+\.\d+\.\d+/.test(version) || known?.version === version || known?.name) continue;
    const words = name.split(/[/-]/);
    const pick = (table) =>
      words
        .map((word) => table[word])
        .filter(Boolean)
        .slice(0, 1);
    const [os, cpu, libc] = [pick(systems), pick(processors), pick(libraries)];
    if (os.length + cpu.length === 0) throw new Error(`For which platform is ${name}?`);
    // Beside the package that wants it where another version stands further up.
    const beside = known ? place.slice(0, place.lastIndexOf('node_modules/')) : '';
    lock.packages[`${beside}node_modules/${name}`] = {
      version,
      ...(cpu.length > 0 ? { cpu } : {}),
      ...(entry.dev ? { dev: true } : {}),
      ...(libc.length > 0 && os[0] === 'linux' ? { libc } : {}),
      optional: true,
      ...(os.length > 0 ? { os } : {}),
    };
    added += 1;
  }
}
const sorted = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
);
writeFileSync(path, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
console.log(`${added} packages of other platforms added`);

/** What a package finds in the lock file under a name: beside itself or further up. */
function found(place, name) {
  for (let at = place; ; ) {
    const entry = lock.packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`];
    if (entry || at === '') return entry;
    const up = at.lastIndexOf('node_modules/');
    at = up <= 0 ? '' : at.slice(0, up - 1);
  }
}
