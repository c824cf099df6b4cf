import { MemAgentError } from '@memagent/core';
import { bridgeQuestion, comparingQuestion, linksOf, Titles } from '../data/bridge.ts';
import type { Paragraph } from '../data/paragraph.ts';
import type { NaturalQuestion } from '../data/question.ts';
import { Random } from '../random.ts';
import type { Neighbours } from '../words/neighbours.ts';
import { type NaturalTask, naturalSample } from './natural.ts';

const comparingPart = 0.2;

/** Questions over two paragraphs of a pool, one of which names the other; some compare two. */
export function drawBridge(
  titles: Titles,
  random: Random,
  neighbours?: Neighbours,
): NaturalQuestion | undefined {
  if (random.chance(comparingPart)) return comparingQuestion(titles.paragraphs, random);
  for (let tries = 0; tries < 50; tries++) {
    const links = linksOf(random.pick(titles.paragraphs), titles);
    const question = links.length === 0 ? undefined : bridgeQuestion(random.pick(links), random, neighbours);
    if (question) return question;
  }
  return undefined;
}

/**
 * Questions that need two paragraphs, made from any pool in which some name others: as many as wanted, where question
 * sets have a few thousand.
 *
 * @example
 * const task = bridgeTask({ paragraphs: (await loadCorpus('train', files)).pool });
 */
export function bridgeTask(options: {
  readonly name?: string;
  readonly paragraphs: readonly Paragraph[];
  readonly neighbours?: Neighbours;
}): NaturalTask {
  const name = options.name ?? 'bridge';
  let titles: Titles | undefined;
  return {
    name,
    description: 'Questions over two paragraphs, one of which names the other, among many.',
    form: 'select',
    canBeUnanswerable: true,
    generate(generate) {
      titles ??= new Titles(options.paragraphs);
      const random = new Random(`${name}/${generate.split ?? 'train'}/${generate.seed}`);
      const draw = random.fork('question');
      for (let tries = 0; tries < 100; tries++) {
        const question = drawBridge(titles, draw, options.neighbours);
        if (question) return naturalSample({ name, pool: options.paragraphs }, question, generate, random);
      }
      throw new MemAgentError('bad-input', `The task ${name} finds no paragraph that names another.`, {
        hint: 'Give more paragraphs, with titles: an encyclopedia’s, for example.',
      });
    },
  };
}
