// An engine without a model, for measuring what stands before it: answers every prompt at once with the same tokens.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The batched answer: every sample is the same reply. */
function frames(prompts: number, reply: readonly number[]): Uint8Array {
  const head = Buffer.from(JSON.stringify({ sequences: prompts }).padEnd(32));
  const numbers = new Int32Array(2 * prompts + 1 + 2 * prompts * reply.length);
  for (let i = 0; i < prompts; i++) {
    numbers[prompts + i + 1] = (i + 1) * reply.length;
    numbers.set(reply, 2 * prompts + 1 + i * reply.length);
  }
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([Buffer.from('MAR1'), length, head, Buffer.from(numbers.buffer)]);
}

const reply = JSON.parse(process.argv[2] ?? '[3,4,5,1]') as number[];
const server = createServer(async (request, response) => {
  const body = await bodyOf(request);
  const path = (request.url ?? '').replace('/api/v1', '');
  const json = (value: object) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  if (path === '/memagent/sample_batch') {
    const { prompts } = JSON.parse(body.subarray(8, 8 + body.readUInt32LE(4)).toString('utf8'));
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    response.end(frames(prompts, reply));
  } else if (path === '/get_server_capabilities')
    json({ supported_models: [{ model_name: 'instant' }], memagent: { batched_sampling: true } });
  else json({ session_id: 's', sampling_session_id: 'instant' });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
