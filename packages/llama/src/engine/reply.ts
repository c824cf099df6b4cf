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
    const { text, reasoningOpen } = this.#split();
    if (reasoningOpen) {
      this.#reasoningTokens = this.ids.length;
      return false;
    }
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

  #split(): { text: string; reasoning?: string; reasoningOpen: boolean } {
    const text = this.#options.decode(Uint32Array.from(this.ids));
    const { reasoning } = this.#options;
    return reasoning === 'none'
      ? { text, reasoningOpen: false }
      : splitReasoning(text, reasoning === 'begun');
  }
}

const opening = '<think>';
const closing = '</think>';

/** Tells the reasoning at the head of a reply from the answer after it. */
export function splitReasoning(
  reply: string,
  begun: boolean,
): { text: string; reasoning?: string; reasoningOpen: boolean } {
  const head = reply.trimStart();
  // A beginning that may still become the opening tag is not an answer yet.
  if (!begun && head !== '' && opening.startsWith(head) && head !== opening)
    return { text: reply, reasoningOpen: true };
  if (!begun && !head.startsWith(opening)) return { text: reply, reasoningOpen: false };
  const inner = head.startsWith(opening) ? head.slice(opening.length) : reply;
  const end = inner.indexOf(closing);
  if (end < 0) return { text: '', reasoning: inner.trim(), reasoningOpen: true };
  return {
    text: inner.slice(end + closing.length).trimStart(),
    reasoning: inner.slice(0, end).trim(),
    reasoningOpen: false,
  };
}

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
