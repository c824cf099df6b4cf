import { Ajv, type ValidateFunction } from 'ajv';
import { MemAgentError } from '../errors.ts';

/** Checks a JSON answer against a JSON Schema: gives the value, or what is wrong with it. */
export type JsonCheck = (text: string) => { readonly value: unknown } | { readonly problem: string };

/** Compiles a JSON Schema; a schema that cannot be used is the user's to mend. */
export function jsonChecker(schema: object): JsonCheck {
  let validate: ValidateFunction;
  try {
    validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
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
    if (validate(value)) return { value };
    return {
      problem: (validate.errors ?? []).map((e) => `${e.instancePath || 'the value'} ${e.message}`).join('; '),
    };
  };
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
