/** NFC over streamed text, with the way back from normalized offsets to those of the text itself. */
import { charClass, MARK } from './char-class.ts';

/** Text after a change that kept or lost the correspondence of offsets. */
export interface Mapped {
  readonly text: string;
  /** For each UTF-16 unit of `text` the offset in the original it comes from; undefined where the two are the same. */
  readonly origins: Uint32Array | undefined;
}

/** Characters below this are normal as they are and combine with nothing before them. */
const simple = 0x300;
const complex = /[\u0300-\uffff]/;

/** Whether the character never combines with what is before it, so that text can be cut there and normalized apart. */
function isBoundary(code: number): boolean {
  if (code < simple) return true;
  if ((charClass(code) & MARK) !== 0) return false;
  if (code >= 0x1161 && code <= 0x11c2) return false; // Hangul vowels and finals
  return code < 0x16d63 || code > 0x16d6a; // Kirat Rai vowels
}

/** The last offset above zero at which text can be cut and normalized apart, or 0. */
export function lastNfcBoundary(text: string): number {
  for (let i = text.length - 1; i > 0; i--) {
    const code = text.codePointAt(i)!;
    if (code >= 0xdc00 && code <= 0xdfff && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) continue;
    if (isBoundary(code)) return i;
  }
  return 0;
}

/** The text in NFC. */
export function toNfc(text: string): Mapped {
  if (!complex.test(text)) return { text, origins: undefined };
  const normal = text.normalize('NFC');
  return normal === text ? { text, origins: undefined } : mapped(text, normal.length);
}

const blockSize = 256;

/** The slow way, for text that NFC changes: character by character where a block of text changes. */
function mapped(text: string, length: number): Mapped {
  const origins = new Uint32Array(length);
  let normal = '';
  const copy = (start: number, end: number) => {
    for (let i = start; i < end; i++) origins[normal.length + i - start] = i;
    normal += text.slice(start, end);
  };
  for (let start = 0; start < text.length; ) {
    const end = nextBoundary(text, Math.min(start + blockSize, text.length));
    const block = text.slice(start, end);
    if (block.normalize('NFC') === block) {
      copy(start, end);
    } else {
      for (let from = start; from < end; ) {
        const to = nextBoundary(text, from + (text.codePointAt(from)! > 0xffff ? 2 : 1));
        const segment = text.slice(from, to);
        const changed = segment.normalize('NFC');
        if (changed === segment) {
          copy(from, to);
        } else {
          origins.fill(from, normal.length, normal.length + changed.length);
          normal += changed;
        }
        from = to;
      }
    }
    start = end;
  }
  return { text: normal, origins };
}

/** The first boundary at or after `at`. */
function nextBoundary(text: string, at: number): number {
  let i = at;
  while (i < text.length) {
    const code = text.codePointAt(i)!;
    const half = code >= 0xdc00 && code <= 0xdfff && i > 0 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800;
    if (!half && isBoundary(code)) return i;
    i += code > 0xffff ? 2 : 1;
  }
  return text.length;
}
