import { type JsonCheck, jsonChecker } from '../answer/schema.ts';
import { answerSources } from '../answer/sources.ts';
import { MemAgentError } from '../errors.ts';
import type { JournalAnswer } from '../journal/journal.ts';
import type { Completion, Prompt } from '../model/model.ts';
import { checkFits } from './count.ts';
import type { Partial } from './events.ts';
import type { ReadOptions } from './options.ts';
import type { Reader } from './reader.ts';
import { reviewMemory } from './review.ts';
import type { Settings } from './settings.ts';
import { samplingOptions, stepOutput } from './step.ts';

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
  const memory = settings.review ? await reviewed(reader, options, settings) : reader.memory;
  const prompt = settings.profile.final({ question: reader.question, memory, schema: options.schema });
  const began = performance.now();
  const { completion, value } = options.schema
    ? await completeJson(prompt, jsonChecker(options.schema), options, settings)
    : { completion: await complete(prompt, options, settings), value: undefined };
  const { text, answered } = options.schema
    ? { text: JSON.stringify(value), answered: true }
    : settings.profile.answer(completion.text);
  return {
    ...base,
    answer: text,
    answered,
    ...(options.schema ? { value } : {}),
    ...(completion.finish === 'length' && !options.schema ? { cut: settings.budgets.output } : {}),
    sources: answered ? answerSources(text, reader.question, reader.memory) : [],
    reply: completion.text,
    tokensIn: completion.usage.promptTokens,
    tokensCached: completion.usage.cachedTokens ?? 0,
    tokensOut: completion.usage.completionTokens,
    seconds: (performance.now() - began) / 1000,
  };
}

/** The memory as it is answered from, once the model has looked over it. */
async function reviewed(reader: Reader, options: ReadOptions, settings: Settings) {
  const began = performance.now();
  return reviewMemory(reader.question, reader.memory, {
    profile: settings.profile,
    hints: settings.hints,
    complete: async (prompt) => {
      const completion = await complete(
        prompt,
        { ...options, schema: undefined },
        settings,
        stepOutput(settings),
      );
      const { promptTokens, cachedTokens = 0, completionTokens } = completion.usage;
      const seconds = (performance.now() - began) / 1000;
      reader.spend({
        tokensIn: promptTokens,
        tokensCached: cachedTokens,
        tokensOut: completionTokens,
        seconds,
      });
      return completion;
    },
  });
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
async function completeJson(prompt: Prompt, check: JsonCheck, options: ReadOptions, settings: Settings) {
  let problem = '';
  for (let attempt = 0; attempt < attempts; attempt++) {
    const again = {
      text: `The last reply cannot be used: ${problem}. Reply with valid JSON only.\n`,
      trusted: true,
    };
    const completion = await complete(
      problem === '' ? prompt : { ...prompt, segments: [...prompt.segments, again] },
      options,
      settings,
    );
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
