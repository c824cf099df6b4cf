import { ApiError } from '../http/api-error.ts';

const mostBytes = 1 << 16;
const mostDepth = 64;
const mostPatterns = 20;
const mostPatternChars = 512;

/** Refuses a JSON Schema that could keep the server busy: too large, too deep, or with patterns that are. */
export function checkSchema(schema: object, param: string): void {
  const refuse = (message: string) =>
    new ApiError(400, 'invalid_schema', `The JSON Schema ${message}.`, { param });
  if (JSON.stringify(schema).length > mostBytes) throw refuse(`is larger than ${mostBytes} bytes`);
  const patterns = new Set<string>();
  const visit = (value: unknown, depth: number) => {
    if (depth > mostDepth) throw refuse(`is deeper than ${mostDepth} levels`);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      if (key === 'pattern' && typeof each === 'string') patterns.add(each);
      if (key === 'patternProperties' && typeof each === 'object' && each !== null)
        for (const pattern of Object.keys(each)) patterns.add(pattern);
      visit(each, depth + 1);
    }
  };
  visit(schema, 0);
  if (patterns.size > mostPatterns) throw refuse(`has more than ${mostPatterns} patterns`);
  for (const pattern of patterns) {
    if (pattern.length > mostPatternChars)
      throw refuse(`has a pattern of more than ${mostPatternChars} characters`);
    try {
      new RegExp(pattern, 'u');
    } catch {
      throw refuse('has a pattern that is not a regular expression');
    }
  }
}
