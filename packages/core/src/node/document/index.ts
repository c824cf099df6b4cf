export type { ExtractOptions } from './extract.ts';
export { type Skipped, skippedSummary } from './folder.ts';
export type { HtmlMode } from './html.ts';
export { type OpenOptions, openDocument } from './open.ts';
export { fileHeader, type OpenedDocument } from './parts-document.ts';
export type { UrlOptions } from './url-source.ts';
