import { describe, expect, it } from 'vitest';
import { memoryOf } from '../memory/memory.ts';
import { pocket } from '../profile/pocket.ts';
import { answerOfKind } from './kind-answer.ts';

const question = 'Which bird stopped the town clock?';
const heron = 'The works of the church clock were halted by a heron.';
const usage = { promptTokens: 1, completionTokens: 0 };

/** What is answered of some lines where the model said this, and finds each word as likely as it is told. */
async function answered(
  lines: string[],
  said: string,
  likely: Record<string, number> = {},
  asked = question,
) {
  const found = await answerOfKind(
    asked,
    memoryOf(lines).lines,
    { text: said, answered: said !== '' },
    {
      profile: pocket,
      weighing: pocket.weighing!,
      score: async (_, continuations) => ({
        logprobs: continuations.map(([word]) => likely[word!.text] ?? -20),
        usage,
      }),
    },
  );
  return found && [found.text, found.line.text];
}

describe('an answer of the kind that was asked for', () => {
  it('is the word of that kind in the line that says most of the question, where there is none', async () => {
    expect(await answered(['An owl lived in the oak.', heron], '')).toEqual(['heron', heron]);
    expect(await answered(['The clock was old.'], '')).toBeUndefined();
    expect(await answered([heron], '', {}, 'Who stopped the town clock?')).toBeUndefined();
  });

  it('stands in for one of another kind whose line says less', async () => {
    expect(await answered(['The mayor was ill.', heron], 'mayor')).toEqual(['heron', heron]);
    const mayor = 'The mayor stopped the town clock.';
    expect(await answered([mayor, 'An owl lived in the oak.'], 'mayor')).toBeUndefined();
  });

  it('leaves one that is of the kind, unless its line is far outdone', async () => {
    expect(await answered(['An owl looked at the town clock.', heron], 'owl')).toBeUndefined();
    expect(await answered(['An owl lived in the oak.', heron], 'owl')).toEqual(['heron', heron]);
  });

  it('leaves one of the kind to which a name leads from a line that says much of the question', async () => {
    const first = 'What stopped the town clock was the pet of Tobias Marlow.';
    const second = 'Marlow kept an owl.';
    const others = ['A heron was seen in the clock.', 'The mayor was ill.'];
    expect(await answered([first, second, ...others], 'owl')).toBeUndefined();
    expect(await answered([first, 'An owl lived in the oak.', ...others], 'owl')).toEqual([
      'heron',
      others[0],
    ]);
  });

  it('leaves one of the same line unless the model finds the word likely too', async () => {
    expect(await answered([heron], 'church clock')).toBeUndefined();
    expect(await answered([heron], 'church clock', { heron: -4 })).toEqual(['heron', heron]);
  });

  it('is the likelier of several, with that as its confidence', async () => {
    const both = 'A heron and an owl were found in the works of the clock.';
    expect(await answered([both], '', { owl: -1, heron: -2 })).toEqual(['owl', both]);
  });
});
