import { readFile } from 'node:fs/promises';
import { rareStems } from '@memagent/core';
import { describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { roles, wordKinds, wordRelations } from '../words/lexicon.ts';
import { akin, overlap, suits } from '../words/lexicon-fit.ts';
import { proseSentence } from '../words/prose.ts';
import { factOtherWords } from './fact-other-words.ts';
import { otherWordsLessons } from './other-words-lesson.ts';
import type { Sample } from './task.ts';

const spans = (sample: Sample) => sample.evidence.map(({ start, end }) => sample.text.slice(start, end));

/** Rare words of the question that stand in its evidence, but names and the "s" of a possessive. */
function shared(sample: Sample): string[] {
  const held = rareStems(spans(sample).join(' '));
  const words = sample.question.match(/[\p{L}\p{N}]+/gu)!.slice(1);
  return words.filter(
    (word) => word !== 's' && !/^\p{Lu}/u.test(word) && [...rareStems(word)].some((stem) => held.has(stem)),
  );
}

describe('the lexicon', () => {
  it('is broad, and every word of it can come up', () => {
    expect(wordKinds.length).toBeGreaterThan(100);
    expect(roles.length).toBeGreaterThan(120);
    expect(wordRelations.length).toBeGreaterThan(60);
    const used = new Set(wordRelations.flatMap(({ kinds }) => kinds));
    expect(wordKinds.filter((kind) => !used.has(kind))).toEqual([]);
    expect(new Set(wordKinds.map(({ id }) => id)).size).toBe(wordKinds.length);
  });

  it('has no answer of the ten questions of the example text, and no name for whom they ask about', async () => {
    const url = new URL('../../../../examples/questions.json', import.meta.url);
    const ten: { answers: string[] }[] = JSON.parse(await readFile(url, 'utf8'));
    const answers = new Set([...ten.flatMap((question) => question.answers), 'cork', 'bedsteads']);
    const known = wordKinds.flatMap(({ members }) => members.map(({ word }) => word));
    expect(known.filter((word) => answers.has(word))).toEqual([]);
    const labels = roles.flatMap((role) => role.labels);
    for (const label of ['postman', 'physician', 'schoolteacher', 'bride'])
      expect(labels).not.toContain(label);
  });

  it('is well formed', () => {
    for (const { name, kinds, states, asks } of wordRelations) {
      expect(kinds, name).not.toContain(undefined);
      for (const state of states) {
        expect(state.match(/\{s\}/g), state).toHaveLength(1);
        expect(state.match(/\{(?:av|vs?)\}/g), state).toHaveLength(1);
        expect(state.replaceAll(/\{(?:s|av|vs?|he|him|his)\}/g, ''), state).not.toMatch(/[{}]/);
      }
      for (const ask of asks) {
        expect(ask.match(/\{s\}/g), ask).toHaveLength(1);
        expect(ask, ask).toMatch(/^[A-Z].*\?$/);
        expect(ask.replaceAll(/\{(?:s|c|he|him|his)\}/g, ''), ask).not.toMatch(/[{}]/);
      }
    }
  });

  it('keeps a part of every kind and of the roles for test', () => {
    for (const { id, members } of wordKinds) {
      const held = members.filter(({ heldOut }) => heldOut).length;
      expect(held, id).toBeGreaterThan(1);
      expect(held / members.length, id).toBeLessThan(0.4);
    }
    expect(roles.filter(({ heldOut }) => heldOut).length).toBeGreaterThan(20);
  });

  it('knows which relations, kinds and roles are too close', () => {
    const relation = (name: string) => wordRelations.find((candidate) => candidate.name === name)!;
    const kind = (id: string) => wordKinds.find((candidate) => candidate.id === id)!;
    expect(akin(relation('grow'), relation('farmcrop'))).toBe(true);
    expect(akin(relation('grow'), relation('speak'))).toBe(false);
    expect(overlap(kind('bird'), kind('poultry'))).toBe(true);
    expect(overlap(kind('bird'), kind('hat'))).toBe(false);
    const baker = roles.find(({ labels }) => labels.includes('baker'))!;
    expect(suits(relation('cook'), baker)).toBe(false);
    expect(suits(relation('fear'), baker)).toBe(true);
  });
});

describe.each(['train', 'test'] as const)('fact_other_words, %s', (split) => {
  const samples = Array.from({ length: 300 }, (_, seed) =>
    factOtherWords.generate({ seed, length: 150, split }),
  );

  it('asks in other words than the evidence has, and is answered by its last sentence', () => {
    for (const sample of samples) {
      expect(shared(sample), `${sample.question} ${spans(sample)}`).toEqual([]);
      for (const answer of sample.answers) expect(spans(sample).at(-1)).toContain(answer);
    }
    expect(samples.filter(({ evidence }) => evidence.length === 2).length).toBeGreaterThan(20);
    expect(new Set(samples.map(({ meta }) => meta.relation)).size).toBeGreaterThan(60);
    expect(new Set(samples.map(({ question }) => question)).size).toBeGreaterThan(290);
  });

  it('uses the members and roles of its own split alone', () => {
    const foreign = wordKinds.flatMap(({ members }) =>
      members.filter(({ heldOut }) => heldOut !== (split === 'test')).map(({ word }) => word.toLowerCase()),
    );
    const words = new Set(foreign);
    for (const sample of samples) expect(words).not.toContain(sample.answers.at(-1)!.toLowerCase());
    const own = new Set(
      roles.filter(({ heldOut }) => heldOut === (split === 'test')).map(({ labels }) => labels[0]),
    );
    const met = new Set(samples.flatMap(({ meta }) => (meta.role === undefined ? [] : [meta.role])));
    expect([...met].filter((role) => !own.has(role as string))).toEqual([]);
    expect(met.size).toBeGreaterThan(15);
  });
});

describe('lessons in other words', () => {
  const random = new Random(1);
  const book = Array.from({ length: 400 }, () => proseSentence(random)).join(' ');
  const source = otherWordsLessons([book]);
  const lessonOf = (chars: number, seed: number) =>
    source.lesson({ chars, questions: 12, random: new Random(seed) }).samples;
  const lessons = Array.from({ length: 40 }, (_, i) => lessonOf(400 + 100 * i, i));

  it('ask many questions of one text, in other words than it has', () => {
    for (const samples of lessons) {
      expect(samples.length).toBeGreaterThan(5);
      expect(new Set(samples.map(({ text }) => text)).size).toBe(1);
      for (const sample of samples) {
        expect(sample.evidence.map(({ fact }) => fact)).toEqual(spans(sample));
        expect(shared(sample), `${sample.question} ${spans(sample)}`).toEqual([]);
        if (sample.answerable) expect(spans(sample).at(-1)).toContain(sample.answers[0]);
        const starts = sample.evidence.map(({ start }) => start);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
      }
    }
    const all = lessons.flat();
    const absent = all.filter(({ answerable }) => !answerable).length / all.length;
    expect(absent).toBeGreaterThan(0.2);
    expect(absent).toBeLessThan(0.5);
    expect(all.some(({ evidence }) => evidence.length === 2)).toBe(true);
  });

  it('leave the prose as it was but for the sentences laid into it', () => {
    for (const [sample] of lessons) {
      expect(sample!.text).not.toMatch(/ {2}|[.!?][A-Z]/);
      expect(sample!.text.length).toBeLessThan(12_000);
    }
  });

  it('are the same for the same seed', () => {
    const again = lessonOf(500, 1);
    expect(again.map(({ question }) => question)).toEqual(lessons[1]!.map(({ question }) => question));
    expect(again[0]!.text).toBe(lessons[1]![0]!.text);
  });
});
