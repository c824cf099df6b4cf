import {
  chunkDocument,
  type Document,
  type Prompt,
  type TextPiece,
  type Tokenizer,
  type TokenRun,
  type TokenStream,
} from '@memagent/core';
import type { PromptEncoder } from '../model/prompt-encoder.ts';

// Texts that are longer are read anew by every trajectory: no group holds more than this of one.
const mostCharacters = 1 << 20;

/**
 * A document whose text is held, so that what makes it runs once for all trajectories of a group. One that is long, that
 * tells how far it was read, or that cannot be read stays as it is.
 */
export async function heldDocument(document: Document, most = mostCharacters): Promise<Document> {
  if (document.once || document.consumed) return document;
  const pieces: TextPiece[] = [];
  try {
    let characters = 0;
    for await (const piece of document.open()) {
      characters += piece.text.length;
      if (characters > most) return document;
      pieces.push(piece);
    }
  } catch {
    // Whoever reads it is told why it cannot be.
    return document;
  }
  const { name, bytes } = document;
  const notes = document.notes && [...document.notes()];
  return {
    name,
    ...(bytes === undefined ? {} : { bytes }),
    ...(notes ? { notes: () => notes } : {}),
    async *open(signal) {
      for (const piece of pieces) {
        signal?.throwIfAborted();
        yield piece;
      }
    },
  };
}

/**
 * A tokenizer that remembers what it was asked, for those who read the same text: the trajectories of a group. It is
 * dropped with the group. One that takes its time (a server's) stays as it is.
 */
export function sharedTokenizer(tokenizer: Tokenizer): Tokenizer {
  if (!(tokenizer.encode('') instanceof Uint32Array)) return tokenizer;
  const encoded = new Map<string, ReturnType<Tokenizer['encode']>>();
  const start: Node = { next: new Map() };
  return {
    id: tokenizer.id,
    decode: (ids) => tokenizer.decode(ids),
    special: (token) => tokenizer.special(token),
    encode(text) {
      let ids = encoded.get(text);
      if (ids === undefined) {
        ids = tokenizer.encode(text);
        encoded.set(text, ids);
      }
      return ids;
    },
    stream: () => new SharedStream(tokenizer, start),
  };
}

type Run = TokenRun | Promise<TokenRun>;

/** What streams gave after certain texts: for the last of them, for each that may follow, and for the end. */
interface Node {
  readonly tokens?: Run;
  readonly next: Map<string, Node>;
  last?: Run;
}

/** A stream that tokenizes only what no other has before it. */
class SharedStream implements TokenStream {
  readonly #tokenizer: Tokenizer;
  readonly #pushed: string[] = [];
  #at: Node;
  #own: TokenStream | undefined;

  constructor(tokenizer: Tokenizer, start: Node) {
    this.#tokenizer = tokenizer;
    this.#at = start;
  }

  push(text: string): Run {
    let node = this.#at.next.get(text);
    if (node === undefined) {
      node = { tokens: this.#stream().push(text), next: new Map() };
      this.#at.next.set(text, node);
    } else this.#own?.push(text);
    this.#pushed.push(text);
    this.#at = node;
    return node.tokens!;
  }

  end(): Run {
    this.#at.last ??= this.#stream().end();
    return this.#at.last;
  }

  /** A stream of the tokenizer's own that has had all that this one has had. */
  #stream(): TokenStream {
    if (this.#own === undefined) {
      this.#own = this.#tokenizer.stream();
      for (const text of this.#pushed) this.#own.push(text);
    }
    return this.#own;
  }
}

/** Encodes equal prompts once: trajectories that read the same with the same memory then share one list of ids. */
export function sharedEncoder(encode: PromptEncoder): PromptEncoder {
  const known = new Map<string, readonly number[]>();
  // Those who share sections bring the very same prompt: then its text need not be looked at.
  const same = new WeakMap<Prompt, readonly number[]>();
  return (prompt) => {
    const before = same.get(prompt);
    if (before) return before;
    const key = keyOf(prompt);
    const ids = known.get(key) ?? encode(prompt);
    if (ids instanceof Promise) return ids;
    known.set(key, ids);
    same.set(prompt, ids);
    return ids;
  };
}

/** With lengths: no text can pass for the segments of another prompt. */
function keyOf({ form, system = '', segments }: Prompt): string {
  let key = `${form} ${system.length} ${system}`;
  for (const { text, trusted } of segments) key += `${trusted ? '+' : '-'}${text.length} ${text}`;
  return key;
}

/** Tokenizes a text so that whoever reads it with this tokenizer finds it done. */
export async function tokenizeAhead(document: Document, tokenizer: Tokenizer): Promise<void> {
  for await (const _ of chunkDocument(document, tokenizer, { tokens: 1 << 20, mode: 'tokens' }));
}
