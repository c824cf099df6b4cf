/** `/tokenize` and `/detokenize` of llama-server and vLLM. */
import { z } from 'zod';
import { MemAgentError, toMemAgentError } from '../errors.ts';
import { tokenToBytes } from './byte-level.ts';

export interface ServerTokenizerOptions {
  /** The server's address, with or without `/v1`. */
  readonly baseUrl: string;
  readonly kind: 'llama-server' | 'vllm';
  /** The model's name; vLLM needs it where it serves several. */
  readonly model?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly signal?: AbortSignal;
  /** Special tokens to ask the server for, so that `special` knows them. */
  readonly specials?: readonly string[];
  /** The most requests in flight in one stream; 4 unless told. */
  readonly concurrency?: number;
  /** About how many characters go into one request; 32,768 unless told. */
  readonly batchSize?: number;
}

/** What a server says of a text. */
export interface ServerTokens {
  readonly ids: readonly number[];
  /** The bytes that each token stands for. */
  readonly pieces: readonly Uint8Array[];
}

const llamaTokens = z.object({
  tokens: z.array(z.object({ id: z.number(), piece: z.union([z.string(), z.array(z.number())]) })),
});
const llamaText = z.object({ content: z.string() });
const vllmTokens = z.object({ tokens: z.array(z.number()), token_strs: z.array(z.string()).nullish() });
const vllmText = z.object({ prompt: z.string() });

const utf8 = new TextEncoder();

export class ServerApi {
  private readonly options: ServerTokenizerOptions;
  private readonly root: string;

  constructor(options: ServerTokenizerOptions) {
    this.options = options;
    this.root = options.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '');
  }

  async tokenize(text: string, parseSpecial = false): Promise<ServerTokens> {
    if (this.options.kind === 'llama-server') {
      const body = { content: text, add_special: false, parse_special: parseSpecial, with_pieces: true };
      const { tokens } = await this.post('/tokenize', body, llamaTokens);
      return {
        ids: tokens.map((token) => token.id),
        pieces: tokens.map(({ piece }) =>
          typeof piece === 'string' ? utf8.encode(piece) : Uint8Array.from(piece),
        ),
      };
    }
    const body = { ...this.named(), prompt: text, add_special_tokens: false, return_token_strs: true };
    const { tokens, token_strs } = await this.post('/tokenize', body, vllmTokens);
    if (!token_strs && tokens.length > 0) {
      throw new MemAgentError('model-reply', `${this.root} gives token ids without the text of the tokens.`, {
        hint: "Use a newer vLLM (with return_token_strs), or give the model's tokenizer.json.",
      });
    }
    return { ids: tokens, pieces: vocabularyPieces(token_strs ?? []) };
  }

  async detokenize(ids: readonly number[]): Promise<string> {
    if (this.options.kind === 'llama-server') {
      return (await this.post('/detokenize', { tokens: ids }, llamaText)).content;
    }
    return (await this.post('/detokenize', { ...this.named(), tokens: ids }, vllmText)).prompt;
  }

  private named(): { model?: string } {
    return this.options.model === undefined ? {} : { model: this.options.model };
  }

  private async post<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<T> {
    const { apiKey, headers, signal } = this.options;
    const url = this.root + path;
    let response: Response;
    try {
      response = await (this.options.fetch ?? fetch)(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
          ...headers,
        },
        // Lone surrogates are no text to a server.
        body: JSON.stringify(body, (_, value) =>
          typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value,
        ),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (cause) {
      if (signal?.aborted) throw toMemAgentError(signal.reason ?? cause);
      throw new MemAgentError('model-unavailable', `${url} cannot be reached.`, {
        hint: 'Is the server running, and is this its address?',
        cause,
      });
    }
    if (!response.ok) {
      const said = (await response.text().catch(() => '')).slice(0, 200);
      throw new MemAgentError('model-unavailable', `${url} answered ${response.status}: ${said}`, {
        hint:
          response.status === 404
            ? `Is this a ${this.options.kind}? It has no ${path}.`
            : "See the server's log, or give the model's tokenizer.json.",
      });
    }
    const parsed = schema.safeParse(await response.json().catch(() => undefined));
    if (parsed.success) return parsed.data;
    throw new MemAgentError('model-reply', `${url} gave something else than tokens.`, {
      hint: `Is this a ${this.options.kind}?`,
      cause: parsed.error,
    });
  }
}

/** The bytes of tokens as a vocabulary writes them: in the byte alphabet, or SentencePiece's way. */
function vocabularyPieces(tokens: readonly string[]): Uint8Array[] {
  const bytes = tokens.map(tokenToBytes);
  const byteLevel =
    bytes.every((piece) => piece !== undefined) && !tokens.some((token) => /[\n ]/.test(token));
  if (byteLevel) return bytes as Uint8Array[];
  return tokens.map((token) => {
    const byte = /^<0x([0-9A-Fa-f]{2})>$/.exec(token);
    return byte === null
      ? utf8.encode(token.replaceAll('▁', ' '))
      : Uint8Array.of(Number.parseInt(byte[1]!, 16));
  });
}
