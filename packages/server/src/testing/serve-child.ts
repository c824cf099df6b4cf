// A server in a process of its own, for tests that kill it or measure its memory. Arguments: state folder, then
// `milliseconds a call`, then the window of its model, then how many calls it takes at once, then a database.

import { createServer } from '../create-server.ts';
import { listen } from '../listen.ts';
import { readingModel } from './reading-model.ts';

const [stateFolder, delay, window, concurrency, database] = process.argv.slice(2);
const base = readingModel();
const model = readingModel({
  window: Number(window),
  concurrency: Number(concurrency),
  ...(Number(window) > 10_000 ? { defaults: { chunkTokens: Math.floor(Number(window) / 2) } } : {}),
  reply: async (prompt, options) => {
    if (Number(delay) > 0) await new Promise((resolve) => setTimeout(resolve, Number(delay)));
    return base.complete(prompt, options);
  },
});
const server = await createServer({
  models: { reader: async () => model },
  stateFolder: stateFolder!,
  ...(database ? { database } : {}),
});
await server.warm();
const { url, close } = await listen(server);
let peak = 0;
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 20).unref();
process.on('message', (message) => {
  if (message === 'memory') {
    process.send!({ rss: process.memoryUsage.rss(), peak, calls: model.count });
    peak = process.memoryUsage.rss();
  }
});
process.once('SIGTERM', () => void close().then(() => process.exit(0)));
process.send!({ url });
