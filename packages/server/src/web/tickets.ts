import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Addresses that open for a while without a key: a frame cannot send one. They are signed, not kept, so that any
 * process with the same secret honours them.
 */
export class Tickets {
  readonly #secret: string;
  readonly #now: () => number;

  constructor(secret: string, now: () => number = Date.now) {
    this.#secret = secret;
    this.#now = now;
  }

  /** A ticket for something, good for some milliseconds. */
  issue(what: string, ms: number): string {
    const until = Math.ceil((this.#now() + ms) / 1000).toString(36);
    return `${Buffer.from(what).toString('base64url')}.${until}.${this.#sign(what, until)}`;
  }

  /** What a ticket is for; undefined where it is forged or has run out. */
  redeem(ticket: string): string | undefined {
    const [name = '', until = '', signature = ''] = ticket.split('.');
    const what = Buffer.from(name, 'base64url').toString('utf8');
    const expected = Buffer.from(this.#sign(what, until));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return Number.parseInt(until, 36) * 1000 >= this.#now() ? what : undefined;
  }

  #sign(what: string, until: string): string {
    return createHmac('sha256', this.#secret).update(`${until}\n${what}`).digest('base64url');
  }
}
