import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textDocument } from '../document/index.ts';
import { findHints, matchScore, rareStems } from '../hints/hints.ts';
import { testTokenizer } from '../model/test-tokenizer.ts';
import { readSections, type Section } from './sections.ts';
import { sharedSections } from './shared-sections.ts';

const tokenizer = testTokenizer();
const options = { tokens: 24, mode: 'natural', maxSentences: 64, hints: true, headings: true } as const;

const word = fc.constantFrom('ship', 'Lisbon', 'copper', 'bread', 'hill', 'Ruth', 'bridge', 'the', 'of');
const sentence = fc.array(word, { minLength: 2, maxLength: 7 }).map((words) => `Then ${words.join(' ')}.`);
const paragraph = fc.oneof(
  { weight: 4, arbitrary: fc.array(sentence, { minLength: 1, maxLength: 5 }).map((list) => list.join(' ')) },
  { weight: 1, arbitrary: word.map((name) => `# About ${name}`) },
);
const text = fc.array(paragraph, { minLength: 2, maxLength: 12 }).map((list) => list.join('\n\n'));

/** All that a reading takes from a section, at the time at which it stands there. */
const seen = (section: Section, question: string, memory: string) => ({
  chunk: section.chunk,
  sentences: section.sentences(),
  counted: section.frequencies.sentences,
  hints: findHints(section.frequencies, section.sentences(), question, memory),
  // Unrounded, also of words that the section does not have.
  scores: [question, memory].map((words) => matchScore(section.frequencies, rareStems(words), words)),
});

async function all(sections: AsyncGenerator<Section>, question: string, memory: string) {
  const list = [];
  for await (const section of sections) list.push(seen(section, question, memory));
  return list;
}

describe('sections that readings share', () => {
  it('are those of a reading alone, for who is first and for who is behind', async () => {
    const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
    await fc.assert(
      fc.asyncProperty(
        text,
        words,
        fc.array(words, { minLength: 2, maxLength: 4 }),
        async (made, asked, known) => {
          const document = textDocument(made);
          const shared = sharedSections(document, tokenizer);
          const readings = known.map((memory) => ({
            memory,
            sections: shared(options),
            list: [] as object[],
          }));
          // Each is further than the next: the last one begins when the first has read all.
          for (const { memory, sections, list } of readings)
            for await (const section of sections) {
              list.push(seen(section, asked, memory));
              for (const other of readings) {
                if (list.length % 2 === 1 || other.sections === sections) continue;
                const { value, done } = await other.sections.next();
                if (!done) other.list.push(seen(value, asked, other.memory));
              }
            }
          for (const { memory, list } of readings)
            expect(list).toEqual(await all(readSections(document, tokenizer, options), asked, memory));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are made once for all who ask for them in the same way, and so is what follows from them', async () => {
    let opened = 0;
    const document = {
      name: 'a text',
      async *open() {
        opened++;
        yield { text: 'The ship left Lisbon. Ruth baked bread near the bridge of the hill. '.repeat(9) };
      },
    };
    const shared = sharedSections(document, tokenizer);
    const lists = await Promise.all([1, 2, 3].map(() => gather(shared(options))));
    expect(opened).toBe(1);
    expect(lists[0]!.length).toBeGreaterThan(3);
    for (const list of lists) for (const [i, section] of list.entries()) expect(section).toBe(lists[0]![i]);
    await gather(shared({ ...options, tokens: 48 }));
    expect(opened).toBe(2);

    const { once } = lists[0]![0]!;
    let made = 0;
    const make = async () => ++made;
    expect(await Promise.all([once!('a', make), once!('a', make), once!('b', make)])).toEqual([1, 1, 2]);
    await expect(once!('c', () => Promise.reject(new Error('not now')))).rejects.toThrow('not now');
    expect(await once!('c', make)).toBe(3);
  });

  it('go on for the others when one stops, and none takes a failure for the end', async () => {
    const document = textDocument('The ship left Lisbon for the hill. '.repeat(20));
    const whole = await gather(readSections(document, tokenizer, options));
    const shared = sharedSections(document, tokenizer);
    const stop = new AbortController();
    const first = shared({ ...options, signal: stop.signal });
    await first.next();
    stop.abort();
    await first.return(undefined);
    expect(await gather(shared(options))).toHaveLength(whole.length);

    let opened = 0;
    const failing = {
      name: 'a text',
      async *open() {
        yield { text: 'The ship left Lisbon for the hill. '.repeat(20) };
        if (opened++ === 0) throw new Error('gone');
      },
    };
    const again = sharedSections(failing, tokenizer);
    await Promise.all([1, 2].map(() => expect(gather(again(options))).rejects.toThrow('gone')));
    expect(await gather(again(options))).toHaveLength(whole.length);
  });
});

async function gather(sections: AsyncGenerator<Section>): Promise<Section[]> {
  const list: Section[] = [];
  for await (const section of sections) list.push(section);
  return list;
}
