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

/** Says who is asking, and whether they may now. */
export class Guard {
  #keys: ReadonlyMap<string, Key> = new Map();
  readonly #usage = new Map<string, Usage>();
  readonly #now: () => number;

  constructor(keys: readonly Key[], now: () => number = () => performance.now()) {
    this.replace(keys);
    this.#now = now;
  }

  /** Takes these keys from now on, and no others. */
  replace(keys: readonly Key[]): void {
    this.#keys = new Map(keys.map((key) => [key.hash, key]));
  }

  get keys(): readonly Key[] {
    return [...this.#keys.values()];
  }

  get open(): boolean {
    return this.#keys.size === 0;
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
  enter(key: Key | undefined): () => void {
    if (!key?.limits) return () => undefined;
    const { requestsPerMinute, concurrent } = key.limits;
    const now = this.#now();
    const usage = this.#usage.get(key.id) ?? { tokens: requestsPerMinute ?? 0, at: now, active: 0 };
    this.#usage.set(key.id, usage);
    if (concurrent !== undefined && usage.active >= concurrent) {
      throw new ApiError(429, 'too_many_at_once', `This key may have ${concurrent} requests at once.`, {
        retryAfter: 1,
      });
    }
    if (requestsPerMinute !== undefined) {
      usage.tokens = Math.min(
        requestsPerMinute,
        usage.tokens + ((now - usage.at) / 60_000) * requestsPerMinute,
      );
      usage.at = now;
      if (usage.tokens < 1) {
        const seconds = Math.ceil(((1 - usage.tokens) / requestsPerMinute) * 60);
        throw new ApiError(
          429,
          'rate_limit_exceeded',
          `This key may send ${requestsPerMinute} requests a minute.`,
          { retryAfter: seconds },
        );
      }
      usage.tokens -= 1;
    }
    usage.active++;
    let left = false;
    return () => {
      if (!left) usage.active--;
      left = true;
    };
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
