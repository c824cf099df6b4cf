import { type Tokenizer, textDocument } from '@memagent/core';
import { Random } from '@memagent/lab';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TrainingTask } from '../rollout/agent.ts';
import { promptFormats } from '../rollout/prompt-format.ts';
import { recordingModel } from '../rollout/recording-model.ts';
import { rollTrajectory } from '../rollout/roll-out.ts';
import type { TokenSampler } from '../rollout/token-sampler.ts';
import { pocketTokenizer } from '../testing/pocket-tokenizer.ts';
import { agentOf } from './agent-of.ts';
import { parseTrainRecipe } from './recipe.ts';
import { localRoller } from './roller.ts';

let tokenizer: Tokenizer;
beforeAll(async () => {
  tokenizer = await pocketTokenizer();
});

const recipe = parseTrainRecipe(
  {
    model: { rank: 0, window: 1024, tokenizer: 'pocket', format: 'pocket' },
    reading: {
      policy: 'select',
      hints: true,
      chunkTokens: 120,
      memoryTokens: 96,
      questionTokens: 64,
      outputTokens: 8,
    },
    tasks: ['fact_single'],
    lengths: ['1k'],
    algorithm: { groupSize: 8, batchTasks: 1 },
    steps: 1,
  },
  'the test',
);
const agent = agentOf(recipe, {});
const reward = (answer: string) => answer.length;

const people = ['Ruth', 'Aldous', 'Mira', 'Jonas'];
const lines = Array.from({ length: 70 }, (_, i) => {
  const random = new Random(`line ${i}`);
  return `${random.pick(people)} of house ${i % 9} carries ${random.pick(['copper', 'bread', 'salt'])} to ${random.pick(people)}.`;
});
/** A text with headings, long enough for ten sections, and a memory that has something before the first. */
const task: TrainingTask = {
  id: 'houses',
  label: 'x',
  length: 0,
  question: 'To whom does Ruth of house 4 carry copper?',
  answers: ['Mira'],
  match: 'any',
  memory: ['Jonas of house 4 carries salt to Ruth.'],
  document: textDocument(
    lines.map((line, i) => (i % 20 === 7 ? `\n# House ${i % 9}\n\n${line}` : line)).join(' '),
  ),
};
const source = { train: async () => task, heldOut: async () => task };

/** Replies follow from seeds, so that memories part; some trajectories are turns of the event loop behind the others. */
function partingSampler(): TokenSampler {
  const special = (name: string) => tokenizer.special(`<|${name}|>`)!;
  const end = special('end');
  return {
    version: 3,
    async sample(prompt, { seed = 0 }) {
      for (let turns = seed % 5 === 0 ? 40 : seed % 3; turns > 0; turns--)
        await new Promise((resolve) => setImmediate(resolve));
      const random = new Random(seed);
      const said =
        prompt.at(-1) !== special('select')
          ? [1000 + random.int(0, 60)]
          : random.chance(0.6)
            ? [special('keep')]
            : [special(`s${random.int(1, 5)}`), ...(random.chance(0.2) ? [special('m1')] : [])];
      return { ids: [...said, end], logprobs: [...said, end].map(() => -random.float()), cut: false };
    },
  };
}

/** The trajectories of a group, each as if it were the only one. */
const alone = () =>
  Promise.all(
    Array.from({ length: 8 }, (_, g) =>
      rollTrajectory(task, `${recipe.seed}/1/0/${g}`, {
        agent,
        reward,
        model: (seed) =>
          recordingModel({
            sampler: partingSampler(),
            tokenizer,
            format: promptFormats.pocket!,
            window: recipe.model.window,
            temperature: recipe.temperature,
            seed,
          }),
      }),
    ),
  );

const parts = () => ({ recipe, source, agent, reward, tokenizer, name: 'policy' });
const never = new AbortController().signal;

describe('a group that is rolled out together', () => {
  it('has the prompts, replies and rewards of trajectories alone, though they share sections', async () => {
    const { group } = await localRoller(parts()).group(1, 0, partingSampler(), never);
    expect(group!.trajectories).toEqual(await alone());
    const prompts = group!.trajectories.map(({ conversations }) => conversations.map(({ prompt }) => prompt));
    // Their memories part, and where they have not, a prompt is one list.
    for (const own of prompts) expect(own.length).toBeGreaterThan(8);
    for (const own of prompts) expect(own[0]).toBe(prompts[0]![0]);
    expect(new Set(prompts.map((own) => String(own[7]))).size).toBeGreaterThan(2);
  });

  it('has them, too, when its sections and prompts were made beforehand', async () => {
    const asked: string[] = [];
    const watched: Tokenizer = {
      ...tokenizer,
      id: tokenizer.id,
      decode: (ids) => tokenizer.decode(ids),
      special: (token) => tokenizer.special(token),
      stream: () => tokenizer.stream(),
      encode(text) {
        asked.push(text);
        return tokenizer.encode(text);
      },
    };
    const roller = localRoller({ ...parts(), tokenizer: watched });
    await roller.prepare!(0);
    const before = asked.length;
    expect(before).toBeGreaterThan(60);
    const { group, task: told } = await roller.group(1, 0, partingSampler(), never);
    expect(group!.trajectories).toEqual(await alone());
    // No sentence of the text is tokenized any more; what is remembered of it is.
    const sentences = asked.slice(before).filter((text) => lines.some((line) => text === line));
    expect(sentences).toEqual([]);
    expect(told).not.toHaveProperty('sections');
  });

  it('says why a task cannot be made, also where it was to be made beforehand', async () => {
    const train = () => Promise.reject(new Error('no such task'));
    const roller = localRoller({ ...parts(), source: { ...source, train } });
    roller.prepare!(0);
    await expect(roller.group(1, 0, partingSampler(), never)).rejects.toThrow('no such task');
  });
});
