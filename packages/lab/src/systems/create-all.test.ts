import { defineProfile, scriptedModel } from '@memagent/core';
import { describe, expect, it } from 'vitest';
import { createSystem } from './create.ts';
import { createSystems } from './create-all.ts';

const model = (window = 8192) => scriptedModel({ reply: () => 'x', window });
const reader = scriptedModel({
  reply: () => 'x',
  window: 4096,
  canChat: false,
  defaults: {
    profile: 'pocket',
    policy: 'select',
    chunkTokens: 700,
    memoryTokens: 512,
    questionTokens: 256,
    outputTokens: 64,
  },
});
const budgets = (systems: readonly { settings: Readonly<Record<string, unknown>> }[]) =>
  systems.map(({ settings }) => settings.budgets as Record<string, number>);

describe('createSystems', () => {
  it('gives readings that differ in their memory the same of everything else', () => {
    const specs = [256, 512, 1024, 2048].map((memoryTokens) => ({ system: 'memagent', memoryTokens }));
    for (const of of [model(), reader]) {
      const { systems } = createSystems([...specs, { system: 'lexical' }], of);
      const varied = budgets(systems.slice(0, 4));
      expect(varied.map(({ memory }) => memory)).toEqual([256, 512, 1024, 2048]);
      for (const part of ['chunk', 'question'])
        expect(new Set(varied.map((budget) => budget[part])).size, part).toBe(1);
      expect(systems.map(({ variant }) => variant)).toEqual([
        ...['memoryTokens=256', 'memoryTokens=512', 'memoryTokens=1024', 'memoryTokens=2048', undefined],
      ]);
      expect(systems[4]!.settings).toEqual(createSystem({ system: 'lexical' }, of).settings);
    }
  });
  it('has replies as long as a memory that is written anew', () => {
    const { systems } = createSystems([{ system: 'memagent', memoryTokens: 2048 }], model());
    expect(budgets(systems)[0]!.output).toBe(2048);
    expect(
      budgets(createSystems([{ system: 'memagent', memoryTokens: 2048 }], reader).systems)[0]!.output,
    ).toBe(64);
    const written = createSystems([{ system: 'memagent', policy: 'overwrite' }], reader).systems;
    expect(budgets(written)[0]).toMatchObject({ output: 512, memory: 512 });
  });
  it('refuses what a model cannot be used for, or leaves it out where it is told to', () => {
    const specs = [{ system: 'memagent' }, { system: 'truncate' }, { system: 'memagent', chunkTokens: 5000 }];
    expect(() => createSystems(specs, reader)).toThrow('needs a chat model');
    const { systems, leftOut } = createSystems(specs, reader, {}, { skipUnable: true });
    expect(systems).toHaveLength(1);
    expect(leftOut.map(({ system }) => system)).toEqual([...['truncate', 'memagent chunkTokens=5000']]);
    expect(() => createSystems(specs.slice(1), reader, {}, { skipUnable: true })).toThrow(
      'None of the systems',
    );
    const plain = {
      profile: defineProfile({
        name: 'plain',
        step: '{section}{question}{memory}',
        final: '{memory}{question}',
      }),
    };
    expect(() => createSystems([{ system: 'memagent', policy: 'gated' }], model(), plain)).toThrow(
      'no words for the policy gated',
    );
    expect(() => createSystems([{ system: 'magic' }], reader)).toThrow('no system called magic');
  });
});
