import { MemAgentError } from '@memagent/core';
import type { Datum, LossName, Numbers } from './types.ts';

const needed: Readonly<Record<LossName, readonly (keyof Datum['inputs'])[]>> = {
  cross_entropy: ['target_tokens', 'weights'],
  importance_sampling: ['target_tokens', 'weights', 'logprobs', 'advantages'],
  ppo: ['target_tokens', 'weights', 'logprobs', 'advantages'],
  cispo: ['target_tokens', 'weights', 'logprobs', 'advantages'],
  dro: ['target_tokens', 'weights', 'logprobs', 'advantages'],
  gspo: ['target_tokens', 'weights', 'logprobs', 'advantages'],
  ppo_critic: ['target_tokens', 'weights'],
  dppo: ['target_tokens', 'weights', 'logprobs', 'advantages'],
  stable_reinforce: ['target_tokens', 'weights', 'logprobs', 'advantages'],
};

/** Refuses data that a server would take and train wrongly on: it pads what is missing or short with zeros. */
export function checkData(data: readonly Datum[], loss: LossName): void {
  if (data.length === 0) throw bad('There is nothing to train on.');
  data.forEach(({ tokens, inputs }, index) => {
    if (tokens.length === 0) throw bad(`Datum ${index} has no tokens.`);
    for (const name of needed[loss])
      if (inputs[name] === undefined) throw bad(`Datum ${index} has no ${name}, which ${loss} needs.`);
    for (const [name, values] of Object.entries(inputs)) {
      if (values === undefined) continue;
      if (values.length !== tokens.length)
        throw bad(`Datum ${index} has ${tokens.length} tokens and ${values.length} ${name}.`);
      const wrong = firstNotFinite(values);
      if (wrong >= 0) throw bad(`Datum ${index} has ${values[wrong]} in ${name} at ${wrong}.`);
    }
    for (const ids of [tokens, inputs.target_tokens]) {
      const wrong = firstNoId(ids, ids === tokens ? 0 : Number.NEGATIVE_INFINITY);
      if (wrong >= 0) throw bad(`Datum ${index} has a token at ${wrong} that is no id.`);
    }
  });
}

// A batch has millions of values. A loop that meets one kind of list is several times faster than one that meets all,
// and some kinds cannot hold what is looked for.
function firstNotFinite(values: Numbers): number {
  if (values instanceof Int32Array) return -1;
  if (values instanceof Float64Array) {
    for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return i;
    return -1;
  }
  return Array.prototype.findIndex.call(values, (value) => !Number.isFinite(value));
}

function firstNoId(values: Numbers, least: number): number {
  if (values instanceof Int32Array) {
    for (let i = 0; i < values.length; i++) if (values[i]! < least) return i;
    return -1;
  }
  return Array.prototype.findIndex.call(values, (value) => !Number.isInteger(value) || value < least);
}

const bad = (message: string) =>
  new MemAgentError('bad-input', message, { hint: 'Every input needs one finite value for each token.' });
