/** A server-sent event. */
export interface SseMessage {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string;
}

/** Takes a stream of server-sent events apart, wherever its blocks are cut. */
export class SseParser {
  #held = '';
  #id: string | undefined;
  #event: string | undefined;
  #data: string[] = [];

  push(text: string): SseMessage[] {
    const lines = (this.#held + text).split(/\r\n|\n|\r(?!$)/);
    this.#held = lines.pop()!;
    const messages: SseMessage[] = [];
    for (const line of lines) {
      if (line === '') {
        if (this.#data.length > 0)
          messages.push({ id: this.#id, event: this.#event, data: this.#data.join('\n') });
        this.#event = undefined;
        this.#data = [];
        continue;
      }
      const colon = line.indexOf(':');
      if (colon === 0) continue;
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'data') this.#data.push(value);
      else if (field === 'id') this.#id = value;
      else if (field === 'event') this.#event = value;
    }
    return messages;
  }
}
