import { MemAgentError } from '../../errors.ts';

/** Which hub, and who asks. */
export interface HubOptions {
  /** `HF_ENDPOINT`, else the public hub. */
  readonly endpoint?: string;
  /** `HF_TOKEN`, for models that are not open to all. */
  readonly token?: string;
  readonly fetch?: typeof fetch;
  readonly signal?: AbortSignal;
}

/** A file of a model on the hub. */
export interface HubFile {
  readonly path: string;
  readonly size: number;
  /** What its bytes hash to, where the hub says so (it does for all large files). */
  readonly sha256?: string;
}

const publicHub = 'https://huggingface.co';

/** The address of a path on the hub, each part of it escaped. */
export function hubUrl(path: string, options: HubOptions): string {
  const endpoint = (options.endpoint || process.env.HF_ENDPOINT || publicHub).replace(/\/+$/, '');
  return `${endpoint}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

export function hubHeaders(options: HubOptions): Record<string, string> {
  const token = options.token ?? process.env.HF_TOKEN;
  return { 'user-agent': 'memagent', ...(token ? { authorization: `Bearer ${token}` } : {}) };
}

/** The files of a model, with their sizes and hashes. */
export async function hubFiles(repo: string, options: HubOptions = {}): Promise<HubFile[]> {
  checkRepo(repo);
  const files: HubFile[] = [];
  let url: string | undefined = `${hubUrl(`api/models/${repo}/tree/main`, options)}?recursive=true`;
  // A page links to the next one; a hub that links in a circle must not keep us here.
  for (let page = 0; url !== undefined && page < 100; page++) {
    const response = await request(url, repo, options);
    files.push(...treeFiles(await response.json().catch(() => undefined), url));
    const next = nextPage(response, url);
    // The token is for the hub alone, whatever a page links to.
    url = next && new URL(next).origin === new URL(url).origin ? next : undefined;
  }
  return files;
}

/** A request to the hub; anything but success is an error that says what to do. */
export async function request(
  url: string,
  what: string,
  options: HubOptions,
  init: RequestInit = {},
): Promise<Response> {
  const call = options.fetch ?? fetch;
  let response: Response;
  try {
    response = await call(url, {
      ...init,
      headers: { ...hubHeaders(options), ...(init.headers as Record<string, string>) },
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw unreachable(url, cause);
  }
  if (response.ok || (response.status === 416 && init.headers)) return response;
  await response.body?.cancel();
  throw refused(response.status, what, new URL(url).host, hubHeaders(options).authorization !== undefined);
}

function refused(status: number, what: string, host: string, known: boolean): MemAgentError {
  if (status === 401 || status === 403) {
    return new MemAgentError(
      'model-unavailable',
      `${host} answered ${status}: ${what} is closed, or does not exist.`,
      {
        hint: known
          ? 'Check the spelling and what HF_TOKEN may see; some models ask you to accept their terms on their page first.'
          : 'Check the spelling; for a closed model set HF_TOKEN.',
      },
    );
  }
  if (status === 404) {
    return new MemAgentError('model-unavailable', `${host} has no ${what}.`, {
      hint: 'Check the spelling: owner/name.',
    });
  }
  return new MemAgentError('model-unavailable', `${host} answered ${status} for ${what}.`, {
    hint: 'Try again later: what has been pulled is kept.',
    cause: status,
  });
}

const unreachable = (url: string, cause: unknown) =>
  new MemAgentError('model-unavailable', `${new URL(url).host} cannot be reached: ${reason(cause)}.`, {
    hint: 'Check the connection, or set HF_ENDPOINT to a hub that can be reached. What has been pulled is kept.',
    cause,
  });

/** What went wrong below fetch's "fetch failed". */
export function reason(error: unknown): string {
  const inner = (error as { cause?: { code?: string; message?: string } }).cause;
  return inner?.code ?? inner?.message ?? (error instanceof Error ? error.message : String(error));
}

function checkRepo(repo: string): void {
  if (/^[\w.-]+\/[\w.-]+$/.test(repo) && !repo.includes('..')) return;
  throw new MemAgentError('bad-input', `"${repo}" is no name of a model on the hub.`, {
    hint: 'Write owner/name.',
  });
}

function treeFiles(json: unknown, url: string): HubFile[] {
  if (!Array.isArray(json)) {
    throw new MemAgentError('model-unavailable', `${url} gave no list of files.`, {
      hint: 'Is HF_ENDPOINT a hub?',
    });
  }
  return json
    .filter((entry) => entry?.type === 'file' && typeof entry.path === 'string')
    .map((entry): HubFile => {
      const sha256 = hashIn(entry.lfs?.oid);
      return {
        path: entry.path,
        size: Number(entry.lfs?.size ?? entry.size ?? 0),
        ...(sha256 ? { sha256 } : {}),
      };
    });
}

/** A SHA-256 as the hub writes it: bare, with `sha256:` before it, or as a quoted entity tag. */
export function hashIn(text: unknown): string | undefined {
  return typeof text === 'string'
    ? /^(?:W\/)?"?(?:sha256:)?([0-9a-f]{64})"?$/i.exec(text)?.[1]?.toLowerCase()
    : undefined;
}

function nextPage(response: Response, url: string): string | undefined {
  const link = /<([^>]+)>\s*;\s*rel="?next"?/.exec(response.headers.get('link') ?? '')?.[1];
  return link && new URL(link, url).href;
}
