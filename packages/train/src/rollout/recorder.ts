import type { Conversation } from '../algorithm/types.ts';
import type { SampledReply } from './token-sampler.ts';

interface Open {
  readonly prompt: readonly number[];
  readonly response: number[];
  readonly logprobs: number[];
  readonly mask: (0 | 1)[];
  readonly version: number;
  kind: string;
  cut: boolean;
}

/**
 * Records calls as conversations. A call whose prompt goes on from an earlier prompt and its reply, token by token,
 * is another turn of that conversation: what came in between (a tool's result, the next user turn) is masked.
 */
export class Recorder {
  readonly #open: Open[] = [];

  /** Records a call; gives the number of its conversation. */
  add(prompt: readonly number[], reply: SampledReply, version: number): number {
    const at = this.#findEarlier(prompt);
    const sampled = reply.ids.map((): 1 => 1);
    if (at < 0) {
      this.#open.push({
        prompt,
        response: [...reply.ids],
        logprobs: [...reply.logprobs],
        mask: sampled,
        version,
        kind: 'turn',
        cut: reply.cut,
      });
      return this.#open.length - 1;
    }
    const open = this.#open[at]!;
    const between = prompt.slice(open.prompt.length + open.response.length);
    open.response.push(...between, ...reply.ids);
    open.logprobs.push(...between.map(() => 0), ...reply.logprobs);
    open.mask.push(...between.map((): 0 => 0), ...sampled);
    open.cut = reply.cut;
    return at;
  }

  /** Says what a call was; the latest one unless a number is given. */
  tag(kind: string, index = this.#open.length - 1): void {
    const open = this.#open[index];
    if (open) open.kind = kind;
  }

  get length(): number {
    return this.#open.length;
  }

  conversations(): Conversation[] {
    return this.#open.map((open) => ({ ...open }));
  }

  #findEarlier(prompt: readonly number[]): number {
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const { prompt: first, response } = this.#open[at]!;
      if (prompt.length <= first.length + response.length) continue;
      if (
        first.every((id, i) => id === prompt[i]) &&
        response.every((id, i) => id === prompt[first.length + i])
      )
        return at;
    }
    return -1;
  }
}
