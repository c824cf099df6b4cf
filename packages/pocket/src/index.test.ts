import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pocketDefaults, pocketPath } from './index.ts';

describe('the shipped model', () => {
  it('is found beside its package, or not at all', () => {
    const path = pocketPath();
    expect(path === undefined || (path.endsWith('pocket.gguf') && existsSync(path))).toBe(true);
  });
  it('reads by choosing sentences', () => {
    expect(pocketDefaults).toMatchObject({ profile: 'pocket', policy: 'select', hints: true });
  });
});
