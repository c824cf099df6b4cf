import { drawUntil, type Random } from '../random.ts';
import { pseudoWord } from '../words/names.ts';
import { digits, letterRun } from '../words/values.ts';
import { type Relation, relations } from './relations.ts';
import { type Fact, layFacts, makeSample, sampleRandom } from './sample.ts';
import type { GenerateOptions, Split, Task } from './task.ts';
import { chooseHaystack, FactSource, fillIn, wordings } from './wording.ts';

/** Options of tasks with hops; 2 to 4 unless told. */
export interface ChainOptions extends GenerateOptions {
  readonly hops?: number;
}

/** Facts that lead from one to the next: each can be recognised only when the one before is known. */
export const chainTask: Task & { generate(options: ChainOptions): ReturnType<Task['generate']> } = {
  name: 'chain',
  description: 'A question whose answer takes two to four facts, each leading to the next, in reading order.',
  form: 'select',
  canBeUnanswerable: true,
  generate(options: ChainOptions) {
    const source = new FactSource(sampleRandom('chain', options).fork('facts'), options.split, options.words);
    const { random } = source;
    const hops = options.hops ?? random.int(2, 4);
    const answerable = options.answerable ?? true;
    const path = walk(random, hops);
    const asked: Fact[] = [];
    const others: Fact[] = [];
    const keys: string[] = [];
    let key = source.fresh(path[0]!.about);
    let phrase = key;
    path.forEach((relation, hop) => {
      keys.push(key);
      const value = source.fresh(relation.value);
      asked.push({
        text: source.state(relation, key, value),
        evidence: value,
        ...(hop > 0 && { needs: hop - 1 }),
      });
      for (let i = random.int(1, 3); i > 0; i--) {
        const other = source.near(relation.about, key);
        others.push({ text: source.state(relation, other, source.fresh(relation.value)) });
      }
      if (hop < hops - 1)
        phrase = random.pick(phrasesOf(relation, source.split)).replace('{k}', () => phrase);
      key = value;
    });
    const last = path.at(-1)!;
    const question = fillIn(random.pick(wordings(last.asks, source.split)), phrase);
    // Without its last fact the chain leads nowhere; what came before is still recognised and kept.
    const facts = [...(answerable ? asked : asked.slice(0, -1)), ...others];
    const haystack = chooseHaystack(options, random, new Set(keys));
    const { composition, evidence } = layFacts(facts, haystack, options, sampleRandom('chain', options));
    return makeSample({
      task: 'chain',
      options,
      question,
      answers: [asked.at(-1)!.evidence!],
      answerable,
      composition,
      evidence,
      meta: { hops, path: path.map(({ name }) => name), haystack: haystack.name },
    });
  },
};

const phrasesOf = ({ phrases, furtherPhrases = [] }: Relation, split: Split) =>
  split === 'test' ? phrases : [...phrases, ...furtherPhrases];

/** A path of relations in which each is about what the one before states. */
function walk(random: Random, hops: number) {
  return drawUntil(
    () => {
      const path = [random.pick(relations)];
      while (path.length < hops) {
        const next = relations.filter(
          ({ about, name }) => about === path.at(-1)!.value && path.every((passed) => passed.name !== name),
        );
        if (next.length === 0) break;
        path.push(random.pick(next));
      }
      return path;
    },
    (path) => path.length === hops,
  );
}

const assignments =
  `{x} = {y}|let {x} = {y};|{x} := {y}|SET {x} TO {y}|{x} <- {y}|assign {x} = {y}|The variable {x} is set to {y}.|{x} takes the value of {y}.|{x} is equal to {y}.|VAR {x} = {y}|We define {x} as {y}.|{x} copies {y}.|int {x} = {y};|export {x}={y}|{x}: {y}
+|const {x} = {y};|var {x} = {y}|{x} == {y}|set {x} {y}|{x}\t{y}|#define {x} {y}|{x} => {y}|{x} gets {y}.|{x} ← {y}
Let {x} be {y}.|{x} has the same value as {y}.|{x} stands for {y}.|The value of {x} is {y}.|Put {y} into {x}.
{x}={y};|def {x} = {y}|MOV {x}, {y}|{y} -> {x}|{y} is stored in {x}.|local {x} = {y}
val {x} = {y}|Dim {x} = {y}|{x} was assigned {y}.|(setq {x} {y})|"{x}": "{y}",|<{x}>{y}</{x}>|{x} is {y}.
set {x} to {y}|{x} is set to {y}.|MOVE {y} TO {x}.|LET {x} = {y}|Assign {y} to {x}.|{x} is defined as {y}.|Store {y} in {x}.
mov {x}, {y}|Where {x} stands, read {y}.`.split(/[|\n]+/);
const valueAsks =
  `What is the value of {k}?|Which value does {k} have?|What number does {k} hold?|To what number does {k} come down?|Follow the assignments: what is {k}?|What is {k} equal to in the end?
+|What value does {k} have?|What does {k} evaluate to?|Give the value of {k}.|Which number is in {k}?|What is in {k}?
What number is {k}?|Resolve {k}.|Tell me the number behind {k}.|What does {k} come to?|Which value ends up in {k}?
{k} = ?|Compute {k}.|What value was given to {k}, directly or not?|Find the value of {k}.|Which number does {k} stand for?
What number does {k} hold in the end?|Which number is {k} equal to?|What does {k} contain?|Which value does {k} carry?
To what number does {k} amount?|What is stored in {k}?|What is {k} worth?|To which number does {k} reduce?
To what number does {k} finally point?|What do we get for {k}?|Evaluate {k}.|Print {k}. What appears?|Work out {k}.
Say which number {k} has.|Tell me the final value of {k}.|Give the number that {k} stands for.|Which number ends up in {k}?
{k} equals what?|What would print({k}) show?|I would like to know what {k} comes to.
Follow {k} to the end: which number is there?|When everything has been passed on, what is in {k}?
With what number is {k} left?|What number lies behind {k}?|Find the value held by {k}.|At the end of the chain, what is {k}?
After all assignments, how much is {k}?|Determine {k}.|Which figure does {k} represent?|What is the content of {k}?
Trace {k} back to a number. Which one?|For what number is {k} another name?|How much is {k}?|What value was passed on to {k}?
Replace {k} by a number: which one must it be?|Looking into {k}, what number do you see?
What has {k} been set to, as a number?|From which number does {k} get its value?|Reading {k} returns what?
Once the program has run, what does {k} store?`.split(/[|\n]+/);
const allAsks =
  `Which variables have the value {k}?|Find all variables that come down to {k}.|Name every variable equal to {k}.|List all variables that hold {k}.|Which names stand for {k} in the end?|What variables were given {k}, directly or not?
+|Which variables turn out as {k}?|What variables have the value {k}?|List the variables with the value {k}.|Which names have the value {k}?
Give all variables that are {k}.|Which of the variables come to {k}?|What are the variables whose value is {k}?|Every name that ends up as {k}?
Tell me which variables hold {k}.|Collect the variables that stand for {k}.|Where does {k} end up? Name all variables.
All variables with {k}, please.|Which variables resolve to {k}?|Which variables contain {k}?|Who holds {k}? List all variables.
Which variables have the number {k} in the end?|Which variables hold {k}?|What variables are equal to {k}?
List the variables whose value is {k}.|Name every variable that holds {k}.|In which variables does {k} end up?
Which variables carry the value {k}?|Where is {k} stored? Name all variables.|Find all variables that equal {k}.
Which of the variables contain {k}?|All variables with the value {k}, please.|To which variables was {k} passed on in the end?
Which variables come to {k}?|Which names stand for {k}?|Who holds {k}? List the variables.
What are the variables that evaluate to {k}?|Give me every variable with the number {k}.|Which variables would print {k}?
Which variables finally point to {k}?|Tell me all the variables that have {k} as their value.
I would like to know which variables are worth {k}.|Say which variables reduce to {k}.|{k} is the value of which variables?
{k} can be found in which variables?|Which variables get {k}, directly or by way of others?
Through the chain of assignments, which variables receive {k}?|Collect the names of the variables set to {k}.
After all assignments, in which variables is {k}?|What variable names resolve to {k}?|Enumerate the variables containing {k}.
By which variables is {k} held?|Which variables share the value {k}?|For which variables is the result {k}?
Whose value is {k}? Name each variable.|When everything has been passed on, which variables show {k}?
Which variables lead back to {k}?|Write down each variable that amounts to {k}.|Variables equal to {k}?
Looking into the variables, in which ones do you see {k}?|Out of the variables, pick those that store {k}.`.split(
    /[|\n]+/,
  );

/** Variable tracking in many notations; asks for a variable's value or for all variables that have one. */
export const assignmentsTask: Task & { generate(options: ChainOptions): ReturnType<Task['generate']> } = {
  name: 'assignments',
  description:
    'Variables assigned to variables, in many notations: a value is asked for, or all that have it.',
  form: 'select',
  canBeUnanswerable: false,
  generate(options: ChainOptions) {
    const random = sampleRandom('assignments', options);
    const draw = random.fork('chain');
    const split = options.split ?? 'train';
    const hops = options.hops ?? draw.int(2, 4);
    const notation = draw.pick(wordings(assignments, split));
    const style = draw.int(0, 3);
    const used = new Set<string>();
    const variable = () => {
      const name = drawUntil(
        () =>
          [
            () => letterRun(draw, draw.int(3, 5)),
            () => pseudoWord(draw),
            () => `x${draw.int(1, 999)}`,
            () => `${pseudoWord(draw, 2)}_${draw.int(1, 99)}`,
          ][style]!(),
        (candidate) => !used.has(candidate),
      );
      used.add(name);
      return name;
    };
    const write = (x: string, y: string) => notation.replaceAll('{x}', () => x).replace('{y}', () => y);
    const chain = (): { names: string[]; value: string; lines: string[] } => {
      const names = Array.from({ length: hops + 1 }, variable);
      const value = digits(draw, 5);
      // From the value outward: the first line states it, each further one copies the one before.
      return { names, value, lines: names.map((name, i) => write(name, i === 0 ? value : names[i - 1]!)) };
    };
    const asked = chain();
    const all = draw.chance(0.5);
    // Asked for a value, a reader begins at the variable asked for: there the chain is told backward.
    const order = all ? asked.lines.map((_, i) => i) : asked.lines.map((_, i) => asked.lines.length - 1 - i);
    const facts: Fact[] = order.map((line, index) => ({
      text: asked.lines[line]!,
      evidence: all ? asked.names[line]! : line === 0 ? asked.value : asked.names[line - 1]!,
      ...(index > 0 && { needs: index - 1 }),
    }));
    for (let i = draw.int(0, 3); i > 0; i--) {
      const depths = Array.from({ length: hops + 1 }, () => draw.float()).sort((a, b) => a - b);
      for (const [index, text] of chain().lines.entries()) facts.push({ text, at: depths[index]! });
    }
    const haystack = { ...chooseHaystack(options, draw, new Set()), separator: '\n' };
    const { composition, evidence } = layFacts(facts, haystack, options, random);
    const ask = draw.pick(wordings(all ? allAsks : valueAsks, split));
    return makeSample({
      task: 'assignments',
      options,
      question: fillIn(ask, all ? asked.value : asked.names.at(-1)!),
      answers: all ? asked.names : [asked.value],
      match: all ? 'all' : 'any',
      exhaustive: all,
      composition,
      evidence,
      meta: { hops, haystack: haystack.name },
    });
  },
};
