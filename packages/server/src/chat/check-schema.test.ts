import { describe, expect, it } from 'vitest';
import { checkSchema } from './check-schema.ts';
import { timedPatterns } from './timed-patterns.ts';

describe('a schema of a stranger', () => {
  it('is bounded in size, depth and patterns, which are looked for at every depth', () => {
    const check = (schema: object) => () => checkSchema(schema, 'schema');
    expect(check({ properties: { a: { items: { anyOf: [{ pattern: '(' }] } } } })).toThrow(/pattern/);
    expect(check({ patternProperties: { '[': {} } })).toThrow(/not a regular expression/);
    expect(check({ pattern: 'a'.repeat(600) })).toThrow(/more than 512 characters/);
    expect(check({ enum: Array.from({ length: 21 }, (_, i) => ({ pattern: `${i}` })) })).toThrow(
      /more than 20/,
    );
    expect(check({ const: 'x'.repeat(70_000) })).toThrow(/larger/);
    let deep: object = {};
    for (let i = 0; i < 100; i++) deep = { not: deep };
    expect(check(deep)).toThrow(/deeper/);
    expect(check({ properties: { pattern: { type: 'string' } }, pattern: '^\\p{Lu}\\d+$' })).not.toThrow();
  });
});

describe('patterns', () => {
  it('say what matches', () => {
    const test = timedPatterns();
    expect(test(/^\d{4}-\d{2}$/u, '1999-12')).toBe(true);
    expect(test(/^\d{4}-\d{2}$/u, '1999')).toBe(false);
  });

  it.each([
    ['^(a+)+$', 'a'.repeat(64)],
    [`^${'#*'.repeat(30)}x$`, '#'.repeat(64)],
    [`^${'(?:ab)*'.repeat(20)}!$`, 'ab'.repeat(64)],
    [`^${'#?'.repeat(40)}x$`, '#'.repeat(40)],
  ])('have one clock, and are given up when it runs out: %s', (pattern, text) => {
    const test = timedPatterns(50);
    const began = performance.now();
    expect(() => test(new RegExp(pattern, 'u'), `${text}~`)).toThrow(/too long/);
    // What is left of the time is left to all of them.
    expect(() => test(/a/u, 'a')).toThrow(/too long/);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
