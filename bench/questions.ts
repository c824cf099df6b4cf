import { llamaModel } from '@memagent/llama';
import type { Bench, Figures } from './support/bench.ts';
import { benchGguf, ggufOptions } from './support/gguf.ts';
import { llamaBench } from './support/llama-bench.ts';
import { metered } from './support/metered-model.ts';
import { proseOfTokens } from './support/prose.ts';
import { measurePass, type Pass } from './support/questions-pass.ts';
import { median, printTable, rounded } from './support/report.ts';

/** Twenty questions about one document in one pass over one question, beside what sharing the section allows. */
export const questionsBench: Bench = {
  name: 'questions',
  about: '20 questions on one document over 1, embedded, beside the limit: the section once and 20 suffixes',
  options: {
    ...ggufOptions,
    questions: { takes: 'n', about: 'how many questions (20; quick: 8)' },
    chunks: {
      takes: 'n',
      about: 'chunks that are measured, after one that fills the memories (2; quick: 1)',
    },
    rounds: { takes: 'n', about: 'readings of each kind (4; quick: 1)' },
    reply: { takes: 'n', about: 'the most tokens of a reply (5: a selection; random weights never end one)' },
  },
  async run(options): Promise<Figures> {
    const count = options.number('questions', 20, 8);
    const chunks = options.number('chunks', 2, 1);
    const rounds = options.number('rounds', 4, 1);
    const threads = options.number('threads', 1);
    const gguf = await benchGguf(options);
    const model = await llamaModel({ path: gguf.path, threads, defaults: gguf.defaults });
    try {
      const reader = metered(model, options.number('reply', 5));
      const one: Pass[] = [];
      const many: Pass[] = [];
      const bare: Bare[] = [];
      for (let round = 0; round < rounds; round++) {
        const text = await proseOfTokens(
          (chunks + 2) * gguf.defaults.chunkTokens,
          model.tokenizer,
          round + 1,
        );
        // Either kind goes first in turn.
        if (round % 2 === 0) one.push(await measurePass(reader, text, 1, chunks));
        many.push(await measurePass(reader, text, count, chunks));
        if (round % 2 === 1) one.push(await measurePass(reader, text, 1, chunks));
        bare.push(await bareSeconds(gguf.path, threads, sizesOf(many), options.quick ? 1 : 2));
      }
      printTable(
        `Embedded, ${gguf.name}, ${threads} thread${threads > 1 ? 's' : ''}, ${chunks} chunks`,
        [...one, ...many].map(rowOf),
      );
      const sizes = sizesOf(many);
      const parts = { section: 'section', prompt: 'suffix: memory, question, hints', reply: 'suffix: reply' };
      printTable(
        'One chunk, as llama-bench does it',
        (Object.keys(parts) as (keyof Bare)[]).map((part) => ({
          part: parts[part],
          tokens: sizes[part],
          seconds: median(bare.map((each) => each[part])),
        })),
      );
      const ratio = median(many.map((pass, round) => pass.seconds / one[round]!.seconds));
      // The section once and the suffixes, over the section and one suffix.
      const limitOf = ({ section, prompt, reply }: Bare) =>
        (section + count * (prompt + reply)) / (section + prompt + reply);
      const limit = median(bare.map(limitOf));
      const inTokens = limitOf(sizes);
      printTable(`${count} questions over 1`, [
        { by: 'time of the readings', ratio },
        { by: 'limit: llama-bench’s time', ratio: limit, 'readings / limit': ratio / limit },
        {
          by: 'limit in tokens, as if all took as long',
          ratio: inTokens,
          'readings / limit': ratio / inTokens,
        },
      ]);
      return { ratio: rounded(ratio), limit: rounded(limit) };
    } finally {
      await model.close();
      await gguf.close();
    }
  },
};

function rowOf(pass: Pass) {
  const evaluated = pass.prompt - pass.cached + pass.reply;
  return {
    questions: pass.questions,
    calls: pass.calls,
    'sections, tokens': pass.section,
    'prompt tokens': pass.prompt,
    'of them cached': pass.cached,
    reply: pass.reply,
    'least memory': pass.memory,
    seconds: pass.seconds,
    'evaluated/s': Math.round(evaluated / pass.seconds),
  };
}

/** Tokens of a section, of a suffix and of a reply, on average. */
function sizesOf(passes: readonly Pass[]): Bare {
  const sum = (of: (pass: Pass) => number) => passes.reduce((total, pass) => total + of(pass), 0);
  const calls = sum((pass) => pass.calls);
  const sections = sum((pass) => pass.section * pass.questions);
  return {
    section: Math.round(sections / calls),
    prompt: Math.round((sum((pass) => pass.prompt) - sections) / calls),
    reply: Math.max(1, Math.round(sum((pass) => pass.reply) / calls)),
  };
}

/** The parts of a chunk's work: in tokens, or in seconds. */
interface Bare {
  readonly section: number;
  /** The prompt after the section. */
  readonly prompt: number;
  readonly reply: number;
}

/** What llama.cpp takes for the parts without us: a suffix comes after its section. */
async function bareSeconds(gguf: string, threads: number, sizes: Bare, repetitions: number): Promise<Bare> {
  const task = { gguf, threads, repetitions, batches: [256, 512] };
  const seconds = async (prompt: number, reply: number, depth: number) => {
    const results = await llamaBench({ ...task, prompt, reply, depth });
    return Math.min(...results.map((each) => median(each.seconds)));
  };
  return {
    section: await seconds(sizes.section, 0, 0),
    prompt: await seconds(sizes.prompt, 0, sizes.section),
    reply: await seconds(0, sizes.reply, sizes.section),
  };
}
