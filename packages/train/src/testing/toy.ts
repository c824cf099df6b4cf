import type { Agent, TrainingTask } from '../rollout/agent.ts';
import { wordTokenizer } from '../tasks/word-tokenizer.ts';
import type { OwnModule } from '../trainer/own-module.ts';
import { parseTrainRecipe, type TrainRecipe } from '../trainer/recipe.ts';

const words = ['a', 'b', 'c', 'd'];

/** What is seen and said in small letters, what is remembered in capitals, and an end. */
export const toyTokenizer = wordTokenizer(
  [...words, ...words.map((word) => word.toUpperCase())],
  ['<|end|>'],
);

/**
 * Sees a word, writes one token of memory, and answers from the memory alone: what a bigram model can learn, if and
 * only if the memory's token has a share in the reward.
 */
export const toyAgent: Agent = async (task, model) => {
  const say = async (text: string, kind: string) => {
    const reply = await model.complete(
      { form: 'raw', shared: 0, segments: [{ text, trusted: false }] },
      { maxTokens: 1 },
    );
    model.recorder.tag(kind);
    return reply;
  };
  const memory = await say(task.question, 'step');
  const seen = words.includes(memory.text) ? memory.text : 'a';
  // A context of its own: else the two calls would be one row of the bigram table.
  return (await say(seen.toUpperCase(), 'answer')).text;
};

/** The toy as a module of one's own. The answer is the word two further on, so that no token can mean itself. */
export const toyModule: OwnModule = {
  agent: toyAgent,
  tasks: ({ index, split }): TrainingTask => {
    const at = index % words.length;
    return {
      id: `${split}-${index}`,
      label: 'toy',
      length: 1,
      question: words[at]!,
      answers: [words[(at + 2) % words.length]!],
      match: 'any',
    };
  },
  reward: (answer, { answers }) => (answer === answers[0] ? 1 : 0),
  traces: ({ index }) => [{ prompt: [2 + (index % 4)], response: [2 + ((index + 1) % 4)] }],
};

/** A recipe for the toy; `more` goes over it. */
export function toyRecipe(url: string, more: Record<string, unknown> = {}): TrainRecipe {
  return parseTrainRecipe(
    {
      name: 'toy',
      engine: { url },
      model: { rank: 1, window: 64, tokenizer: 'words', format: 'pocket' },
      module: 'toy',
      agent: 'module',
      maxTokens: 1,
      steps: 4,
      concurrency: 64,
      evaluation: { every: 100, samples: 64, temperature: 1, before: true },
      checkpoint: { every: 2 },
      ...more,
      algorithm: {
        preset: 'dapo',
        groupSize: 16,
        batchTasks: 4,
        minibatches: 1,
        overlong: null,
        dynamicSampling: null,
        oldLogprobs: 'sampler',
        truncatedImportance: null,
        ...(more.algorithm as object),
        adam: { learningRate: 0.3, warmup: 0, weightDecay: 0, gradClipNorm: 0 },
      },
    },
    'the toy',
  );
}
