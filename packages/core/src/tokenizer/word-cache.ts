/**
 * Pre-tokens already merged, found by their characters without making a string of them: a slice as a key of a Map
 * would cost an allocation a word and keep the whole text it was sliced from alive. Bounded: when full it starts over.
 */
const longestWord = 64;
const mostEntries = 1 << 17;

export class WordCache {
  /** Token ids of all entries, one after the other. */
  ids = new Uint32Array(1 << 13);
  /** Their ends in UTF-16 units from the word's start. */
  ends = new Uint8Array(1 << 13);
  /** For each entry where its tokens begin; the entry after it begins where they end. */
  first = new Uint32Array((1 << 11) + 1);

  private slots = new Int32Array(1 << 12).fill(-1);
  private hashes = new Uint32Array(1 << 11);
  private chars = new Uint16Array(1 << 14);
  private charFirst = new Uint32Array((1 << 11) + 1);
  private entries = 0;
  private hash = 0;

  /** The entry of `text` from `start` to `end`, or -1. Remembers the hash for an `add` that follows. */
  find(text: string, start: number, end: number): number {
    const length = end - start;
    if (length > longestWord) return -1;
    let hash = length;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    this.hash = hash;
    const { slots, hashes, charFirst, chars } = this;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const entry = slots[slot]!;
      if (entry < 0) return -1;
      if (hashes[entry] === hash) {
        const at = charFirst[entry]!;
        if (charFirst[entry + 1]! - at === length) {
          let i = 0;
          while (i < length && chars[at + i] === text.charCodeAt(start + i)) i++;
          if (i === length) return entry;
        }
      }
      slot = (slot + 1) & mask;
    }
  }

  /** Keeps the tokens of the word that `find` has just missed. */
  add(
    text: string,
    start: number,
    end: number,
    ids: ArrayLike<number>,
    ends: ArrayLike<number>,
    count: number,
  ): void {
    const length = end - start;
    if (length > longestWord) return;
    if (this.entries === mostEntries) this.clear();
    const entry = this.entries++;
    const at = this.charFirst[entry]!;
    const token = this.first[entry]!;
    this.reserve(at + length, token + count);
    for (let i = 0; i < length; i++) this.chars[at + i] = text.charCodeAt(start + i);
    for (let i = 0; i < count; i++) {
      this.ids[token + i] = ids[i]!;
      this.ends[token + i] = ends[i]!;
    }
    this.charFirst[entry + 1] = at + length;
    this.first[entry + 1] = token + count;
    this.hashes[entry] = this.hash;
    this.place(entry);
  }

  private place(entry: number): void {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = this.hashes[entry]! & mask;
    while (slots[slot]! >= 0) slot = (slot + 1) & mask;
    slots[slot] = entry;
  }

  private clear(): void {
    this.slots.fill(-1);
    this.entries = 0;
  }

  private reserve(chars: number, tokens: number): void {
    if (chars > this.chars.length) this.chars = grown(this.chars, new Uint16Array(2 * chars));
    if (tokens > this.ids.length) {
      this.ids = grown(this.ids, new Uint32Array(2 * tokens));
      this.ends = grown(this.ends, new Uint8Array(2 * tokens));
    }
    if (this.entries > this.hashes.length) {
      const size = this.hashes.length * 2;
      this.hashes = grown(this.hashes, new Uint32Array(size));
      this.first = grown(this.first, new Uint32Array(size + 1));
      this.charFirst = grown(this.charFirst, new Uint32Array(size + 1));
      this.slots = new Int32Array(size * 2).fill(-1);
      for (let entry = 0; entry < this.entries - 1; entry++) this.place(entry);
    }
  }
}

function grown<T extends Uint8Array | Uint16Array | Uint32Array>(old: T, larger: T): T {
  larger.set(old as never);
  return larger;
}
