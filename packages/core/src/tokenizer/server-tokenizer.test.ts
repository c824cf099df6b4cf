import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemAgentError } from '../errors.ts';
import { loadTokenizer } from './load.ts';
import { serverTokenizer } from './server-tokenizer.ts';
import { collect } from './test-support/collect.ts';
import { nastyTexts, unicodeText } from './test-support/text.ts';
import { tokenServer } from './test-support/token-server.ts';
import { trainBpe, trainingText, trainSpm } from './test-support/train.ts';
import type { Tokenizer } from './tokenizer.ts';

const byteLevel = loadTokenizer(trainBpe('qwen2').json);
const sentencePiece = loadTokenizer(trainSpm({ normalizer: 'prepend' }).json);

describe.each([
  ['llama-server', 'byte-level', byteLevel],
  ['llama-server', 'SentencePiece-like', sentencePiece],
  ['vllm', 'byte-level', byteLevel],
  ['vllm', 'SentencePiece-like', sentencePiece],
] as const)('the tokenizer of a %s with a %s model', (kind, _, local) => {
  const served = tokenServer(local, kind);
  let server: Server;
  let baseUrl: string;
  let remote: Tokenizer;

  beforeAll(async () => {
    server = createServer(served.handler).listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const specials = kind === 'vllm' ? [] : ['<|end|>', '</s>'];
    remote = await serverTokenizer({
      baseUrl: `${baseUrl}/v1`,
      kind,
      model: 'm',
      apiKey: 'key',
      batchSize: 64,
      specials,
    });
  });

  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  it('gives the ids and ends of the model itself', async () => {
    for (const text of nastyTexts.filter((nasty) => nasty.length < 400)) {
      const run = await collect(remote.stream(), [text]);
      const own = await collect(local.stream(), [text]);
      expect({ text, ids: run.ids }).toEqual({ text, ids: own.ids });
      expect(run.text).toBe(text);
      expect(run.ends).toEqual(own.ends);
    }
  });

  it('gives the same however the text is cut into batches', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(unicodeText, { minLength: 4, maxLength: 12 }), async (pieces) => {
        const text = pieces.join('');
        const run = await collect(remote.stream(), pieces);
        expect(run.text).toBe(text);
        expect(run.ids).toEqual(await local.encode(text));
      }),
      { numRuns: 25 },
    );
  });

  it('keeps several requests in flight and the runs in order', async () => {
    const text = trainingText(200);
    served.mostAtOnce = 0;
    const run = await collect(remote.stream(), text.match(/[\s\S]{1,1000}/g)!);
    expect(run.ids).toEqual(await local.encode(text));
    expect(served.mostAtOnce).toBeGreaterThan(1);
    expect(served.mostAtOnce).toBeLessThanOrEqual(4);
  });

  it('asks once for a text that comes again', async () => {
    await remote.encode('the lantern again');
    const before = served.requests;
    await remote.encode('the lantern again');
    expect(served.requests).toBe(before);
  });

  it('decodes', async () => {
    const ids = await remote.encode('the lantern’s light');
    expect(await remote.decode(ids)).toBe(await local.decode(ids));
    expect(await remote.decode([])).toBe('');
  });

  it('names special tokens that it was told to ask for', () => {
    if (kind === 'llama-server') {
      const known = ['<|end|>', '</s>'].filter((token) => local.special(token) !== undefined);
      for (const token of known) expect(remote.special(token)).toBe(local.special(token));
    }
    expect(remote.special('<|other|>')).toBeUndefined();
  });

  it('fails with what to do: refused, not found, garbage, aborted, gone', async () => {
    const failing = async (path: string, signal?: AbortSignal) => {
      const error = await serverTokenizer({
        baseUrl: baseUrl + path,
        kind,
        model: 'm',
        apiKey: 'key',
        signal,
      }).catch((e) => e);
      expect(error).toBeInstanceOf(MemAgentError);
      return error as MemAgentError;
    };
    expect((await failing('/nowhere')).code).toBe('model-unavailable');
    expect((await failing('/garbage')).code).toBe('model-reply');
    expect((await failing('', AbortSignal.abort(new DOMException('Stopped', 'AbortError')))).code).toBe(
      'aborted',
    );
    const unauthorized = serverTokenizer({ baseUrl, kind, model: 'm' });
    await expect(unauthorized).rejects.toThrow('401');
    const gone = serverTokenizer({ baseUrl: 'http://127.0.0.1:1', kind });
    await expect(gone).rejects.toThrow('cannot be reached');
  });
});
