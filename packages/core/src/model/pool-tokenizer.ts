import type { Tokenizer, TokenRun, TokenStream } from '../tokenizer/tokenizer.ts';

/**
 * Several copies of one tokenizer as one: when a copy fails (it asks a server that is gone), the next goes on. A
 * tokenizer that works on its own is used as it is.
 */
export function poolTokenizer(tokenizers: readonly Tokenizer[]): Tokenizer {
  const copies = [...new Set(tokenizers)];
  const first = copies[0]!;
  if (copies.length === 1) return first;
  let best = 0;

  /** Calls the copy that worked last; where that fails, the others in turn. */
  function ask<T>(call: (tokenizer: Tokenizer) => T | Promise<T>, left = copies.length): T | Promise<T> {
    const asked = best;
    const result = call(copies[asked]!);
    // What answers at once does not ask a server.
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      if (left <= 1) throw error;
      if (best === asked) best = (asked + 1) % copies.length;
      return ask(call, left - 1);
    });
  }

  return {
    id: first.id,
    encode: (text) => ask((tokenizer) => tokenizer.encode(text)),
    decode: (ids) => ask((tokenizer) => tokenizer.decode(ids)),
    special: (token) => first.special(token),
    stream: () => poolStream(ask),
  };
}

type Ask = <T>(call: (tokenizer: Tokenizer) => T | Promise<T>) => T | Promise<T>;

/**
 * A stream that begins anew with another copy at the end of the last run, with the text that had not come back as
 * tokens yet. Streams end their runs where tokens can be cut.
 */
function poolStream(ask: Ask): TokenStream {
  let copy: { tokenizer: Tokenizer; stream: TokenStream } | undefined;
  let pending = '';

  function advance(step: (stream: TokenStream, fresh: boolean) => TokenRun | Promise<TokenRun>) {
    const run = ask((tokenizer) => {
      const fresh = copy?.tokenizer !== tokenizer;
      if (fresh) copy = { tokenizer, stream: tokenizer.stream() };
      const made = step(copy!.stream, fresh);
      if (!(made instanceof Promise)) return made;
      return made.catch((error: unknown) => {
        copy = undefined;
        throw error;
      });
    });
    const settle = (made: TokenRun) => {
      pending = pending.slice(made.text.length);
      return made;
    };
    return run instanceof Promise ? run.then(settle) : settle(run);
  }

  return {
    push(text) {
      pending += text;
      return advance((stream, fresh) => stream.push(fresh ? pending : text));
    },
    end() {
      return advance((stream, fresh) =>
        fresh && pending !== '' ? pushAndEnd(stream, pending) : stream.end(),
      );
    },
  };
}

async function pushAndEnd(stream: TokenStream, text: string): Promise<TokenRun> {
  const [a, b] = [await stream.push(text), await stream.end()];
  const ids = new Uint32Array(a.ids.length + b.ids.length);
  const ends = new Uint32Array(ids.length);
  ids.set(a.ids);
  ids.set(b.ids, a.ids.length);
  ends.set(a.ends);
  for (let i = 0; i < b.ends.length; i++) ends[a.ids.length + i] = a.text.length + b.ends[i]!;
  return { text: a.text + b.text, ids, ends };
}
