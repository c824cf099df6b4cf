import { readingStates } from '../readings/reading.ts';

/** A reference to one of the document's schemas. */
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const text = { type: 'string' };
const count = { type: 'number' };
const model = {
  type: 'object',
  required: ['id', 'object'],
  properties: { id: text, object: { const: 'model' }, created: count, owned_by: text },
};
const document = {
  type: 'object',
  required: ['id', 'object', 'name', 'bytes', 'from', 'created'],
  properties: {
    id: text,
    object: { const: 'document' },
    name: text,
    bytes: count,
    from: { enum: ['upload', 'url', 'path'] },
    created: text,
  },
};
const source = {
  type: 'object',
  required: ['start', 'end', 'text', 'chunk'],
  properties: { start: count, end: count, text, chunk: count, page: count, file: text },
};
const answer = {
  type: 'object',
  required: ['question', 'answer', 'answered', 'sources', 'chunks', 'spent'],
  properties: {
    question: text,
    answer: text,
    answered: { type: 'boolean' },
    value: {},
    sources: { type: 'array', items: ref('Source') },
    partial: { enum: ['exit', 'tokens', 'seconds', 'money', 'stopped'] },
    confidence: { type: 'number' },
    cut: count,
    chunks: count,
    unusable: count,
    spent: { type: 'object' },
  },
};
const reading = {
  type: 'object',
  required: ['id', 'object', 'state', 'document', 'questions', 'model', 'priority', 'created'],
  properties: {
    id: text,
    object: { const: 'reading' },
    state: { enum: readingStates },
    document: { type: 'object', properties: { id: text, name: text } },
    questions: { type: 'array', items: text },
    model: text,
    priority: count,
    created: text,
    finished: text,
    progress: count,
    chunks: count,
    answers: { type: 'array', items: ref('Answer') },
    error: { type: 'object', properties: { code: text, message: text } },
    metadata: { type: 'object', additionalProperties: text },
  },
};
const chatReply = {
  type: 'object',
  required: ['id', 'object', 'created', 'model', 'choices', 'usage'],
  properties: {
    id: text,
    object: { const: 'chat.completion' },
    created: count,
    model: text,
    choices: { type: 'array', items: { type: 'object' } },
    usage: { type: 'object' },
    memagent: {
      type: 'object',
      description: 'Where the conversation was read: whether the text holds the answer, and where.',
      properties: {
        answered: { type: 'boolean' },
        sources: { type: 'array', items: ref('Source') },
        chunks: count,
      },
    },
  },
};
const responseReply = {
  type: 'object',
  required: ['id', 'object', 'created_at', 'status', 'model', 'output', 'usage'],
  properties: {
    id: text,
    object: { const: 'response' },
    created_at: count,
    status: { enum: ['completed', 'incomplete', 'failed', 'in_progress'] },
    model: text,
    output: { type: 'array', items: { type: 'object' } },
    usage: { type: ['object', 'null'] },
    memagent: chatReply.properties.memagent,
  },
};
const failure = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code'],
      properties: { message: text, type: text, param: { type: ['string', 'null'] }, code: text },
    },
  },
};

/** What clients get, by the names that the OpenAPI document gives it. */
export const replySchemas = {
  ChatReply: chatReply,
  ResponseReply: responseReply,
  Model: model,
  Document: document,
  Reading: reading,
  Answer: answer,
  Source: source,
  Error: failure,
};
