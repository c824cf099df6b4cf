import { MemAgentError } from '../../errors.ts';
import type { ByteSource } from './byte-source.ts';

export interface UrlOptions {
  /** Further request headers, such as `authorization`; sent to the first host only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The most bytes to take from an address; without it there is no limit. */
  readonly maxBytes?: number;
  /** How long to wait for the answer, and for each next part of it; 30 000 unless given. */
  readonly timeoutMs?: number;
  /** 5 unless given. */
  readonly maxRedirects?: number;
}

/** What an http(s) address gives. Every reading fetches it again; a note says if it has changed meanwhile. */
export function urlSource(
  url: string,
  options: UrlOptions = {},
  note: (text: string) => void = () => {},
): ByteSource {
  let bytes: number | undefined;
  let tag: string | undefined;
  return {
    name: url,
    get bytes() {
      return bytes;
    },
    async open(signal) {
      const patience = new Patience(options.timeoutMs ?? 30_000, signal);
      try {
        const response = await request(url, options, patience);
        patience.rest();
        const plain = response.headers.get('content-encoding') === null;
        const length = plain ? Number(response.headers.get('content-length') ?? Number.NaN) : Number.NaN;
        bytes = Number.isFinite(length) ? length : undefined;
        if (bytes !== undefined && bytes > (options.maxBytes ?? Infinity))
          throw tooLarge(url, options.maxBytes!);
        const now = response.headers.get('etag') ?? undefined;
        if (tag !== undefined && now !== undefined && now !== tag)
          note(`${url} has changed since it was first read.`);
        tag ??= now;
        const [type, charset] = mediaType(response.headers.get('content-type'));
        return { bytes: body(url, response, options.maxBytes ?? Infinity, patience), type, charset };
      } catch (error) {
        patience.close();
        throw networkError(error, url, patience, signal);
      }
    },
  };
}

async function request(first: string, options: UrlOptions, patience: Patience): Promise<Response> {
  let url = new URL(first);
  for (let hops = 0; ; hops++) {
    const own = url.origin === new URL(first).origin ? options.headers : undefined;
    patience.wait();
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        accept: 'text/html, text/plain, application/pdf, */*;q=0.8',
        'user-agent': 'memagent',
        ...own,
      },
      signal: patience.signal,
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) {
      if (response.ok && response.body) return response;
      await response.body?.cancel();
      throw statusError(first, response);
    }
    await response.body?.cancel();
    if (hops >= (options.maxRedirects ?? 5)) {
      throw new MemAgentError(
        'bad-input',
        `${first} leads from one address to the next, more than ${hops} times.`,
        {
          hint: 'Open it in a browser and give the address where it ends.',
        },
      );
    }
    url = new URL(location, url);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') {
      throw new MemAgentError(
        'bad-input',
        `${first} leads to ${url.protocol}, which is not an http address.`,
      );
    }
  }
}

async function* body(
  url: string,
  response: Response,
  limit: number,
  patience: Patience,
): AsyncGenerator<Uint8Array> {
  const reader = response.body!.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  let taken = 0;
  try {
    while (true) {
      // Only the wait for the network counts: a reader who takes minutes over a chunk is not the server's fault.
      patience.wait();
      const { done, value } = await reader.read();
      patience.rest();
      if (done) return;
      taken += value.length;
      if (taken > limit) throw tooLarge(url, limit);
      yield value;
    }
  } catch (error) {
    throw networkError(error, url, patience, patience.outer, taken);
  } finally {
    patience.close();
    await reader.cancel().catch(() => {});
  }
}

/** A signal that also ends when a wait takes too long. */
class Patience {
  readonly outer: AbortSignal | undefined;
  readonly #milliseconds: number;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  expired = false;

  constructor(milliseconds: number, outer: AbortSignal | undefined) {
    this.#milliseconds = milliseconds;
    this.outer = outer;
    outer?.throwIfAborted();
    outer?.addEventListener('abort', this.#stop, { once: true });
  }

  readonly #stop = () => this.#controller.abort(this.outer?.reason);

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get seconds(): number {
    return this.#milliseconds / 1000;
  }

  wait(): void {
    this.rest();
    this.#timer = setTimeout(() => {
      this.expired = true;
      this.#controller.abort();
    }, this.#milliseconds);
  }

  rest(): void {
    clearTimeout(this.#timer);
  }

  close(): void {
    this.rest();
    this.outer?.removeEventListener('abort', this.#stop);
  }
}

function mediaType(header: string | null): [type: string | undefined, charset: string | undefined] {
  const type = header?.split(';')[0]?.trim().toLowerCase() || undefined;
  return [type, /charset\s*=\s*["']?([^"';\s]+)/i.exec(header ?? '')?.[1]];
}

function tooLarge(url: string, limit: number): MemAgentError {
  return new MemAgentError('bad-input', `${url} is larger than the limit of ${limit} bytes.`, {
    hint: 'Raise maxBytes, or download it and give the file.',
  });
}

function statusError(url: string, response: Response): MemAgentError {
  const { status } = response;
  const hint =
    status === 401 || status === 403
      ? 'It wants a login: save the page from a browser and give the file, or send an authorization header.'
      : status === 404 || status === 410
        ? 'Check the address.'
        : status === 429 || status >= 500
          ? 'The server is busy or broken: try again later.'
          : 'Open it in a browser to see what it wants, or save it and give the file.';
  return new MemAgentError('bad-input', `${url} answered ${status} ${response.statusText}`.trim(), { hint });
}

function networkError(
  error: unknown,
  url: string,
  patience: Patience,
  signal: AbortSignal | undefined,
  taken = 0,
): unknown {
  if (signal?.aborted) return signal.reason;
  if (MemAgentError.isInstance(error)) return error;
  const after = taken > 0 ? ` after ${taken} bytes` : '';
  if (patience.expired) {
    return new MemAgentError('bad-input', `${url} sent nothing for ${patience.seconds} seconds${after}.`, {
      hint: 'Try again, or raise timeoutMs.',
      cause: error,
    });
  }
  const code = codeOf(error);
  const message =
    code === 'ENOTFOUND' || code === 'EAI_AGAIN'
      ? `${url}: there is no server of that name.`
      : code === 'ECONNREFUSED'
        ? `${url}: nothing answers there.`
        : taken > 0
          ? `${url} broke off${after}.`
          : `${url} could not be fetched: ${code ?? (error instanceof Error ? error.message : String(error))}.`;
  return new MemAgentError('bad-input', message, {
    hint: 'Check the address and the network, or download it and give the file.',
    cause: error,
  });
}

function codeOf(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return undefined;
}
