import { lookup as systemLookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { ApiError } from '../http/api-error.ts';
import { isPublicAddress } from './addresses.ts';

export interface FetchUrlOptions {
  readonly maxBytes: number;
  /** Hosts (`name` or `name:port`) that are fetched from wherever their names lead. */
  readonly allowHosts?: readonly string[];
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** How names become addresses; the system's way unless given. */
  readonly lookup?: typeof systemLookup;
}

const maxRedirects = 5;

/**
 * Fetches an address of the public internet. Every host on the way, redirects included, is resolved here, and the
 * connection goes to the very address that was checked: a name that changes its mind gets nowhere.
 */
export async function fetchUrl(
  address: string,
  options: FetchUrlOptions,
): Promise<{ bytes: AsyncIterable<Uint8Array>; url: URL; type: string | undefined }> {
  let url = parse(address);
  for (let hops = 0; ; hops++) {
    const response = await request(url, options);
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      response.destroy();
      if (hops >= maxRedirects) throw refuse(`${address} leads on more than ${maxRedirects} times.`);
      url = parse(new URL(headers.location, url).href);
      continue;
    }
    if (statusCode !== 200) {
      response.destroy();
      throw refuse(`${address} answered ${statusCode}.`);
    }
    return { bytes: limited(response, options.maxBytes, address), url, type: headers['content-type'] };
  }
}

function parse(address: string): URL {
  if (!URL.canParse(address)) throw refuse('The address is not valid.');
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refuse(`Addresses of the kind ${url.protocol} are not fetched; use http or https.`);
  if (url.username || url.password) throw refuse('An address with a password in it is not fetched.');
  return url;
}

function request(url: URL, options: FetchUrlOptions): Promise<IncomingMessage> {
  const trusted = options.allowHosts?.some((host) => host === url.host || host === url.hostname) ?? false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!trusted && isIP(host) && !isPublicAddress(host)) throw privateAddress(url);
  const resolve = options.lookup ?? systemLookup;
  const lookup: LookupFunction = (name, wanted, done) => {
    resolve(name, { ...wanted, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      // One private address among several is enough to refuse: which is used is not ours to say.
      if (found.length === 0 || (!trusted && !found.every((each) => isPublicAddress(each.address))))
        return done(privateAddress(url), '', 0);
      if (wanted.all) return done(null, found);
      return done(null, found[0]!.address, found[0]!.family);
    });
  };
  return new Promise((fulfil, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = send(
      url,
      {
        lookup,
        // No pooled connection: it could lead where an earlier, trusted request was allowed to go.
        agent: false,
        headers: { accept: 'text/*, application/pdf, */*;q=0.5', 'user-agent': 'memagent' },
        timeout: options.timeoutMs ?? 30_000,
        ...(options.signal ? { signal: options.signal } : {}),
      },
      fulfil,
    );
    sent.on('timeout', () => sent.destroy(refuse(`${url.host} took too long.`)));
    sent.on('error', (error) =>
      reject(error instanceof ApiError ? error : refuse(`${url.host} could not be reached.`, error)),
    );
    sent.end();
  });
}

async function* limited(
  response: IncomingMessage,
  maxBytes: number,
  address: string,
): AsyncGenerator<Uint8Array> {
  let taken = 0;
  try {
    for await (const block of response) {
      taken += (block as Uint8Array).length;
      if (taken > maxBytes)
        throw new ApiError(413, 'request_too_large', `${address} is larger than ${maxBytes} bytes.`);
      yield block as Uint8Array;
    }
  } finally {
    response.destroy();
  }
}

const refuse = (message: string, cause?: unknown) =>
  new ApiError(400, 'bad_url', message, { param: 'url', ...(cause === undefined ? {} : { cause }) });

const privateAddress = (url: URL) =>
  new ApiError(403, 'forbidden_url', `${url.hostname} is not an address of the public internet.`, {
    param: 'url',
  });
