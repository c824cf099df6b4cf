import { createHash } from 'node:crypto';
import type { LoggedEvent } from '../readings/event-log.ts';
import type { TextSpan } from './document-text.ts';
import type { Viewer } from './page.ts';

/** What an exported reading is made of. */
export interface ExportedReading {
  /** The reading as clients see it. */
  readonly view: object;
  readonly title: string;
  readonly document: string;
  events(): AsyncIterable<LoggedEvent>;
  text(start: number, end: number): Promise<TextSpan>;
}

/** Above this, only the chunks that something in a memory came from go along. */
const mostText = 8 << 20;

/** JSON that can stand in a page: nothing in it can end the element that it is in. */
const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
const inlineScript = (script: string) => script.replaceAll(/<(?=\/script|!--)/gi, '\\x3c');
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Readings as one HTML file that needs nothing else: the page's own reading view with the events and the text in it.
 * Nothing but its own script and style may run in it, and it may connect to nothing.
 */
export async function* exportHtml(
  readings: readonly ExportedReading[],
  viewer: Viewer,
): AsyncGenerator<string> {
  const script = inlineScript(viewer.script);
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(viewer.style)}; img-src data:; base-uri 'none'; form-action 'none'`;
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${escapeHtml(readings[0]?.title ?? 'Reading')}</title><style>${viewer.style}</style></head><body><div id="root"></div>
<script type="application/json" id="memagent-data">{"version":1,"readings":[`;
  const documents = new Map<string, { reading: ExportedReading; spans: Map<number, Span> }>();
  for (const [i, reading] of readings.entries()) {
    yield `${i > 0 ? ',' : ''}{"reading":${inlineJson(reading.view)},"events":[`;
    const { spans } = documents.get(reading.document) ?? { spans: new Map<number, Span>() };
    documents.set(reading.document, { reading, spans });
    let first = true;
    for await (const event of reading.events()) {
      yield `${first ? '' : ',\n'}${inlineJson(event)}`;
      first = false;
      if (event.type !== 'step') continue;
      const { start, end } = event;
      const known = spans.get(start);
      const cited = event.added.length > 0 || known?.cited === true;
      spans.set(start, { start, end: Math.max(end, known?.end ?? 0), cited });
    }
    yield ']}';
  }
  yield '],"texts":{';
  let first = true;
  for (const [document, { reading, spans }] of documents) {
    yield `${first ? '' : ','}${inlineJson(document)}:[`;
    first = false;
    yield* texts(reading, [...spans.values()]);
    yield ']';
  }
  yield `}}</script>
<script>${script}</script></body></html>
`;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly cited: boolean;
}

async function* texts(reading: ExportedReading, spans: readonly Span[]): AsyncGenerator<string> {
  const all = spans.reduce((sum, { start, end }) => sum + end - start, 0) <= mostText;
  let first = true;
  for (const { start, end, cited } of spans) {
    if (!all && !cited) continue;
    const span = await reading.text(start, end).catch(() => undefined);
    if (!span) continue;
    yield `${first ? '' : ',\n'}${inlineJson([span.start, span.end, span.text])}`;
    first = false;
  }
}
