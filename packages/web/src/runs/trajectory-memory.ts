import type { ConversationText } from './types.ts';

/** A step of a trajectory as a person reads it: the reply, and the memory that came of it. */
export interface TrajectoryStep {
  readonly kind: string;
  readonly reply: string;
  /** The memory after it, as lines; undefined where it cannot be told. */
  readonly memory: readonly string[] | undefined;
  /** Which of the lines were not there before. */
  readonly fresh: ReadonlySet<string>;
  readonly prompt: string;
  readonly cut: boolean;
}

/** The memory that a prompt shows, in the notation of pocket or of the chat profiles. */
export function memoryInPrompt(prompt: string): string[] | undefined {
  const pocket = /<\|memory\|>([\s\S]*?)(?=<\|(?:question|section|hints|answer|select|text)\|>|$)/.exec(
    prompt,
  );
  if (pocket)
    return pocket[1]!
      .split(/<\|m\d+\|>/)
      .map((line) => line.trim())
      .filter(Boolean);
  const open = prompt.lastIndexOf('<memory>\n');
  const close = prompt.indexOf('\n</memory>', open);
  if (open < 0 || close < 0) return undefined;
  const text = prompt.slice(open + '<memory>\n'.length, close).trim();
  if (/^(?:No previous memory|Nothing yet\.|Nothing\.)$/.test(text)) return [];
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** The steps of a trajectory: the memory after each is the one that the next call is shown. */
export function trajectorySteps(conversations: readonly ConversationText[]): TrajectoryStep[] {
  let before: readonly string[] = [];
  return conversations.map(({ kind, prompt, response, cut }, i) => {
    const next = conversations[i + 1];
    const own = memoryInPrompt(prompt);
    if (own) before = own;
    const memory = next ? memoryInPrompt(next.prompt) : own;
    const old = new Set(before);
    return {
      kind,
      reply: response.replace(/<\|(?:end|im_end|endoftext|eot_id)\|>$/, ''),
      memory,
      fresh: new Set((memory ?? []).filter((line) => !old.has(line))),
      prompt,
      cut: cut === true,
    };
  });
}
