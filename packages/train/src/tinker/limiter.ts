/** Runs work, at most `limit` pieces at once; the others wait in the order in which they came. */
export function limiter(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let active = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (active >= limit) await new Promise<void>((resolve) => queue.push(resolve));
    else active++;
    try {
      return await work();
    } finally {
      // The place goes straight to the next one.
      const next = queue.shift();
      if (next) next();
      else active--;
    }
  };
}
