import type { Tokenizer } from '@memagent/core';
import { Random } from '@memagent/lab';
import { endToken, type PromptFormat } from './prompt-format.ts';
import type { TokenSampler } from './token-sampler.ts';

// Often enough to be learned, seldom enough that memories are written and texts read.
const keeps = 0.3;
const exits = 0.3;

/**
 * A sampler that knows the form of replies to pocket's prompts and nothing else: it writes, or answers, one word
 * drawn from the section and the memory that it is shown, names one of the numbered sentences, or keeps the memory;
 * where it may, it sometimes stops reading.
 * What it says has the right form and random contents: that is what a cold start on the form alone imitates.
 */
export function randomReader(tokenizer: Tokenizer, format: PromptFormat): TokenSampler {
  const special = (name: string) => tokenizer.special(`<|${name}|>`) ?? -1;
  const [keep, none, select, answer] = ['keep', 'none', 'select', 'answer'].map(special);
  const exit = special('exit');
  const memoryLine = special('m1');
  // What a part of the prompt begins with, and whether its words may be taken.
  const parts = new Map(
    ['section', 'memory', 'question', 'hints'].map((name) => [
      special(name),
      name === 'section' || name === 'memory',
    ]),
  );
  const end = endToken(format, tokenizer);
  const numbers = new Set(Array.from({ length: 128 }, (_, i) => special(`s${i + 1}`)));
  const wordly = new Map<number, boolean>();
  const isWord = async (id: number) => {
    let known = wordly.get(id);
    if (known === undefined) {
      known = /^\s*\p{L}+$/u.test(await tokenizer.decode([id]));
      wordly.set(id, known);
    }
    return known;
  };
  return {
    version: 0,
    async sample(prompt, { seed = 0 }) {
      const random = new Random(`random reader/${seed}`);
      const asked = prompt.at(-1);
      const choices: number[] = [];
      let open = false;
      for (const id of prompt) {
        open = parts.get(id) ?? open;
        if (open && (asked === select ? numbers.has(id) : await isWord(id))) choices.push(id);
      }
      const mayKeep = asked !== answer && (asked === select || prompt.includes(memoryLine));
      const keeping = choices.length === 0 || (mayKeep && random.float() < keeps);
      const instead = asked === answer ? none! : keep!;
      const said = keeping ? instead : random.pick(choices);
      const exiting = prompt.at(-2) === exit && random.float() < exits;
      const ids = exiting ? [said, exit, end] : [said, end];
      return { ids, logprobs: ids.map(() => 0), cut: false };
    },
  };
}
