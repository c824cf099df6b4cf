import type { Chunk } from '../chunk/chunk.ts';
import { chunkHash } from '../chunk/chunk-hash.ts';
import type { Section } from '../chunk/sections.ts';
import { coverage, type Frequencies, findHints, type Hint, matchScore, rareStems } from '../hints/hints.ts';
import { wantedBy } from '../hints/wanted.ts';
import type { JournalStep } from '../journal/journal.ts';
import type { Memory } from '../memory/memory.ts';
import type { CompleteOptions, Completion, Model, Prompt } from '../model/model.ts';
import type { Change, Reply } from '../policy/policy.ts';
import { checkFits } from './count.ts';
import type { ReadOptions } from './options.ts';
import type { Reader } from './reader.ts';
import type { Settings } from './settings.ts';

export interface StepResult {
  readonly reader: Reader;
  readonly completion: Completion;
  readonly change: Change;
  readonly exit: boolean;
  readonly hints: number;
  readonly record: JournalStep;
}

/** A reader's prompt for a section. */
export interface Asked {
  readonly reader: Reader;
  readonly prompt: Prompt;
  readonly tokens: number;
  readonly hints: readonly Hint[];
}

/** Reads one chunk for several questions: one model call each, together where the engine can. */
export async function readSection(
  section: Section,
  readers: readonly Reader[],
  options: ReadOptions,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<StepResult[]> {
  const asked = await askSection(section, readers, options, settings);
  return replySection(section, asked, options, settings, signal);
}

/** What the readers ask of the model about a section, with their memories as they are now. */
export function askSection(
  section: Section,
  readers: readonly Reader[],
  options: ReadOptions,
  settings: Settings,
): Promise<Asked[]> {
  const maxTokens = replyTokens(options, settings);
  return Promise.all(
    readers.map(async (reader) => {
      const make = () => stepPrompt(section, reader, options.model, settings, maxTokens);
      const made = section.once?.(promptName(reader, settings, maxTokens), make) ?? make();
      return { reader, ...(await made) };
    }),
  );
}

/** Asks it, and what the replies make of the memories. */
export async function replySection(
  section: Section,
  asked: readonly Asked[],
  options: ReadOptions,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<StepResult[]> {
  const { model } = options;
  // Hashed while the model works, where a journal will look at it.
  const hashing = options.journal ? chunkHash(section.chunk) : '';
  const began = performance.now();
  const completions = await completeAll(
    model,
    asked,
    {
      ...samplingOptions(options, settings),
      maxTokens: replyTokens(options, settings),
      ...(settings.exit ? { logprobs: true } : {}),
      ...(signal ? { signal } : {}),
    },
    (text, i) => options.onText?.(text, asked[i]!.reader.index),
  );
  const seconds = (performance.now() - began) / 1000;
  const hash = await hashing;
  return Promise.all(
    asked.map(async ({ reader, hints }, i) => {
      const completion = completions[i]!;
      const { change, exit } = await applyReply(section, reader, completion, hints, model, settings);
      return {
        reader,
        completion,
        change,
        exit,
        hints: hints.length,
        record: stepRecord(section.chunk, hash, completion, change, exit, hints.length, seconds),
      };
    }),
  );
}

const replyTokens = (options: ReadOptions, settings: Settings) =>
  stepOutput(settings) + (options.reasoningTokens ?? 0);

async function stepPrompt(
  section: Section,
  { question, memory }: Reader,
  model: Model,
  settings: Settings,
  maxTokens: number,
): Promise<{ prompt: Prompt; tokens: number; hints: readonly Hint[] }> {
  const hints = settings.hints
    ? findHints(section.frequencies, section.sentences(), question, memory.text, {
        ...(settings.keepMatches ? { inOtherWords: otherWords(section.frequencies, question, memory) } : {}),
      })
    : [];
  const prompt = settings.profile.step({
    question,
    memory,
    chunk: section.chunk,
    get sentences() {
      return section.sentences();
    },
    hints,
    policy: settings.policy.name,
    exit: settings.exit,
  });
  const what = `chunk ${section.chunk.index + 1}`;
  const tokens = await checkFits(model, prompt, maxTokens, settings.budgets, what);
  return { prompt, tokens, hints };
}

/**
 * What is looked for in other words: only what says more of the question than any line of the memory does. So a long text
 * leaves few such lines: the best so far, and those that were it once.
 */
function otherWords(frequencies: Frequencies, question: string, memory: Memory) {
  const wanted = wantedBy(question);
  const shares = memory.lines.map(({ share, text }) => share ?? coverage(frequencies, wanted, text).share);
  return { wanted, above: Math.max(0, ...shares) };
}

/** All that the prompt of a section follows from, and whether it fits: readings that agree in it can share it. */
const promptName = ({ question, memory }: Reader, settings: Settings, maxTokens: number) => {
  const { profile, policy, hints, keepMatches, exit, budgets } = settings;
  const how = [
    profile.name,
    profile.version,
    policy.name,
    hints,
    keepMatches,
    exit,
    maxTokens,
    budgets.window,
  ];
  return JSON.stringify([how, question, memory]);
};

/** The most tokens a step's reply takes: a selection is a few numbers, a memory as much as memory may have. */
export const stepOutput = (settings: Settings) =>
  settings.policy.name === 'select'
    ? Math.min(settings.budgets.output, settings.profile.name === 'pocket' ? 24 : 96)
    : settings.budgets.output;

export function samplingOptions(
  options: ReadOptions,
  settings: Settings,
): Omit<CompleteOptions, 'maxTokens'> {
  return {
    temperature: settings.temperature,
    ...(options.topP !== undefined ? { topP: options.topP } : {}),
    ...(options.seed !== undefined ? { seed: options.seed } : {}),
  };
}

/** Several prompts: together where the engine can, else as many at once as the model serves well. */
export async function completeAll(
  model: Model,
  asked: readonly { readonly prompt: Prompt; readonly tokens: number }[],
  options: CompleteOptions,
  onText?: (text: string, i: number) => void,
): Promise<Completion[]> {
  if (asked.length > 1 && model.completeMany)
    return model.completeMany(
      asked.map(({ prompt }) => prompt),
      options,
    );
  const results: Completion[] = new Array(asked.length);
  let next = 0;
  const work = async () => {
    for (let i = next++; i < asked.length; i = next++) {
      const at = i;
      const { prompt, tokens } = asked[at]!;
      results[at] = await model.complete(prompt, {
        ...options,
        promptTokens: tokens,
        ...(onText ? { onText: (text) => onText(text, at) } : {}),
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(asked.length, model.concurrency ?? 4) }, work));
  return results;
}

async function applyReply(
  section: Section,
  reader: Reader,
  completion: Completion,
  hints: readonly Hint[],
  model: Model,
  settings: Settings,
) {
  const reply = settings.profile.reply(completion.text, settings.policy.name);
  const change = await settings.policy.apply(settings.keepMatches ? withMatches(reply, hints) : reply, {
    memory: reader.memory,
    chunk: section.chunk,
    get sentences() {
      return section.sentences();
    },
    memoryTokens: settings.budgets.memory,
    count: async (text) => (await model.tokenizer.encode(text)).length,
    // Asked for only where the memory overflows.
    relevance: (text) => matchScore(section.frequencies, rareStems(reader.question), text),
    ...(settings.keepMatches
      ? { share: (text) => coverage(section.frequencies, wantedBy(reader.question), text).share }
      : {}),
  });
  return { change, exit: settings.exit && reply.exit === true && confident(completion, settings.confidence) };
}

/** The most matches that one chunk adds to what the model chooses. */
const mostMatches = 2;

/** What the model chose, and what matches the question so well that it is kept without being chosen. */
function withMatches(reply: Reply, hints: readonly Hint[]): Reply {
  const matched = hints
    .filter(({ matches }) => matches)
    .slice(0, mostMatches)
    .map(({ index }) => index + 1);
  if (matched.length === 0) return reply;
  if (reply.kind === 'select') return { ...reply, matched };
  return reply.kind === 'keep' ? { ...reply, kind: 'select', add: [], drop: [], matched } : reply;
}

/** The model's last token is its "done": it is believed only with enough probability, where that is known. */
function confident(completion: Completion, least: number): boolean {
  const last = completion.logprobs?.at(-1);
  return last === undefined || Math.exp(last) >= least;
}

function stepRecord(
  chunk: Chunk,
  hash: string,
  completion: Completion,
  change: Change,
  exit: boolean,
  hints: number,
  seconds: number,
): JournalStep {
  const { usage } = completion;
  return {
    type: 'step',
    chunk: chunk.index,
    start: chunk.start,
    end: chunk.end,
    tokens: chunk.tokens,
    hash,
    last: chunk.last,
    outcome: change.outcome,
    reply: completion.text,
    ...(change.outcome === 'written'
      ? { memory: { text: change.memory.text, lines: [...change.memory.lines] } }
      : {}),
    ...(exit ? { exit } : {}),
    ...(change.cut ? { cut: true } : {}),
    hints,
    tokensIn: usage.promptTokens,
    tokensCached: usage.cachedTokens ?? 0,
    tokensOut: usage.completionTokens,
    seconds,
  };
}
