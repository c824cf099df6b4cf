import { Ajv, type ValidateFunction } from 'ajv';
import { MemAgentError } from '../errors.ts';

/** Checks a JSON answer against a JSON Schema: gives the value, or what is wrong with it. */
export type JsonCheck = (text: string) => { readonly value: unknown } | { readonly problem: string };

/** How a schema's pattern is tried on a text; throws where that cannot be said. */
export type PatternTest = (pattern: RegExp, text: string) => boolean;

/** Compiles a JSON Schema; a schema that cannot be used is the user's to mend. */
export function jsonChecker(schema: object, test?: PatternTest): JsonCheck {
  let validate: ValidateFunction;
  try {
    const code = test ? { code: { regExp: patternEngine(test) } } : {};
    validate = new Ajv({ strict: false, allErrors: true, ...code }).compile(schema);
  } catch (cause) {
    throw new MemAgentError('bad-input', `The JSON Schema cannot be used: ${(cause as Error).message}.`, {
      hint: 'Check it against the JSON Schema specification, draft 7.',
      cause,
    });
  }
  return (text) => {
    let value: unknown;
    try {
      value = JSON.parse(jsonIn(text));
    } catch (error) {
      return { problem: `it is not JSON (${(error as Error).message})` };
    }
    try {
      if (validate(value)) return { value };
    } catch (error) {
      return { problem: (error as Error).message };
    }
    return {
      problem: (validate.errors ?? []).map((e) => `${e.instancePath || 'the value'} ${e.message}`).join('; '),
    };
  };
}

function patternEngine(test: PatternTest) {
  const engine = (source: string, flags: string) => {
    const pattern = new RegExp(source, flags);
    return { test: (text: string) => test(pattern, text), toString: () => String(pattern) };
  };
  // Ajv's name for it in code that it writes down, which is not done here.
  return Object.assign(engine, { code: 'patternEngine' });
}

/** The JSON inside a reply that wraps it in a code fence or a sentence. */
function jsonIn(text: string): string {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1];
  if (fenced) return fenced;
  const trimmed = text.trim();
  if (/^[[{"\d-]|^(?:true|false|null)$/.test(trimmed)) return trimmed;
  const start = trimmed.search(/[[{]/);
  return start < 0
    ? trimmed
    : trimmed.slice(start, Math.max(trimmed.lastIndexOf('}'), trimmed.lastIndexOf(']')) + 1);
}
