/** A seeded source of numbers in [0, 1): the same seed gives the same weights everywhere (mulberry32). */
export function randomSource(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Roughly normal values of the given deviation: a sum of four uniform ones, cheap for millions of weights. */
export function normalValues(count: number, deviation: number, next: () => number): Float32Array {
  const values = new Float32Array(count);
  const scale = deviation * Math.sqrt(3);
  for (let i = 0; i < count; i++) values[i] = (next() + next() + next() + next() - 2) * scale;
  return values;
}
