// The recipes for clusters, as they stand, with a tokenizer of the form that their models have.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runHere } from '../../packages/cli/src/testing/in-process.ts';

const source = fileURLToPath(new URL('../../recipes/cluster', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-cluster-'));
  await cp(source, folder, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Every byte a token, as byte-level tokenizers write bytes, and the marks of the chat. */
function byteTokenizer(): object {
  const shown = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  const hidden = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !shown(byte));
  const vocab = Object.fromEntries(
    Array.from({ length: 256 }, (_, byte) => [
      String.fromCharCode(shown(byte) ? byte : 256 + hidden.indexOf(byte)),
      byte,
    ]),
  );
  const added = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'].map((content, i) => ({
    id: 256 + i,
    content,
    special: true,
  }));
  const level = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true };
  return {
    added_tokens: added,
    pre_tokenizer: level,
    decoder: level,
    model: { type: 'BPE', vocab, merges: [] },
  };
}

it('every recipe passes a dry run', { timeout: 120_000 }, async () => {
  const names = (await readdir(source)).filter((name) => name.endsWith('.yaml'));
  expect(names).toHaveLength(4);
  for (const name of names) {
    const recipe = parse(await readFile(join(source, name), 'utf8'));
    const tokenizer = join(folder, recipe.model.tokenizer);
    await mkdir(dirname(tokenizer), { recursive: true });
    await writeFile(tokenizer, JSON.stringify(byteTokenizer()));
    const ran = await runHere(['train', name, '--dry-run', '--json'], { cwd: folder });
    expect(ran.stderr, name).toBe('');
    expect(ran.code, name).toBe(0);
    const { batchTasks, groupSize } = recipe.algorithm;
    expect(ran.lines()[0], name).toMatchObject({
      trajectoriesPerStep: batchTasks * groupSize,
      loss: name === 'hosted.yaml' ? 'ppo' : expect.not.stringMatching('ppo'),
    });
  }
});
