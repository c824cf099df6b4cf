import { MemAgentError } from '../../errors.ts';
import type { HubFile } from './hub.ts';

/** Quantizations from most to least wanted when none is named: small, and good still. */
const wanted = ['Q4_K_M', 'Q4_K_S', 'Q5_K_M', 'Q4_0', 'Q8_0', 'Q6_K', 'BF16', 'F16', 'F32'];

/**
 * The GGUF that is meant by a file name or a quantization (`Q8_0`), with all its parts where it is split; a usual one
 * where nothing is named.
 */
export function chooseFiles(repo: string, files: readonly HubFile[], which?: string): HubFile[] {
  const models = new Map<string, HubFile[]>();
  for (const file of files) {
    // Projectors for images lie beside the model and are none.
    if (!/\.gguf$/i.test(file.path) || /(?:^|\/)mmproj/i.test(file.path)) continue;
    const key = file.path.replace(/-\d{5}-of-\d{5}(?=\.gguf$)/i, '');
    models.set(
      key,
      [...(models.get(key) ?? []), file].sort((a, b) => (a.path < b.path ? -1 : 1)),
    );
  }
  const names = [...models.keys()];
  if (names.length === 0) {
    throw new MemAgentError('bad-input', `${repo} holds no GGUF file.`, {
      hint: 'Look for a repository whose name ends in -GGUF: the embedded engine reads no other format.',
    });
  }
  const found = which === undefined ? usual(names) : named(names, which);
  if (found.length === 1) return complete(models.get(found[0]!)!);
  const list = names.map((name) => `  ${name}`).join('\n');
  const problem =
    found.length === 0
      ? `has no "${which}"`
      : which === undefined
        ? 'has several models'
        : `has several "${which}"`;
  throw new MemAgentError('bad-input', `${repo} ${problem}. It has:\n${list}`, {
    hint: `Name one: memagent models pull ${repo}:${quantOf(names[0]!) ?? names[0]}`,
  });
}

/** The quantization that a file's name ends in. */
export function quantOf(path: string): string | undefined {
  return /(?:^|[-._/])((?:UD-)?(?:I?Q\d[\w]*|BF16|F16|F32|MXFP4))(?:-\d{5}-of-\d{5})?\.gguf$/i
    .exec(path)?.[1]
    ?.toUpperCase();
}

function usual(names: readonly string[]): string[] {
  if (names.length === 1) return [...names];
  for (const quant of wanted) {
    const found = names.filter((name) => quantOf(name) === quant);
    if (found.length > 0) return found;
  }
  return [...names];
}

function named(names: readonly string[], which: string): string[] {
  const lower = which.toLowerCase();
  const exact = names.filter((name) =>
    [name, name.replace(/\.gguf$/i, '')].some((each) => each.toLowerCase() === lower),
  );
  return exact.length > 0 ? exact : names.filter((name) => quantOf(name)?.toLowerCase() === lower);
}

function complete(parts: HubFile[]): HubFile[] {
  const total = Number(/-of-(\d{5})\.gguf$/i.exec(parts[0]!.path)?.[1] ?? 1);
  if (parts.length === total) return parts;
  throw new MemAgentError(
    'bad-input',
    `${parts[0]!.path} has ${total} parts, of which the hub has ${parts.length}.`,
    {
      hint: 'Choose another file of this repository.',
    },
  );
}
