export { type DecodeOptions, decodeText } from './decode.ts';
export type { Document, TextPiece } from './document.ts';
export { type TextDocumentOptions, textDocument } from './from-text.ts';
export { HtmlText, htmlToText } from './html-text.ts';
export { type Format, type Sniffed, sniff } from './sniff.ts';
