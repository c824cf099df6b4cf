/** Hashes a string to four 32-bit words: the state from which a generator starts. */
function hash128(text: string): [number, number, number, number] {
  let a = 1779033703;
  let b = 3144134277;
  let c = 1013904242;
  let d = 2773480762;
  for (let i = 0; i < text.length; i++) {
    const k = text.charCodeAt(i);
    a = b ^ Math.imul(a ^ k, 597399067);
    b = c ^ Math.imul(b ^ k, 2869860233);
    c = d ^ Math.imul(c ^ k, 951274213);
    d = a ^ Math.imul(d ^ k, 2716044179);
  }
  a = Math.imul(c ^ (a >>> 18), 597399067);
  b = Math.imul(d ^ (b >>> 22), 2869860233);
  c = Math.imul(a ^ (c >>> 17), 951274213);
  d = Math.imul(b ^ (d >>> 19), 2716044179);
  return [a ^ b ^ c ^ d, b ^ a, c ^ a, d ^ a];
}

/**
 * A seeded pseudo-random generator (sfc32). `fork` gives an independent one that depends on the seed and the label
 * alone, never on how much was drawn before: adding a draw in one place changes nothing elsewhere.
 *
 * @example
 * const random = new Random(7);
 * const code = random.fork('code').int(1000, 9999);
 */
export class Random {
  readonly #key: string;
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(seed: number | string) {
    this.#key = String(seed);
    [this.#a, this.#b, this.#c, this.#d] = hash128(this.#key);
    for (let i = 0; i < 12; i++) this.next();
  }

  /** An independent generator named by this one's seed and the label. */
  fork(label: string | number): Random {
    return new Random(`${this.#key}/${label}`);
  }

  /** A whole number from 0 to 2³² − 1. */
  next(): number {
    const t = (this.#a + this.#b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + t) | 0;
    return t >>> 0;
  }

  /** A number in [0, 1). */
  float(): number {
    return this.next() / 4294967296;
  }

  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.float() * (max - min + 1));
  }

  /** True with probability `p`. */
  chance(p: number): boolean {
    return this.float() < p;
  }

  /** One of the items; the list must not be empty. */
  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.float() * items.length)]!;
  }

  /** Shuffles in place and gives the same array. */
  shuffle<T extends { length: number; [index: number]: unknown }>(items: T): T {
    for (let i = items.length - 1; i > 0; i--) {
      const j = Math.floor(this.float() * (i + 1));
      const swap = items[i];
      (items as { [index: number]: unknown })[i] = items[j];
      (items as { [index: number]: unknown })[j] = swap;
    }
    return items;
  }

  /** `count` different items, in random order (all of them where there are fewer). */
  sample<T>(items: readonly T[], count: number): T[] {
    if (count * 4 >= items.length) return this.shuffle([...items]).slice(0, count);
    const chosen = new Set<number>();
    while (chosen.size < count) chosen.add(Math.floor(this.float() * items.length));
    return [...chosen].map((index) => items[index]!);
  }

  /** Two lists in one, each in its own order. */
  merge<T>(first: readonly T[], second: readonly T[]): T[] {
    const all = [...first, ...second];
    const places = new Set(
      this.sample(
        all.map((_, at) => at),
        first.length,
      ),
    );
    const taken = [0, 0] as [number, number];
    return all.map((_, at) => (places.has(at) ? first[taken[0]++]! : second[taken[1]++]!));
  }

  /** An item by weight: `weights[i]` is the share of `items[i]`. */
  weighted<T>(items: readonly T[], weights: readonly number[]): T {
    let at = this.float() * weights.reduce((sum, weight) => sum + weight, 0);
    for (let i = 0; i < items.length; i++) {
      at -= weights[i]!;
      if (at < 0) return items[i]!;
    }
    return items[items.length - 1]!;
  }
}

/**
 * Calls `make` until `accept` says yes; gives up loudly, because a generator that cannot make a distinct value has
 * been asked for more than its vocabulary holds.
 */
export function drawUntil<T>(make: () => T, accept: (value: T) => boolean): T {
  for (let i = 0; i < 10_000; i++) {
    const value = make();
    if (accept(value)) return value;
  }
  throw new Error('No acceptable value in 10,000 draws: the vocabulary is too small for this sample.');
}
