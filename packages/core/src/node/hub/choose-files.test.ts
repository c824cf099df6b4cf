import { describe, expect, it } from 'vitest';
import { chooseFiles, quantOf } from './choose-files.ts';

const files = (...paths: string[]) => paths.map((path) => ({ path, size: 1 }));
const paths = (...args: Parameters<typeof chooseFiles>) => chooseFiles(...args).map((file) => file.path);

describe('chooseFiles', () => {
  const repo = files(
    'README.md',
    'm-Q8_0.gguf',
    'm-Q4_K_M.gguf',
    'mmproj-m-F16.gguf',
    'big/m-F16-00002-of-00002.gguf',
    'big/m-F16-00001-of-00002.gguf',
  );

  it('takes a usual quantization where none is named', () => {
    expect(paths('a/m', repo)).toEqual(['m-Q4_K_M.gguf']);
  });
  it('takes the quantization or the file that is named', () => {
    expect(paths('a/m', repo, 'q8_0')).toEqual(['m-Q8_0.gguf']);
    expect(paths('a/m', repo, 'm-Q8_0')).toEqual(['m-Q8_0.gguf']);
  });
  it('takes all parts of a split model in order', () => {
    expect(paths('a/m', repo, 'F16')).toEqual([
      'big/m-F16-00001-of-00002.gguf',
      'big/m-F16-00002-of-00002.gguf',
    ]);
  });
  it('refuses a split model with a part missing', () => {
    expect(() => chooseFiles('a/m', files('m-Q8_0-00001-of-00003.gguf'))).toThrow('has 3 parts');
  });
  it('says what there is where the name fits nothing', () => {
    expect(() => chooseFiles('a/m', repo, 'Q2_K')).toThrow('m-Q8_0.gguf');
    expect(() => chooseFiles('a/m', files('model.safetensors'))).toThrow('no GGUF');
  });
  it('knows a quantization by the end of the name', () => {
    expect(quantOf('Qwen3-0.6B-UD-Q4_K_XL.gguf')).toBe('UD-Q4_K_XL');
    expect(quantOf('model.IQ2_XXS.gguf')).toBe('IQ2_XXS');
    expect(quantOf('model.gguf')).toBeUndefined();
  });
});
