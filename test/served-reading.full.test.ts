// The same reading on the embedded engine and on real llama-servers behind a pool, one of which dies on the way.
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import {
  ask,
  llamaModel,
  type Model,
  openaiModel,
  pocketDefaults,
  pocketPath,
  pocketTokens,
  poolModel,
  textDocument,
} from 'memagent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LlamaServer, startLlamaServer } from './support/llama-server.ts';

const question = 'How many steps are there in the stair of the Sorrel Rock tower?';
let text: string;
let servers: LlamaServer[];

beforeAll(async () => {
  const root = new URL('..', import.meta.url).pathname;
  text = (await readFile(`${root}/examples/lighthouse.md`, 'utf8')).slice(0, 24_000);
  servers = [
    await startLlamaServer(pocketPath()!, ['-c', '4096', '-t', '1']),
    await startLlamaServer(pocketPath()!, ['-c', '4096', '-t', '1']),
  ];
});
afterAll(() => Promise.all(servers.map((server) => server.kill())));

describe('a reading through a pool of llama-servers', () => {
  it('survives the loss of one and ends as the embedded reading does', async () => {
    const embedded = await llamaModel({ path: pocketPath()!, defaults: pocketDefaults });
    const expected = await ask({ document: textDocument(text), question, model: embedded });
    await embedded.close();
    const endpoints = await Promise.all(
      servers.map(({ url }) =>
        openaiModel({
          baseUrl: url,
          specials: pocketTokens,
          canChat: false,
          defaults: pocketDefaults,
          retries: 0,
        }),
      ),
    );
    const pool = poolModel(endpoints);
    let killed = false;
    const served = await ask({
      document: textDocument(text),
      question,
      model: pool,
      onEvent: async (event) => {
        if (event.type !== 'step' || event.chunk !== 2 || killed) return;
        killed = true;
        await servers[0]!.kill();
      },
    });
    expect(killed).toBe(true);
    expect(served.chunks).toBe(expected.chunks);
    expect(served.memory.lines.map((line) => line.text)).toEqual(
      expected.memory.lines.map((line) => line.text),
    );
    expect(served).toMatchObject({
      answer: expected.answer,
      answered: expected.answered,
      sources: expected.sources,
    });
  });

  it('may read several chunks at the same time, and ends as one that reads them one by one', async () => {
    const server = await startLlamaServer(pocketPath()!, ['-c', '16384', '-np', '4', '-t', '1']);
    servers.push(server);
    const model = await openaiModel({
      baseUrl: server.url,
      specials: pocketTokens,
      canChat: false,
      defaults: pocketDefaults,
    });
    let under = 0;
    let most = 0;
    // A call takes half a second or more, so that how many are under way is not a matter of how fast the server is.
    const watched: Model = {
      ...model,
      async complete(prompt, options) {
        most = Math.max(most, ++under);
        const [completion] = await Promise.all([model.complete(prompt, options), setTimeout(500)]).finally(
          () => {
            under -= 1;
          },
        );
        return completion;
      },
    };
    const asked = { document: textDocument(text), question, model: watched };
    const one = await ask(asked);
    expect(most).toBe(1);
    const several = await ask({ ...asked, ahead: 4 });
    expect(most).toBe(4);
    const { spent, ...said } = one;
    expect(several).toMatchObject(said);
    expect(several.spent.calls).toBeGreaterThanOrEqual(spent.calls);
  });
});
