/** The contents of the last `\boxed{…}` or `\fbox{…}` with balanced braces; undefined where there is none. */
export function extractBoxed(text: string): string | undefined {
  const spaced = text.lastIndexOf('\\boxed ');
  let at = text.lastIndexOf('\\boxed{');
  if (spaced > at)
    return text
      .slice(spaced + 7)
      .split('$')[0]!
      .trim();
  if (at < 0) at = text.lastIndexOf('\\fbox{');
  if (at < 0) return undefined;
  const open = text.indexOf('{', at);
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '{') depth += 1;
    else if (text[i] === '}' && --depth === 0) return unwrapText(text.slice(open + 1, i).trim());
  }
  return undefined;
}

/** `\text{…}` around a whole answer says nothing. */
const unwrapText = (text: string) => /^\\text\{([^{}]*)\}$/.exec(text)?.[1]?.trim() ?? text;

/** What follows the last "the answer is", as the paper's evaluation takes it (there in lower case only). */
export function extractPlain(text: string): string | undefined {
  const clean = text.replaceAll('*', '');
  const at = clean.toLowerCase().lastIndexOf('the answer is');
  if (at < 0) return undefined;
  const rest = clean
    .slice(at + 'the answer is'.length)
    .replace(/<｜[^｜]*｜>/g, '')
    .trim();
  return rest
    .replace(/^[:\s]+/, '')
    .replace(/^\.+|\.+$/g, '')
    .trim();
}

/** The answer in whatever form it was given. */
export function extractAnswer(text: string): string {
  return extractBoxed(text) ?? extractPlain(text) ?? text.trim();
}

const nothing =
  /^(?:\(?insert answer here\)?|not (?:found|mentioned|stated|given|provided|specified|available|in (?:the )?(?:text|memory))|unknown|none|n\/a|no answer|no (?:relevant )?information(?: (?:is )?(?:available|provided|found))?|(?:the )?(?:memory|text|article) (?:does not|doesn't) (?:contain|mention|say|state|provide).*|(?:it )?(?:cannot|can't|can not) be (?:determined|answered).*|insufficient information.*|there is no (?:information|mention|answer|previous memory).*|no previous memory)\.?$/i;

/** Whether an answer says that there is none. */
export const saysNothing = (answer: string) => answer === '' || nothing.test(answer.trim());
