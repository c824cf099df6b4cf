import { z } from 'zod';
import { chatSchema } from '../chat/request.ts';
import { responsesSchema } from '../chat/responses-request.ts';
import { documentListSchema, documentSchema } from '../documents/routes.ts';
import { listSchema, newReadingSchema } from '../readings/routes.ts';
import { webPaths } from '../web/openapi.ts';
import { ref, replySchemas } from './replies.ts';

type Schema = Record<string, unknown>;

/** A zod schema as JSON Schema; a text that may lie in a file is a string to clients. */
const schemaOf = (schema: z.ZodType): Schema => {
  const made = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
  }) as Schema;
  return stringsFor(made) as Schema;
};

/** `string | any` comes of texts that may lie in files. */
function stringsFor(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stringsFor);
  if (typeof value !== 'object' || value === null) return value;
  const { $schema: _, ...object } = value as Schema;
  const any = object.anyOf;
  if (Array.isArray(any) && any.some((each) => Object.keys(each as object).length === 0)) {
    const known = any.filter((each) => Object.keys(each as object).length > 0);
    return known.length === 1 ? stringsFor(known[0]) : { ...object, anyOf: known.map(stringsFor) };
  }
  return Object.fromEntries(Object.entries(object).map(([key, each]) => [key, stringsFor(each)]));
}

const json = (schema: Schema) => ({ 'application/json': { schema } });
const list = (name: string) => ({
  type: 'object',
  required: ['object', 'data'],
  properties: {
    object: { const: 'list' },
    data: { type: 'array', items: ref(name) },
    has_more: { type: 'boolean' },
  },
});
const ok = (description: string, content?: object) => ({ description, ...(content ? { content } : {}) });
const failures = {
  default: { description: 'What went wrong, in OpenAI’s shape', content: json(ref('Error')) },
};
const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

interface Operation {
  readonly summary: string;
  readonly status?: number;
  readonly reply?: object;
  readonly parameters?: readonly object[];
  readonly body?: object;
  readonly open?: boolean;
}

const operation = ({ summary, status = 200, reply, parameters, body, open }: Operation) => ({
  summary,
  ...(open ? { security: [] } : {}),
  ...(parameters ? { parameters } : {}),
  ...(body ? { requestBody: { required: true, content: body } } : {}),
  responses: { [status]: ok(summary, reply), ...failures },
});

const stream = { 'text/event-stream': { schema: { type: 'string' } } };
const anyObject = { type: 'object' };
const deleted = {
  type: 'object',
  properties: { id: { type: 'string' }, object: { type: 'string' }, deleted: { const: true } },
};

/** The fields of a query as parameters. */
const queryOf = (schema: z.ZodType) =>
  Object.entries((schemaOf(schema) as { properties: Record<string, Schema> }).properties).map(
    ([name, each]) => ({ name, in: 'query', schema: each }),
  );

/** The API as an OpenAPI 3.1 document; a test holds it to the routes that exist. */
export function openApiDocument(version: string) {
  const query = queryOf(listSchema);
  const mcp = { parameters: [{ name: 'mcp-session-id', in: 'header', schema: { type: 'string' } }] };
  return {
    openapi: '3.1.0',
    info: {
      title: 'MemAgent',
      version,
      description:
        'An endpoint without a context limit: OpenAI-compatible chat, readings with live events, MCP.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ key: [] }],
    paths: {
      '/healthz': {
        get: operation({ summary: 'Whether the process lives', reply: json(anyObject), open: true }),
      },
      '/readyz': {
        get: operation({ summary: 'Whether the model is open', reply: json(anyObject), open: true }),
      },
      '/metrics': {
        get: operation({
          summary: 'Metrics for Prometheus',
          reply: { 'text/plain': { schema: { type: 'string' } } },
        }),
      },
      '/openapi.json': { get: operation({ summary: 'This document', reply: json(anyObject), open: true }) },
      '/v1/models': { get: operation({ summary: 'The models', reply: json(list('Model')) }) },
      '/v1/models/{model}': {
        get: operation({
          summary: 'One model',
          reply: json(ref('Model')),
          parameters: [{ ...idParameter, name: 'model' }],
        }),
      },
      '/v1/chat/completions': {
        post: operation({
          summary: 'Reply to a conversation of any length',
          body: json(ref('Chat')),
          reply: { ...json(ref('ChatReply')), ...stream },
        }),
      },
      '/v1/responses': {
        post: operation({
          summary: 'The same, in the form of OpenAI’s Responses',
          body: json(ref('Response')),
          reply: { ...json(ref('ResponseReply')), ...stream },
        }),
      },
      '/v1/documents': {
        get: operation({
          summary: 'Your documents, newest first',
          reply: json(list('Document')),
          parameters: queryOf(documentListSchema),
        }),
        post: operation({
          summary:
            'Bring a document: its bytes (with ?name=), its text, a path inside the roots, or an address',
          status: 201,
          parameters: [{ name: 'name', in: 'query', schema: { type: 'string' } }],
          body: {
            ...json(ref('NewDocument')),
            'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
            'text/plain': { schema: { type: 'string' } },
          },
          reply: json(ref('Document')),
        }),
      },
      '/v1/documents/{id}': {
        parameters: [idParameter],
        get: operation({ summary: 'One document', reply: json(ref('Document')) }),
        delete: operation({ summary: 'Remove a document', reply: json(deleted) }),
      },
      '/v1/readings': {
        get: operation({
          summary: 'Your readings, newest first',
          parameters: query,
          reply: json(list('Reading')),
        }),
        post: operation({
          summary: 'Start a reading',
          status: 202,
          body: json(ref('NewReading')),
          reply: json(ref('Reading')),
        }),
      },
      '/v1/readings/{id}': {
        parameters: [idParameter],
        get: operation({ summary: 'One reading, with its answers', reply: json(ref('Reading')) }),
        delete: operation({
          summary: 'End a reading and remove all that is kept of it',
          reply: json(deleted),
        }),
      },
      '/v1/readings/{id}/cancel': {
        parameters: [idParameter],
        post: operation({
          summary: 'End a reading; with ?answer=true it answers from what it has read',
          parameters: [{ name: 'answer', in: 'query', schema: { type: 'boolean' } }],
          reply: json(ref('Reading')),
        }),
      },
      '/v1/readings/{id}/resume': {
        parameters: [idParameter],
        post: operation({ summary: 'Go on where it was', status: 202, reply: json(ref('Reading')) }),
      },
      '/v1/readings/{id}/events': {
        parameters: [idParameter],
        get: operation({
          summary: 'The events, those to come included; reconnect with Last-Event-ID and nothing is lost',
          parameters: [
            { name: 'last-event-id', in: 'header', schema: { type: 'string' } },
            { name: 'after', in: 'query', schema: { type: 'string' } },
          ],
          reply: stream,
        }),
      },
      '/mcp': {
        post: operation({
          summary: 'MCP over streamable HTTP',
          body: json(anyObject),
          reply: { ...json(anyObject), ...stream },
          ...mcp,
        }),
        get: operation({ summary: 'MCP messages from the server', reply: stream, ...mcp }),
        delete: operation({ summary: 'End an MCP session', ...mcp }),
      },
      ...webPaths(failures),
    },
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Chat: schemaOf(chatSchema),
        Response: schemaOf(responsesSchema),
        NewDocument: schemaOf(documentSchema),
        NewReading: schemaOf(newReadingSchema),
        ...replySchemas,
      },
    },
  };
}
