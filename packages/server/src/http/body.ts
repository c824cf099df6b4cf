import { ApiError } from './api-error.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  /** How long a client may send nothing. */
  readonly idleMs: number;
}

/** A request's body as bytes, refused as soon as it is too large or its sender too slow. */
export async function* bodyBytes(request: Request, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN);
  if (declared > limits.maxBytes) throw tooLarge(limits.maxBytes);
  if (!request.body) return;
  const reader = request.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  let taken = 0;
  let done = false;
  try {
    while (true) {
      const next = await withinTime(reader.read(), limits.idleMs);
      if (next.done) {
        done = true;
        return;
      }
      taken += next.value.length;
      if (taken > limits.maxBytes) throw tooLarge(limits.maxBytes);
      yield next.value;
    }
  } finally {
    // Not awaited: a client that still sends would keep it waiting.
    if (!done) void reader.cancel().catch(() => undefined);
  }
}

/** A small JSON body, whole. */
export async function smallJson(request: Request, limits: BodyLimits): Promise<unknown> {
  const parts: Uint8Array[] = [];
  for await (const part of bodyBytes(request, { ...limits, maxBytes: Math.min(limits.maxBytes, 1 << 20) }))
    parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, 'invalid_json', 'The body is not JSON.');
  }
}

async function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ApiError(408, 'request_timeout', `Nothing came for ${ms / 1000} seconds.`)),
      ms,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const tooLarge = (limit: number) =>
  new ApiError(413, 'request_too_large', `The body is larger than the limit of ${limit} bytes.`);
