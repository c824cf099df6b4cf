import type { JsonCheck } from '../answer/schema.ts';
import { answerSources } from '../answer/sources.ts';
import { MemAgentError } from '../errors.ts';
import type { JournalAnswer } from '../journal/journal.ts';
import type { Memory } from '../memory/memory.ts';
import type { Completion, Prompt, Segment, Usage } from '../model/model.ts';
import { linesMemory } from '../policy/select.ts';
import { checkFits } from './count.ts';
import type { Partial } from './events.ts';
import { answerOfKind } from './kind-answer.ts';
import type { ReadOptions } from './options.ts';
import type { Reader } from './reader.ts';
import { type Review, reviewMemory } from './review.ts';
import type { Settings } from './settings.ts';
import { completeAll, samplingOptions, stepOutput } from './step.ts';
import { type Weighed, weighAnswers } from './weigh.ts';

/** Asks for the answer from the memory alone. */
export async function finalAnswer(
  reader: Reader,
  options: ReadOptions,
  settings: Settings,
  schemaHash: string | undefined,
  partial: Partial | undefined,
): Promise<JournalAnswer> {
  const base = {
    type: 'answer' as const,
    chunks: reader.chunks,
    ...(partial ? { partial } : {}),
    ...(settings.weigh ? { weighed: true } : {}),
    ...(schemaHash ? { schema: schemaHash } : {}),
  };
  // With nothing remembered there is nothing to answer from, and a model asked all the same would make something up.
  if (reader.memory.text === '') {
    return {
      ...base,
      answer: '',
      answered: false,
      sources: [],
      reply: '',
      tokensIn: 0,
      tokensCached: 0,
      tokensOut: 0,
      seconds: 0,
    };
  }
  const began = performance.now();
  const made: { readonly usage: Usage }[] = [];
  const count: Count = (one) => {
    made.push(one);
    return one;
  };
  const review = settings.review
    ? await reviewMemory(reader.question, reader.memory, {
        profile: settings.profile,
        hints: settings.hints,
        complete: async (prompt) =>
          count(await complete(prompt, { ...options, schema: undefined }, settings, stepOutput(settings))),
      })
    : { memory: reader.memory, chosen: [] };
  const { completion, reply, value, lines, confidence } = settings.weigh
    ? { ...(await weighed(reader, review, options, settings, count)), value: undefined }
    : { ...(await asked(reader, review.memory, options, settings, count)), confidence: undefined };
  const { text, answered } = reply;
  // The answer's own call, and the time that all of it took, are in the record.
  for (const one of made) if (one !== completion) reader.spend({ ...tokensOf(one.usage), seconds: 0 });
  const others = reader.memory.lines.filter((line) => !lines.includes(line));
  return {
    ...base,
    answer: text,
    answered,
    ...(options.schema ? { value } : {}),
    ...(completion.finish === 'length' && !options.schema ? { cut: settings.budgets.output } : {}),
    ...(answered && confidence !== undefined ? { confidence } : {}),
    sources: answered ? answerSources(text, reader.question, linesMemory([...lines, ...others])) : [],
    reply: completion.text,
    ...tokensOf(completion.usage),
    seconds: (performance.now() - began) / 1000,
  };
}

/** Notes what was asked of the model on the way to the answer, and gives it back. */
type Count = <T extends { readonly usage: Usage }>(one: T) => T;

const tokensOf = ({ promptTokens, cachedTokens = 0, completionTokens }: Usage) => ({
  tokensIn: promptTokens,
  tokensCached: cachedTokens,
  tokensOut: completionTokens,
});

/** The answer from the whole memory, in JSON where a schema says so. */
async function asked(reader: Reader, memory: Memory, options: ReadOptions, settings: Settings, count: Count) {
  const { profile } = settings;
  const prompt = profile.final({ question: reader.question, memory, schema: options.schema });
  const { lines } = reader.memory;
  if (settings.checkJson) {
    const made = await completeJson(prompt, settings.checkJson, options, settings, count);
    return { ...made, reply: { text: JSON.stringify(made.value), answered: true }, lines };
  }
  const completion = await complete(prompt, options, settings);
  return { completion, reply: profile.answer(completion.text), value: undefined, lines };
}

async function weighed(
  { question, memory }: Reader,
  review: Review,
  options: ReadOptions,
  settings: Settings,
  count: Count,
): Promise<Weighed> {
  const { model, signal } = options;
  const { profile } = settings;
  const weighing = profile.weighing!;
  const score = async (prompt: Prompt, continuations: readonly (readonly Segment[])[]) =>
    count(await model.score!(prompt, continuations, { ...(signal ? { signal } : {}) }));
  const found = await weighAnswers(question, memory, review, {
    profile,
    weighing,
    hints: settings.hints,
    complete: async (prompts) => {
      const { budgets } = settings;
      const sized = prompts.map(async (prompt) => ({
        prompt,
        tokens: await checkFits(model, prompt, budgets.output, budgets, 'the answer'),
      }));
      const completions = await completeAll(model, await Promise.all(sized), {
        ...samplingOptions(options, settings),
        maxTokens: budgets.output + (options.reasoningTokens ?? 0),
        logprobs: true,
        ...(signal ? { signal } : {}),
      });
      return completions.map(count);
    },
    score,
  });
  const kind = await answerOfKind(question, memory.lines, found.reply, { profile, weighing, score });
  if (!kind) return found;
  const { text, line, confidence } = kind;
  return { ...found, reply: { text, answered: true }, lines: [line], confidence };
}

async function complete(
  prompt: Prompt,
  options: ReadOptions,
  settings: Settings,
  output = settings.budgets.output,
): Promise<Completion> {
  const promptTokens = await checkFits(options.model, prompt, output, settings.budgets, 'the answer');
  return options.model.complete(prompt, {
    promptTokens,
    ...samplingOptions(options, settings),
    maxTokens: output + (options.reasoningTokens ?? 0),
    ...(options.schema ? { schema: options.schema } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  });
}

const attempts = 3;

/** Asks again, with what was wrong, until the JSON satisfies the schema. */
async function completeJson(
  prompt: Prompt,
  check: JsonCheck,
  options: ReadOptions,
  settings: Settings,
  count: Count,
) {
  let problem = '';
  for (let attempt = 0; attempt < attempts; attempt++) {
    const again = {
      text: `The last reply cannot be used: ${problem}. Reply with valid JSON only.\n`,
      trusted: true,
    };
    const asking = problem === '' ? prompt : { ...prompt, segments: [...prompt.segments, again] };
    const completion = count(await complete(asking, options, settings));
    const checked = check(completion.text);
    if ('value' in checked) return { completion, value: checked.value };
    problem = checked.problem;
  }
  throw new MemAgentError(
    'model-reply',
    `The model gave no JSON that satisfies the schema in ${attempts} attempts: ${problem}.`,
    {
      hint: 'Make the schema simpler, or name a larger model with --model. What was read is kept: ask again to try the answer alone.',
    },
  );
}
