import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { readSampleRequest, writeSampleFrames } from '../testing/wire.ts';
import { BatchedSampling } from './batched-sampling.ts';
import { Transport } from './transport.ts';

type Prompts = readonly (readonly number[])[];
type Answer = (response: ServerResponse, prompts: Prompts, request: number) => Promise<void> | void;

let close: (() => void) | undefined;
afterEach(() => close?.());

/** An engine that answers in parts, as the test says. */
async function engine(answer: Answer): Promise<BatchedSampling> {
  let requests = 0;
  const server = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const piece of request) body.push(piece as Buffer);
    const { header, prompts } = readSampleRequest(Buffer.concat(body));
    expect(header).toMatchObject({ parts: true });
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    await answer(response, prompts, ++requests);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  const transport = new Transport({ url: `http://127.0.0.1:${port}`, retry: { baseMs: 1, capMs: 1 } });
  return new BatchedSampling(transport, { base_model: 'm' }, true);
}

/** Each reply is the prompt itself. */
function part(prompts: Prompts, of: readonly number[], error?: string): Buffer {
  const drawn = of.map((i) => ({
    tokens: [...prompts[i]!],
    logprobs: prompts[i]!.map(() => -1),
    length: true,
  }));
  const frame = writeSampleFrames(drawn, { of, ...(error ? { error } : {}) });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(frame.length);
  return Buffer.concat([length, frame]);
}

const sampleAll = (batches: BatchedSampling, tokens: readonly number[]) =>
  tokens.map((token) => batches.sample([token], { maxTokens: 1, seed: token }));

describe('answers in parts', () => {
  it('come as each is done, in any order and cut anywhere', async () => {
    let finish = () => {};
    const batches = await engine(async (response, prompts) => {
      response.write(part(prompts, [2, 0]));
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      const last = part(prompts, [1]);
      for (const byte of last) response.write(Uint8Array.of(byte));
      response.end();
    });
    const calls = sampleAll(batches, [5, 6, 7]);
    let slow = false;
    const second = calls[1]!.then((sequence) => {
      slow = true;
      return sequence;
    });
    expect((await Promise.all([calls[0], calls[2]])).map((one) => one!.tokens)).toEqual([[5], [7]]);
    expect(slow).toBe(false);
    finish();
    expect((await second).tokens).toEqual([6]);
  });

  it('are asked for again where the connection, the engine or the end of it is lost', async () => {
    let requests = 0;
    const batches = await engine((response, prompts, request) => {
      requests = request;
      if (request === 1) response.write(part(prompts, [0]), () => response.destroy());
      else if (request === 2) response.end(part(prompts, [], 'out of memory'));
      else if (request === 3) response.end(part(prompts, [1]).subarray(0, 20));
      else response.end(part(prompts, [0, 1]));
    });
    expect((await Promise.all(sampleAll(batches, [5, 6]))).map(({ tokens }) => tokens)).toEqual([[5], [6]]);
    expect(requests).toBe(4);
  });

  it('fail those whom the engine has forgotten, and no other', async () => {
    const batches = await engine((response, prompts) => void response.end(part(prompts, [0])));
    const [first, second] = await Promise.allSettled(sampleAll(batches, [5, 6]));
    expect(first).toMatchObject({ value: { tokens: [5] } });
    expect(second).toMatchObject({ reason: { message: 'The engine gave 1 samples for 2 prompts.' } });
  });
});
