/** A run of a document's extracted text, in order. */
export interface TextPiece {
  /** The text; never splits a surrogate pair across pieces. */
  readonly text: string;
  /** The page it lies on, from 1, where the format has pages. */
  readonly page?: number;
  /** The file it lies in, where the document is several files. */
  readonly file?: string;
}

/**
 * A source of text, read as a stream and never held whole. It can be opened more than once and gives the same
 * text each time, unless `once` says otherwise.
 */
export interface Document {
  /** What a person calls it: a path, a URL, "standard input". */
  readonly name: string;
  /** Size of the source in bytes where it is known before reading: for estimates and progress. */
  readonly bytes?: number;
  /**
   * The share of `bytes`, from 0 to 1, that the latest reading has consumed so far: for progress on compressed or
   * extracted formats.
   */
  readonly consumed?: () => number;
  /** What a person should know about how the text was extracted so far (invalid bytes, pages without text). */
  readonly notes?: () => readonly string[];
  /** True for sources that can be read only once (standard input, a caller's iterable). */
  readonly once?: boolean;
  open(signal?: AbortSignal): AsyncIterable<TextPiece>;
}
