import { splitReasoning } from '@memagent/core';

/** What a reply needs to know to become text. */
export interface ReplyOptions {
  /** Tokens as text. */
  readonly decode: (tokens: Uint32Array) => string;
  readonly stop: readonly string[];
  readonly onText: ((text: string) => void) | undefined;
  /** Whether reasoning is to be told apart from the answer, and whether the prompt has begun it already. */
  readonly reasoning: 'none' | 'told-apart' | 'begun';
}

/** Collects the tokens of a reply, says when a stop string has come, and hands out text that is settled. */
export class Reply {
  readonly ids: number[] = [];
  readonly #options: ReplyOptions;
  readonly #live: boolean;
  #shown = 0;
  #reasoningTokens = 0;
  #cut: number | undefined;

  constructor(options: ReplyOptions) {
    this.#options = options;
    this.#live = options.onText !== undefined || options.stop.length > 0 || options.reasoning !== 'none';
  }

  /** Takes a token; `true` says that a stop string has come. */
  push(token: number): boolean {
    this.ids.push(token);
    if (!this.#live) return false;
    const { text, open } = this.#split();
    if (open) this.#reasoningTokens = this.ids.length;
    if (open || (this.#options.reasoning !== 'none' && undecided.test(text))) return false;
    this.#cut = firstStop(text, this.#options.stop);
    if (this.#cut === undefined) this.#show(text, settledLength(text, this.#options.stop));
    return this.#cut !== undefined;
  }

  /** The whole reply. What was held back is handed out now. */
  end(): { text: string; reasoning?: string; reasoningTokens?: number } {
    const { text: whole, reasoning } = this.#split();
    const text = whole.slice(0, this.#cut);
    this.#show(text, text.length);
    return reasoning === undefined ? { text } : { text, reasoning, reasoningTokens: this.#reasoningTokens };
  }

  #show(text: string, length: number): void {
    if (length <= this.#shown) return;
    this.#options.onText?.(text.slice(this.#shown, length));
    this.#shown = length;
  }

  #split(): { text: string; reasoning?: string; open: boolean } {
    const reply = this.#options.decode(Uint32Array.from(this.ids));
    if (this.#options.reasoning === 'none') return { text: reply, open: false };
    const { text, reasoning, open } = splitReasoning(reply, this.#options.reasoning === 'begun');
    return { text, open, ...(reasoning === undefined ? {} : { reasoning }) };
  }
}

/** Nothing yet but what may become the tag that opens the reasoning. */
const undecided = /^\s*(?:[<[][\w:]*)?$/;

function firstStop(text: string, stops: readonly string[]): number | undefined {
  const found = stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0);
  return found.length > 0 ? Math.min(...found) : undefined;
}

/** How much of a text no later token can change: not half a character, not what may begin a stop string. */
function settledLength(text: string, stops: readonly string[]): number {
  let length = text.length;
  while (length > 0 && text[length - 1] === '\uFFFD') length--;
  for (const stop of stops) {
    for (let part = Math.min(stop.length - 1, length); part > 0; part--) {
      if (text.startsWith(stop.slice(0, part), text.length - part)) {
        length = Math.min(length, text.length - part);
        break;
      }
    }
  }
  return length;
}
