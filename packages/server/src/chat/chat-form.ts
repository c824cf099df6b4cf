import { ApiError, errorBody, toApiError } from '../http/api-error.ts';
import type { SseItem } from '../http/sse.ts';
import type { ReplyPart, ReplyUsage } from './reply.ts';
import { type ChatRequest, parseChat } from './request.ts';
import type { ReplyForm, ReplyHead } from './routes.ts';

/** `/v1/chat/completions`. */
export const chatForm: ReplyForm<ChatRequest> = {
  prefix: 'chatcmpl-',
  parse: parseChat,
  whole: async (parts, head) => {
    let content = '';
    let reasoning = '';
    for await (const part of parts) {
      if (part.type !== 'finish') {
        if (part.type === 'text') content += part.text;
        else reasoning += part.text;
        continue;
      }
      const message = {
        role: 'assistant',
        content,
        refusal: null,
        ...(reasoning ? { reasoning_content: reasoning } : {}),
      };
      return {
        ...head,
        object: 'chat.completion',
        choices: [{ index: 0, message, logprobs: null, finish_reason: part.reason }],
        usage: usageOf(part.usage),
        ...(part.reading ? { memagent: part.reading } : {}),
      };
    }
    throw new ApiError(500, 'internal', 'The reply did not end.');
  },
  stream: chunks,
};

async function* chunks(
  parts: AsyncIterable<ReplyPart>,
  head: ReplyHead,
  { includeUsage }: ChatRequest,
): AsyncGenerator<SseItem> {
  const chunk = (delta: object, finish_reason: string | null, more: object = {}): SseItem => ({
    data: JSON.stringify({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
      ...(includeUsage ? { usage: null } : {}),
      ...more,
    }),
  });
  try {
    yield chunk({ role: 'assistant', content: '' }, null);
    for await (const part of parts) {
      if (part.type !== 'finish') {
        yield chunk(part.type === 'text' ? { content: part.text } : { reasoning_content: part.text }, null);
        continue;
      }
      yield chunk({}, part.reason, part.reading ? { memagent: part.reading } : {});
      if (!includeUsage) continue;
      const usage = usageOf(part.usage);
      yield { data: JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [], usage }) };
    }
    yield { data: '[DONE]' };
  } catch (error) {
    yield { data: JSON.stringify(errorBody(toApiError(error))) };
  }
}

const usageOf = ({ input, cached, output }: ReplyUsage) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cached },
});
