import { Template } from '@huggingface/jinja';
import { MemAgentError } from '@memagent/core';

/** What a chat template puts around the content of one user message. */
export interface ChatFrame {
  readonly before: string;
  readonly after: string;
  /** Whether the template takes white space off the ends of the content. */
  readonly trims: boolean;
}

/** The tokens that templates like to name. */
export interface TemplateTokens {
  readonly bos: string;
  readonly eos: string;
}

// Private-use characters: no template looks for them, and the content itself never passes through the template.
const marker = '\uE0A0content\uE0A1';

/** Renders a model's own chat template around a user message, with a system message before it where one is given. */
export function chatFrame(template: string, tokens: TemplateTokens, system?: string): ChatFrame {
  const compiled = compile(template);
  const render = (content: string, withSystem: boolean): string =>
    compiled.render({
      messages: [
        ...(system !== undefined && withSystem ? [{ role: 'system', content: system }] : []),
        {
          role: 'user',
          content: system !== undefined && !withSystem ? `${system}\n\n${content}` : content,
        },
      ],
      add_generation_prompt: true,
      bos_token: tokens.bos,
      eos_token: tokens.eos,
    });
  // Some templates refuse a system message (Gemma's): it then stands at the head of the user's.
  const takesSystem = system === undefined || renders(() => render(marker, true), marker);
  const text = attempt(() => render(marker, takesSystem));
  const at = text.indexOf(marker);
  if (at < 0) throw unusable('it leaves out the message');
  if (text.indexOf(marker, at + 1) >= 0) throw unusable('it repeats the message');
  return {
    before: text.slice(0, at),
    after: text.slice(at + marker.length),
    trims: attempt(() => render(` ${marker} `, takesSystem)) === text,
  };
}

function compile(template: string): Template {
  try {
    return new Template(template);
  } catch (error) {
    throw unusable((error as Error).message, error);
  }
}

function renders(render: () => string, needle: string): boolean {
  try {
    return render().includes(needle);
  } catch {
    return false;
  }
}

function attempt(render: () => string): string {
  try {
    return render();
  } catch (error) {
    throw unusable((error as Error).message, error);
  }
}

function unusable(why: string, cause?: unknown): MemAgentError {
  return new MemAgentError('model-unavailable', `The model's chat template cannot be used: ${why}.`, {
    hint: 'Use another GGUF of this model, or run it behind llama-server with a template of your choice.',
    cause,
  });
}
