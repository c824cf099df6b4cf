import { rareStems } from '@memagent/core';
import type { Random } from '../random.ts';
import { withArticle } from '../words/lexicon.ts';
import type { ToldFact } from './other-words.ts';

const irregular = new Map(
  'eaten ate|grown grew|worn wore|written wrote|stolen stole|broken broke|hidden hid|spoken spoke|borne bore|taken took|danced danced|taught taught|caught caught|found found|lost lost|sold sold|built built|won won|read read|sent sent'
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
);

/**
 * A question for the person of a fact that names the kind of thing alone ("Who grew a fruit?"), from a question about
 * the thing in the passive; undefined where the relation has none, or where it shares a rare word with the fact.
 */
export function whoQuestion({ relation, kind, sentence }: ToldFact, random: Random): string | undefined {
  const seen = rareStems(sentence);
  for (const ask of random.shuffle([...relation.asks])) {
    const participle = /^(?:What|Which) \{c\} was (\w+) by \{s\}\?$/.exec(ask)?.[1];
    if (participle === undefined) continue;
    const past = irregular.get(participle) ?? (participle.endsWith('ed') ? participle : undefined);
    const name = random.pick(kind.names);
    if (past === undefined || / of /.test(name)) continue;
    const counted = kind.members.every((member) => member.counted);
    const question = `Who ${past} ${counted ? withArticle(name) : `some kind of ${name}`}?`;
    if (![...rareStems(question)].some((stem) => seen.has(stem))) return question;
  }
  return undefined;
}
