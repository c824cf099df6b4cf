import { CallFailure } from './failure.ts';
import type { ServerKind } from './server-info.ts';

const remedies: Record<ServerKind, string> = {
  ollama:
    'Ollama cuts prompts to its context length without a word: set OLLAMA_CONTEXT_LENGTH for the server, or `PARAMETER num_ctx` in a Modelfile for the model, or give a smaller window here.',
  'llama-server':
    'Start llama-server with a larger context (-c, shared by its --parallel slots), or give a smaller window here.',
  vllm: 'Start vLLM with a larger --max-model-len, or give a smaller window here.',
  sglang: 'Start SGLang with a larger --context-length, or give a smaller window here.',
  lmstudio: 'Load the model in LM Studio with a larger context length, or give a smaller window here.',
  unknown: 'Raise the context length of the server, or give a smaller window here.',
};

/**
 * The failure of a server that read clearly fewer tokens than it was sent. Chat templates only add tokens, so with
 * the model's own tokenizer the two counts are close; with another's they may differ by a third.
 */
export function promptCut(counts: {
  readonly sent: number;
  readonly read: number | undefined;
  readonly exact: boolean;
  readonly kind: ServerKind;
}): CallFailure | undefined {
  const { sent, read, exact, kind } = counts;
  // Some servers say 0 when the whole prompt came from their cache.
  if (!read || read >= sent * (exact ? 0.9 : 0.6) || sent - read <= 64) return undefined;
  return new CallFailure(
    `The server read only ${read} of the ${exact ? '' : 'about '}${sent} tokens of the prompt: it cut the prompt without saying so.`,
    { retryable: false, code: 'model-reply', hint: remedies[kind] },
  );
}
