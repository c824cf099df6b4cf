/** The first 32 hex digits of the SHA-256 of a text. */
export async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  let hex = '';
  for (const byte of new Uint8Array(digest, 0, 16)) hex += byte.toString(16).padStart(2, '0');
  return hex;
}
