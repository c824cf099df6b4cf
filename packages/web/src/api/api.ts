import type { ReadingInfo } from '../model/events.ts';

/** A refusal by the server, in its words. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface TextSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly total?: number;
}

/** Readings, newest first. */
export interface ReadingList {
  readonly readings: readonly ReadingInfo[];
  readonly older: boolean;
}

/** What a new reading is asked with. */
export interface NewReading {
  readonly document: string;
  readonly questions: readonly string[];
  readonly model?: string;
  readonly policy?: string;
  readonly [option: string]: unknown;
}

const keyName = 'memagent-key';

/** Talks to the server that the page came from. A key is asked for when it is needed, and kept for this tab alone. */
export class Api {
  readonly #askForKey: (wrong: boolean) => Promise<string>;
  #asking: Promise<string> | undefined;

  constructor(askForKey: (wrong: boolean) => Promise<string>) {
    this.#askForKey = askForKey;
  }

  get hasKey(): boolean {
    return sessionStorage.getItem(keyName) !== null;
  }

  forgetKey(): void {
    sessionStorage.removeItem(keyName);
  }

  /** A response that is fine; a missing key is asked for, any other refusal is thrown. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    while (true) {
      const key = sessionStorage.getItem(keyName);
      const headers = new Headers(init.headers);
      if (key !== null) headers.set('authorization', `Bearer ${key}`);
      const response = await fetch(path, { ...init, headers });
      if (response.ok) return response;
      if (response.status === 401) {
        if (key === sessionStorage.getItem(keyName)) await this.#newKey(key !== null);
        continue;
      }
      throw await failureOf(response);
    }
  }

  async json<T>(path: string, init?: RequestInit): Promise<T> {
    return (await this.fetch(path, init)).json() as Promise<T>;
  }

  post<T>(path: string, body?: unknown): Promise<T> {
    return this.json<T>(path, {
      method: 'POST',
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  }

  upload(file: Blob, name: string): Promise<{ id: string; name: string; bytes: number }> {
    return this.json(`/v1/documents?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      body: file,
      headers: { 'content-type': 'application/octet-stream' },
    });
  }

  /** The newest readings whose document's name and questions have these words, and whether there are older ones. */
  async readings({ count, words }: { count: number; words: string }): Promise<ReadingList> {
    const readings: ReadingInfo[] = [];
    for (let older = true; older; ) {
      const query = new URLSearchParams({ limit: String(Math.min(1000, count - readings.length)), words });
      if (readings.length > 0) query.set('after', readings.at(-1)!.id);
      const page = await this.json<{ data: ReadingInfo[]; has_more: boolean }>(`/v1/readings?${query}`);
      readings.push(...page.data);
      if (readings.length >= count) return { readings, older: page.has_more };
      older = page.has_more;
    }
    return { readings, older: false };
  }

  reading(id: string): Promise<ReadingInfo> {
    return this.json(`/v1/readings/${encodeURIComponent(id)}`);
  }

  text(document: string, start: number, end: number, signal?: AbortSignal): Promise<TextSpan> {
    const path = `/v1/documents/${encodeURIComponent(document)}/text?start=${start}&end=${end}`;
    return this.json(path, signal ? { signal } : {});
  }

  /** One question at a time, however many requests wait for the key. */
  async #newKey(wrong: boolean): Promise<void> {
    this.#asking ??= this.#askForKey(wrong).finally(() => {
      this.#asking = undefined;
    });
    sessionStorage.setItem(keyName, await this.#asking);
  }
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const body = (await response.json().catch(() => undefined)) as
    | { error?: { code?: string; message?: string } }
    | undefined;
  return new ApiFailure(
    response.status,
    body?.error?.code ?? 'unknown',
    body?.error?.message ?? `The server replied with ${response.status}.`,
  );
}
