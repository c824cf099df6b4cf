import { drawUntil } from '../../random.ts';
import { letterRun } from '../../words/values.ts';
import { noiseHaystack } from '../haystack.ts';
import { type Fact, layFacts, makeSample, sampleRandom } from '../sample.ts';
import type { Task } from '../task.ts';

const hops = 4;

/** RULER's variable tracking: one chain of four hops, in reading order, in noise. */
export const vtTask: Task = {
  name: 'vt',
  description: 'RULER vt: one chain of five variables in noise; name all that have the value.',
  form: 'select',
  canBeUnanswerable: false,
  generate(options) {
    const random = sampleRandom('vt', options);
    const draw = random.fork('chain');
    const variables: string[] = [];
    while (variables.length <= hops) {
      variables.push(
        drawUntil(
          () => letterRun(draw, 5, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
          (name) => !variables.includes(name),
        ),
      );
    }
    const value = String(draw.int(10_000, 99_999));
    const facts = variables.map(
      (name, index): Fact => ({
        text: index === 0 ? `VAR ${name} = ${value}` : `VAR ${name} = VAR ${variables[index - 1]}`,
        evidence: name,
        ...(index > 0 && { needs: index - 1 }),
      }),
    );
    const haystack = options.haystack ?? noiseHaystack;
    const { composition, evidence } = layFacts(facts, { ...haystack, separator: '\n' }, options, random);
    return makeSample({
      task: 'vt',
      options,
      question:
        'Memorize and track the chain(s) of variable assignment hidden in the text. ' +
        `Find all variables that are assigned the value ${value} in the text.`,
      answers: variables,
      match: 'all',
      exhaustive: true,
      composition,
      evidence,
      meta: { value, hops, haystack: haystack.name },
    });
  },
};
