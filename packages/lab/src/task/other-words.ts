import { rareStems } from '@memagent/core';
import { drawUntil, type Random } from '../random.ts';
import {
  type Gender,
  kin,
  type Member,
  plainNames,
  plural,
  type Role,
  roles,
  type WordKind,
  type WordRelation,
  withArticle,
  wordRelations,
} from '../words/lexicon.ts';
import { akin, overlap, suits } from '../words/lexicon-fit.ts';
import { introductions, men, nameAsks, openers, tails, women } from '../words/lexicon-phrases.ts';
import { surname } from '../words/names.ts';
import type { Split } from './task.ts';
import { wordings } from './wording.ts';

/** How a person is spoken of: by role in other words, by the same name, as kin, or by role in a sentence before. */
export type Manner = 'role' | 'name' | 'kin' | 'introduced';

/** Someone facts are told of. */
export interface Person {
  readonly manner: Manner;
  readonly gender: Gender;
  readonly name: string;
  /** No other person of the text has it. */
  readonly group: string;
  readonly role: Role | undefined;
  /** Phrases that mean the person, for kin. */
  readonly phrases: readonly string[];
}

/** A fact of a person in its own words. */
export interface ToldFact {
  readonly person: Person;
  readonly relation: WordRelation;
  readonly kind: WordKind;
  readonly sentence: string;
  /** The thing as the sentence has it, without article: with what describes it, and without. */
  readonly answers: readonly string[];
}

/** A fact, the sentence that says who its person is where the fact does not, and a question in other words. */
export interface AskedFact {
  readonly fact: ToldFact;
  readonly intro: string | undefined;
  readonly question: string;
}

/** The "s" of a possessive is no word. */
const possessive = rareStems("'s");

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const sexed = (gender: Gender) => (gender === 'm' ? 'man' : 'woman');

/** Draws people, facts of them and questions about them in other words; what it gives out is not given twice. */
export class OtherWords {
  readonly random: Random;
  readonly split: Split;
  readonly #without: (role: Role) => boolean;
  readonly #groups = new Set<string>();
  readonly #members = new Set<string>();

  /** Roles `without` says yes to do not come up: their names stand in the text around. */
  constructor(random: Random, split: Split = 'train', without: (role: Role) => boolean = () => false) {
    this.random = random;
    this.split = split;
    this.#without = without;
  }

  /** Someone of whom nothing has been told. */
  person(manner: Manner): Person {
    const { random } = this;
    if (manner === 'role' || manner === 'introduced') {
      const role = this.#role();
      // A text with someone of nearly every role has room for people without one.
      if (role === undefined) return this.person('name');
      this.#groups.add(role.group);
      const gender = role.gender ?? (random.chance(0.5) ? 'm' : 'f');
      return { manner, gender, name: this.#name(gender), group: role.group, role, phrases: [] };
    }
    if (manner === 'name') {
      const gender = random.chance(0.5) ? 'm' : 'f';
      const name = this.#name(gender);
      return { manner, gender, name, group: name, role: undefined, phrases: [] };
    }
    const relative = random.pick(kin);
    const name = random.chance(0.5) ? surname(random) : this.#name(relative.gender === 'm' ? 'f' : 'm');
    const phrases = relative.phrases.map((phrase) => phrase.replaceAll('{n}', () => name));
    return { manner, gender: relative.gender, name, group: name, role: undefined, phrases };
  }

  /** A role that is not in the text; undefined where a few hundred draws found none. */
  #role(): Role | undefined {
    const pool = rolesOf(this.split);
    for (let tries = 0; tries < 300; tries++) {
      const role = this.random.pick(pool);
      if (!this.#groups.has(role.group) && !this.#without(role)) return role;
    }
    return undefined;
  }

  #name(gender: Gender): string {
    return drawUntil(
      () => `${this.random.pick(gender === 'm' ? men : women)} ${surname(this.random)}`,
      (name) => {
        const last = name.split(' ')[1]!;
        if (this.#groups.has(last)) return false;
        this.#groups.add(last);
        return true;
      },
    );
  }

  /** A relation and a kind of thing that fit a person and none of the facts told of them. */
  topic(
    { role }: Person,
    told: readonly { relation: WordRelation; kind: WordKind }[] = [],
  ): { relation: WordRelation; kind: WordKind } {
    return drawUntil(
      () => {
        const relation = this.random.pick(wordRelations);
        return { relation, kind: this.random.pick(relation.kinds) };
      },
      ({ relation, kind }) =>
        (role === undefined || suits(relation, role)) &&
        told.every((other) => !akin(relation, other.relation) && !overlap(kind, other.kind)),
    );
  }

  /** Another relation in which a thing of the asked kind can stand. */
  relationWith({ relation, kind }: ToldFact): WordRelation | undefined {
    const fitting = wordRelations.filter(
      (candidate) => candidate.kinds.includes(kind) && !akin(candidate, relation),
    );
    return fitting.length > 0 ? this.random.pick(fitting) : undefined;
  }

  /** Tells a fact. */
  tell(person: Person, relation: WordRelation, kind: WordKind): ToldFact {
    const { random } = this;
    const member = this.#member(kind);
    const template = random.pick(wordings(relation.states, this.split));
    const adjective =
      member.counted && kind.adjectives.length > 0 && random.chance(0.3)
        ? `${random.pick(kind.adjectives)} `
        : '';
    const many = template.includes('{vs}');
    const bare = many && member.counted ? plural(member.word) : member.word;
    const value = many ? bare : adjective + bare;
    const filled = pronouns(template, person.gender)
      .replace('{av}', () => (member.counted ? withArticle(value) : value))
      .replace(/\{vs?\}/, () => value)
      .replace('{s}', () => this.#mention(person));
    const opener = random.chance(0.3) ? random.pick(wordings(openers, this.split)) : '';
    const tail = opener === '' && random.chance(0.12) ? random.pick(wordings(tails, this.split)) : '';
    const lead = opener === '' ? '' : /that$/.test(opener) ? `${opener} ` : `${opener}, `;
    const sentence = finished(`${lead}${filled}${tail}`);
    const answers = [...new Set([value, bare])].map((text) =>
      sentence.includes(text) ? text : capital(text),
    );
    return { person, relation, kind, sentence, answers };
  }

  #member(kind: WordKind): Member {
    const pool = kind.members.filter(({ heldOut }) => heldOut === (this.split === 'test'));
    const free = pool.filter(({ word }) => !this.#members.has(word));
    const member = this.random.pick(free.length > 0 ? free : pool);
    this.#members.add(member.word);
    return member;
  }

  /** A person as a statement speaks of them. */
  #mention({ manner, gender, name, role, phrases }: Person): string {
    const { random } = this;
    if (manner === 'kin') return random.pick(phrases);
    if (role === undefined || manner === 'introduced') return name;
    const label = random.pick(role.labels);
    const description = random.pick(role.descriptions);
    const last = name.split(' ')[1]!;
    const title = gender === 'm' ? 'Mr.' : random.chance(0.6) ? 'Mrs.' : 'Miss';
    return random.weighted(
      [
        () => `the ${label}`,
        () => `the ${random.pick(['old', 'young', 'village', 'local', 'new', 'former'])} ${label}`,
        () => `${name}, the ${label},`,
        () => `the ${sexed(gender)} who ${description}`,
        () => `${name}, who ${description},`,
        () => `${random.chance(0.4) ? 'old ' : ''}${title} ${last}, who ${description},`,
      ],
      [3, 1, 1.5, 3, 2, 1.5],
    )();
  }

  /** The sentence that says what someone is. */
  introduce({ name, gender, role }: Person): string {
    const { random } = this;
    const text = random
      .pick(wordings(introductions, this.split))
      .replace('{n}', () => name)
      .replace('a {l}', () => withArticle(random.pick(role!.labels)))
      .replace('{l}', () => random.pick(role!.labels))
      .replace('{d}', () => random.pick(role!.descriptions))
      .replace('{p}', sexed(gender));
    return finished(text);
  }

  /**
   * A question that shares no rare word with these sentences but the name it asks about; undefined where a few draws
   * found none. Without sentences any will do.
   */
  ask(
    person: Person,
    relation: WordRelation,
    kind: WordKind,
    sentences: readonly string[],
  ): string | undefined {
    const { random } = this;
    const seen = sentences.map(rareStems);
    const allowed = person.role === undefined ? rareStems(`${person.name}'s`) : possessive;
    for (let tries = 0; tries < 24; tries++) {
      const template = pronouns(random.pick(wordings(relation.asks, this.split)), person.gender);
      const question = template
        .replace('{c}', () => random.pick(template.includes('kind of {c}') ? plainNames(kind) : kind.names))
        .replace('{s}', () => this.#asked(person));
      let shared = false;
      for (const stem of rareStems(question))
        shared ||= !allowed.has(stem) && seen.some((stems) => stems.has(stem));
      if (!shared) return question;
    }
    return undefined;
  }

  /** A person as a question speaks of them. */
  #asked({ gender, name, role, phrases }: Person): string {
    const { random } = this;
    if (phrases.length > 0) return random.pick(phrases);
    if (role === undefined) return name;
    if (random.chance(0.6)) return `the ${random.pick(role.labels)}`;
    const who = random.weighted([`the ${sexed(gender)}`, 'the person', 'the one'], [6, 2, 1]);
    return `${who} who ${random.pick(role.descriptions)}`;
  }

  /** A question for the name of someone of whom this sentence says what they are; undefined where none was found. */
  askName(person: Person, sentence: string): string | undefined {
    const seen = rareStems(sentence);
    for (let tries = 0; tries < 24; tries++) {
      const question = this.random
        .pick(wordings(nameAsks, this.split))
        .replace('{s}', () => this.#asked(person));
      if (![...rareStems(question)].some((stem) => seen.has(stem) && !possessive.has(stem))) return question;
    }
    return undefined;
  }

  /**
   * A fact of a person and a question about it that share no rare word; undefined where the words do not allow it. Who
   * the person is may have been said already, beside another fact.
   */
  pair(person: Person, before?: AskedFact): AskedFact | undefined {
    for (let tries = 0; tries < 12; tries++) {
      const { relation, kind } = this.topic(person, before && [before.fact]);
      const fact = this.tell(person, relation, kind);
      const intro = before?.intro ?? (person.manner === 'introduced' ? this.introduce(person) : undefined);
      const sentences = intro === undefined ? [fact.sentence] : [fact.sentence, intro];
      const question = this.ask(person, relation, kind, sentences);
      if (question !== undefined) return { fact, intro, question };
    }
    return undefined;
  }

  /** The same of someone new. */
  pairOf(manner: Manner): AskedFact {
    return drawUntil(
      () => this.pair(this.person(manner)),
      (made) => made !== undefined,
    )!;
  }
}

const pools = new Map<boolean, readonly Role[]>(
  [true, false].map((test) => [test, roles.filter(({ heldOut }) => heldOut === test)]),
);
const rolesOf = (split: Split) => pools.get(split === 'test')!;

const pronouns = (template: string, gender: Gender) =>
  template
    .replaceAll('{he}', gender === 'm' ? 'he' : 'she')
    .replaceAll('{him}', gender === 'm' ? 'him' : 'her')
    .replaceAll('{his}', gender === 'm' ? 'his' : 'her');

/** A sentence with its capital and full stop, and no comma before either. */
const finished = (text: string) => `${capital(text.replace(/,(?=[,:]|$)/g, ''))}.`;
