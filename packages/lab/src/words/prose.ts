import type { Random } from '../random.ts';
import { adjectives } from './adjectives.ts';
import { nouns } from './nouns.ts';

const verbs =
  `passed crossed followed watched carried painted mended found left reached kept sold bought cleaned opened
closed moved pushed pulled lifted admired described remembered forgot circled touched copied drew built borrowed
returned praised measured noticed ignored`.split(/\s+/);
const adverbs =
  `slowly quickly quietly gladly often rarely once again later early late carefully calmly gently almost
usually sometimes twice`.split(/\s+/);
const whens =
  `In the morning,|At noon,|Before dusk,|After the rain,|All winter,|On the way back,|For a while,|By evening,
Some years ago,|Toward the end,|At first,|In those days,|Without a word,|Long afterwards,|Now and then,|As usual,
During the storm,|When the bells rang,|Between the two visits,|Under a low sky,|Late in the season,|Most weeks,`.split(
    /[|\n]+/,
  );
const wheres =
  `near the {n}|behind the {n}|beside the {a} {n}|across the {n}|beyond the {n}|under the {a} {n}|along the {n}
inside the {n}|around the {n}|above the {a} {n}|toward the {n}|in front of the {n}|next to the {n}|at the edge of the {n}`.split(
    /[|\n]+/,
  );
const people =
  `farmer sailor teacher baker clerk painter child stranger neighbor doctor guard singer widow captain
gardener merchant student driver carpenter visitor nurse weaver fisher judge poet cook guide`.split(/\s+/);
const thoughts =
  `nobody asked why|it made little difference|the answer could wait|there was no hurry|the work went on
the talk turned to other things|everyone went home|this was thought normal|few people cared|the day was long
the weather held|nothing more was said|the lamps were lit|the road was empty|the tea was getting cold`.split(
    /[|\n]+/,
  );

const shapes = `The {a} {n} {v} the {n} {w}.
{t} the {p} {v} the {a} {n} {w}.
The {p} {d} {v} the {n}, and {h}.
{t} a {a} {n} stood {w}, where the {p} had left it.
There was a {n} {w}, {a} and {a}.
The {p} said that the {n} was {a} and that the {n} was not.
{t} they {d} {v} the {n}, though {h}.
Nobody knew whether the {n} {w} was {a} or only {a}.
The {n} and the {n} were {a}, but the {p} {v} neither.
{t} it was the {n}, not the {n}, that the {p} {v}.
What the {p} liked best was the {a} {n} {w}.
From the {n} one could see the {a} {n} and part of the {n}.
The {p} {v} a {n} while the {p} {v} another.
If the {n} had been {a}, the {p} would have {d} gone home.
{t} {h}, and the {a} {n} lay {w}.
A {p} and a {p} talked about the {n} until {h}.
The {a} {n} of the {p} was {d} seen {w}.
They {v} the {n}, they {v} the {n}, and in the end {h}.
It is said that a {a} {n} {w} brings luck to the {p}.
{t} the {n} seemed {a}; later it only seemed {a}.`
  .split('\n')
  .map(parse);

type Part = string | readonly string[];

function parse(shape: string): Part[] {
  const lists: Record<string, readonly string[]> = {
    a: adjectives,
    n: nouns,
    v: verbs,
    d: adverbs,
    t: whens,
    w: wheres,
    p: people,
    h: thoughts,
  };
  return shape.split(/\{(\w)\}/).map((part, index) => (index % 2 === 0 ? part : lists[part]!));
}

/** One sentence of plain prose about nothing in particular. */
export function proseSentence(random: Random): string {
  let out = '';
  for (const part of random.pick(shapes)) {
    if (typeof part === 'string') out += part;
    else if (part === wheres)
      out += random.pick(wheres).replace('{n}', random.pick(nouns)).replace('{a}', random.pick(adjectives));
    else out += random.pick(part);
  }
  return out;
}
