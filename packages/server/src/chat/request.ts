import { z } from 'zod';
import { type LongText, SpooledText } from '../body/spooled-text.ts';
import { ApiError } from '../http/api-error.ts';
import { type Method, methodSchema, samplingSchema } from '../readings/reading.ts';
import { checkSchema } from './check-schema.ts';

/** A text that may lie in a file. */
export const longText = z.union([z.string(), z.instanceof(SpooledText)]);

const messageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z
    .union([longText, z.array(z.looseObject({ type: z.string(), text: longText.optional() })), z.null()])
    .optional(),
});

/** What stands under `memagent` in a chat. */
export const chatMethodSchema = z.strictObject({
  ...methodSchema.shape,
  /** The id of a document to read instead of the conversation's long parts. */
  document: z.string().optional(),
  /** The question; then every turn belongs to the document. */
  question: z.string().min(1).optional(),
  /** `true` reads even what fits the window; `false` never reads. */
  read: z.boolean().optional(),
});

const tokens = z.number().int().positive().nullish();

/** The body of `/v1/chat/completions`, as far as it is understood here. */
export const chatSchema = z.looseObject({
  model: z.string().optional(),
  messages: z.array(messageSchema).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  ...samplingSchema.shape,
  stop: z.union([z.string(), z.array(z.string()).max(16)]).nullish(),
  n: z.number().nullish(),
  response_format: z
    .discriminatedUnion('type', [
      z.looseObject({ type: z.literal('text') }),
      z.looseObject({ type: z.literal('json_object') }),
      z.looseObject({
        type: z.literal('json_schema'),
        json_schema: z.looseObject({ schema: z.record(z.string(), z.unknown()) }),
      }),
    ])
    .nullish(),
  tools: z.array(z.unknown()).nullish(),
  memagent: chatMethodSchema.nullish(),
});

/** A turn whose text may lie in a file. */
export interface LongTurn {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: LongText;
}

/** A chat request, checked. */
export interface ChatRequest {
  readonly model: string | undefined;
  readonly turns: readonly LongTurn[];
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly maxTokens: number | undefined;
  readonly sampling: z.infer<typeof samplingSchema>;
  readonly stop: readonly string[];
  readonly schema: object | undefined;
  readonly method: Method;
  readonly document: string | undefined;
  readonly question: string | undefined;
  readonly read: boolean | undefined;
}

/** Checks a body; what cannot be done is refused by name rather than left out. */
export function parseChat(body: unknown): ChatRequest {
  const parsed = chatSchema.safeParse(body);
  if (!parsed.success) throw invalid(parsed.error);
  const { data } = parsed;
  if (data.n != null && data.n !== 1) throw unsupported('n', 'One reply at a time: n must be 1.');
  refuseTools(data.tools);
  const { document, question, read, ...method } = data.memagent ?? {};
  const format = data.response_format;
  return {
    model: data.model,
    turns: data.messages.flatMap(turnsOf),
    stream: data.stream === true,
    includeUsage: data.stream_options?.include_usage === true,
    maxTokens: data.max_completion_tokens ?? data.max_tokens ?? undefined,
    sampling: { temperature: data.temperature, top_p: data.top_p, seed: data.seed },
    stop: typeof data.stop === 'string' ? [data.stop] : (data.stop ?? []),
    schema: schemaOf(format?.type, format?.type === 'json_schema' ? format.json_schema.schema : undefined),
    method,
    document,
    question,
    read,
  };
}

/** Tools would be the client's to call, and a memory has no place for their results. */
export function refuseTools(tools: readonly unknown[] | null | undefined): void {
  if (tools && tools.length > 0) {
    throw unsupported(
      'tools',
      'Tools are not called here. Leave them out, or give this server to your model as an MCP tool (/mcp).',
    );
  }
}

/** The JSON Schema that a format asks for. */
export function schemaOf(type: string | undefined, schema: object | undefined): object | undefined {
  if (type === 'json_object') return { type: 'object' };
  if (schema) checkSchema(schema, 'schema');
  return schema;
}

/** A message as turns: one, or one for each of its parts where some are long. */
export function turnsOf(message: Pick<z.infer<typeof messageSchema>, 'role' | 'content'>): LongTurn[] {
  const role = message.role === 'developer' ? 'system' : message.role === 'function' ? 'tool' : message.role;
  const { content } = message;
  if (content == null) return [];
  if (!Array.isArray(content)) return [{ role, text: content }];
  const texts = content.map((part) => {
    if (/^(?:input_|output_)?text$/.test(part.type) && part.text !== undefined) return part.text;
    throw unsupported(
      'messages',
      `A part of type ${JSON.stringify(part.type.slice(0, 40))} cannot be read. Send text.`,
    );
  });
  if (texts.every((text) => typeof text === 'string')) return [{ role, text: texts.join('\n\n') }];
  return texts.map((text) => ({ role, text }));
}

/** What zod found, as a refusal that names the place and quotes nothing. */
export function invalid(error: z.ZodError): ApiError {
  const issue = error.issues[0]!;
  const path = issue.path.map(String).join('.');
  return new ApiError(400, 'invalid_request', path ? `${path}: ${issue.message}` : issue.message, {
    ...(path ? { param: path } : {}),
  });
}

/** For what a client asks for by name and does not get. */
export const unsupported = (param: string, message: string) =>
  new ApiError(400, 'unsupported_parameter', message, { param });
