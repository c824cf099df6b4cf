import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerOptions } from '../create-server.ts';
import { type Json, parseSse, startTestServer, type TestServer } from '../testing/harness.ts';
import { readingModel, story } from '../testing/reading-model.ts';
import { describeStorages } from '../testing/storages.ts';

/** A model whose calls wait until they are let through. */
function gatedModel() {
  const waiting: (() => void)[] = [];
  let open = false;
  let asked = () => {};
  let last: AbortSignal | undefined;
  const base = readingModel();
  const model = readingModel({
    concurrency: 1,
    reply: async (prompt, options) => {
      if (!open) {
        last = options.signal;
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          asked();
        });
      }
      return base.complete(prompt, options);
    },
  });
  return {
    model,
    release: () => waiting.shift()?.(),
    /** Resolves when a call waits. */
    waits: () =>
      waiting.length > 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            asked = resolve;
          }),
    /** Resolves when the call that waits is cancelled. */
    cancelled: async () => {
      while (!last?.aborted) await sleep(5);
    },
    /** Lets calls through one after the other, slowly, until there is a result. */
    during: async <T>(result: Promise<T>): Promise<T> => {
      let done = false;
      const settled = () => {
        done = true;
      };
      result.then(settled, settled);
      while (!done) {
        waiting.shift()?.();
        await sleep(50);
      }
      return result;
    },
    open: () => {
      open = true;
      for (const each of waiting.splice(0)) each();
    },
    shut: () => {
      open = false;
    },
  };
}

const question = 'What is the password?';

describeStorages('readings', (storage) => {
  let test: TestServer;
  beforeAll(async () => {
    test = await startTestServer(await storage.fresh());
  });
  afterAll(() => test.close());

  const start = async (options: Partial<ServerOptions> = {}) =>
    startTestServer({ ...options, ...(await storage.fresh()) });
  const upload = async (text: string, name = 'story.txt', to = test): Promise<Json> =>
    (await to.ask(`/v1/documents?name=${name}`, { method: 'POST', body: text })).json();
  const begin = async (body: object, to = test): Promise<Json> =>
    (await to.post('/v1/readings', body)).json();

  it('go from a document to an answer with its sources', async () => {
    const text = story(600);
    const document = await upload(text);
    const response = await test.post('/v1/readings', {
      document: document.id,
      question,
      metadata: { a: 'b' },
    });
    expect(response.status).toBe(202);
    const made: Json = await response.json();
    expect(made).toMatchObject({ object: 'reading', document: { id: document.id, name: 'story.txt' } });
    expect(made.owner).toBeUndefined();
    const done = await test.finished(made.id);
    expect(done).toMatchObject({
      state: 'done',
      metadata: { a: 'b' },
      answers: [{ answer: 'bluebird', answered: true }],
    });
    const [source] = done.answers[0].sources;
    expect(Buffer.from(text).subarray(source.start, source.end).toString()).toBe('The password is bluebird.');
  });

  it('tell their events in order, from any of them on', async () => {
    const { id } = await begin({ document: { text: story(500, 'finch') }, question });
    const all = parseSse(await (await test.ask(`/v1/readings/${id}/events`)).text());
    expect(all.map((event) => Number(event.id))).toEqual(all.map((_, i) => i + 1));
    expect(all[0]).toMatchObject({ event: 'started', data: { reading: id, document: 'text.txt' } });
    expect(all.at(-1)).toMatchObject({ event: 'state', data: { state: 'done' } });
    expect(all.at(-2)).toMatchObject({ event: 'answer', data: { answer: 'finch' } });
    const steps = all.filter(({ event }) => event === 'step').map(({ data }) => data.chunk);
    expect(steps).toEqual(steps.map((_, i) => i));
    const rest = parseSse(
      await (await test.ask(`/v1/readings/${id}/events`, { headers: { 'last-event-id': '3' } })).text(),
    );
    expect(rest).toEqual(all.slice(3));
    expect((await test.ask(`/v1/readings/${id}/events?after=x`)).status).toBe(400);
  });

  it('do not wait for a client that takes no events, and lose none of them', async () => {
    const { id } = await begin({ document: { text: story(500, 'plover') }, question, fresh: true });
    const idle = await test.ask(`/v1/readings/${id}/events`);
    expect(await test.finished(id)).toMatchObject({ state: 'done' });
    const late = parseSse(await idle.text());
    expect(late.map((event) => Number(event.id))).toEqual(late.map((_, i) => i + 1));
    expect(late.at(-1)).toMatchObject({ event: 'state', data: { state: 'done' } });
  });

  it('are read for several questions in one pass', async () => {
    const { id } = await begin({
      document: { text: story(200) },
      questions: [question, 'Is there a password?'],
    });
    const done = await test.finished(id);
    expect(done.answers.map((answer: Json) => answer.question)).toEqual([question, 'Is there a password?']);
  });

  it('give an answer in JSON', async () => {
    const schema = { type: 'object', properties: { password: { type: 'string' } }, required: ['password'] };
    const { id } = await begin({ document: { text: story(200) }, question, schema });
    expect((await test.finished(id)).answers[0].value).toEqual({ password: 'bluebird' });
  });

  it('fail with the reason, and can be resumed', async () => {
    let broken = true;
    const good = readingModel();
    const own = await start({
      models: {
        reader: async () =>
          readingModel({
            reply: (prompt, options, call) => {
              if (broken && call === 2) throw new Error('the engine broke');
              return good.complete(prompt, options);
            },
          }),
      },
    });
    const { id } = await begin({ document: { text: story(500) }, question }, own);
    const failed = await own.finished(id);
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'internal' } });
    broken = false;
    expect((await own.post(`/v1/readings/${id}/resume`, {})).status).toBe(202);
    const done = await own.finished(id);
    expect(done).toMatchObject({ state: 'done', answers: [{ answer: 'bluebird' }] });
    expect(done.error).toBeUndefined();
    const events = parseSse(await (await own.ask(`/v1/readings/${id}/events`)).text());
    const steps = events.filter(({ event }) => event === 'step').map(({ data }) => data.chunk);
    expect(steps).toEqual(steps.map((_, i) => i));
    expect((await own.post(`/v1/readings/${id}/resume`, {})).status).toBe(409);
    await own.close();
  });

  it('are cancelled while they wait and while they run, and go on when resumed', async () => {
    const gate = gatedModel();
    const own = await start({ models: { reader: async () => gate.model } });
    const first = await begin({ document: { text: story(500) }, question }, own);
    const second = await begin({ document: { text: story(500) }, question: 'What else?' }, own);
    await gate.waits();
    gate.release();
    await gate.waits();
    expect(await (await own.post(`/v1/readings/${second.id}/cancel`, {})).json()).toMatchObject({
      state: 'cancelled',
    });
    const cancelling = own.post(`/v1/readings/${first.id}/cancel`, {});
    await gate.cancelled();
    gate.open();
    expect(await (await cancelling).json()).toMatchObject({ state: 'cancelled' });
    const log = parseSse(await (await own.ask(`/v1/readings/${second.id}/events`)).text());
    expect(log).toMatchObject([{ event: 'state', data: { state: 'cancelled' } }]);
    await own.post(`/v1/readings/${first.id}/resume`, {});
    expect(await own.finished(first.id)).toMatchObject({ state: 'done', answers: [{ answer: 'bluebird' }] });
    await own.close();
  });

  it('are there when they are cancelled, though an earlier one has read for their first question', async () => {
    const gate = gatedModel();
    const own = await start({ models: { reader: async () => gate.model } });
    const document = await upload(story(500), 'story.txt', own);
    const earlier = await begin({ document: document.id, question }, own);
    gate.open();
    await own.finished(earlier.id);
    gate.shut();
    const both = await begin({ document: document.id, questions: [question, 'What else?'] }, own);
    await gate.waits();
    gate.release();
    await gate.waits();
    const cancelling = own.post(`/v1/readings/${both.id}/cancel`, {});
    await gate.cancelled();
    gate.open();
    expect(await (await cancelling).json()).toMatchObject({ state: 'cancelled' });
    expect((await own.ask(`/v1/readings/${both.id}`)).status).toBe(200);
    expect((await own.post(`/v1/readings/${both.id}/resume`, {})).status).toBe(202);
    const { answers } = await own.finished(both.id);
    expect(answers).toMatchObject([{ question, answer: 'bluebird' }, { question: 'What else?' }]);
    await own.close();
  });

  it('leave nothing when they are removed in the middle', async () => {
    const gate = gatedModel();
    const own = await start({ models: { reader: async () => gate.model } });
    const { id } = await begin({ document: { text: story(500) }, question }, own);
    await gate.waits();
    gate.release();
    await gate.waits();
    const following = own.ask(`/v1/readings/${id}/events`).then((response) => response.text());
    const removing = own.ask(`/v1/readings/${id}`, { method: 'DELETE' });
    await gate.cancelled();
    gate.open();
    expect((await removing).status).toBe(200);
    await following;
    expect(await storage.kept(own)).toEqual({ readings: 0, journals: 0 });
    await own.close();
  });

  it('answer from what was read when they are stopped for an answer', async () => {
    const gate = gatedModel();
    const own = await start({ models: { reader: async () => gate.model } });
    const { id } = await begin({ document: { text: story(900) }, question }, own);
    await gate.waits();
    gate.release();
    await gate.waits();
    const stopping = own.post(`/v1/readings/${id}/cancel?answer=true`, {});
    const stopped: Json = await (await gate.during(stopping)).json();
    expect(stopped).toMatchObject({ state: 'done', answers: [{ partial: 'stopped' }] });
    gate.open();
    await own.post(`/v1/readings/${id}/resume`, {});
    expect((await own.finished(id)).answers[0]).toMatchObject({ answer: 'bluebird' });
    await own.close();
  });

  it('run the highest priority first, and no more at once than the model takes', async () => {
    const gate = gatedModel();
    const own = await start({ models: { reader: async () => gate.model } });
    const document = await upload(story(4), 'a.txt', own);
    const ids: string[] = [];
    for (const [i, priority] of [0, 0, 5, -5, 10].entries()) {
      ids.push((await begin({ document: document.id, question: `Question ${i}?`, priority }, own)).id);
      // The first runs before there are others to choose from.
      if (i === 0) await gate.waits();
    }
    const states = async () =>
      ((await (await own.ask('/v1/readings')).json()) as Json).data.map((r: Json) => r.state).sort();
    expect(await states()).toEqual(['queued', 'queued', 'queued', 'queued', 'running']);
    gate.open();
    for (const id of ids) await own.finished(id);
    const all: Json = await (await own.ask('/v1/readings')).json();
    const order = all.data
      .sort((a: Json, b: Json) => a.finished.localeCompare(b.finished))
      .map((reading: Json) => reading.priority);
    expect(order).toEqual([0, 10, 5, 0, -5]);
    await own.close();
  });

  it('are listed page by page, newest first, and removed for good', async () => {
    const own = await start();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++)
      ids.unshift((await begin({ document: { text: story(20) }, question: `Number ${i}?` }, own)).id);
    for (const id of ids) await own.finished(id);
    const page: Json = await (await own.ask('/v1/readings?limit=2')).json();
    expect(page).toMatchObject({ has_more: true, data: [{ id: ids[0] }, { id: ids[1] }] });
    const next: Json = await (await own.ask(`/v1/readings?limit=3&after=${ids[1]}&state=done`)).json();
    expect(next).toMatchObject({ has_more: false, data: [{ id: ids[2] }, { id: ids[3] }, { id: ids[4] }] });
    expect((await own.ask('/v1/readings?limit=x')).status).toBe(400);
    for (const id of ids)
      expect((await own.ask(`/v1/readings/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await own.ask(`/v1/readings/${ids[0]}`)).status).toBe(404);
    expect(await storage.kept(own)).toEqual({ readings: 0, journals: 0 });
    await own.close();
  });

  it('are found by words of their document’s name and their questions', async () => {
    const own = await start();
    const named = async (name: string, asked: string) =>
      (await begin({ document: { text: `${name}: ${story(4)}`, name }, question: asked }, own)).id as string;
    const report = await named('Jahresbericht 2024.txt', 'Who is ÅSA?');
    const letter = await named('letter_1.txt', 'Who wrote 100% in 2024?\0');
    const found = async (words: string, more = ''): Promise<string[]> =>
      (
        (await (await own.ask(`/v1/readings?words=${encodeURIComponent(words)}${more}`)).json()) as Json
      ).data.map(({ id }: Json) => id);
    expect(await found('')).toEqual([letter, report]);
    expect(await found('2024 WHO')).toEqual([letter, report]);
    expect(await found('2024 who', `&after=${letter}`)).toEqual([report]);
    expect(await found('åsa bericht')).toEqual([report]);
    expect(await found('100%')).toEqual([letter]);
    expect(await found('r_1')).toEqual([letter]);
    expect(await found('wrote nothing')).toEqual([]);
    await own.close();
  });

  it('refuse what cannot be read', async () => {
    const status = async (body: object) => (await test.post('/v1/readings', body)).status;
    expect(await status({ document: 'doc_none', question })).toBe(404);
    expect(await status({ document: { text: 'x' } })).toBe(400);
    expect(await status({ document: { text: 'x' }, question, questions: ['y'] })).toBe(400);
    expect(await status({ document: { text: 'x' }, question, model: 'none' })).toBe(404);
    expect(await status({ document: { text: 'x' }, question, polcy: 'x' })).toBe(400);
    expect(await status({ document: { text: '' }, question })).toBe(400);
    const { id } = await begin({ document: { text: 'A text.' }, question: 'Long? '.repeat(2000) });
    expect(await test.finished(id)).toMatchObject({
      state: 'failed',
      error: { code: 'context_length_exceeded' },
    });
  });
});
