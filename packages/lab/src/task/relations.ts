import { withFurther } from './for-training.ts';
import type { Kind } from './kinds.ts';
import { furtherWordings } from './relation-wordings.ts';

/**
 * A kind of fact. In `states`, `asks` and `phrases`, {k} is what it is about and {v} what it states; `phrases`
 * name the value without knowing it ("the employer of {k}"), which is how hops are nested in one question.
 */
export interface Relation {
  readonly name: string;
  readonly about: Kind;
  readonly value: Kind;
  readonly states: readonly string[];
  readonly asks: readonly string[];
  readonly phrases: readonly string[];
  /** Phrases that test has not. */
  readonly furtherPhrases?: readonly string[];
}

function relation(
  name: string,
  about: Kind,
  value: Kind,
  states: string,
  asks: string,
  phrases: string,
): Relation {
  const lines = (text: string) => text.trim().split(/\s*\|\s*/);
  const further = furtherWordings[name]!;
  return {
    name,
    about,
    value,
    states: withFurther(lines(states), lines(further.states)),
    asks: withFurther(lines(asks), lines(further.asks)),
    phrases: lines(phrases),
    furtherPhrases: lines(further.phrases),
  };
}

/** Kinds of facts with a meaning of their own: their questions often share no word with them but the name. */
export const relations: readonly Relation[] = [
  relation(
    'home',
    'person',
    'place',
    '{k} lives in {v}.|{k} has moved to {v}.|The house of {k} stands in {v}.|These days {k} can be found at home in {v}.|{v} is where {k} has settled.|After many years abroad, {k} made a home in {v}.|{k} rents two rooms in {v}.',
    'Where does {k} live?|In which town does {k} live?|What is the place of residence of {k}?|Which place is home to {k}?|Where would one find {k} at home?',
    'the town where {k} lives|the place that {k} calls home|the home town of {k}',
  ),
  relation(
    'birthplace',
    'person',
    'place',
    '{k} was born in {v}.|The birthplace of {k} is {v}.|{k} came into the world in {v}.|{v} is the town where {k} was born.|{k}, a native of {v}, never spoke of it.',
    'Where was {k} born?|What is the birthplace of {k}?|In which place did {k} come into the world?|Of which town is {k} a native?',
    'the birthplace of {k}|the town where {k} was born',
  ),
  relation(
    'employer',
    'person',
    'company',
    '{k} works for {v}.|{k} is employed by {v}.|{v} hired {k} last spring.|{k} earns a living at {v}.|{k} has a desk at {v}.|Since the autumn {k} has been on the staff of {v}.',
    'Who employs {k}?|For which company does {k} work?|What is the employer of {k}?|Where does {k} work?|On whose staff is {k}?',
    'the employer of {k}|the company that {k} works for|the firm that employs {k}',
  ),
  relation(
    'seat',
    'company',
    'place',
    '{k} has its head office in {v}.|{k} is based in {v}.|The headquarters of {k} are in {v}.|{v} is the seat of {k}.|{k} runs its business from {v}.',
    'Where is {k} based?|In which town is the head office of {k}?|What is the seat of {k}?|Where are the headquarters of {k}?',
    'the town where {k} is based|the seat of {k}|the place from which {k} runs its business',
  ),
  relation(
    'mayor',
    'place',
    'person',
    'The mayor of {k} is {v}.|{v} was elected mayor of {k}.|{k} is governed by {v}.|The people of {k} chose {v} as their mayor.|In {k} the mayor is called {v}.',
    'Who is the mayor of {k}?|Who governs {k}?|What is the name of the mayor of {k}?|Whom did the people of {k} choose as mayor?',
    'the mayor of {k}|the person who governs {k}',
  ),
  relation(
    'founder',
    'company',
    'person',
    '{k} was founded by {v}.|{v} founded {k} in a garage.|The founder of {k} is {v}.|It was {v} who started {k}.|{k} owes its existence to {v}.',
    'Who founded {k}?|Who is the founder of {k}?|By whom was {k} started?|To whom does {k} owe its existence?',
    'the founder of {k}|the person who founded {k}',
  ),
  relation(
    'friend',
    'person',
    'person',
    'The best friend of {k} is {v}.|{k} trusts nobody more than {v}.|{k} and an old friend, {v}, met at school.|{v} is the closest friend {k} has.',
    'Who is the best friend of {k}?|Whom does {k} trust most?|Who is closest to {k}?',
    'the best friend of {k}|the closest friend of {k}',
  ),
  relation(
    'teacher',
    'person',
    'person',
    '{k} was taught by {v}.|{v} taught {k} everything.|{k} learned the trade from {v}.|The teacher of {k} was {v}.|As a pupil of {v}, {k} worked hard.',
    'Who taught {k}?|Who was the teacher of {k}?|From whom did {k} learn the trade?|Whose pupil was {k}?',
    'the teacher of {k}|the person who taught {k}',
  ),
  relation(
    'pet',
    'person',
    'animal',
    '{k} keeps an animal called {v}.|{k} never goes out without {v}.|The animal of {k} is {v}.|{v} belongs to {k}.|{v} has been with {k} for years.',
    'Which animal does {k} keep?|What is the name of the animal of {k}?|Which animal belongs to {k}?|Without which animal does {k} never go out?',
    'the animal of {k}|the animal that {k} keeps',
  ),
  relation(
    'captain',
    'ship',
    'person',
    'The captain of {k} is {v}.|{v} commands {k}.|{k} sails under {v}.|At the helm of {k} stands {v}.',
    'Who commands {k}?|Who is the captain of {k}?|Under whom does {k} sail?|Who stands at the helm of {k}?',
    'the captain of {k}|the person who commands {k}',
  ),
  relation(
    'harbour',
    'ship',
    'place',
    'The home port of {k} is {v}.|{k} lies at anchor in {v}.|{k} has tied up in {v}.|One can see {k} in the harbor of {v}.',
    'Where does {k} lie?|What is the home port of {k}?|In which harbor is {k}?|Where has {k} tied up?',
    'the home port of {k}|the place where {k} lies',
  ),
  relation(
    'lead',
    'project',
    'person',
    '{k} is led by {v}.|{v} is in charge of {k}.|The lead of {k} is {v}.|Questions about {k} go to {v}.|{v} answers for {k}.',
    'Who leads {k}?|Who is in charge of {k}?|To whom do questions about {k} go?|Who answers for {k}?',
    'the lead of {k}|the person in charge of {k}',
  ),
  relation(
    'author',
    'book',
    'person',
    '{k} was written by {v}.|{v} is the author of {k}.|{v} wrote {k} in one summer.|Few know that {k} is a work of {v}.',
    'Who wrote {k}?|Who is the author of {k}?|Whose work is {k}?',
    'the author of {k}|the person who wrote {k}',
  ),
  relation(
    'founded',
    'company',
    'year',
    '{k} was founded in {v}.|{k} has existed since {v}.|The history of {k} begins in {v}.|{k} opened its doors in {v}.',
    'When was {k} founded?|In which year did {k} open its doors?|Since when has {k} existed?|In which year does the history of {k} begin?',
    'the year in which {k} was founded',
  ),
  relation(
    'born',
    'person',
    'date',
    '{k} was born on {v}.|The birthday of {k} is {v}.|The register gives {v} as the date of birth of {k}.|{k} came into the world on {v}.',
    'When was {k} born?|What is the date of birth of {k}?|On which day did {k} come into the world?',
    'the date of birth of {k}',
  ),
  relation(
    'deadline',
    'project',
    'date',
    '{k} is due on {v}.|The deadline of {k} is {v}.|{k} must be finished by {v}.|Nobody believes that {k} will be done by {v}, as planned.',
    'When is {k} due?|What is the deadline of {k}?|By when must {k} be finished?',
    'the deadline of {k}',
  ),
  relation(
    'budget',
    'project',
    'sum',
    '{k} has a budget of {v}.|For {k}, {v} were set aside.|The council granted {k} a total of {v}.|{v} is all that {k} was given.',
    'What is the budget of {k}?|How much was set aside for {k}?|How much was {k} granted?',
    'the budget of {k}',
  ),
  relation(
    'population',
    'place',
    'number',
    '{k} has {v} inhabitants.|The population of {k} is {v}.|At the last census {v} people lived in {k}.|{v} souls live in {k}.',
    'How many inhabitants does {k} have?|What is the population of {k}?|How many people live in {k}?',
    'the population of {k}',
  ),
  relation(
    'phone',
    'person',
    'number',
    'The telephone number of {k} is {v}.|{k} can be reached at {v}.|Call {k} on {v}.|To speak with {k}, dial {v}.',
    'What is the telephone number of {k}?|At which number can {k} be reached?|Which number does one dial to speak with {k}?',
    'the telephone number of {k}',
  ),
  relation(
    'locker',
    'person',
    'code',
    'The locker of {k} opens with {v}.|{k} uses the code {v}.|{v} is the access code of {k}.|{k} wrote the code {v} on a slip of paper.',
    'What is the access code of {k}?|Which code does {k} use?|With what does the locker of {k} open?',
    'the access code of {k}',
  ),
  relation(
    'serial',
    'thing',
    'code',
    'The serial number of {k} is {v}.|On the back of {k} is stamped {v}.|{k} is registered under {v}.|{k} bears the mark {v}.',
    'What is the serial number of {k}?|What is stamped on the back of {k}?|Under what is {k} registered?|Which mark does {k} bear?',
    'the serial number of {k}',
  ),
  relation(
    'weight',
    'thing',
    'sum',
    '{k} was valued at {v}.|The estimate for {k} is {v}.|The expert put {k} at {v}.',
    'At how much was {k} valued?|What is the estimate for {k}?|At how much did the expert put {k}?',
    'the estimate for {k}',
  ),
  relation(
    'owner',
    'thing',
    'person',
    '{k} belongs to {v}.|The owner of {k} is {v}.|{v} inherited {k} from an aunt.|{v} has bought {k}.|Since the auction, {k} has been the property of {v}.',
    'Who owns {k}?|To whom does {k} belong?|Whose property is {k}?|Who is the owner of {k}?',
    'the owner of {k}|the person who owns {k}',
  ),
  relation(
    'keeper',
    'animal',
    'place',
    '{k} sleeps in a stable in {v}.|{k} was last seen in {v}.|{k} is kept in {v}.',
    'Where does {k} sleep?|Where was {k} last seen?|Where is {k} kept?',
    'the place where {k} is kept',
  ),
  relation(
    'chip',
    'animal',
    'number',
    'The tag of {k} reads {v}.|{k} wears a tag with the number {v}.|{k} is entered in the book as number {v}.',
    'Which number is on the tag of {k}?|Under which number is {k} entered in the book?',
    'the number on the tag of {k}',
  ),
  relation(
    'colour',
    'person',
    'colour',
    'The favorite color of {k} is {v}.|{k} likes {v} best of all colors.|{k} paints every door {v}.|Everything {k} owns is {v}.',
    'What is the favorite color of {k}?|Which color does {k} like best?|In which color does {k} paint every door?',
    'the favorite color of {k}',
  ),
  relation(
    'departure',
    'ship',
    'time',
    '{k} leaves at {v}.|The departure of {k} is at {v}.|{k} casts off at {v} sharp.',
    'When does {k} leave?|At what time does {k} cast off?|What is the time of departure of {k}?',
    'the time at which {k} leaves',
  ),
  relation(
    'cargo',
    'ship',
    'goods',
    '{k} carries nothing but {v}.|The cargo of {k} is {v}.|{k} is loaded with {v}.|In the hold of {k} there are only {v}.',
    'What does {k} carry?|What is the cargo of {k}?|With what is {k} loaded?|What is in the hold of {k}?',
    'the cargo of {k}',
  ),
  relation(
    'market',
    'place',
    'weekday',
    'Market day in {k} is {v}.|In {k} the market is held every {v}.|{k} is full of carts on {v}.',
    'On which day is the market in {k}?|What is market day in {k}?|On which weekday is {k} full of carts?',
    'market day in {k}',
  ),
  relation(
    'dish',
    'place',
    'goods',
    '{k} is known for its {v}.|People travel to {k} for the {v}.|The best {v} come from {k}.',
    'For what is {k} known?|For what do people travel to {k}?|What comes from {k} at its best?',
    'what {k} is known for',
  ),
  relation(
    'pages',
    'book',
    'count',
    '{k} has {v} pages.|There are {v} pages in {k}.|{v} pages make up {k}.|The first edition of {k} ran to {v} pages.|Whoever reads {k} has to get through {v} pages.',
    'How many pages does {k} have?|How many pages are there in {k}?|To how many pages did the first edition of {k} run?|What is the number of pages of {k}?',
    'the number of pages of {k}',
  ),
  relation(
    'crew',
    'ship',
    'count',
    'The crew of {k} is {v} strong.|{k} has a crew of {v} men.|{v} sailors serve aboard {k}.|On its last voyage {k} had {v} people on board.',
    'How many people are there in the crew of {k}?|How large is the crew of {k}?|How many sailors serve aboard {k}?|How many were on board {k} on its last voyage?',
    'the size of the crew of {k}',
  ),
  relation(
    'staff',
    'company',
    'count',
    '{k} employs {v} people.|{v} people work at {k}.|The staff of {k} numbers {v}.|Of the {v} clerks of {k} few have stayed.|{k} pays the wages of {v} workers.',
    'How many people work at {k}?|How many workers does {k} employ?|What is the size of the staff of {k}?|How many clerks does {k} have?',
    'the size of the staff of {k}',
  ),
  relation(
    'gift',
    'person',
    'institution',
    '{k} built the {v}.|{k} gave a fortune to the {v}.|The {v} was paid for by {k}.|Every year {k} sends money to the {v}.|The {v} owes its roof to {k}.|It was {k} who endowed the {v}.',
    'What did {k} build?|To which institution did {k} give a fortune?|What was paid for by {k}?|What did {k} endow?|What owes its roof to {k}?',
    'what {k} built|the institution that {k} endowed',
  ),
  relation(
    'identifier',
    'project',
    'uuid',
    'The identifier of {k} is {v}.|{k} is stored under {v}.|In the database {k} has the id {v}.',
    'What is the identifier of {k}?|Under what is {k} stored?|Which id has {k} in the database?',
    'the identifier of {k}',
  ),
];
