import type { Paragraph } from './paragraph.ts';

/** Sentences that answer a simple question about the title of their paragraph. */
const patterns: readonly (readonly [pattern: RegExp, asks: string])[] = [
  [
    /\bborn (?:on )?((?:\d{1,2} )?\p{Lu}\p{Ll}+ (?:\d{1,2}, )?\d{4})/u,
    'When was {t} born?|What is the date of birth of {t}?',
  ],
  [
    /\bborn in (\p{Lu}[\p{L}-]+(?:, \p{Lu}[\p{L}-]+)*)/u,
    'Where was {t} born?|What is the birthplace of {t}?',
  ],
  [
    /\bdied (?:on |in )?((?:\d{1,2} )?\p{Lu}\p{Ll}+ (?:\d{1,2}, )?\d{4})/u,
    'When did {t} die?|What is the date of death of {t}?',
  ],
  [
    /\bdirected by (\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+)+)/u,
    'Who directed {t}?|Who is the director of {t}?',
  ],
  [/\bwritten by (\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+)+)/u, 'Who wrote {t}?|Who is the writer of {t}?'],
  [
    /\bproduced by (\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+)+)/u,
    'Who produced {t}?|Who is the producer of {t}?',
  ],
  [/\bfounded in (\d{4})/u, 'When was {t} founded?|In which year was {t} founded?'],
  [/\bestablished in (\d{4})/u, 'When was {t} established?|In which year was {t} established?'],
  [
    /\breleased (?:on|in) ((?:\p{Lu}\p{Ll}+ (?:\d{1,2}, )?)?\d{4})/u,
    'When was {t} released?|What is the release date of {t}?',
  ],
  [
    /\blocated in ((?:the )?\p{Lu}[\p{L}-]+(?:(?:,| of) \p{Lu}[\p{L}-]+)*)/u,
    'Where is {t} located?|In which place is {t}?',
  ],
  [
    /\bmarried (?:to )?(\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+)+)/u,
    'Whom did {t} marry?|Who was married to {t}?',
  ],
  [
    /\b(?:son|daughter) of (\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+)+)/u,
    'Whose child is {t}?|Who is a parent of {t}?',
  ],
  [/\bpopulation (?:of|was) ([\d,]+)/u, 'What is the population of {t}?|How many people live in {t}?'],
  [/\bstars? (\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+)+)/u, 'Who stars in {t}?|Which actor appears in {t}?'],
  [
    /\bplays? (?:for|as an?) ((?:\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+)*)|\p{Ll}+)/u,
    'For whom or as what does {t} play?',
  ],
  [
    /\b(?:is|was) an? ((?:\p{Lu}\p{Ll}+ )?(?:\p{Ll}+ ){0,2}\p{Ll}+)[.,]/u,
    'What is {t}?|What kind of thing or person is {t}?',
  ],
  [
    /\b(?:is|was) an? (?:former |retired |professional )*(\p{Lu}\p{Ll}+(?:[-–]\p{Lu}?\p{Ll}+)?) (?:former |retired |professional )*\p{Ll}{3,}/u,
    'What nationality is {t}?|What is the nationality of {t}?|From which country or people is {t}?',
  ],
  [
    /\b(?:is|was) an? (?:former |retired |professional )*\p{Lu}\p{Ll}+(?:[-–]\p{Lu}?\p{Ll}+)? ((?:\p{Ll}+(?:, | and |[ -])){0,3}\p{Ll}+?)(?= who|[.,]| and was| of| from| in| best)/u,
    'What is the occupation of {t}?|What is {t} by profession?|What does {t} do for a living?|What is {t}?',
  ],
  [
    /\bknown for (?:his |her |their |its )?(?:role |work |roles )?(?:in |as |on )?((?:the )?[^.,;]{4,60})/u,
    'What is {t} known for?|What is {t} best known for?',
  ],
  [
    /\b(?:graduated from|educated at|studied at|attended|alumnus of) (?:the )?(\p{Lu}[\p{L}'-]+(?: (?:of |the |at )*\p{Lu}[\p{L}'-]+)*)/u,
    'Where was {t} educated?|Which school or university did {t} attend?',
  ],
  [
    /\bwon (?:the |an? )([^.,;]{4,60}?)(?= for| in| at|[.,;])/u,
    'What did {t} win?|Which prize or award did {t} win?',
  ],
  [/\bfounded by (\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+)+)/u, 'Who founded {t}?|Who is the founder of {t}?'],
  [/\bcapital (?:city )?of (?:the )?(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)*)/u, 'Of what is {t} the capital?'],
  [
    /\bheadquartered in (\p{Lu}[\p{L}-]+(?:, \p{Lu}[\p{L}-]+)*)/u,
    'Where is {t} headquartered?|In which place is {t} based?',
  ],
];

/** A question about the title of a paragraph, in which {t} stands for it. */
export interface SimpleQuestion {
  readonly asks: readonly string[];
  readonly answer: string;
  /** The sentence that answers it, by its index. */
  readonly sentence: number;
}

/** What a paragraph says in a known form of what its title names. */
export function simpleQuestions(paragraph: Paragraph): SimpleQuestion[] {
  const found: SimpleQuestion[] = [];
  paragraph.sentences.forEach(({ start, end }, sentence) => {
    const text = paragraph.text.slice(start, end);
    for (const [pattern, asks] of patterns) {
      const answer = pattern.exec(text)?.[1];
      if (answer !== undefined) found.push({ sentence, answer, asks: asks.split('|') });
    }
  });
  return found;
}
