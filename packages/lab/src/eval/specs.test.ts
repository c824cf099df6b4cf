import { describe, expect, it } from 'vitest';
import type { System } from '../systems/system.ts';
import { jobsOf } from './jobs.ts';
import { lengthLabel, parseLength } from './length.ts';
import { parseRecipe } from './recipe.ts';
import { generateSample, parseTask, resolveTask, taskLabel } from './task-spec.ts';

describe('lengths', () => {
  it.each([
    ['8k', 8192],
    ['1m', 1_048_576],
    ['3.5M', 3_670_016],
    ['1400', 1400],
    [2000, 2000],
  ])('%s is %i tokens', (text, tokens) => expect(parseLength(text).tokens).toBe(tokens));
  it('may be a number of paragraphs', () =>
    expect(parseLength('200d')).toEqual({ label: '200d', tokens: 28_200, documents: 200 }));
  it.each(['', 'long', '8q', '-3', '0', '0d', '3'])('refuses "%s"', (text) =>
    expect(() => parseLength(text)).toThrow('is no length'),
  );
  it('are said briefly', () =>
    expect([8192, 1_048_576, 3_670_016, 1400, 2000, 131_072, 28_200].map(lengthLabel)).toEqual([
      ...['8k', '1m', '3.5m', '1,400', '2,000', '128k', '28,200'],
    ]));
});

it('does once what a plan names twice', () => {
  const system = { name: 'lexical', policy: null, variant: null } as unknown as System;
  const task = resolveTask(parseTask('vt'));
  const jobs = jobsOf({
    tasks: [task, task],
    lengths: [parseLength('1k'), parseLength('1024')],
    systems: [system, system],
    seeds: [1, 2],
    split: 'test',
  });
  expect(jobs.map(({ seed }) => seed)).toEqual([1, 2]);
});

describe('tasks', () => {
  it('are named with their options', () => {
    const spec = parseTask('chain:hops=2:unanswerable=0.5');
    expect(spec).toEqual({ task: 'chain', hops: 2, unanswerable: 0.5 });
    expect(taskLabel(spec)).toBe('chain hops=2 unanswerable=0.5');
  });
  it('refuse options that they do not have', () => {
    expect(() => parseTask('chain:hop=2')).toThrow('cannot be used');
    expect(() => resolveTask({ task: 'vt', hops: 2 })).toThrow('has no hops');
    expect(() => resolveTask({ task: 'vt', unanswerable: 0.1 })).toThrow('cannot be unanswerable');
    expect(() => resolveTask({ task: 'nothing' })).toThrow('no task called nothing');
  });
  const make = (text: string, seed: number, length = '2k') =>
    generateSample(resolveTask(parseTask(text)), { seed, length: parseLength(length), split: 'test' });
  it('make samples with as many hops as asked for', () => {
    for (const hops of [1, 2, 3, 4]) expect(make(`chain:hops=${hops}`, 3).evidence).toHaveLength(hops);
  });
  it('lay facts evenly, or all at one depth', () => {
    const even = make('all_items:spread=even', 1, '16k');
    const { depths } = even.meta;
    depths.forEach((depth, i) => {
      expect(Math.abs(depth - (i + 0.5) / depths.length)).toBeLessThan(0.03);
    });
    expect(make('niah_single_1:depth=0.9', 1, '16k').meta.depths[0]).toBeCloseTo(0.9, 1);
  });
  it('leave as many questions without an answer as asked for', () => {
    const seeds = Array.from({ length: 40 }, (_, i) => i);
    const without = seeds.filter((seed) => !make('niah_single_1:unanswerable=0.5', seed, '300').answerable);
    expect(without.length).toBeGreaterThan(10);
    expect(without.length).toBeLessThan(30);
  });
  it('ask the same question at every length', () =>
    expect(make('chain', 7, '2k').question).toBe(make('chain', 7, '8k').question));
});

describe('recipes', () => {
  it('fill in what is usual', () => {
    const recipe = parseRecipe(
      { tasks: ['vt'], lengths: ['8k'], systems: ['memagent:select', { system: 'lexical' }] },
      'x.yaml',
    );
    expect(recipe).toMatchObject({
      ...{ tasks: [{ task: 'vt' }], samples: 20, seed: 1, split: 'test' },
      systems: [{ system: 'memagent', policy: 'select' }, { system: 'lexical' }],
    });
  });
  it.each([
    [{ tasks: [], lengths: ['8k'], systems: ['empty'] }, 'tasks'],
    [{ tasks: ['vt'], lengths: ['8q'], systems: ['empty'] }, '"8q" is no length'],
    [{ tasks: ['vt'], lengths: ['8k'], systems: ['empty'], sample: 3 }, 'unknown key sample'],
    [{ tasks: ['vt'], lengths: ['8k'], systems: ['memagent:best'] }, 'cannot be used'],
    [{ tasks: ['vt'], lengths: ['8k'], systems: ['empty'], verifier: 'kind' }, 'verifier'],
  ])('say what is wrong with them, and where', (value, message) => {
    expect(() => parseRecipe(value, 'x.yaml')).toThrow(/^x\.yaml/);
    expect(() => parseRecipe(value, 'x.yaml')).toThrow(message);
  });
});
