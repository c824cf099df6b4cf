/** The tokenizing half of llama-server and vLLM, over one of our own tokenizers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bytesToToken } from '../byte-level.ts';
import { SpmTokenizer } from '../spm.ts';
import type { Tokenizer } from '../tokenizer.ts';

export interface TokenServer {
  handler(request: IncomingMessage, response: ServerResponse): void;
  requests: number;
  /** The most requests that were open at the same time. */
  mostAtOnce: number;
}

export function tokenServer(tokenizer: Tokenizer, kind: 'llama-server' | 'vllm'): TokenServer {
  let open = 0;
  const served: TokenServer = {
    requests: 0,
    mostAtOnce: 0,
    handler(request, response) {
      served.requests++;
      served.mostAtOnce = Math.max(served.mostAtOnce, ++open);
      answer(request, response)
        .catch((error) => response.writeHead(500).end(String(error)))
        .finally(() => open--);
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    // Requests that arrived together are all open before the first is answered.
    await new Promise((resolve) => setImmediate(resolve));
    if (request.headers.authorization !== 'Bearer key') {
      response.writeHead(401).end('no key');
      return;
    }
    if (request.url === '/garbage/tokenize') {
      response.end('{"words": []}');
      return;
    }
    const body = JSON.parse(text);
    if (request.url === '/tokenize') response.end(JSON.stringify(await tokenize(body)));
    else if (request.url === '/detokenize') response.end(JSON.stringify(await detokenize(body)));
    else response.writeHead(404).end();
  }

  async function tokenize(body: Record<string, unknown>): Promise<unknown> {
    const text = String(kind === 'vllm' ? body.prompt : body.content);
    const special = body.parse_special === false ? undefined : tokenizer.special(text);
    const ids = special === undefined ? Array.from(await tokenizer.encode(text)) : [special];
    const pieces = ids.map((id) => pieceOf(tokenizer, id));
    if (kind === 'vllm')
      return { count: ids.length, tokens: ids, token_strs: pieces.map((piece) => vocabularyString(piece)) };
    return {
      tokens: ids.map((id, i) => {
        const piece = pieces[i]!;
        const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(piece);
        const valid = !decoded.includes('\ufffd');
        return { id, piece: valid ? decoded : Array.from(piece) };
      }),
    };
  }

  function vocabularyString(piece: Uint8Array): string {
    if (!(tokenizer instanceof SpmTokenizer)) return bytesToToken(piece);
    const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(piece);
    const byte = piece.length === 1 && piece[0]! >= 0x80;
    return byte ? `<0x${piece[0]!.toString(16).toUpperCase()}>` : decoded.replaceAll(' ', '▁');
  }

  async function detokenize(body: Record<string, unknown>): Promise<unknown> {
    const text = await tokenizer.decode(body.tokens as number[]);
    return kind === 'vllm' ? { prompt: text } : { content: text };
  }

  return served;
}

/** The bytes of a token. */
function pieceOf(tokenizer: Tokenizer, id: number): Uint8Array {
  return (tokenizer as unknown as { pieces: Uint8Array[] }).pieces[id]!;
}
