import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeTinker } from '../../../train/src/testing/fake-tinker.ts';
import { runHere } from '../testing/in-process.ts';

const recipes = fileURLToPath(new URL('../../../../recipes', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-train-command-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const here = (args: string[]) => runHere(args, { cwd: folder });

/** Own data, own agent, own reward, of a kind that a bigram model can learn. */
async function ownExample() {
  const lines = ['red', 'blue', 'green', 'white'].flatMap((word) =>
    Array.from({ length: 5 }, (_, i) => JSON.stringify({ id: `${word}-${i}`, question: word, answer: word })),
  );
  await writeFile(join(folder, 'tasks.jsonl'), lines.join('\n'));
  await writeFile(
    join(folder, 'mine.ts'),
    `export const agent = async (task: { question: string }, model: any): Promise<string> => {
  const prompt = { form: 'raw', shared: 0, segments: [{ text: task.question, trusted: false }] };
  const { text } = await model.complete(prompt, { maxTokens: 1 });
  return text;
};
export const reward = (answer: string, task: { answers: string[] }) => (answer === task.answers[0] ? 1 : 0);
`,
  );
  await writeFile(
    join(folder, 'mine.yaml'),
    [
      'name: mine',
      'model: { tokenizer: words, format: pocket, window: 64, rank: 1 }',
      'data: tasks.jsonl',
      'module: mine.ts',
      'agent: module',
      'maxTokens: 1',
      'steps: 25',
      'evaluation: { every: 25, samples: 8 }',
      'algorithm:',
      '  { groupSize: 32, batchTasks: 4, minibatches: 1, dynamicSampling: null, overlong: null, adam: { learningRate: 0.5, warmup: 0 } }',
    ].join('\n'),
  );
}

const reading =
  'steps: 1\nmodel: { tokenizer: words, format: pocket, window: 128 }\ntasks: [remember]\nlengths: [own]';

describe('memagent train', () => {
  it('trains on data and a module of one’s own, and goes on where it was', async () => {
    await ownExample();
    const server = await startFakeTinker({ vocabulary: 250, batched: true });
    try {
      const args = ['train', 'mine.yaml', '--out', 'run', '--engine', server.url];
      const ran = await here([...args, '--steps', '2']);
      expect(ran.stderr).not.toContain('error');
      expect(ran).toMatchObject({ code: 0, stdout: 'run/metrics.jsonl\nrun/metrics.svg\n' });
      expect(await here(args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('holds a run already'),
      });
      const resumed = await here([...args, '--steps', '4', '--resume', '--json']);
      expect(resumed.lines()[0]).toMatchObject({ type: 'started', step: 2, steps: 4 });
      const metrics = (await readFile(join(folder, 'run/metrics.jsonl'), 'utf8')).trimEnd().split('\n');
      expect(metrics.map((line) => JSON.parse(line).step)).toEqual([0, 1, 2, 3, 4]);
    } finally {
      await server.close();
    }
  });

  it('checks a recipe without an engine', async () => {
    await ownExample();
    const { code, stdout, stderr } = await here(['train', 'mine.yaml', '--dry-run']);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(/trajectories a step +128/);
  });

  it('has recipes that can be run', async () => {
    const yaml = async (path: string) =>
      (await readdir(join(recipes, path)))
        .filter((name) => name.endsWith('.yaml'))
        .map((name) => join(path, name));
    const found = [...(await yaml('')), ...(await yaml('train'))];
    expect(found).toContain('remember.yaml');
    await mkdir(join(folder, 'train'));
    for (const name of found) {
      const text = await readFile(join(recipes, name), 'utf8');
      // A tokenizer that has to be fetched first is stood in for by the shipped one.
      const local = text
        .replace(/tokenizer: \S*\/\S*/, 'tokenizer: pocket')
        .replace('format: chatml', 'format: pocket');
      await writeFile(join(folder, name), local);
    }
    for (const name of found) {
      const { code, stderr, lines } = await here(['train', name, '--dry-run', '--json']);
      expect(stderr, name).toBe('');
      expect(code, name).toBe(0);
      expect(lines()[0]!.trajectoriesPerStep, name).toBeGreaterThan(1);
    }
  });

  it('takes a recipe that extends another, and settings over it', async () => {
    await ownExample();
    await writeFile(join(folder, 'base.yaml'), 'extends: mine.yaml\nalgorithm: { groupSize: 4 }\n');
    await writeFile(
      join(folder, 'over.yaml'),
      'extends: base.yaml\nalgorithm: { kl: { coefficient: 0.1 } }\n',
    );
    const plan = async (...args: string[]) =>
      (await here(['train', 'over.yaml', '--dry-run', '--json', ...args])).lines()[0];
    // 4 of base.yaml times 4 of mine.yaml; the divergence in the loss is of over.yaml.
    expect(await plan()).toMatchObject({ trajectoriesPerStep: 16, loss: 'custom' });
    expect(await plan('--set', 'algorithm.kl=null', '--set', 'algorithm.batchTasks=8')).toMatchObject({
      trajectoriesPerStep: 32,
      loss: 'ppo',
    });
    await writeFile(join(folder, 'cold.yaml'), 'extends: over.yaml\ncoldStart: { steps: 3 }\n');
    await writeFile(join(folder, 'warm.yaml'), 'extends: cold.yaml\ncoldStart: null\n');
    expect((await here(['train', 'warm.yaml', '--dry-run', '--json'])).code).toBe(0);
    await writeFile(join(folder, 'mine.yaml'), 'extends: over.yaml\n');
    expect((await here(['train', 'over.yaml', '--dry-run'])).stderr).toContain('extends itself');
    expect((await here(['train', 'over.yaml', '--dry-run', '--set', 'steps'])).code).toBe(2);
  });

  it('says that there is neither an engine nor a model to start one with', async () => {
    await ownExample();
    const { code, stderr } = await here(['train', 'mine.yaml', '--out', 'none']);
    expect(stderr).toContain('names neither an engine nor a model');
    expect(stderr).toContain('hint:');
    expect(code).toBe(2);
  });

  it.each([
    ['steps: 1\nmodel: { tokenizer: words }', 'names nothing to train on'],
    ['steps: 0\nmodel: { tokenizer: words }\ntasks: [vt]', 'steps: '],
    ['steps: 1\nmodel: { tokenizer: words }\ntasks: [vt]\nclip: 1', 'unknown key clip'],
    [
      'steps: 1\nmodel: { tokenizer: nowhere.json }\ntasks: [vt]\nlengths: [1k]',
      'cannot be used as a tokenizer',
    ],
    ['steps: 1\nmodel: { tokenizer: words, format: pocket }\nmodule: nowhere.ts', 'cannot be loaded'],
    [
      'steps: 1\nmodel: { tokenizer: words }\ntasks: [vt]\nalgorithm: { adam: { lr: 1 } }',
      'keys of algorithm.adam',
    ],
    [`${reading}\nreading: { profile: nowhere }`, 'no profile "nowhere"'],
    [`${reading}\nengine: { start: { model: nowhere } }`, 'no model at'],
    [
      'steps: 1\nmodel: { tokenizer: words, format: pocket }\ndata: wrong.yaml',
      'wrong.yaml:1: This is no JSON',
    ],
  ])('says what is wrong with %j', async (text, message) => {
    await writeFile(join(folder, 'wrong.yaml'), text);
    const { code, stderr } = await here(['train', 'wrong.yaml', '--dry-run']);
    expect(stderr).toContain(message);
    expect(stderr).toContain('hint:');
    expect(code).toBe(2);
  });

  it('says before anything is begun that prompts do not fit the window', async () => {
    await writeFile(join(folder, 'wide.yaml'), `${reading}\nreading: { chunkTokens: 999 }`);
    const { code, stderr } = await here(['train', 'wide.yaml', '--dry-run']);
    expect(stderr).toContain('A window of 128 tokens does not hold');
    expect(code).toBe(6);
  });

  it('takes the example of docs/train.md as it stands, but for the tokenizer', async () => {
    const page = await readFile(join(recipes, '../docs/train.md'), 'utf8');
    const [, text] = page.split('## Your own data, agent and reward');
    const [data, module, yaml, tools] = [...text!.matchAll(/```\w*\n([\s\S]*?)```/g)].map(
      ([, code]) => code!,
    );
    const example = join(folder, 'example');
    await mkdir(example);
    // The packages are found as they are beside an installed command.
    await symlink(join(recipes, '../node_modules'), join(example, 'node_modules'));
    await writeFile(join(example, 'tasks.jsonl'), data!.repeat(10));
    await writeFile(join(example, 'mine.ts'), module!);
    const local = yaml!
      .replace(/tokenizer: [^,]+/, 'tokenizer: pocket')
      .replace('format: chatml', 'format: pocket');
    await writeFile(join(example, 'mine.yaml'), local);
    await writeFile(join(example, 'tools.ts'), tools!);
    for (const name of ['mine.ts', 'tools.ts']) {
      const args = ['train', 'mine.yaml', '--dry-run', '--set', `module=${name}`];
      const { code, stdout, stderr } = await runHere(args, { cwd: example });
      expect(stderr, name).toBe('');
      expect(stdout, name).toContain('Who signed the lease? → Ada Lund');
      expect(code, name).toBe(0);
    }
  });
});
