import { ApiError, toApiError } from '../http/api-error.ts';
import type { SseItem } from '../http/sse.ts';
import type { ReplyPart } from './reply.ts';
import { parseResponses, type ResponsesRequest } from './responses-request.ts';
import type { ReplyForm, ReplyHead } from './routes.ts';

type Finish = Extract<ReplyPart, { type: 'finish' }>;

/** `/v1/responses`: the memory after each step is the reasoning's summary, the answer a message. */
export const responsesForm: ReplyForm<ResponsesRequest> = {
  prefix: 'resp_',
  parse: parseResponses,
  whole: async (parts, head, request) => {
    let text = '';
    let reasoning = '';
    for await (const part of parts) {
      if (part.type === 'finish') return finished(head, request, { text, reasoning }, part);
      if (part.type === 'text') text += part.text;
      else reasoning += part.text;
    }
    throw new ApiError(500, 'internal', 'The reply did not end.');
  },
  stream,
};

/** An item of the output with the events that make it up. */
interface OpenItem {
  readonly kind: 'reasoning' | 'text';
  readonly id: string;
  readonly index: number;
}

async function* stream(
  parts: AsyncIterable<ReplyPart>,
  head: ReplyHead,
  request: ResponsesRequest,
): AsyncGenerator<SseItem> {
  let sequence = 0;
  const event = (type: string, fields: object): SseItem => ({
    event: type,
    data: JSON.stringify({ type, sequence_number: sequence++, ...fields }),
  });
  const said = { text: '', reasoning: '' };
  let open: OpenItem | undefined;
  let index = 0;
  const place = ({ id, index }: OpenItem) => ({ item_id: id, output_index: index });

  function* begin(kind: OpenItem['kind']): Generator<SseItem> {
    open = { kind, id: itemId(head, kind), index: index++ };
    const item = kind === 'text' ? message(head, '', 'in_progress') : reasoningItem(head, undefined);
    yield event('response.output_item.added', { output_index: open.index, item });
    yield kind === 'text'
      ? event('response.content_part.added', { ...place(open), content_index: 0, part: outputText('') })
      : event('response.reasoning_summary_part.added', {
          ...place(open),
          summary_index: 0,
          part: summaryText(''),
        });
  }

  function* end(): Generator<SseItem> {
    if (!open) return;
    const text = said[open.kind];
    if (open.kind === 'text') {
      const at = { ...place(open), content_index: 0 };
      yield event('response.output_text.done', { ...at, text, logprobs: [] });
      yield event('response.content_part.done', { ...at, part: outputText(text) });
    } else {
      const at = { ...place(open), summary_index: 0 };
      yield event('response.reasoning_summary_text.done', { ...at, text });
      yield event('response.reasoning_summary_part.done', { ...at, part: summaryText(text) });
    }
    const item = open.kind === 'text' ? message(head, text, 'completed') : reasoningItem(head, text);
    yield event('response.output_item.done', { output_index: open.index, item });
    open = undefined;
  }

  const begun = response(head, request, { status: 'in_progress', output: [], usage: null });
  yield event('response.created', { response: begun });
  yield event('response.in_progress', { response: begun });
  try {
    for await (const part of parts) {
      if (part.type === 'finish') {
        // A reply without a word is a message all the same.
        if (said.text === '') {
          yield* end();
          yield* begin('text');
        }
        yield* end();
        const type = part.reason === 'length' ? 'response.incomplete' : 'response.completed';
        yield event(type, { response: finished(head, request, said, part) });
        continue;
      }
      if (open?.kind !== part.type) {
        yield* end();
        yield* begin(part.type);
      }
      said[part.type] += part.text;
      yield part.type === 'text'
        ? event('response.output_text.delta', {
            ...place(open!),
            content_index: 0,
            delta: part.text,
            logprobs: [],
          })
        : event('response.reasoning_summary_text.delta', {
            ...place(open!),
            summary_index: 0,
            delta: part.text,
          });
    }
  } catch (error) {
    const { code, message, param } = toApiError(error);
    const failed = { status: 'failed', output: [], usage: null, error: { code, message } };
    yield event('error', { code, message, param: param ?? null });
    yield event('response.failed', { response: response(head, request, failed) });
  }
}

function finished(
  head: ReplyHead,
  request: ResponsesRequest,
  said: { readonly text: string; readonly reasoning: string },
  { reason, usage, reading }: Finish,
): object {
  return response(head, request, {
    status: reason === 'length' ? 'incomplete' : 'completed',
    incomplete_details: reason === 'length' ? { reason: 'max_output_tokens' } : null,
    output: [
      ...(said.reasoning ? [reasoningItem(head, said.reasoning)] : []),
      message(head, said.text, 'completed'),
    ],
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
    ...(reading ? { memagent: reading } : {}),
  });
}

/** A response with what its request set. */
const response = (head: ReplyHead, { sampling, echo }: ResponsesRequest, fields: object) => ({
  id: head.id,
  object: 'response',
  created_at: head.created,
  model: head.model,
  error: null,
  incomplete_details: null,
  parallel_tool_calls: false,
  previous_response_id: null,
  store: false,
  temperature: sampling.temperature ?? 0,
  tool_choice: 'none',
  tools: [],
  top_p: sampling.top_p ?? 1,
  ...echo,
  ...fields,
});

const itemId = ({ id }: ReplyHead, kind: OpenItem['kind']) =>
  `${kind === 'text' ? 'msg' : 'rs'}_${id.slice(id.indexOf('_') + 1)}`;
const outputText = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] });
const summaryText = (text: string) => ({ type: 'summary_text', text });
const message = (head: ReplyHead, text: string, status: string) => ({
  id: itemId(head, 'text'),
  type: 'message',
  role: 'assistant',
  status,
  content: status === 'completed' ? [outputText(text)] : [],
});
const reasoningItem = (head: ReplyHead, text: string | undefined) => ({
  id: itemId(head, 'reasoning'),
  type: 'reasoning',
  summary: text === undefined ? [] : [summaryText(text)],
});
