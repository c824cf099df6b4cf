import { slices } from '../../document/from-text.ts';
import { HtmlText, htmlToText } from '../../document/html-text.ts';
import type { Format } from '../../document/sniff.ts';

/** Readability's time grows faster than the page: some 3 s at this size, a minute at four times that. */
const articleLimit = 1 << 20;

/** How a page becomes text: its article alone, all its text, or the markup as it stands. */
export type HtmlMode = 'article' | 'text' | 'source';

/**
 * The text of a page from a stream of markup. An article page up to 1 MiB gives the article with its title; any other
 * page gives all its text, streamed, so that nothing is lost where there is no article to find.
 */
export async function* extractHtml(
  html: AsyncIterable<string>,
  mode: HtmlMode,
  progress?: (share: number) => void,
): AsyncGenerator<string> {
  if (mode === 'source') {
    yield* html;
    return;
  }
  let page = '';
  let whole: HtmlText | undefined = mode === 'text' ? new HtmlText() : undefined;
  let first = true;
  for await (const part of html) {
    // A byte order mark is no part of what the page shows.
    const piece = first ? part.replace(/^\ufeff/, '') : part;
    first = false;
    if (!whole) {
      page += piece;
      if (page.length <= articleLimit) continue;
      whole = new HtmlText();
      const text = whole.push(page);
      page = '';
      if (text) yield text;
      continue;
    }
    const text = whole.push(piece);
    if (text) yield text;
  }
  if (whole) {
    const rest = whole.end();
    if (rest) yield rest;
    return;
  }
  const text = (await article(page)) ?? htmlToText(page);
  let given = 0;
  for (const piece of slices(text)) {
    progress?.(given / text.length);
    yield piece;
    given += piece.length;
  }
  progress?.(1);
}

/** The article of a page as text, or undefined where the page has none. */
async function article(page: string): Promise<string | undefined> {
  // Pages that are hardly text need no parser.
  if (page.length < 500) return undefined;
  const [{ Window }, { Readability, isProbablyReaderable }] = await Promise.all([
    import('happy-dom'),
    import('@mozilla/readability'),
  ]);
  const window = new Window({
    settings: { disableJavaScriptFileLoading: true, handleDisabledFileLoadingAsSuccess: true },
  });
  try {
    const parsed = new window.DOMParser().parseFromString(
      page,
      'text/html',
    ) as unknown as globalThis.Document;
    if (!isProbablyReaderable(parsed)) return undefined;
    const found = new Readability(parsed).parse();
    if (!found?.content) return undefined;
    const text = htmlToText(found.content);
    // Where most of a page is outside of what was found, it was no article page: a list, a forum, a reference.
    if (text.length < htmlToText(page).length * 0.3) return undefined;
    const title = found.title?.trim();
    return title && !text.startsWith(title) ? `${title}\n\n${text}` : text;
  } catch {
    // Markup nested too deep for a recursive parser is still text.
    return undefined;
  } finally {
    await window.happyDOM.close();
  }
}

/** The character set that a page declares in its first bytes. */
export function declaredCharset(head: Uint8Array, format: Format): string | undefined {
  if (format !== 'html') return undefined;
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 4096)).toString('latin1');
  const found =
    /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(text)?.[1] ??
    /^<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(text)?.[1];
  if (found === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(found);
    // A page whose declaration could be read byte by byte is not in UTF-16, whatever it says.
    return encoding.startsWith('utf-16') ? undefined : encoding;
  } catch {
    return undefined;
  }
}
