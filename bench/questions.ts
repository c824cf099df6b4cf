import { llamaModel } from '@memagent/llama';
import type { Bench, Figures } from './support/bench.ts';
import { benchGguf, ggufOptions } from './support/gguf.ts';
import { llamaBench } from './support/llama-bench.ts';
import { metered } from './support/metered-model.ts';
import { makePieces } from './support/prose.ts';
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
      for (let round = 0; round < rounds; round++) {
        const text = makePieces(7000 * (chunks + 2), round + 1).join('');
        // Either kind goes first in turn.
        if (round % 2 === 0) one.push(await measurePass(reader, text, 1, chunks));
        many.push(await measurePass(reader, text, count, chunks));
        if (round % 2 === 1) one.push(await measurePass(reader, text, 1, chunks));
      }
      printTable(
        `Embedded, ${gguf.name}, ${threads} thread${threads > 1 ? 's' : ''}, ${chunks} chunks`,
        [...one, ...many].map(rowOf),
      );
      const sizes = sizesOf(many);
      // In tokens: the section once and the suffixes, over the section and one suffix.
      const limitOf = (section: number, suffix: number) => (section + count * suffix) / (section + suffix);
      const limit = limitOf(sizes.section, sizes.prompt + sizes.reply);
      const bare = await bareSeconds(gguf.path, threads, sizes, options.quick ? 1 : 3);
      printTable('One chunk, as llama-bench does it', [
        { part: 'section', tokens: sizes.section, seconds: bare.section },
        { part: 'suffix: memory, question, hints', tokens: sizes.prompt, seconds: bare.prompt },
        { part: 'suffix: reply', tokens: sizes.reply, seconds: bare.reply },
      ]);
      const ratio = median(many.map((pass, round) => pass.seconds / one[round]!.seconds));
      const limitInTime = limitOf(bare.section, bare.prompt + bare.reply);
      printTable(`${count} questions over 1`, [
        { by: 'time of the readings', ratio },
        { by: 'limit in tokens', ratio: limit, 'readings / limit': ratio / limit },
        { by: 'limit in llama-bench’s time', ratio: limitInTime, 'readings / limit': ratio / limitInTime },
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
function sizesOf(passes: readonly Pass[]) {
  const sum = (of: (pass: Pass) => number) => passes.reduce((total, pass) => total + of(pass), 0);
  const calls = sum((pass) => pass.calls);
  const sections = sum((pass) => pass.section * pass.questions);
  return {
    section: Math.round(sections / calls),
    prompt: Math.round((sum((pass) => pass.prompt) - sections) / calls),
    reply: Math.max(1, Math.round(sum((pass) => pass.reply) / calls)),
  };
}

/** What llama.cpp takes for the parts without us: a suffix comes after its section. */
async function bareSeconds(
  gguf: string,
  threads: number,
  sizes: { section: number; prompt: number; reply: number },
  repetitions: number,
) {
  const task = { gguf, threads, repetitions, batches: [256] };
  const seconds = async (prompt: number, reply: number, depth: number) =>
    median((await llamaBench({ ...task, prompt, reply, depth }))[0]!.seconds);
  return {
    section: await seconds(sizes.section, 0, 0),
    prompt: await seconds(sizes.prompt, 0, sizes.section),
    reply: await seconds(0, sizes.reply, sizes.section),
  };
}
