import { withFurther } from './for-training.ts';
import type { Kind } from './kinds.ts';
import { furtherSceneWordings } from './scene-wordings.ts';

/** A setting in which one subject does the same kind of thing again and again: for order, lists and counts. */
export interface Scene {
  readonly subject: Kind;
  readonly item: Kind;
  /** {k} the subject, {v} the item. */
  readonly states: readonly string[];
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** {n} an ordinal. */
  readonly nth: readonly string[];
  /** {v} the item before the one asked for. */
  readonly after: readonly string[];
  readonly all: readonly string[];
}

const lines = (text: string) => text.split('|');

function scene(
  subject: Kind,
  item: Kind,
  text: { [K in Exclude<keyof Scene, 'subject' | 'item'>]: string },
): Scene {
  return {
    subject,
    item,
    states: lines(text.states),
    first: lines(text.first),
    last: lines(text.last),
    nth: lines(text.nth),
    after: lines(text.after),
    all: lines(text.all),
  };
}

function withFurtherWordings(list: readonly Scene[]): readonly Scene[] {
  return list.map((each, i) => {
    const further = furtherSceneWordings[i]!;
    const more = (name: keyof typeof further) => withFurther(each[name], lines(further[name]));
    return {
      ...each,
      ...{ states: more('states'), first: more('first'), last: more('last') },
      ...{ nth: more('nth'), after: more('after'), all: more('all') },
    };
  });
}

/** Scenes whose items are named once each. */
export const scenes: readonly Scene[] = withFurtherWordings([
  scene('person', 'place', {
    states:
      '{k} visited {v}.|{k} travelled to {v}.|{k} spent a week in {v}.|{k} arrived in {v}.|The journey took {k} to {v}.|{k} was seen in {v}.',
    first:
      'Which place did {k} visit first?|Where did {k} go first?|What was the first stop of {k}?|Where did the journey of {k} begin?',
    last: 'Which place did {k} visit last?|Where did {k} go last?|What was the last stop of {k}?|Where did the journey of {k} end?',
    nth: 'Which place did {k} visit {n}?|What was the {n} stop of {k}?|Where did {k} go as the {n} place?',
    after:
      'Where did {k} go right after {v}?|Which place did {k} visit next after {v}?|What was the stop of {k} that followed {v}?',
    all: 'Which places did {k} visit?|List all the places that {k} went to.|Name every stop of {k}.|To which places did the journey take {k}?',
  }),
  scene('company', 'person', {
    states:
      '{k} hired {v}.|{v} joined {k}.|{v} signed a contract with {k}.|{k} took on {v}.|{v} began to work at {k}.',
    first: 'Whom did {k} hire first?|Who was the first to join {k}?|Who signed first with {k}?',
    last: 'Whom did {k} hire last?|Who was the last to join {k}?|Who signed last with {k}?',
    nth: 'Who was the {n} person to join {k}?|Who was the {n} person hired by {k}?|Who came to {k} as the {n}?',
    after: 'Whom did {k} hire right after {v}?|Who joined {k} next after {v}?|Who came to {k} after {v}?',
    all: 'Whom did {k} hire?|List everyone who joined {k}.|Name all the people hired by {k}.|Who signed with {k}?',
  }),
  scene('ship', 'good', {
    states:
      '{k} took {v} on board.|A load of {v} was brought to {k}.|The crew of {k} stowed {v}.|{k} was loaded with {v}.|Porters carried {v} onto {k}.',
    first: 'What did {k} take on board first?|What was the first load of {k}?|What was stowed first on {k}?',
    last: 'What did {k} take on board last?|What was the last load of {k}?|What was stowed last on {k}?',
    nth: 'What was the {n} load of {k}?|What did {k} take on board as the {n} load?|What was stowed {n} on {k}?',
    after:
      'What did {k} take on board right after the {v}?|Which load of {k} followed the {v}?|What came onto {k} after the {v}?',
    all: 'What did {k} take on board?|List everything that was loaded on {k}.|Name all loads of {k}.|What did the crew of {k} stow?',
  }),
  scene('person', 'thing', {
    states:
      '{k} bought {v}.|{k} came home with {v}.|{v} was sold to {k}.|{k} acquired {v}.|{k} won the bid for {v}.',
    first:
      'What did {k} buy first?|What was the first thing that {k} acquired?|Which was the first purchase of {k}?',
    last: 'What did {k} buy last?|What was the last thing that {k} acquired?|Which was the last purchase of {k}?',
    nth: 'What was the {n} thing that {k} bought?|What was the {n} purchase of {k}?|What did {k} acquire as the {n} piece?',
    after:
      'What did {k} buy right after {v}?|What was the next purchase of {k} after {v}?|What did {k} acquire after {v}?',
    all: 'What did {k} buy?|List everything that {k} acquired.|Name all purchases of {k}.|Which things were sold to {k}?',
  }),
  scene('project', 'code', {
    states:
      '{k} passed checkpoint {v}.|Checkpoint {v} was reached by {k}.|{k} closed work item {v}.|Work item {v} of {k} is done.|{k} shipped release {v}.',
    first: 'Which code did {k} report first?|What was the first code of {k}?|With which code did {k} begin?',
    last: 'Which code did {k} report last?|What was the last code of {k}?|With which code did {k} end?',
    nth: 'What was the {n} code of {k}?|Which code did {k} report as the {n}?|Which was the {n} code reported for {k}?',
    after:
      'Which code of {k} followed {v}?|What did {k} report right after {v}?|Which code came after {v} for {k}?',
    all: 'Which codes were reported for {k}?|List all the codes of {k}.|Name every code that {k} reported.|What codes does {k} have?',
  }),
  scene('person', 'word', {
    states:
      '{k} said "{v}".|{k} shouted "{v}".|{k} wrote the word "{v}" on the wall.|{k} whispered "{v}".|Then {k} spoke the word "{v}".',
    first: 'Which word did {k} say first?|What was the first word of {k}?|With which word did {k} begin?',
    last: 'Which word did {k} say last?|What was the last word of {k}?|With which word did {k} end?',
    nth: 'What was the {n} word of {k}?|Which word did {k} say {n}?|Which was the {n} word that {k} spoke?',
    after:
      'Which word did {k} say right after "{v}"?|What did {k} say next after "{v}"?|Which word of {k} followed "{v}"?',
    all: 'Which words did {k} say?|List all the words of {k}.|Name every word that {k} spoke.|What did {k} say?',
  }),
]);

/** Wordings in which the same good is named again and again, to be counted. {v} one good, {p} the plural, {x} a person. */
export interface CountScene {
  readonly states: readonly string[];
  readonly count: readonly string[];
  readonly frequent: readonly string[];
}

const countScene = (states: string, count: string, frequent: string): CountScene => ({
  states: lines(states),
  count: lines(count),
  frequent: lines(frequent),
});

export const countScenes: readonly CountScene[] = [
  countScene(
    '{x} ordered {a} {v}.|{a} {v} was ordered by {x}.|An order came in: one {v}, for {x}.|{x} asked for {a} {v}.|New order from {x}: {a} {v}.',
    'How many {p} were ordered?|How many orders for {a} {v} were there?|What is the number of {p} ordered?|How often was {a} {v} ordered?',
    'What was ordered most often?|Which item has the most orders?|Which good was ordered most?',
  ),
  countScene(
    '{x} found {a} {v}.|{a} {v} was found by {x}.|In the mud {x} discovered {a} {v}.|{x} dug up {a} {v}.|Find of the day: {a} {v}, by {x}.',
    'How many {p} were found?|How many finds were {p}?|What is the number of {p} found?|How often was {a} {v} found?',
    'What was found most often?|Which find was the most frequent?|Which thing was found most?',
  ),
  countScene(
    '{x} lost {a} {v}.|{a} {v} was reported missing by {x}.|{x} left {a} {v} on the train.|Lost property: {a} {v}, owner {x}.|{x} is looking for {a} {v}.',
    'How many {p} were lost?|How many {p} were reported missing?|What is the number of lost {p}?|How often was {a} {v} lost?',
    'What was lost most often?|Which thing was reported missing most often?|Which kind of lost property was the most frequent?',
  ),
  countScene(
    '[sale] item={v} buyer={x}|[sale] buyer={x} item={v}|SOLD {v} TO {x}|sale: {v} ({x})|{x} bought one {v}',
    'How many {p} were sold?|How many sales of {p} does the text list?|What is the number of {p} sold?|How often was {a} {v} sold?',
    'What was sold most often?|Which item sold best?|Which good has the most sales?',
  ),
];
