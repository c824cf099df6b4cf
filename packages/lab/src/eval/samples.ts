import type { Tokenizer } from '@memagent/core';
import type { Sample } from '../task/task.ts';
import { type EvalTask, generateSample, type SampleRequest } from './task-spec.ts';

/** Makes a sample whose length is right, to within 1 %, in the tokens of a model's own tokenizer. */
export async function sizedSample(
  task: EvalTask,
  request: Omit<SampleRequest, 'measure' | 'charsPerToken'>,
  tokenizer: Tokenizer,
): Promise<Sample> {
  if (request.length.documents !== undefined || request.length.tokens === 0)
    return generateSample(task, request);
  const probe = tokenizer.encode('a');
  if (!(probe instanceof Promise))
    return generateSample(task, {
      ...request,
      measure: (text) => (tokenizer.encode(text) as Uint32Array).length,
    });
  await probe;
  // A tokenizer behind a server cannot be asked in the middle of generating: the text is made, measured, made again.
  let charsPerToken = 4;
  const { midway, ...spec } = task.spec; // what is cut off is measured too
  const whole = { ...task, spec };
  let sample = generateSample(whole, { ...request, charsPerToken });
  for (let round = 0; round < 4; round++) {
    const tokens = await countTokens(sample, tokenizer);
    if (tokens === 0 || Math.abs(tokens / request.length.tokens - 1) < 0.005) break;
    charsPerToken *= request.length.tokens / tokens;
    sample = generateSample(whole, { ...request, charsPerToken });
  }
  return midway === undefined ? sample : generateSample(task, { ...request, charsPerToken });
}

/** Tokens of a sample: exact where it is short, from about ten of its pieces where it is long. */
async function countTokens(sample: Sample, tokenizer: Tokenizer): Promise<number> {
  const every = Math.max(1, Math.floor(sample.length / 32_768 / 10));
  let chars = 0;
  let tokens = 0;
  let index = 0;
  for (const piece of sample.pieces()) {
    if (index++ % every !== 0) continue;
    tokens += (await tokenizer.encode(piece)).length;
    chars += piece.length;
  }
  return chars === 0 ? 0 : (tokens * sample.length) / chars;
}

/** Keeps the latest few samples, so that several systems share one. */
export class SampleCache {
  private readonly samples = new Map<string, Promise<Sample>>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get(key: string, make: () => Promise<Sample>): Promise<Sample> {
    let sample = this.samples.get(key);
    if (sample === undefined) {
      sample = make();
      this.samples.set(key, sample);
      if (this.samples.size > this.most) this.samples.delete(this.samples.keys().next().value!);
    }
    return sample;
  }
}
