/**
 * The byte alphabet of byte-level BPE (GPT-2): every byte is written as one printable character, so that a
 * vocabulary of strings can hold any bytes.
 */

function buildAlphabet(): string[] {
  const chars: string[] = new Array(256);
  let next = 256;
  for (let byte = 0; byte < 256; byte++) {
    const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    chars[byte] = String.fromCharCode(printable ? byte : next++);
  }
  return chars;
}

/** The character that stands for each byte. */
export const byteToChar: readonly string[] = buildAlphabet();

const charToByte = new Int16Array(512).fill(-1);
for (let byte = 0; byte < 256; byte++) charToByte[byteToChar[byte]!.charCodeAt(0)] = byte;

/** The bytes that a byte-level token stands for, or undefined where it is not written in the byte alphabet. */
export function tokenToBytes(token: string): Uint8Array | undefined {
  const bytes = new Uint8Array(token.length);
  for (let i = 0; i < token.length; i++) {
    const code = token.charCodeAt(i);
    const byte = code < 512 ? charToByte[code]! : -1;
    if (byte < 0) return undefined;
    bytes[i] = byte;
  }
  return bytes;
}

/** Bytes written in the byte alphabet. */
export function bytesToToken(bytes: ArrayLike<number>, start = 0, end = bytes.length): string {
  let token = '';
  for (let i = start; i < end; i++) token += byteToChar[bytes[i]!]!;
  return token;
}
