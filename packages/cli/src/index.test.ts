import { describe, expect, it } from 'vitest';
import { ask, defaultModel, llamaModel, openDocument, scriptedModel } from './index.ts';

describe('the library', () => {
  it('asks a document in three lines', async () => {
    const model = scriptedModel({
      reply: (prompt) => (prompt.segments[0]!.text.includes('section') ? 'Ann wrote it.' : 'Ann'),
    });
    const document = await openDocument('-', {
      stdin: (async function* () {
        yield 'Ann wrote the letter.';
      })(),
    });
    const { answer, answered } = await ask({ document, question: 'Who wrote the letter?', model });
    expect({ answer, answered }).toEqual({ answer: 'Ann', answered: true });
  });
  it('has the embedded engine and the model that the command would choose', async () => {
    expect(llamaModel).toBeTypeOf('function');
    await expect(defaultModel({ model: 'none.gguf', env: { HOME: '/nonexistent' } })).rejects.toMatchObject({
      code: 'model-unavailable',
    });
  });
});
