import { ApiError } from '../http/api-error.ts';
import type { SpooledText } from './spooled-text.ts';

/** Bytes for a long string's file; the last ones close it. */
export interface SpoolWork {
  readonly text: SpooledText;
  readonly bytes: Uint8Array;
  readonly last: boolean;
}

export interface JsonMachineOptions {
  readonly longBytes: number;
  readonly heldBytes: number;
  /** Called when a string turns out to be long. */
  readonly begin: () => SpooledText;
}

interface Level {
  readonly kind: 'object' | 'array';
  readonly items: unknown[];
  /** Keys and values in turn, for an object: made whole by Object.fromEntries, which no key can trick. */
  readonly keys: string[];
}

/** What may come next. */
type Expect = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

const quote = 0x22;
const backslash = 0x5c;
const maxDepth = 64;
const maxScalar = 64;
const maxKey = 1 << 12;
const escapes: Record<string, number> = { '"': 0x22, '\\': 0x5c, '/': 0x2f, b: 8, f: 12, n: 10, r: 13, t: 9 };

/** A JSON parser that takes bytes as they come and hands long strings on instead of holding them (RFC 8259). */
export class JsonMachine {
  readonly #options: JsonMachineOptions;
  readonly #stack: Level[] = [];
  #expect: Expect = 'value';
  #result: unknown;
  #position = 0;
  #held = 0;
  #work: SpoolWork[] = [];
  /** The string under way. */
  #inString = false;
  /** Its bytes so far, or those that are still to be written. Copied: the sender may use its block again. */
  #bytes = Buffer.allocUnsafe(1 << 10);
  #length = 0;
  #spool: SpooledText | undefined;
  #isKey = false;
  #escape: string | undefined;
  #high = 0;
  /** The number or literal under way. */
  #scalar = '';

  constructor(options: JsonMachineOptions) {
    this.#options = options;
  }

  push(block: Uint8Array): void {
    let at = 0;
    while (at < block.length) {
      if (this.#inString) {
        at = this.#takeString(block, at);
        continue;
      }
      const byte = block[at]!;
      if (this.#scalar !== '' || isScalar(byte)) {
        if (isScalar(byte)) {
          this.#scalar += String.fromCharCode(byte);
          if (this.#scalar.length > maxScalar) throw this.#bad(at, 'a number or word that is too long');
          at++;
          continue;
        }
        this.#endScalar(at);
      }
      at++;
      if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) continue;
      this.#structure(byte, at - 1);
    }
    this.#position += block.length;
    this.#flush();
  }

  /** What is to be written to files, in order. */
  take(): SpoolWork[] {
    const work = this.#work;
    this.#work = [];
    return work;
  }

  end(): unknown {
    if (this.#inString) throw this.#bad(0, 'an end inside a string');
    if (this.#scalar !== '') this.#endScalar(0);
    if (this.#expect !== 'nothing') throw this.#bad(0, 'an end that comes too early');
    return this.#result;
  }

  #structure(byte: number, at: number): void {
    const expect = this.#expect;
    const takesValue = expect === 'value' || expect === 'value-or-end';
    if (byte === quote && (takesValue || expect === 'key' || expect === 'key-or-end')) {
      this.#isKey = !takesValue;
      this.#inString = true;
      this.#length = 0;
      return;
    }
    if ((byte === 0x7b || byte === 0x5b) && takesValue) {
      if (this.#stack.length >= maxDepth) throw this.#bad(at, 'nesting that is too deep');
      this.#hold(16, at);
      this.#stack.push({ kind: byte === 0x7b ? 'object' : 'array', items: [], keys: [] });
      this.#expect = byte === 0x7b ? 'key-or-end' : 'value-or-end';
      return;
    }
    const level = this.#stack.at(-1);
    if (byte === 0x3a && expect === 'colon') this.#expect = 'value';
    else if (byte === 0x2c && expect === 'comma-or-end' && level)
      this.#expect = level.kind === 'object' ? 'key' : 'value';
    else if (
      level &&
      ((byte === 0x7d && level.kind === 'object' && (expect === 'key-or-end' || expect === 'comma-or-end')) ||
        (byte === 0x5d && level.kind === 'array' && (expect === 'value-or-end' || expect === 'comma-or-end')))
    ) {
      this.#stack.pop();
      this.#value(
        level.kind === 'array'
          ? level.items
          : Object.fromEntries(level.keys.map((key, i) => [key, level.items[i]])),
      );
    } else throw this.#bad(at, 'something unexpected');
  }

  #value(value: unknown): void {
    const level = this.#stack.at(-1);
    if (!level) {
      this.#result = value;
      this.#expect = 'nothing';
      return;
    }
    level.items.push(value);
    this.#expect = 'comma-or-end';
  }

  #endScalar(at: number): void {
    const text = this.#scalar;
    this.#scalar = '';
    if (this.#expect !== 'value' && this.#expect !== 'value-or-end')
      throw this.#bad(at, 'something unexpected');
    this.#hold(16, at);
    if (text === 'true' || text === 'false') this.#value(text === 'true');
    else if (text === 'null') this.#value(null);
    else if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) this.#value(Number(text));
    else throw this.#bad(at, 'a word that JSON does not have');
  }

  /** Takes bytes of a string up to its end or the block's. */
  #takeString(block: Uint8Array, from: number): number {
    let at = from;
    if (this.#escape !== undefined) return this.#takeEscape(block, at);
    while (at < block.length) {
      const byte = block[at]!;
      if (byte === quote || byte === backslash || byte < 0x20) break;
      at++;
    }
    if (at > from) {
      this.#flushHigh();
      this.#append(block.subarray(from, at), at);
    }
    if (at === block.length) return at;
    const byte = block[at]!;
    if (byte === backslash) this.#escape = '';
    else if (byte === quote) this.#endString();
    else throw this.#bad(at, 'a control character inside a string');
    return at + 1;
  }

  #takeEscape(block: Uint8Array, from: number): number {
    let at = from;
    while (at < block.length) {
      this.#escape += String.fromCharCode(block[at++]!);
      const text = this.#escape!;
      if (text[0] !== 'u') {
        const byte = escapes[text];
        if (byte === undefined) throw this.#bad(at - 1, 'an escape that JSON does not have');
        this.#flushHigh();
        this.#append(Uint8Array.of(byte), at);
      } else if (text.length < 5) continue;
      else {
        if (!/^u[0-9a-fA-F]{4}$/.test(text)) throw this.#bad(at - 1, 'an escape that JSON does not have');
        this.#unit(Number.parseInt(text.slice(1), 16), at);
      }
      this.#escape = undefined;
      return at;
    }
    return at;
  }

  /** A UTF-16 unit that was written as \uXXXX: halves of a pair are joined, lone ones become U+FFFD. */
  #unit(unit: number, at: number): void {
    if (this.#high && unit >= 0xdc00 && unit <= 0xdfff) {
      const point = 0x10000 + ((this.#high - 0xd800) << 10) + (unit - 0xdc00);
      this.#high = 0;
      this.#append(Buffer.from(String.fromCodePoint(point)), at);
      return;
    }
    this.#flushHigh();
    if (unit >= 0xd800 && unit <= 0xdbff) this.#high = unit;
    else this.#append(Buffer.from(String.fromCharCode(unit)), at);
  }

  #flushHigh(): void {
    if (!this.#high) return;
    this.#high = 0;
    this.#append(Buffer.from('\ufffd'), 0);
  }

  #append(bytes: Uint8Array, at: number): void {
    const length = this.#length + bytes.length;
    if (this.#isKey && length > maxKey) throw this.#bad(at, 'a key that is too long');
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = length;
    if (!this.#spool && length > this.#options.longBytes && !this.#isKey) this.#spool = this.#options.begin();
  }

  /** Hands on what a long string has so far. */
  #flush(): void {
    if (!this.#spool || this.#length === 0) return;
    this.#work.push({ text: this.#spool, bytes: this.#bytes.subarray(0, this.#length), last: false });
    this.#bytes = Buffer.allocUnsafe(this.#bytes.length);
    this.#length = 0;
  }

  #endString(): void {
    this.#flushHigh();
    this.#inString = false;
    const spool = this.#spool;
    if (spool) {
      this.#flush();
      this.#work.push({ text: spool, bytes: new Uint8Array(0), last: true });
      this.#spool = undefined;
      this.#hold(64, 0);
      this.#value(spool);
      return;
    }
    this.#hold(this.#length + 16, 0);
    const text = this.#bytes.toString('utf8', 0, this.#length);
    if (this.#isKey) {
      this.#stack.at(-1)!.keys.push(text);
      this.#expect = 'colon';
    } else this.#value(text);
  }

  #hold(bytes: number, at: number): void {
    this.#held += bytes;
    if (this.#held > this.#options.heldBytes) {
      throw new ApiError(
        413,
        'request_too_large',
        `The request has too many parts: more than ${this.#options.heldBytes} bytes apart from long texts (byte ${this.#position + at}).`,
      );
    }
  }

  #bad(at: number, what: string): ApiError {
    // The position, never the text: messages end up in logs.
    return new ApiError(400, 'invalid_json', `The body is not JSON: ${what} at byte ${this.#position + at}.`);
  }
}

function isScalar(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x2d ||
    byte === 0x2b ||
    byte === 0x2e ||
    byte === 0x45
  );
}
