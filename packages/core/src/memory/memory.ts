/** Where a sentence of the memory or the answer comes from, as a byte span of the extracted text. */
export interface Source {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly chunk: number;
  readonly page?: number;
  readonly file?: string;
}

/** A sentence of the memory: its text, the step it entered at, and where it comes from. */
export interface MemoryLine {
  readonly text: string;
  /** The chunk at which it entered. */
  readonly entered: number;
  readonly source?: Source;
  /** Kept because it matches the question so well; the model had not chosen it. */
  readonly matched?: true;
  /** The share of the weight of the question's words that it says, in these or others: told where matches are kept. */
  readonly share?: number;
}

/** The text the model wrote last, as lines; replaced whole at each step. */
export interface Memory {
  /** The memory as the model sees it. Empty when nothing has been written. */
  readonly text: string;
  readonly lines: readonly MemoryLine[];
}

export const emptyMemory: Memory = { text: '', lines: [] };

/** A memory of these lines, none of which a reading has kept: what it is to begin with, or what code has filled. */
export const memoryOf = (lines: readonly string[], separator = '\n'): Memory => ({
  text: lines.join(separator),
  lines: lines.map((text) => ({ text, entered: 0 })),
});
