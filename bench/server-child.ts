// A process of its own for the server's benches. Its argument is JSON: which of the two it is, and its settings.
import { createServer as createHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openaiModel } from '@memagent/core';
import { createServer, listen } from '@memagent/server';
import { instantReader } from './server-model.ts';

export type ChildSettings =
  | { readonly role: 'upstream' }
  | {
      readonly role: 'server';
      readonly folder: string;
      readonly upstream?: string;
      readonly database?: string;
    };

const settings = JSON.parse(process.argv[2]!) as ChildSettings;
const url = settings.role === 'upstream' ? await upstream() : await server(settings);
let peak = 0;
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 20).unref();
process.on('message', () => {
  process.send!({ rss: process.memoryUsage.rss(), peak });
  peak = 0;
});
process.on('disconnect', () => process.exit(0));
process.send!({ url });

/** An OpenAI-compatible endpoint that replies twenty words at once. */
async function upstream(): Promise<string> {
  const words = Array.from({ length: 20 }, (_, i) => `word${i} `);
  const usage = { prompt_tokens: 20, completion_tokens: 20, total_tokens: 40 };
  const head = { id: 'x', created: 1, model: 'instant' };
  const http = createHttp((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      if (request.method === 'GET')
        return void response.end(
          JSON.stringify({ object: 'list', data: [{ id: 'instant', object: 'model', max_model_len: 8192 }] }),
        );
      if (!request.url?.endsWith('/chat/completions')) return void response.writeHead(404).end('{}');
      if (!JSON.parse(body).stream) {
        response.setHeader('content-type', 'application/json');
        const message = { role: 'assistant', content: words.join('') };
        return void response.end(
          JSON.stringify({
            ...head,
            object: 'chat.completion',
            choices: [{ index: 0, message, finish_reason: 'stop' }],
            usage,
          }),
        );
      }
      response.setHeader('content-type', 'text/event-stream');
      const chunk = (fields: object) =>
        response.write(
          `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...fields })}\n\n`,
        );
      for (const content of words)
        chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
      chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
      chunk({ choices: [], usage });
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

async function server(options: Extract<ChildSettings, { role: 'server' }>): Promise<string> {
  const made = await createServer({
    models: {
      instant: async () =>
        options.upstream
          ? openaiModel({ baseUrl: options.upstream, model: 'instant', window: 8192 })
          : instantReader(),
    },
    stateFolder: options.folder,
    ...(options.database ? { database: options.database } : {}),
  });
  await made.warm();
  return (await listen(made)).url;
}
