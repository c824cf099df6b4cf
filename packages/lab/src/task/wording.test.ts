import { describe, expect, it } from 'vitest';
import { firstNames } from '../words/names.ts';
import { vocabulary } from '../words/vocabulary.ts';
import { attributes } from './attributes.ts';
import { syntheticTasks } from './registry.ts';
import { relations } from './relations.ts';
import { wordings } from './wording.ts';

describe('wordings', () => {
  it('are many: of facts, of questions, of kinds', () => {
    expect(relations.length).toBeGreaterThanOrEqual(25);
    expect(attributes[0]!.states.length).toBeGreaterThanOrEqual(25);
    expect(attributes[0]!.asks.length).toBeGreaterThanOrEqual(12);
    for (const { states, asks, phrases, name } of [...relations, ...attributes]) {
      for (const state of states)
        expect(state, name).toMatch(/^(?=.*\{k\})(?=.*\{v\})[^{}]*(\{[kv]\}[^{}]*){2}$/);
      for (const ask of [...asks, ...phrases]) expect(ask, name).toMatch(/^[^{}]*\{k\}[^{}]*$/);
    }
  });

  it('of test are none of train', () => {
    const list = attributes[0]!.states;
    const test = new Set(wordings(list, 'test'));
    expect(test.size).toBeGreaterThan(3);
    for (const wording of wordings(list, 'train')) expect(test.has(wording)).toBe(false);
    expect(wordings(list, 'train').length + test.size).toBe(list.length);
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
