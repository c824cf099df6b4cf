/**
 * A 128-bit hash of strings, fast and the same everywhere; it names tokenizers and guards against nothing but accident.
 * Four lanes of multiply and rotate over UTF-16 units, finished as in MurmurHash3.
 */
export class ContentHash {
  private a = 0x243f6a88;
  private b = 0x85a308d3;
  private c = 0x13198a2e;
  private d = 0x03707344;

  /** Adds a string and its length, so that `ab`, `c` differs from `a`, `bc`. */
  add(text: string): this {
    let { a, b, c, d } = this;
    a ^= text.length;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, 0x9e3779b1);
      b = Math.imul(b ^ a, 0x85ebca77);
      c = Math.imul(((c << 13) | (c >>> 19)) ^ unit, 0xc2b2ae3d);
      d = Math.imul(((d << 17) | (d >>> 15)) + c, 0x27d4eb2f);
    }
    this.a = Math.imul(a ^ (d >>> 15), 0x2c1b3c6d);
    this.b = Math.imul(b ^ (a >>> 13), 0x297a2d39);
    this.c = c ^ (b >>> 16);
    this.d = d ^ (c >>> 14);
    return this;
  }

  /** The hash so far as 32 hexadecimal digits. */
  hex(): string {
    const { a, b, c, d } = this;
    const lanes = [a ^ d, b ^ Math.imul(a, 5), c ^ Math.imul(b, 9), d ^ Math.imul(c, 17)];
    return lanes.map((lane) => finish(lane).toString(16).padStart(8, '0')).join('');
  }
}

function finish(lane: number): number {
  let x = lane;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
