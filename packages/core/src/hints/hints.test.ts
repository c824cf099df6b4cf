import { describe, expect, it } from 'vitest';
import { splitSentences } from '../text/sentences.ts';
import { countWords, coverage, findHints, newFrequencies } from './hints.ts';
import { wantedBy } from './wanted.ts';

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

describe('coverage', () => {
  const covered = (question: string, said: string, rest = '') => {
    const frequencies = newFrequencies();
    for (const part of [text, said, rest]) countWords(frequencies, part, splitSentences(part));
    return coverage(frequencies, wantedBy(question), said);
  };
  const asked = 'Which instrument belonged to the physician?';

  it('counts a word that stands for one of the question, for less than that one', () => {
    const exact = covered(asked, 'The physician was out.');
    const other = covered(asked, 'The doctor was out.');
    expect([exact.words, other.words]).toEqual([1, 1]);
    expect(other.share).toBeGreaterThan(0);
    expect(other.share).toBeLessThan(exact.share);
  });

  it('counts it for less where it is common itself', () => {
    const often = 'A doctor came. '.repeat(40);
    expect(covered(asked, 'The doctor was out.', often).share).toBeLessThan(
      covered(asked, 'The doctor was out.', 'A porter came. '.repeat(40)).share,
    );
  });

  it('lets one word stand for one word of the question only', () => {
    const { stems, instead } = wantedBy('Which physician was a surgeon?');
    expect([...instead.values()].some((places) => places.length === stems.length)).toBe(true);
    expect(covered('Which physician was a surgeon?', 'The doctor was out.').words).toBe(1);
  });

  it('is nothing for a question without words that say anything', () => {
    expect(covered('What is it?', 'The doctor was out.')).toEqual({ share: 0, words: 0 });
  });
});
