import { describe, expect, it } from 'vitest';
import { fittingSizes } from './sizes.ts';

describe('fittingSizes', () => {
  const fits = (memory: number) =>
    fittingSizes(memory)
      .filter((size) => size.fits !== 'no')
      .map((size) => `${size.parameters} ${size.quant}`);

  it('puts an 8B model of four bits into 16 GB, and no 32B', () => {
    expect(fits(16e9)).toContain('8 Q4_K_M');
    expect(fits(16e9)).not.toContain('32 Q4_K_M');
  });
  it('leaves nothing for a very small machine', () => {
    expect(fits(0.5e9)).toEqual([]);
  });
  it('says that quantization costs less memory', () => {
    const [four, eight] = fittingSizes(16e9);
    expect(four!.bytes).toBeLessThan(eight!.bytes);
  });
});
