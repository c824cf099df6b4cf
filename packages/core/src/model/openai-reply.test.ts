import { describe, expect, it } from 'vitest';
import { collectReply } from './openai-reply.ts';

async function* events(list: object[], ending: 'done' | 'ended' = 'done') {
  for (const event of list) yield event;
  return ending;
}
const collect = (list: object[], ending?: 'done' | 'ended') => collectReply(events(list, ending), () => {});
const delta = (content: unknown, more: object = {}) => ({ choices: [{ delta: { content }, ...more }] });
const usage = (completion_tokens: number) => ({
  choices: [],
  usage: { prompt_tokens: 9, completion_tokens },
});
const end = { choices: [{ delta: {}, finish_reason: 'stop' }] };

describe('collectReply', () => {
  it('takes thinking and text from parts', async () => {
    const parts = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: 'so' },
    ];
    expect(await collect([delta(parts), end])).toMatchObject({ content: 'so', reasoning: 'hm' });
  });

  it('takes the ids and log-probabilities that vLLM gives', async () => {
    const list = [
      delta('a', { token_ids: [5], logprobs: { content: [{ token: 'a', logprob: -1 }] } }),
      delta('b', { token_ids: [6, 7], logprobs: { content: [{ logprob: -2 }, { logprob: -3 }] } }),
      end,
      usage(3),
    ];
    expect(await collect(list)).toMatchObject({ ids: [5, 6, 7], logprobs: [-1, -2, -3] });
  });

  it('gives no ids where some are missing', async () => {
    const list = [delta('a', { logprobs: { content: [{ id: 5, logprob: -1 }] } }), end, usage(4)];
    const reply = await collect(list);
    expect(reply.ids).toBeUndefined();
    expect(reply.logprobs).toBeUndefined();
  });

  it('is content with [DONE] in place of a finish reason, but not with a bare end', async () => {
    expect(await collect([delta('a')])).toMatchObject({ content: 'a', finish: 'stop' });
    await expect(collect([delta('abc')], 'ended')).rejects.toThrow(
      'in the middle of the reply, after 3 characters',
    );
    await expect(collect([], 'done')).rejects.toThrow('without content');
    expect(await collect([delta('a'), end], 'ended')).toMatchObject({ content: 'a' });
  });

  it.each(['abort', 'error'])('does not take a reply that the server gave up (%s)', async (finish_reason) => {
    await expect(collect([delta('a', { finish_reason })])).rejects.toMatchObject({ retryable: true });
  });

  it('tells errors in the stream that may pass from those that will not', async () => {
    await expect(collect([{ error: { message: 'm', code: 400 } }])).rejects.toMatchObject({
      retryable: false,
    });
    await expect(collect([{ error: { message: 'm', code: 503 } }])).rejects.toMatchObject({
      retryable: true,
    });
    await expect(collect([{ error: 'broken' }])).rejects.toThrow('broken');
  });
});
