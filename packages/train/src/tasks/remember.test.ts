import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentOf } from '../trainer/agent-of.ts';
import { coldBatches } from '../trainer/cold-start.ts';
import type { OwnTrace } from '../trainer/own-module.ts';
import { parseTrainRecipe } from '../trainer/recipe.ts';
import { taskSource } from '../trainer/task-source.ts';
import { rememberSentence, rememberTask, rememberTokenizer } from './remember.ts';

const tokenizer = rememberTokenizer();
// This tokenizer answers at once.
const encode = (text: string) => tokenizer.encode(text) as Uint32Array;
const decode = (ids: ArrayLike<number>) => tokenizer.decode(ids) as string;
const textOf = (seed: number, length = 0) => {
  const sample = rememberTask.generate({ seed, length });
  return { ...sample, text: [...sample.pieces()].join('') };
};

/** A function that makes the first batch of a cold start on the form of replies. */
async function coldStart(batch: number, reading = {}, contents = 'in-sight') {
  const recipe = parseTrainRecipe(
    {
      steps: 1,
      model: { tokenizer: 'words', format: 'pocket', window: 128, random: {} },
      tasks: ['remember'],
      lengths: ['own'],
      reading: {
        policy: 'gated',
        chunkTokens: 5,
        memoryTokens: 2,
        questionTokens: 4,
        outputTokens: 3,
        ...reading,
      },
      coldStart: { steps: 1, batch, contents },
    },
    'here',
  );
  const source = await taskSource(recipe, {}, tokenizer);
  return async (): Promise<readonly OwnTrace[]> => {
    const batches = coldBatches({ recipe, own: {}, source, agent: agentOf(recipe, {}), tokenizer });
    return (await batches.next()).value!;
  };
}

describe('the task remember', () => {
  it('has one word to remember, in a sentence of its own, among words to forget', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(0, 50, 100), (seed, length) => {
        const { text, answers, evidence } = textOf(seed, length);
        const sentences = text.split(/(?<=\.) /);
        expect(sentences).toHaveLength(Math.max(3, length / rememberSentence));
        for (const sentence of sentences) expect(encode(sentence)).toHaveLength(rememberSentence);
        expect(text.match(/remember \w+/gi)).toEqual([expect.stringMatching(new RegExp(` ${answers[0]}$`))]);
        expect(text.slice(evidence[0]!.start, evidence[0]!.end)).toMatch(/remember .*\.$/i);
        expect(decode(encode(text))).toBe(text);
      }),
    );
  });

  it('is cold-started in the order that the agent is asked in, whoever replies', async () => {
    for (const [profile, begins] of [
      ['pocket', '<|question|>'],
      ['pocket-shared', '<|section|>'],
    ] as const)
      for (const contents of ['in-sight', 'oracle']) {
        const traces = await (await coldStart(40, { profile }, contents))();
        const steps = traces
          .map(({ prompt }) => decode(prompt))
          .filter((text) => !text.endsWith('<|answer|>'));
        expect(steps.length).toBeGreaterThan(0);
        for (const text of steps) expect(text.startsWith(begins)).toBe(true);
      }
  });

  it('is cold-started on the form of replies: their words are random ones of the section and the memory', async () => {
    const batch = await coldStart(600);
    const traces = await batch();
    expect(traces).toHaveLength(600);
    expect(await batch()).toEqual(traces);
    const counts = { kept: 0, remembered: 0, forgotten: 0, answered: 0, answers: 0 };
    for (const { prompt, response } of traces) {
      expect(response).toHaveLength(2);
      expect(response[1]).toBe(tokenizer.special('<|end|>'));
      const text = decode(prompt);
      const said = decode([response[0]!]);
      if (text.endsWith('<|answer|>')) {
        counts.answers++;
        if (text.includes(`<|m1|>${said}<`)) counts.answered++;
      } else if (said === '<|keep|>') counts.kept++;
      else if (new RegExp(`remember ${said}`, 'i').test(text)) counts.remembered++;
      else if (new RegExp(`forget ${said}`, 'i').test(text)) counts.forgotten++;
    }
    expect(counts.answered).toBe(counts.answers);
    expect(counts.kept).toBeGreaterThan(60);
    // A word to remember is written no more often than one to forget: there are two of the latter to one.
    expect(counts.forgotten / counts.remembered).toBeGreaterThan(1.2);
    expect(counts.forgotten / counts.remembered).toBeLessThan(3.5);
  });

  it('is cold-started on stopping early, too, where a reading may', async () => {
    const traces = await (await coldStart(200, { exit: true }))();
    const exit = tokenizer.special('<|exit|>');
    const steps = traces.filter(({ prompt }) => prompt.at(-1) !== tokenizer.special('<|answer|>'));
    const exits = steps.filter(({ response }) => response.length === 3 && response[1] === exit);
    expect(exits.length / steps.length).toBeGreaterThan(0.15);
    expect(exits.length / steps.length).toBeLessThan(0.45);
    // Whoever stops reads less: there are fewer than three steps to an answer.
    expect(steps.length).toBeLessThan(2.6 * (traces.length - steps.length));
  });
});
