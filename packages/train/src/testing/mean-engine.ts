import { encodeForwardBackward } from '../tinker/messages.ts';
import { readPass } from './wire.ts';

/**
 * A fetch that makes an averaging server of one that adds up: of what the client sends, each datum's part is divided
 * by the sum of its weights and by the number of datums, as such servers do. (For passes in one request each.)
 */
export const averaging: typeof fetch = async (input, init) => {
  const url = String(input);
  if (url.endsWith('/get_server_capabilities')) {
    const said = (await (await fetch(input, init)).json()) as Record<string, unknown>;
    const { reduction, sparse, ...ours } = said.memagent as Record<string, unknown>;
    return Response.json({ ...said, memagent: { ...ours, reduction: 'mean' } });
  }
  if (!url.endsWith('/forward_backward')) return fetch(input, init);
  const pass = readPass(new Uint8Array(await new Response(init!.body).arrayBuffer()));
  const data = pass.data.map(({ tokens, inputs }) => {
    const weights = inputs.weights ?? tokens.map(() => 1);
    const divisor = weights.reduce((sum, weight) => sum + weight, 0) * pass.data.length;
    const advantages = inputs.advantages?.map((advantage) => advantage / divisor);
    return { tokens, inputs: { ...inputs, ...(advantages ? { advantages } : {}) } as never };
  });
  const { modelId, seqId, loss, config, forwardOnly } = pass;
  const body = encodeForwardBackward({ modelId, seqId, loss, config, forwardOnly, data });
  return fetch(input, { ...init, body });
};
