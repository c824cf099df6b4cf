import type { TinkerClient } from './client.ts';
import { requestId, settle } from './futures.ts';
import { limiter } from './limiter.ts';
import {
  countedPositions,
  decodeLossResult,
  encodeForwardBackward,
  type ForwardBackwardRequest,
  jsonForwardBackward,
  jsonLossResult,
  spreadOutput,
} from './messages.ts';
import { statusOf } from './transport.ts';
import type { LossResult } from './types.ts';

// Bodies of five megabytes each: enough to fill a line, few enough to hold.
const mostAtOnce = 8;

/**
 * The requests of a pass at once, the first of them last: a server that goes by sequence ids waits for it, and then
 * has them all. Until it is known which form the server takes they go one by one.
 */
export async function submitPasses(
  client: TinkerClient,
  requests: readonly ForwardBackwardRequest[],
  signal?: AbortSignal,
): Promise<string[]> {
  const ids: string[] = [];
  const submit = async (i: number) => {
    ids[i] = await submitPass(client, requests[i]!, signal);
  };
  if (!client.parallelChunks || client.wire.form === undefined) {
    for (const i of requests.keys()) await submit(i);
    return ids;
  }
  const later = limiter(mostAtOnce);
  const sent = await Promise.allSettled([...requests.keys()].slice(1).map((i) => later(() => submit(i))));
  // All have come to an end before anything else is sent: none may arrive after what follows.
  for (const one of sent) if (one.status === 'rejected') throw one.reason;
  await submit(0);
  return ids;
}

/** The result of a pass that was submitted. */
export async function passResult(
  client: TinkerClient,
  request: ForwardBackwardRequest,
  id: string,
  signal?: AbortSignal,
): Promise<LossResult> {
  const { forwardOnly = false, sparse, data } = request;
  const what = forwardOnly ? 'a forward pass' : 'a forward and backward pass';
  const submit = () => submitPass(client, request, signal);
  const answer = await settle(client.transport, id, submit, what, signal, !forwardOnly);
  const result = answer.bytes ? decodeLossResult(answer.bytes) : jsonLossResult(answer.json ?? {});
  if (!sparse) return result;
  const outputs = result.outputs.map((output, i) => {
    const datum = data[i]!;
    return spreadOutput(output, countedPositions(datum), datum.tokens.length);
  });
  return { ...result, outputs };
}

/**
 * Protobuf first. A server that has never taken a protobuf body and refuses this one is asked in JSON; which of
 * the two it speaks is then known for good. (0.3.0 of SkyRL answers 500 to a body that it cannot read.)
 */
async function submitPass(
  client: TinkerClient,
  request: ForwardBackwardRequest,
  signal?: AbortSignal,
): Promise<string> {
  const { transport, wire } = client;
  const options = { changes: !request.forwardOnly, patient: true, ...(signal ? { signal } : {}) };
  if (wire.form !== 'json') {
    try {
      const answer = await transport.post('/forward_backward', encodeForwardBackward(request), {
        ...options,
        ...(wire.form === undefined ? { final: [400, 415, 422, 500] } : {}),
      });
      wire.form = 'protobuf';
      return requestId(answer.json);
    } catch (error) {
      if (wire.form !== undefined || ![400, 415, 422, 500].includes(statusOf(error) ?? 0)) throw error;
    }
  }
  const path = request.forwardOnly ? '/forward' : '/forward_backward';
  const answer = await transport.post(path, jsonForwardBackward(request), { ...options, plain: true });
  wire.form = 'json';
  return requestId(answer.json);
}
