import { describe, expect, it } from 'vitest';
import { firstNames } from '../words/names.ts';
import { vocabulary } from '../words/vocabulary.ts';
import { attributes } from './attributes.ts';
import { forTraining } from './for-training.ts';
import { syntheticTasks } from './registry.ts';
import { furtherWordings } from './relation-wordings.ts';
import { relations } from './relations.ts';
import { furtherSceneWordings } from './scene-wordings.ts';
import { scenes } from './scenes.ts';
import { wordings } from './wording.ts';

describe('wordings', () => {
  it('are many: of facts, of questions, of kinds', () => {
    expect(relations.length).toBeGreaterThanOrEqual(25);
    expect(attributes[0]!.states.length).toBeGreaterThanOrEqual(25);
    expect(attributes[0]!.asks.length).toBeGreaterThanOrEqual(12);
    for (const { states, asks, phrases, name } of [...relations, ...attributes]) {
      for (const state of states.filter((each) => each !== forTraining))
        expect(state, name).toMatch(/^(?=.*\{k\})(?=.*\{v\})[^{}]*(\{[kv]\}[^{}]*){2}$/);
      for (const ask of [...asks, ...phrases].filter((each) => each !== forTraining))
        expect(ask, name).toMatch(/^[^{}]*\{k\}[^{}]*$/);
    }
  });

  it('of test are none of train', () => {
    const list = attributes[0]!.states;
    const test = new Set(wordings(list, 'test'));
    expect(test.size).toBeGreaterThan(3);
    for (const wording of wordings(list, 'train')) expect(test.has(wording)).toBe(false);
    expect(wordings(list, 'train').length + test.size).toBe(list.length - 1); // the mark
  });

  it('after the mark are for training alone, and leave those of test as they were', () => {
    const list = ['a', 'b', 'c', 'd'];
    const longer = [...list, forTraining, 'e', 'f', 'g', 'h'];
    expect(wordings(longer, 'test')).toEqual(wordings(list, 'test'));
    expect(wordings(longer, 'validation')).toEqual(['a', 'b', 'd', 'e', 'f', 'g', 'h']);
    const short = ['a', 'b', forTraining, 'c'];
    expect(wordings(short, 'test')).toEqual(['a', 'b']);
    expect(wordings(short, 'train')).toEqual(['a', 'b', 'c']);
  });

  it('for training alone are of every relation and scene, and never one of test', () => {
    expect(Object.keys(furtherWordings).sort()).toEqual(relations.map(({ name }) => name).sort());
    expect(furtherSceneWordings).toHaveLength(scenes.length);
    const lists = [
      ...relations.flatMap(({ states, asks }) => [states, asks]),
      ...scenes.flatMap(({ states, first, last, nth, after, all }) => [states, first, last, nth, after, all]),
      ...attributes.flatMap(({ states, asks }) => [states, asks]),
    ];
    for (const list of lists) {
      const held = new Set(wordings(list, 'test'));
      const further = list.slice(list.indexOf(forTraining) + 1);
      expect(further.length).toBeGreaterThan(4);
      expect(further.filter((each) => held.has(each))).toEqual([]);
    }
  });

  it('never repeat those of RULER', () => {
    for (const task of syntheticTasks) {
      for (let seed = 0; seed < 40; seed++) {
        const { question, text } = task.generate({ seed, length: 400 });
        expect(question).not.toMatch(/special magic|mentioned in the provided text/);
        expect(text).not.toMatch(/One of the special magic/);
      }
    }
  });
});

describe('the vocabulary', () => {
  it('is large enough, and without repetition', () => {
    expect(vocabulary.adjectives.length).toBeGreaterThanOrEqual(300);
    expect(vocabulary.nouns.length).toBeGreaterThanOrEqual(600);
    expect(new Set(firstNames).size).toBeGreaterThanOrEqual(200);
  });
});
