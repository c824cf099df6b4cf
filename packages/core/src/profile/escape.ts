/**
 * Keeps untrusted text from closing its section or forging a memory: our tags lose their meaning by a space after
 * the bracket. Text without such tags stays byte for byte as it is.
 */
export function escapeTags(text: string, tags: readonly string[]): string {
  if (!text.includes('<')) return text;
  return text.replace(tagPattern(tags), '< $1');
}

const patterns = new Map<string, RegExp>();

function tagPattern(tags: readonly string[]): RegExp {
  const key = tags.join('|');
  let pattern = patterns.get(key);
  if (!pattern) {
    pattern = new RegExp(`<(\\s*/?\\s*(?:${key})\\s*/?\\s*>)`, 'giu');
    patterns.set(key, pattern);
  }
  return pattern;
}
