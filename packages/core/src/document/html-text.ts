import { decodeEntities } from './html-entities.ts';

const words = (list: string) => new Set(list.split(' '));
/** Elements whose content is no text. */
const skipped = words('script style noscript template svg iframe object canvas audio video map');
/** Elements that stand on lines of their own. */
const lines = words(
  'div section article main header footer nav aside form fieldset address figcaption dt dd tr option li',
);
/** Elements with an empty line around them. */
const paragraphs = words(
  'p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure hr body title caption details',
);

const nothing = 0;
const space = 1;
const newline = 2;
const emptyLine = 3;
const gaps = ['', ' ', '\n', '\n\n'];

/**
 * HTML to text as a stream: tags removed, scripts and styles left out, blocks on lines of their own, white space as a
 * browser would show it. It holds nothing but the tag at hand, so a page may be of any size.
 */
export class HtmlText {
  #rest = '';
  /** Where the input stands; in `tag` with the quote that an attribute value waits for. */
  #state: 'text' | 'tag' | 'comment' | 'skip' = 'text';
  #quote = '';
  #afterEquals = false;
  #tag = '';
  #skipUntil = '';
  #inHead = false;
  #inTitle = false;
  #pre = 0;
  #gap = nothing;
  /** The gap before a list item that has no text yet: what opens inside it must not part it from its dash. */
  #bullet: number | undefined;
  #begun = false;
  #out: string[] = [];

  /** Takes more of the page; gives the text it makes (possibly empty). */
  push(html: string): string {
    this.#take(this.#rest + html, false);
    return this.#flush();
  }

  /** The page is over: gives what was held back. */
  end(): string {
    this.#take(this.#rest, true);
    this.#rest = '';
    if (this.#begun) this.#out.push('\n');
    return this.#flush();
  }

  #flush(): string {
    const text = this.#out.join('');
    this.#out = [];
    return text;
  }

  #take(html: string, last: boolean): void {
    let at = 0;
    this.#rest = '';
    while (at < html.length) {
      const from = at;
      if (this.#state === 'text') at = this.#text(html, at, last);
      else if (this.#state === 'tag') at = this.#inTag(html, at);
      else if (this.#state === 'comment') at = this.#until(html, at, '-->', 'text');
      else at = this.#skip(html, at);
      if (at === from || at < 0) {
        this.#rest = html.slice(from);
        return;
      }
    }
  }

  /** Text up to the next tag. */
  #text(html: string, from: number, last: boolean): number {
    let open = html.indexOf('<', from);
    while (open >= 0 && open + 1 < html.length && !/[a-zA-Z/!?]/.test(html[open + 1]!))
      open = html.indexOf('<', open + 1);
    let end = open < 0 ? html.length : open;
    if (open < 0 && !last) {
      // A reference or a lone "<" at the end may go on in the next piece.
      const reference = html.lastIndexOf('&');
      if (reference >= from && html.length - reference < 40 && !html.includes(';', reference))
        end = reference;
    }
    if (end > from) {
      this.#emit(html.slice(from, end));
      return end;
    }
    if (open < 0) return from;
    return this.#openTag(html, open, last);
  }

  #openTag(html: string, open: number, last: boolean): number {
    if (html.length - open < 40 && !html.includes('>', open) && !last) return open;
    if (html.startsWith('<!--', open)) {
      this.#state = 'comment';
      return open + 4;
    }
    const name = /^<([a-zA-Z][^\s/>]{0,30}|\/[a-zA-Z][^\s/>]{0,30}|[!?/])/.exec(html.slice(open, open + 40));
    if (!name) {
      this.#emit('<');
      return open + 1;
    }
    this.#tag = name[1]!.toLowerCase().replace(/^(\/?)[a-z]+:/, '$1');
    this.#state = 'tag';
    this.#quote = '';
    this.#afterEquals = false;
    return open + name[0].length;
  }

  /** Attributes: over them to the ">" that no quotes protect. */
  #inTag(html: string, from: number): number {
    let at = from;
    while (at < html.length) {
      if (this.#quote) {
        at = html.indexOf(this.#quote, at);
        if (at < 0) return html.length;
        this.#quote = '';
        at++;
        continue;
      }
      const char = html[at++]!;
      if (char === '>') {
        this.#state = 'text';
        this.#enter(this.#tag, html[at - 2] === '/');
        return at;
      }
      // A quote opens a value only after "=": a stray one must not swallow the page.
      if ((char === '"' || char === "'") && this.#afterEquals) this.#quote = char;
      if (char === '=') this.#afterEquals = true;
      else if (!/\s/.test(char)) this.#afterEquals = false;
    }
    return at;
  }

  #until(html: string, from: number, mark: string, then: 'text'): number {
    const at = html.indexOf(mark, from);
    if (at < 0) return Math.max(from, html.length - mark.length + 1);
    this.#state = then;
    return at + mark.length;
  }

  /** Over the content of a script or style to its end tag. */
  #skip(html: string, from: number): number {
    const mark = `</${this.#skipUntil}`;
    for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
      if (html.slice(at, at + mark.length).toLowerCase() === mark) {
        this.#state = 'text';
        return at;
      }
    }
    return Math.max(from, html.length - mark.length + 1);
  }

  #enter(tag: string, selfClosed: boolean): void {
    const closing = tag.startsWith('/');
    const name = closing ? tag.slice(1) : tag;
    if (skipped.has(name)) {
      if (!closing && !selfClosed) {
        this.#state = 'skip';
        this.#skipUntil = name;
      }
      return;
    }
    if (name === 'head') this.#inHead = !closing;
    // Pages often leave out </head>.
    if (name === 'body') this.#inHead = false;
    if (name === 'title') this.#inTitle = !closing;
    if (name === 'pre' || name === 'textarea') this.#pre = Math.max(0, this.#pre + (closing ? -1 : 1));
    if (name === 'br') {
      if (this.#gap === newline) this.#gap = emptyLine;
      else this.#widen(newline);
    } else if (paragraphs.has(name)) this.#widen(emptyLine);
    else if (lines.has(name)) this.#widen(newline);
    else if (name === 'td' || name === 'th') this.#widen(space);
    if (name === 'li') this.#bullet = closing ? undefined : this.#gap;
  }

  #widen(gap: number): void {
    if (gap > this.#gap) this.#gap = gap;
  }

  #emit(raw: string): void {
    if (this.#inHead && !this.#inTitle) return;
    let text = decodeEntities(raw)
      .replace(/\u00a0/g, ' ')
      .replace(/\u00ad/g, '');
    if (this.#pre === 0) {
      text = text.replace(/[ \t\n\r\f]+/g, ' ');
      if (text.startsWith(' ')) {
        this.#widen(space);
        text = text.slice(1);
      }
    }
    if (text === '') return;
    if (this.#begun) this.#out.push(gaps[this.#bullet ?? this.#gap]!);
    if (this.#bullet !== undefined) this.#out.push('- ');
    this.#bullet = undefined;
    this.#gap = nothing;
    if (this.#pre === 0 && text.endsWith(' ')) {
      text = text.slice(0, -1);
      this.#gap = space;
    }
    this.#out.push(text);
    this.#begun = true;
  }
}

/**
 * The text of a whole page.
 *
 * @example
 * htmlToText('<h1>Tea</h1><p>Two &amp; a half cups.'); // 'Tea\n\nTwo & a half cups.\n'
 */
export function htmlToText(html: string): string {
  const text = new HtmlText();
  return text.push(html) + text.end();
}
