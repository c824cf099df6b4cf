/** Does work that tells of its progress, as a generator of what it tells; gives what the work gives. */
export async function* told<T>(
  work: (tell: (message: string) => void) => Promise<T>,
): AsyncGenerator<string, T> {
  const heard: string[] = [];
  let wake = () => {};
  const running = work((message) => {
    heard.push(message);
    wake();
  });
  let over = false;
  const end = () => {
    over = true;
  };
  const done = running.then(end, end);
  for (;;) {
    yield* heard.splice(0);
    if (over) return running;
    const more = new Promise<void>((resolve) => {
      wake = resolve;
    });
    if (heard.length === 0) await Promise.race([more, done]);
  }
}
