/** A reply in two: what the model thought and what it says. */
export interface SplitReply {
  readonly text: string;
  /** Undefined where there was none. */
  readonly reasoning: string | undefined;
  /** The thinking was begun and never ended. */
  readonly open: boolean;
  /** The thinking had an end and no beginning: the chat template had written `<think>` before the reply. */
  readonly bare: boolean;
}

const opening = /^\s*(?:<(think|thinking|seed:think)>|\[THINK\])/;
const closing = /<\/(?:think|thinking|seed:think)>|\[\/THINK\]/;
const longestTag = '</seed:think>'.length;

/**
 * Splits `<think>…</think>` off the beginning of a whole reply.
 *
 * @param begun the chat template is known to begin the thinking itself, so that a reply without any tag is thinking
 * that was cut off.
 */
export function splitReasoning(reply: string, begun = false): SplitReply {
  const start = opening.exec(reply);
  const inside = start ? reply.slice(start[0].length) : reply;
  const end = closing.exec(inside);
  if (end) {
    return {
      text: inside.slice(end.index + end[0].length).trimStart(),
      reasoning: inside.slice(0, end.index).trim(),
      open: false,
      bare: !start,
    };
  }
  if (start || begun) return { text: '', reasoning: inside.trim(), open: true, bare: !start };
  return { text: reply, reasoning: undefined, open: false, bare: false };
}

/**
 * Gives `onText` the live text of a reply without the thinking at its beginning.
 *
 * @param begun the chat template is known to begin the thinking itself.
 */
export function hideReasoning(
  onText: (text: string) => void,
  begun = false,
): { push(text: string): void; end(): void } {
  let held = '';
  let state: 'start' | 'thinking' | 'after' | 'text' = begun ? 'thinking' : 'start';

  function say(text: string): void {
    if (text !== '') onText(text);
  }

  function step(): void {
    if (state === 'start') {
      const start = opening.exec(held);
      if (start) {
        held = held.slice(start[0].length);
        state = 'thinking';
      } else if (!mayOpen(held)) state = 'text';
    }
    if (state === 'thinking') {
      const end = closing.exec(held);
      if (end) {
        held = held.slice(end.index + end[0].length);
        state = 'after';
      } else held = held.slice(-longestTag);
    }
    if (state === 'after') {
      held = held.trimStart();
      if (held !== '') state = 'text';
    }
    if (state === 'text') {
      say(held);
      held = '';
    }
  }

  return {
    push(text) {
      held += text;
      step();
    },
    end() {
      if (state === 'start') say(held);
      held = '';
    },
  };
}

// Whether what has come so far could still become an opening tag.
function mayOpen(text: string): boolean {
  const begun = text.trimStart();
  return ['<think>', '<thinking>', '<seed:think>', '[THINK]'].some((tag) => tag.startsWith(begun));
}
