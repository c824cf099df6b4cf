const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** Strings of any cut, as text whose pieces never split a surrogate pair and hold no lone surrogate. */
export class WellFormed {
  /** How many lone surrogates were replaced by U+FFFD so far. */
  replaced = 0;
  #held = '';

  /** Gives the text that can be given so far: a high surrogate at the end waits for its other half. */
  push(text: string): string {
    if (text.length === 0) return '';
    let joined = this.#held + text;
    this.#held = '';
    if (isHigh(joined.charCodeAt(joined.length - 1))) {
      this.#held = joined.slice(-1);
      joined = joined.slice(0, -1);
    }
    return this.#repair(joined);
  }

  end(): string {
    const rest = this.#held;
    this.#held = '';
    return this.#repair(rest);
  }

  #repair(text: string): string {
    if ((text as string & { isWellFormed(): boolean }).isWellFormed()) return text;
    // Encoded as UTF-8 a lone surrogate becomes U+FFFD, so text and byte spans agree only if it is that already.
    return text.replace(/\p{Surrogate}/gu, () => {
      this.replaced++;
      return '\ufffd';
    });
  }
}

/** A whole string with lone surrogates replaced by U+FFFD. */
export function toWellFormed(text: string): string {
  const whole = new WellFormed();
  return whole.push(text) + whole.end();
}
