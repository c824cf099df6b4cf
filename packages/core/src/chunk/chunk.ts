/** A run of the document's tokens with its byte span in the extracted text. */
export interface Chunk {
  /** From 0. */
  readonly index: number;
  readonly text: string;
  /** Tokens of this chunk in the tokenization of the whole text. */
  readonly tokens: number;
  /** Byte span in the extracted text. */
  readonly start: number;
  readonly end: number;
  /** Bytes of text taken from the document by the time this chunk was cut: tells how far `consumed` has run ahead. */
  readonly received: number;
  /** Where pages and files begin inside the chunk, in order; the first entry is where the chunk begins. */
  readonly places: readonly Place[];
  /** True when the text ended here rather than at a boundary: a text that grew is read again from this chunk. */
  readonly last: boolean;
}

/** From this byte of the extracted text on, text lies on this page or in this file. */
export interface Place {
  readonly start: number;
  readonly page?: number;
  readonly file?: string;
}
