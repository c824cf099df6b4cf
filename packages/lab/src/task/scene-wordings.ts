/** Further wordings of the scenes, in their order, for training alone: those of the scenes themselves are divided. */
export const furtherSceneWordings: readonly {
  readonly states: string;
  readonly first: string;
  readonly last: string;
  readonly nth: string;
  readonly after: string;
  readonly all: string;
}[] = [
  {
    states:
      '{k} set off for {v}.|{k} took the night train to {v}.|A postcard from {k} came from {v}.|In {v} an old friend welcomed {k}.|{k} rented a room in {v}.|{v} was where {k} headed.|{k} made a trip to {v}.|The coach dropped {k} off in {v}.',
    first:
      'Before any other place, where was {k}?|Name the place that {k} saw first.|Which destination came first for {k}?|Tell me where {k} travelled to first of all.|At the very start, which place did {k} head for?|What place opens the itinerary of {k}?',
    last: "Where was {k} most recently?|Name the place that {k} saw last.|Which destination came last for {k}?|Tell me where {k} ended up.|What place closes the itinerary of {k}?|What was {k}'s final destination?",
    nth: 'Name the {n} place that {k} saw.|Which destination was the {n} one for {k}?|Counting from the start, what is the {n} place {k} travelled to?|What place is {n} on the itinerary of {k}?|Tell me the {n} destination of {k}.|The {n} place {k} reached was which one?',
    after:
      'From {v}, where did {k} travel next?|After leaving {v}, {k} went where?|Having been in {v}, which place did {k} head for next?|Tell me the place {k} saw directly after {v}.|On the itinerary of {k}, what comes right behind {v}?|Where was {k} immediately after {v}?',
    all: "Where all did {k} go?|What are all the places {k} has been to?|Give me the complete list of {k}'s destinations.|Everywhere that {k} travelled, please.|Tell me each place in which {k} has been.|Write out the whole itinerary of {k}.|In which places was {k}?|Which destinations did {k} travel to?|I need to know every place {k} saw on the way.|Can you list the places {k} passed through?|What places are mentioned as visited by {k}?|Recount the full route of {k}.",
  },
  {
    states:
      '{k} gave {v} a job.|{v} was recruited by {k}.|{v} accepted an offer from {k}.|{v} is now on the payroll of {k}.|A position at {k} went to {v}.|{k} welcomed {v} to the staff.|{v} started a new job with {k}.|{k} announced the appointment of {v}.',
    first:
      'Who was recruited first by {k}?|Name the earliest recruit of {k}.|Before anyone else, who got a job at {k}?|To whom did {k} give a job first?|Which person was the first to go on the payroll of {k}?|Who started the earliest at {k}?',
    last: "Who was recruited last by {k}?|Name the latest recruit of {k}.|Who is the newest employee at {k}?|To whom did {k} give a job last?|Which person was the last to go on the payroll of {k}?|Who is {k}'s most recent hire?",
    nth: 'Name the {n} recruit of {k}.|Who was the {n} employee that {k} recruited?|To whom did {k} give a job {n}?|Which person was {n} to go on the payroll of {k}?|Counting from the first, who was the {n} hire of {k}?|Who got the {n} job that {k} gave out?',
    after:
      'Who was the next recruit of {k}, after {v}?|Directly after {v}, who was given a job at {k}?|After recruiting {v}, whom did {k} recruit next?|Once {v} was on the payroll of {k}, who was next?|Name the person employed by {k} immediately after {v}.|Which hire did {k} make following that of {v}?',
    all: "Which people did {k} recruit?|Who all got a job at {k}?|Give me the complete list of {k}'s recruits.|Who are the people that {k} employed?|Tell me each person who was given a job by {k}.|Everyone on the payroll of {k}, please.|Who are all the new employees of {k}?|Write down each person that {k} took on.|Which persons started to work for {k}?|Can you say who was recruited by {k}, all of them?|Enumerate the staff of {k}.|I would like to know everybody who went to work at {k}.",
  },
  {
    states:
      '{v} were hoisted aboard {k}.|The hold of {k} was filled with {v}.|At the quay {k} picked up {v}.|Dockers lifted {v} into {k}.|A merchant sent {v} to be shipped on {k}.|{k} received a cargo of {v}.|Crates of {v} went into the hold of {k}.|The captain of {k} signed for {v}.',
    first:
      'Which cargo went aboard {k} first?|Name the earliest cargo of {k}.|What goods did {k} pick up first?|Before anything else, what was put on {k}?|What was the first thing to be loaded onto {k}?|Which goods were the first to enter the hold of {k}?',
    last: 'Which cargo went aboard {k} last?|Name the latest cargo of {k}.|What goods did {k} pick up last?|What was put on {k} at the very end?|What was the last thing to be loaded onto {k}?|Which goods were the last to enter the hold of {k}?',
    nth: 'Which cargo went aboard {k} {n}?|Name the {n} cargo of {k}.|What were the {n} goods that {k} picked up?|What was the {n} thing to be loaded onto {k}?|Which goods were {n} to enter the hold of {k}?|Counting from the first, what is the {n} cargo that {k} received?',
    after:
      'Once the {v} were aboard {k}, what was loaded next?|Directly after the {v}, which goods did {k} pick up?|Name the cargo {k} received immediately after the {v}.|With the {v} in the hold of {k}, what was next to go in?|What was the next cargo of {k} after the {v}?|Having picked up the {v}, what did {k} pick up next?',
    all: "Which goods did {k} pick up?|What all is in the hold of {k}?|Give me the complete list of {k}'s cargo.|Everything that went aboard {k}, please.|Tell me each kind of goods carried by {k}.|What are all the goods that {k} received?|Write out the full cargo of {k}.|What was {k} carrying, all told?|Enumerate the goods put on {k}.|Which cargoes did {k} receive?|Draw up the manifest of {k}.|I need to know every cargo that was brought aboard {k}.",
  },
  {
    states:
      '{k} paid for {v}.|{k} got hold of {v}.|A dealer let {k} have {v}.|{v} went home with {k}.|{k} purchased {v} at the market.|{v} now belongs to {k}.|At the auction {v} went to {k}.|{k} picked up {v} in a shop.',
    first:
      "What did {k} pay for first?|Name the earliest thing that {k} got.|Before anything else, what did {k} purchase?|Which thing became {k}'s property first?|Which item did {k} get hold of first?|What was the first item that {k} paid for?",
    last: "What did {k} pay for last?|Name the latest thing that {k} got.|What did {k} purchase most recently?|Which thing became {k}'s property last?|Which item did {k} get hold of last?|What was the final item that {k} paid for?",
    nth: "Name the {n} thing that {k} got.|What was the {n} item that {k} paid for?|Which thing was {n} to become {k}'s property?|Which item did {k} get hold of {n}?|Counting from the first, what is the {n} thing {k} purchased?|Tell me the {n} item that went to {k}.",
    after:
      'Having paid for {v}, what did {k} pay for next?|Directly after {v}, which item did {k} get?|Name the thing that {k} purchased immediately after {v}.|Once {k} had {v}, what did the next purchase bring?|After getting hold of {v}, what did {k} get hold of next?|What went to {k} next, following {v}?',
    all: "Which things did {k} get?|What all did {k} buy?|Give me the complete list of {k}'s acquisitions.|Everything that {k} paid for, please.|Tell me each item that went to {k}.|What are all the things {k} purchased?|Which items did {k} get hold of?|Write down each thing that {k} bought.|Enumerate what was bought by {k}.|What things does {k} own now?|I want to know every item {k} spent money on.|Can you say what {k} purchased, item by item?",
  },
  {
    states:
      '{k} reported code {v}.|Code {v} was logged for {k}.|The team of {k} completed milestone {v}.|Ticket {v} of {k} has been resolved.|{k} signed off on {v}.|Build {v} of {k} went out.|Milestone {v} is behind {k} now.|A report on {k} gives the code {v}.',
    first:
      "Name the earliest code of {k}.|Which code was logged first for {k}?|What is {k}'s initial code?|Before any other, which code appeared for {k}?|Tell me the code that {k} gave first.|Which code opens the log of {k}?",
    last: "Name the latest code of {k}.|Which code was logged last for {k}?|What is {k}'s most recent code?|Which code appeared for {k} at the very end?|Tell me the code that {k} gave last.|Which code closes the log of {k}?",
    nth: 'Name the {n} code in the log of {k}.|Which code was logged {n} for {k}?|Counting from the first, what is the {n} code {k} gave?|Tell me the {n} code belonging to {k}.|In the series of codes of {k}, which is the {n}?|The {n} code that {k} logged: what was it?',
    after:
      'Directly after {v}, which code was logged for {k}?|Name the code that {k} gave immediately after {v}.|In the log of {k}, what stands directly below {v}?|Once {v} was done, which code was next for {k}?|After reporting {v}, what did {k} report next?|Tell me the next code of {k}, after {v}.',
    all: "What all was logged for {k}?|Give me the complete list of {k}'s codes.|Every single code belonging to {k}, please.|Tell me each code given for {k}.|What are all the codes that {k} has logged?|Which codes belong to {k}?|Write out the codes in the log of {k}.|Enumerate the codes for {k}.|Which codes come up in connection with {k}?|Can you list what codes {k} gave?|I need all codes that were recorded for {k}.|Under which codes did {k} file reports?",
  },
  {
    states:
      '{k} muttered "{v}".|"{v}", said {k}.|"{v}!" cried {k}.|From {k} came the word "{v}".|The word "{v}" was heard from {k}.|{k} called out "{v}".|{k} uttered the word "{v}".|"{v}" was what {k} answered.',
    first:
      'Name the earliest word from {k}.|Which word was heard first from {k}?|Before any other, which word did {k} utter?|Tell me what {k} said first of all.|What was the first thing that {k} said?|What came out of the mouth of {k} first?',
    last: 'Name the latest word from {k}.|Which word was heard last from {k}?|Which word did {k} utter most recently?|Tell me what {k} said at the very end.|What was the last thing that {k} said?|What came out of the mouth of {k} last?',
    nth: 'Name the {n} word from {k}.|Which word was heard {n} from {k}?|What was the {n} thing that {k} said?|Counting from the first, what is the {n} word uttered by {k}?|Tell me the {n} word {k} used.|Which word did {k} utter {n}?',
    after:
      'Directly after "{v}", which word was heard from {k}?|Having said "{v}", what did {k} say next?|Name the word {k} uttered immediately after "{v}".|After the word "{v}", what was the next one from {k}?|Once "{v}" was out, what did {k} say?|Tell me what {k} said just after "{v}".',
    all: 'What all did {k} say?|Give me the complete list of words from {k}.|Everything that {k} said, please.|Tell me each word uttered by {k}.|What are all the words that {k} used?|Which words were heard from {k}?|Write down all that {k} said.|Enumerate the words {k} uttered.|Which words came from {k}?|Can you repeat what {k} said, word for word?|Quote every utterance of {k}.|I want to know all the things {k} said.',
  },
];
