import { describe, expect, it } from 'vitest';
import { splitSentences } from '../text/sentences.ts';
import { countWords, findHints, newFrequencies } from './hints.ts';

const text =
  'The town lay quiet under the hill. Captain Aldous Brandt sailed the Meridian from Lisbon. The people of the town baked bread every day. The Meridian carried copper and tin. A baker named Ruth had a shop near the bridge.';
const sentences = splitSentences(text);

function counted() {
  const frequencies = newFrequencies();
  countWords(frequencies, text, sentences);
  return frequencies;
}

describe('findHints', () => {
  it('finds the sentences that share rare words with the question, best first', () => {
    expect(findHints(counted(), sentences, 'Who sailed the Meridian?', '')).toEqual([
      { index: 1, strong: true, matches: true },
      { index: 3, strong: false, matches: false },
    ]);
  });

  it('finds what shares words with the memory when the question does not name it', () => {
    const hints = findHints(
      counted(),
      sentences,
      'What did the ship of Captain Brandt carry?',
      'Captain Aldous Brandt sailed the Meridian from Lisbon.',
    );
    expect(hints.find(({ index }) => index === 3)).toEqual({ index: 3, strong: false, matches: false });
  });

  it('finds nothing where only common words are shared', () => {
    expect(findHints(counted(), sentences, 'What is the name of this?', '')).toEqual([]);
  });

  it('is rebuilt exactly by counting the same text again', () => {
    expect(counted()).toEqual(counted());
  });
});
