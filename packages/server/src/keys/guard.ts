import { isIP } from 'node:net';
import { ApiError } from '../http/api-error.ts';
import { hashToken, type Key } from './keys.ts';

/** Who asks when no key is needed. */
export const localOwner = 'local';

interface Usage {
  tokens: number;
  at: number;
  active: number;
}

/** Takes one of a key's requests a minute; gives the seconds to wait where none is left. */
export type TakeRequest = (key: string, perMinute: number) => Promise<number | undefined>;

export interface GuardOptions {
  readonly now?: () => number;
  /** Where requests a minute are counted; in this process unless given. */
  readonly take?: TakeRequest;
}

/** Says who is asking, and whether they may now. */
export class Guard {
  #keys: ReadonlyMap<string, Key> = new Map();
  #open = true;
  readonly #usage = new Map<string, Usage>();
  readonly #now: () => number;

  readonly #take: TakeRequest;

  constructor(keys: readonly Key[], { now = () => performance.now(), take }: GuardOptions = {}) {
    this.replace(keys);
    this.#now = now;
    this.#take = take ?? (async (key, perMinute) => this.#takeHere(key, perMinute));
  }

  /** Takes these keys from now on, and no others. Who has had one is never open again, though the last be taken away. */
  replace(keys: readonly Key[]): void {
    if (keys.length > 0) this.#open = false;
    this.#keys = new Map(keys.map((key) => [key.hash, key]));
  }

  get keys(): readonly Key[] {
    return [...this.#keys.values()];
  }

  get open(): boolean {
    return this.#open;
  }

  /** The key of a request, or undefined where the server needs none. */
  identify(request: Request): Key | undefined {
    if (this.open) {
      refuseStrangers(request);
      return undefined;
    }
    const header = request.headers.get('authorization') ?? '';
    const token = /^Bearer\s+(\S{1,512})$/i.exec(header)?.[1] ?? request.headers.get('x-api-key') ?? '';
    const key = this.#keys.get(hashToken(token));
    if (key) return key;
    throw new ApiError(
      401,
      'invalid_api_key',
      token === ''
        ? 'A key is needed: send it as "Authorization: Bearer <key>".'
        : 'The key is not known here.',
    );
  }

  /** Counts a request against its key's limits; the function it gives back says that it has ended. */
  async enter(key: Key | undefined): Promise<() => void> {
    if (!key?.limits) return () => undefined;
    const { requestsPerMinute, concurrent } = key.limits;
    const usage = this.#usageOf(key.id);
    if (concurrent !== undefined && usage.active >= concurrent) {
      throw new ApiError(429, 'too_many_at_once', `This key may have ${concurrent} requests at once.`, {
        retryAfter: 1,
      });
    }
    usage.active++;
    let left = false;
    const leave = () => {
      if (!left) usage.active--;
      left = true;
    };
    try {
      const wait = requestsPerMinute === undefined ? undefined : await this.#take(key.id, requestsPerMinute);
      if (wait === undefined) return leave;
      throw new ApiError(
        429,
        'rate_limit_exceeded',
        `This key may send ${requestsPerMinute} requests a minute.`,
        { retryAfter: Math.ceil(wait) },
      );
    } catch (error) {
      leave();
      throw error;
    }
  }

  #usageOf(key: string): Usage {
    const usage = this.#usage.get(key) ?? { tokens: Number.POSITIVE_INFINITY, at: this.#now(), active: 0 };
    this.#usage.set(key, usage);
    return usage;
  }

  #takeHere(key: string, perMinute: number): number | undefined {
    const usage = this.#usageOf(key);
    const now = this.#now();
    usage.tokens = Math.min(perMinute, usage.tokens + ((now - usage.at) / 60_000) * perMinute);
    usage.at = now;
    if (usage.tokens < 1) return ((1 - usage.tokens) / perMinute) * 60;
    usage.tokens -= 1;
    return undefined;
  }
}

/**
 * Without keys, only programs on this machine may ask. A page from elsewhere that a browser here has open is none of
 * them, whether it asks across origins or through a name that it has pointed at this machine.
 */
function refuseStrangers(request: Request): void {
  const origin = request.headers.get('origin');
  const foreign = origin !== null && !(URL.canParse(origin) && isLoopback(new URL(origin).hostname));
  if (!foreign && isLoopback(new URL(request.url).hostname)) return;
  throw new ApiError(403, 'forbidden', 'Without keys, only programs on this machine are answered.');
}

/** Whether a host name means this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}
