import type { Transport } from './transport.ts';

// Before a token's end: time enough for the request that it goes with.
const spareMs = 60_000;

/**
 * Hosted services may want a short-lived token in place of the key: it is asked for with the key, kept, and asked for
 * again shortly before it ends.
 */
export function tokenFor(
  transport: Transport,
  apiKey: string | undefined,
): () => Promise<string | undefined> {
  let token: { readonly text: string; readonly ends: number } | undefined;
  let asking: Promise<string | undefined> | undefined;
  const ask = async () => {
    const { json } = await transport.post('/auth/token', {}, { credential: apiKey });
    if (typeof json?.jwt !== 'string') return apiKey;
    token = { text: json.jwt, ends: expiry(json.jwt) };
    return token.text;
  };
  return async () => {
    if (token && token.ends - transport.clock.now() > spareMs) return token.text;
    asking ??= ask()
      // What there is may still do; if not, the request itself says so.
      .catch((error) => {
        if (token) return token.text;
        throw error;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
}

/** When a JSON web token ends, in milliseconds; at once where it does not say. */
function expiry(token: string): number {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof claims.exp === 'number' ? claims.exp * 1000 : 0;
  } catch {
    return 0;
  }
}
