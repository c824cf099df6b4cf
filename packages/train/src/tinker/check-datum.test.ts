import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkData } from './check-datum.ts';
import type { Numbers } from './types.ts';

const datum = (tokens: Numbers, targets: Numbers, weights: Numbers) => ({
  tokens,
  inputs: { target_tokens: targets, weights },
});

describe('data before they are sent', () => {
  it('are refused for the same reasons in lists of every kind', () => {
    const odd = fc.constantFrom(0, 1, 7, -1, -100, 1.5, Number.NaN, Number.POSITIVE_INFINITY);
    const number = fc.oneof({ weight: 8, arbitrary: fc.nat(99) }, odd);
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number, number), { minLength: 1, maxLength: 6 }), (all) => {
        const [tokens, targets, weights] = [0, 1, 2].map((at) => all.map((each) => each[at]!));
        const said = (given: ReturnType<typeof datum>) => {
          try {
            checkData([given], 'cross_entropy');
            return 'taken';
          } catch (error) {
            return (error as Error).message;
          }
        };
        const plain = said(datum(tokens!, targets!, weights!));
        expect(said(datum(tokens!, targets!, Float64Array.from(weights!)))).toBe(plain);
        // An Int32Array holds what it is given as whole numbers: what it cannot hold is left to the lists above.
        const whole = [tokens!, targets!].flat().every((value) => Number.isInteger(value));
        if (whole) {
          const typed = datum(Int32Array.from(tokens!), Int32Array.from(targets!), weights!);
          expect(said(typed)).toBe(plain);
        }
        const good = whole && tokens!.every((id) => id >= 0) && weights!.every((w) => Number.isFinite(w));
        expect(plain === 'taken').toBe(good);
      }),
    );
  });
});
