import { MemAgentError } from '@memagent/core';
import { Random } from '../../random.ts';
import type { NaturalOptions, NaturalTask } from '../natural.ts';

/** How many paragraphs a question of HotpotQA comes with: two that answer it and eight that resemble them. */
const ownParagraphs = 10;

/**
 * The same task with its gold paragraphs where the published evaluation has them. There every sample was shuffled with
 * one and the same seed, so that what matters lies in ten fixed places a length (at 1,600 paragraphs never in the
 * first quarter): good for comparing with published numbers, bad for anything else.
 */
export function inReferenceOrder(task: NaturalTask): NaturalTask {
  return {
    ...task,
    description: `${task.description} Gold paragraphs in the published places.`,
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
      const places = new Random(`reference/${seed}`).shuffle(referencePlaces(documents));
      return task.generate({ ...options, depths: places.map((place) => place / (documents - 1)) });
    },
  };
}

/** Where the first ten of so many paragraphs land, from 0, when they are shuffled as the reference does. */
export function referencePlaces(documents: number): number[] {
  const order = Uint32Array.from({ length: documents }, (_, i) => i);
  const random = new MersenneTwister(4);
  for (let i = documents - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const swap = order[i]!;
    order[i] = order[j]!;
    order[j] = swap;
  }
  return Array.from(order.keys()).filter((place) => order[place]! < ownParagraphs);
}

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
