import { MemAgentError } from '@memagent/core';
import type { NaturalQuestion } from '../../data/question.ts';
import { type NaturalOptions, type NaturalTask, questionOrder } from '../natural.ts';

/** How many paragraphs a question of HotpotQA comes with: two that answer it and eight that resemble them. */
const ownParagraphs = 10;

/**
 * The same task in the published evaluation's order. There the list of a question's own paragraphs, as its file has
 * them, and of the distractors after them was shuffled with one and the same seed for every sample, so that what
 * matters lies in ten fixed places a length (at 1,600 paragraphs never in the first quarter): good for comparing with
 * published numbers, bad for anything else. Which distractors there were depended on the state of forked processes and
 * is drawn here by the sample's seed.
 */
export function inReferenceOrder(task: NaturalTask, questions: readonly NaturalQuestion[]): NaturalTask {
  const asked = questionOrder(task.name, questions.length);
  return {
    ...task,
    description: `${task.description} Paragraphs in the published order.`,
    generate(options: NaturalOptions) {
      const { documents, seed } = options;
      if (documents === undefined || documents <= ownParagraphs) {
        throw new MemAgentError(
          'bad-input',
          'The reference order is known for numbers of paragraphs alone.',
          {
            hint: 'Give lengths such as 50d, 200d or 25600d.',
          },
        );
      }
      const index = options.index ?? asked(seed);
      const { gold, near, own = [...gold.map(({ paragraph }) => paragraph), ...near] } = questions[index]!;
      return task.generate({ ...options, index, arrangement: { own, order: referenceOrder } });
    },
  };
}

/** For every place, from 0, which of so many paragraphs the reference's shuffle puts there. */
export function referenceOrder(documents: number): Uint32Array {
  const order = Uint32Array.from({ length: documents }, (_, i) => i);
  const random = new MersenneTwister(4);
  for (let i = documents - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const swap = order[i]!;
    order[i] = order[j]!;
    order[j] = swap;
  }
  return order;
}

/** Where the first ten of so many paragraphs land, from 0, when they are shuffled as the reference does. */
export const referencePlaces = (documents: number): number[] => {
  const order = referenceOrder(documents);
  return Array.from(order.keys()).filter((place) => order[place]! < ownParagraphs);
};

/** The generator behind Python's `random.Random(seed)` (Matsumoto and Nishimura 1998, seeded by an array of one). */
class MersenneTwister {
  private readonly state = new Uint32Array(624);
  private at = 624;

  constructor(seed: number) {
    const { state } = this;
    state[0] = 19_650_218;
    for (let i = 1; i < 624; i++) state[i] = Math.imul(1_812_433_253, mixed(state[i - 1]!)) + i;
    let i = 1;
    const carry = () => {
      i += 1;
      if (i < 624) return;
      state[0] = state[623]!;
      i = 1;
    };
    for (let k = 0; k < 624; k++) {
      state[i] = (state[i]! ^ Math.imul(mixed(state[i - 1]!), 1_664_525)) + seed;
      carry();
    }
    for (let k = 0; k < 623; k++) {
      state[i] = (state[i]! ^ Math.imul(mixed(state[i - 1]!), 1_566_083_941)) - i;
      carry();
    }
    state[0] = 0x80000000;
  }

  private next(): number {
    const { state } = this;
    if (this.at === 624) {
      for (let i = 0; i < 624; i++) {
        const y = (state[i]! & 0x80000000) | (state[(i + 1) % 624]! & 0x7fffffff);
        state[i] = state[(i + 397) % 624]! ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      }
      this.at = 0;
    }
    let y = state[this.at++]!;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  /** A whole number below n, drawn as Python does: as many bits as n has, until it is small enough. */
  below(n: number): number {
    const bits = 32 - Math.clz32(n);
    while (true) {
      const value = this.next() >>> (32 - bits);
      if (value < n) return value;
    }
  }
}

const mixed = (value: number) => value ^ (value >>> 30);
