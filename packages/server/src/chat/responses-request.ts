import { z } from 'zod';
import { samplingSchema } from '../readings/reading.ts';
import {
  type ChatRequest,
  chatMethodSchema,
  invalid,
  longText,
  refuseTools,
  schemaOf,
  turnsOf,
  unsupported,
} from './request.ts';

const itemSchema = z.looseObject({
  type: z.string().optional(),
  role: z.enum(['system', 'developer', 'user', 'assistant']).optional(),
  content: z
    .union([longText, z.array(z.looseObject({ type: z.string(), text: longText.optional() }))])
    .optional(),
});

/** The body of `/v1/responses`, as far as it is understood here. */
export const responsesSchema = z.looseObject({
  model: z.string().optional(),
  input: z.union([longText, z.array(itemSchema).min(1)]),
  instructions: longText.nullish(),
  stream: z.boolean().nullish(),
  max_output_tokens: z.number().int().positive().nullish(),
  ...samplingSchema.shape,
  text: z
    .looseObject({
      format: z
        .discriminatedUnion('type', [
          z.looseObject({ type: z.literal('text') }),
          z.looseObject({ type: z.literal('json_object') }),
          z.looseObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) }),
        ])
        .nullish(),
    })
    .nullish(),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
  tools: z.array(z.unknown()).nullish(),
  previous_response_id: z.string().nullish(),
  conversation: z.unknown().optional(),
  background: z.boolean().nullish(),
  memagent: chatMethodSchema.nullish(),
});

/** A request to `/v1/responses`, checked, with what the reply repeats of it. */
export interface ResponsesRequest extends ChatRequest {
  readonly echo: {
    readonly instructions: string | null;
    readonly metadata: Record<string, string>;
    readonly text: object;
    readonly max_output_tokens: number | null;
  };
}

/** Checks a body; what cannot be done is refused by name rather than left out. */
export function parseResponses(body: unknown): ResponsesRequest {
  const parsed = responsesSchema.safeParse(body);
  if (!parsed.success) throw invalid(parsed.error);
  const { data } = parsed;
  refuseTools(data.tools);
  // Replies are not kept: a conversation is sent whole each time.
  if (data.previous_response_id != null || data.conversation != null) {
    throw unsupported(
      'previous_response_id',
      'Replies are not kept here: send the whole conversation as input.',
    );
  }
  if (data.background) throw unsupported('background', 'Use /v1/readings for what is to go on by itself.');
  const { document, question, read, ...method } = data.memagent ?? {};
  const input = Array.isArray(data.input) ? data.input : [{ role: 'user' as const, content: data.input }];
  const turns = input.flatMap((item) => {
    // What an earlier reply thought is no part of the conversation.
    if (item.type === 'reasoning') return [];
    if (item.role === undefined || (item.type !== undefined && item.type !== 'message'))
      throw unsupported(
        'input',
        `An item of type ${JSON.stringify(item.type?.slice(0, 40))} cannot be read.`,
      );
    return turnsOf({ role: item.role, content: item.content });
  });
  const { instructions } = data;
  const format = data.text?.format;
  return {
    model: data.model,
    turns: instructions == null ? turns : [{ role: 'system', text: instructions }, ...turns],
    stream: data.stream === true,
    includeUsage: true,
    maxTokens: data.max_output_tokens ?? undefined,
    sampling: { temperature: data.temperature, top_p: data.top_p, seed: data.seed },
    stop: [],
    schema: schemaOf(format?.type, format?.type === 'json_schema' ? format.schema : undefined),
    method,
    document,
    question,
    read,
    echo: {
      instructions: typeof instructions === 'string' ? instructions : null,
      metadata: data.metadata ?? {},
      text: { format: format ?? { type: 'text' } },
      max_output_tokens: data.max_output_tokens ?? null,
    },
  };
}
