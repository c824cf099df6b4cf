/** A usual model size and whether it would fit into memory. */
export interface FittingSize {
  /** Billions. */
  readonly parameters: number;
  readonly quant: string;
  /** Weights, keys and values of one window, and the engine's own. */
  readonly bytes: number;
  readonly fits: 'yes' | 'tight' | 'no';
}

/** Bits per weight as llama.cpp's files come out, scales included. */
const bits = { Q4_K_M: 4.9, Q8_0: 8.5 };

/** Billions of parameters and, of usual models of that size, bytes of keys and values per token at 16 bits. */
const sizes = [
  { parameters: 0.6, perToken: 114_688 },
  { parameters: 1.7, perToken: 114_688 },
  { parameters: 4, perToken: 147_456 },
  { parameters: 8, perToken: 147_456 },
  { parameters: 14, perToken: 163_840 },
  { parameters: 32, perToken: 262_144 },
  { parameters: 70, perToken: 327_680 },
];

const engineBytes = 300e6;

/** Which of the usual sizes fit: up to half of the memory well, up to four fifths tightly. */
export function fittingSizes(memory: number, window = 8192): FittingSize[] {
  return sizes.flatMap(({ parameters, perToken }) =>
    (Object.keys(bits) as (keyof typeof bits)[]).map((quant): FittingSize => {
      const bytes = (parameters * 1e9 * bits[quant]) / 8 + perToken * window + engineBytes;
      return {
        parameters,
        quant,
        bytes,
        fits: bytes < memory * 0.5 ? 'yes' : bytes < memory * 0.8 ? 'tight' : 'no',
      };
    }),
  );
}
