import { countWords, findHints, type Hint, newFrequencies } from '../hints/hints.ts';
import { emptyMemory, type Memory } from '../memory/memory.ts';
import type { Completion, Prompt } from '../model/model.ts';
import { linesMemory } from '../policy/select.ts';
import type { Profile } from '../profile/profile.ts';
import type { Sentence } from '../text/sentences.ts';

export interface ReviewOptions {
  readonly profile: Profile;
  readonly hints: boolean;
  readonly complete: (prompt: Prompt) => Promise<Completion>;
}

/** What a review leaves. */
export interface Review {
  /** The lines of the memory, those that were chosen last. */
  readonly memory: Memory;
  /** The numbers of those, from 1, in the memory as it was. */
  readonly chosen: readonly number[];
}

/**
 * Looks over a memory of several lines before the answer: they are read as a section, with nothing remembered, and those
 * that the model chooses come last, nearest to the answer. Nothing is dropped; a reply that names none leaves all as it
 * was. A long text leaves lines that look like evidence on both sides of what is, and a small model answers from the last.
 */
export async function reviewMemory(
  question: string,
  memory: Memory,
  { profile, hints, complete }: ReviewOptions,
): Promise<Review> {
  if (memory.lines.length < 2) return { memory, chosen: [] };
  const completion = await complete(
    reviewPrompt(question, memory, { profile, hints: (found) => (hints ? found : []) }),
  );
  const { reply } = profile.single ?? profile;
  const said = reply(completion.text, 'select');
  const numbers = said.kind === 'select' ? said.add : [];
  const chosen = memory.lines.flatMap((_, i) => (numbers.includes(i + 1) ? [i + 1] : []));
  return { memory: chosen.length > 0 ? reviewedMemory(memory, chosen) : memory, chosen };
}

/** A memory as a section to choose from; `hints` says which of those that were found are shown. */
export function reviewPrompt(
  question: string,
  { lines }: Memory,
  { profile, hints }: { profile: Profile; hints: (found: readonly Hint[]) => readonly Hint[] },
): Prompt {
  const text = lines.map((line) => line.text).join('\n');
  let at = 0;
  const sentences = lines.map((line): Sentence => {
    const start = at;
    at += line.text.length + 1;
    return { text: line.text, start, end: at - 1 };
  });
  const frequencies = newFrequencies();
  countWords(frequencies, text, sentences);
  return (profile.single ?? profile).step({
    question,
    memory: emptyMemory,
    chunk: { index: 0, text, tokens: 0, start: 0, end: 0, received: 0, places: [], last: true },
    sentences,
    hints: hints(findHints(frequencies, sentences, question, '')),
    policy: 'select',
    exit: false,
  });
}

/** The lines with these numbers, from 1, last. */
export function reviewedMemory({ lines }: Memory, chosen: readonly number[]): Memory {
  const isChosen = (i: number) => chosen.includes(i + 1);
  return linesMemory([...lines.filter((_, i) => !isChosen(i)), ...lines.filter((_, i) => isChosen(i))]);
}
