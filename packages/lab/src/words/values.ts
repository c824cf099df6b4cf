import type { Random } from '../random.ts';

export const months =
  `January February March April May June July August September October November December`.split(' ');
export const weekdays = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
export const colours =
  'amber beige black blue bronze brown coral crimson cream gold gray green indigo ivory lilac maroon navy olive orange pink purple red scarlet silver teal turquoise violet white yellow'.split(
    ' ',
  );
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const hex = '0123456789abcdef';

/** A run of letters from the alphabet given. */
export function letterRun(random: Random, count: number, alphabet = letters): string {
  let out = '';
  for (let i = 0; i < count; i++) out += alphabet[Math.floor(random.float() * alphabet.length)];
  return out;
}

/** A number of exactly `count` digits, the first not zero. */
export function digits(random: Random, count: number): string {
  let out = String(random.int(1, 9));
  for (let i = 1; i < count; i++) out += random.int(0, 9);
  return out;
}

/** A version 4 UUID. */
export function uuid(random: Random): string {
  const part = (count: number) => {
    let out = '';
    for (let left = count; left > 0; left -= 4) {
      const bits = random.next();
      for (let i = 0; i < 4 && i < left; i++) out += hex[(bits >>> (i * 4)) & 15];
    }
    return out;
  };
  return `${part(8)}-${part(4)}-4${part(3)}-${hex[8 + random.int(0, 3)]}${part(3)}-${part(12)}`;
}

/** A code such as `KX-4821` or `7Q2-MDL`, in one of several shapes. */
export function code(random: Random): string {
  switch (random.int(0, 4)) {
    case 0:
      return `${letterRun(random, 2)}-${digits(random, 4)}`;
    case 1:
      return `${letterRun(random, 3)}${digits(random, 3)}`;
    case 2:
      return `${digits(random, 1)}${letterRun(random, 1)}${digits(random, 1)}-${letterRun(random, 3)}`;
    case 3:
      return `${letterRun(random, 1)}${digits(random, 5)}`;
    default:
      return `${letterRun(random, 4)}-${digits(random, 2)}-${letterRun(random, 1)}`;
  }
}

/** A day of a year between 1700 and 2030, in one of two notations. */
export function date(random: Random): string {
  const day = random.int(1, 28);
  const month = random.pick(months);
  const year = random.int(1700, 2030);
  return random.chance(0.5) ? `${day} ${month} ${year}` : `${month} ${day}, ${year}`;
}

/** A time of day such as 14:05. */
export const time = (random: Random): string =>
  `${String(random.int(0, 23)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}`;

const ones =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A number from 1 to 9,999 in words: two hundred and forty-one. */
export function inWords(value: number): string {
  if (value < 20) return ones[value - 1]!;
  if (value < 100) return [tens[Math.floor(value / 10) - 2]!, ones[(value % 10) - 1] ?? []].flat().join('-');
  const [size, name] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  const head = `${inWords(Math.floor(value / size))} ${name}`;
  const rest = value % size;
  if (rest === 0) return head;
  return `${head} ${rest < 100 ? 'and ' : ''}${inWords(rest)}`;
}

/** Ways to write a small count as a word, for texts that speak of the third or the fourth. */
export const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
