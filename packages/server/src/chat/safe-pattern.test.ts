import { describe, expect, it } from 'vitest';
import { checkSchema } from './check-schema.ts';
import { unsafePattern } from './safe-pattern.ts';

describe('patterns', () => {
  it.each([
    '^[a-z]+$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$',
    '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    '^(?:\\d{1,3}\\.){3}\\d{1,3}$',
    '^(?:a|b|[0-9])*$',
    '^#(?:[0-9a-fA-F]{2}){3}$',
    '^(?<year>\\d+)?$',
    '^(yes|no|maybe)$',
    '^\\p{Lu}\\p{L}*(?: \\p{Lu}\\p{L}*)*$',
    '',
  ])('are taken where they end soon: %s', (pattern) => {
    expect(unsafePattern(pattern)).toBeUndefined();
  });

  it.each([
    '^(a+)+$',
    '^(a*)*$',
    '(.*)*x',
    '^(\\w|a)*$',
    '^(a|aa)+$',
    '^(?:a?){50}a{50}$',
    '^([a-z]{1,10}){1,10}$',
    '^((a+)b?)*$',
    '(x+x+)+y',
    '.*.*.*.*x',
    '^(a)\\1+$',
    '^(?=(a+))a*$',
    '(',
    `^${'a'.repeat(600)}$`,
  ])('are refused where they may not: %s', (pattern) => {
    expect(unsafePattern(pattern)).toEqual(expect.any(String));
  });

  it('are looked for at every depth of a schema, whose size is bounded too', () => {
    const nested = { properties: { a: { items: { anyOf: [{ pattern: '^(a+)+$' }] } } } };
    expect(() => checkSchema(nested, 'schema')).toThrow(/pattern/);
    expect(() => checkSchema({ patternProperties: { '(.*)*x': {} } }, 'schema')).toThrow(/pattern/);
    expect(() => checkSchema({ const: 'x'.repeat(70_000) }, 'schema')).toThrow(/larger/);
    let deep: object = {};
    for (let i = 0; i < 100; i++) deep = { not: deep };
    expect(() => checkSchema(deep, 'schema')).toThrow(/deeper/);
    expect(() => checkSchema({ properties: { pattern: { type: 'string' } } }, 'schema')).not.toThrow();
  });
});
