import type { Memory, MemoryLine } from '../memory/memory.ts';
import type { Completion, Prompt, Scores, Segment } from '../model/model.ts';
import { linesMemory } from '../policy/select.ts';
import type { FinalReply, Profile, Weighing } from '../profile/profile.ts';
import { type Review, reviewPrompt } from './review.ts';

export interface WeighOptions {
  readonly profile: Profile;
  readonly weighing: Weighing;
  readonly hints: boolean;
  /** Asks for answers, with the log-probabilities of their tokens. */
  readonly complete: (prompts: readonly Prompt[]) => Promise<readonly Completion[]>;
  readonly score: (prompt: Prompt, continuations: readonly (readonly Segment[])[]) => Promise<Scores>;
}

/** An answer and the lines of the memory that it was given from. */
export interface Weighed {
  readonly completion: Completion;
  readonly reply: FinalReply;
  readonly lines: readonly MemoryLine[];
  /** From 0 to 1: the part of all weight that is behind it, times the probability that the model gives to its words. */
  readonly confidence: number;
}

/** What the question says of the lines, beside what the choice and the answer say, for which it counts in full. */
const questionShare = 0.3;
/** What all lines together weigh, as a logarithm, where a choice of some weighs what the model gives it. */
const wholeMemory = -3;
/** Choices that are less likely than the likeliest by more than this, as a logarithm, are left out. */
const within = 5;
const mostSupports = 6;
/** Of so many lines, the likeliest, pairs are looked at. */
const mostPaired = 6;

/**
 * The answer that most of the weight is behind. Where a memory has lines that look alike, one reading of all of them
 * answers from a wrong one now and then. So they are asked in parts: each likely choice of lines (one, two, or those that
 * the review named) gives an answer of its own, and so do all together. An answer weighs what the choices that give it
 * weigh: how likely the model is to choose just these, how likely the question is where these are known (a line that is
 * evidence makes it likelier), and how sure the answer is. That all together give no answer stands.
 */
export async function weighAnswers(
  question: string,
  memory: Memory,
  review: Review,
  options: WeighOptions,
): Promise<Weighed> {
  const { lines } = review.memory;
  const [whole] = await answersFrom(question, [{ lines, logprob: wholeMemory }], options);
  if (!whole!.reply.answered || lines.length < 2) return withConfidence(whole!, 1);
  const supports = await likelySupports(question, memory, review.chosen, options);
  const answers = [...(await answersFrom(question, supports, options)), whole!].filter(
    ({ reply }) => reply.answered,
  );
  const said = new Set(answers.map(({ reply }) => plain(reply.text)));
  return said.size === 1 ? withConfidence(answers[0]!, 1) : heaviest(question, answers, options);
}

/** Some lines of a memory, and how likely it is that just these are chosen, as a logarithm. */
interface Support {
  readonly lines: readonly MemoryLine[];
  readonly logprob: number;
}

type Answer = Omit<Weighed, 'confidence'> & Support;

/** How sure the model is of an answer's words, as a logarithm. */
const sureness = ({ completion }: Answer) =>
  (completion.logprobs ?? []).reduce((sum, logprob) => sum + logprob, 0);

const withConfidence = (answer: Answer, part: number): Weighed => ({
  ...answer,
  confidence: part * Math.exp(sureness(answer)),
});

async function answersFrom(
  question: string,
  supports: readonly Support[],
  { profile, complete }: WeighOptions,
): Promise<Answer[]> {
  const completions = await complete(
    supports.map(({ lines }) => profile.final({ question, memory: linesMemory(lines) })),
  );
  return completions.map((completion, i) => ({
    completion,
    reply: profile.answer(completion.text),
    ...supports[i]!,
  }));
}

/** The choices of lines that the model is likely to make of a memory, likeliest first. */
async function likelySupports(
  question: string,
  memory: Memory,
  chosen: readonly number[],
  { profile, weighing, hints, score }: WeighOptions,
): Promise<Support[]> {
  const prompt = reviewPrompt(question, memory, { profile, hints: (found) => (hints ? found : []) });
  const scored = async (choices: readonly (readonly number[])[]) => {
    const { logprobs } = await score(prompt, choices.map(weighing.choice));
    return choices.map((numbers, i) => ({ numbers, logprob: logprobs[i]! })).sort(byWeight);
  };
  const singles = await scored(memory.lines.map((_, i) => [i + 1]));
  const rest = 1 - singles.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0);
  const likely = singles.slice(0, mostPaired).map(({ numbers }) => numbers[0]!);
  const pairs = likely.flatMap((a) => likely.filter((b) => b > a).map((b) => [a, b]));
  const isChosen = (numbers: readonly number[]) => numbers.join() === chosen.join();
  const named = chosen.length < 2 || pairs.some(isChosen) ? [] : [chosen];
  // Where one line has nearly all of the probability, no others can have enough.
  const several = rest < Math.exp(singles[0]!.logprob - within) ? [] : await scored([...pairs, ...named]);
  const all = [...singles, ...several].sort(byWeight).slice(0, mostSupports);
  return all
    .filter(({ logprob }) => logprob >= all[0]!.logprob - within)
    .map(({ numbers, logprob }) => ({ lines: numbers.map((n) => memory.lines[n - 1]!), logprob }));
}

const byWeight = (a: { readonly logprob: number }, b: { readonly logprob: number }) => b.logprob - a.logprob;

/** The answer whose supports weigh most together; of those that give it, the heaviest. */
async function heaviest(
  question: string,
  answers: readonly Answer[],
  { weighing, score }: WeighOptions,
): Promise<Weighed> {
  const weighed: { answer: Answer; same: string; weight: number }[] = [];
  for (const answer of answers) {
    const { prompt, continuation } = weighing.asked(question, answer.lines);
    const { logprobs } = await score(prompt, [continuation]);
    const weight = answer.logprob + questionShare * logprobs[0]! + sureness(answer);
    weighed.push({ answer, same: plain(answer.reply.text), weight });
  }
  weighed.sort((a, b) => b.weight - a.weight);
  const top = weighed[0]!.weight;
  const together = new Map<string, number>();
  let all = 0;
  for (const { same, weight } of weighed) {
    together.set(same, (together.get(same) ?? 0) + Math.exp(weight - top));
    all += Math.exp(weight - top);
  }
  const { answer, same } = weighed.reduce((best, other) =>
    together.get(other.same)! > together.get(best.same)! ? other : best,
  );
  return withConfidence(answer, together.get(same)! / all);
}

/** Answers that differ in case, punctuation or an article are the same. */
const plain = (answer: string) =>
  (answer.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word !== 'the' && word !== 'a' && word !== 'an')
    .join(' ');
