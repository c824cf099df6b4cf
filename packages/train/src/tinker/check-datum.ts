import { MemAgentError } from '@memagent/core';
import type { Datum, LossName } from './types.ts';

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
      for (let i = 0; i < values.length; i++)
        if (!Number.isFinite(values[i])) throw bad(`Datum ${index} has ${values[i]} in ${name} at ${i}.`);
    }
    for (let i = 0; i < tokens.length; i++)
      if (!Number.isInteger(tokens[i]) || tokens[i]! < 0 || !Number.isInteger(inputs.target_tokens[i]))
        throw bad(`Datum ${index} has a token at ${i} that is no id.`);
  });
}

const bad = (message: string) =>
  new MemAgentError('bad-input', message, { hint: 'Every input needs one finite value for each token.' });
