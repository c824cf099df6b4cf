/** Further wordings of the relations, by name, for training alone: those of the relations themselves are divided. */
export const furtherWordings: Readonly<Record<string, { readonly states: string; readonly asks: string }>> = {
  home: {
    states:
      'According to the tax rolls, {k} resides in {v}.|{k} took a flat in {v} and has stayed there ever since.|Letters to {k} should be addressed to {v}, where the family now dwells.|{v} counts {k} among its residents.|Every evening {k} takes the last train back home to {v}.|Having sold the farm, {k} now makes do with a cottage in {v}.|If you want to visit {k}, you will have to travel to {v}.|"I would never leave {v}, it is my home," {k} told the paper.',
    asks: 'Tell me where {k} resides.|Name the town in which {k} has settled.|Do you know where {k} lives now?|Which town counts {k} among its residents?|Where has {k} made a home?|From what the text says, where is {k} at home?|To which place would I travel to visit {k}?|What town does {k} call home?|Say in which place {k} dwells.',
  },
  birthplace: {
    states:
      '{k} hails from {v}.|Born and baptized in {v}, {k} left it while still young.|The mother of {k} gave birth in {v}.|The parish of {v} recorded the birth of {k}.|By birth {k} belongs to {v}.|A plaque in {v} marks the house in which {k} was born.|Place of birth of {k}, as given in the passport: {v}.|It was in {v} that {k} first saw the light of day.',
    asks: 'Tell me where {k} was born.|Where does {k} hail from?|Name the town of birth of {k}.|Which town saw the birth of {k}?|Do you know in what town {k} was born?|From what the text says, where was the birth of {k}?|What place of birth is given for {k}?|Where did the mother of {k} give birth?|In what town did {k} first see the light of day?',
  },
  employer: {
    states:
      '{k} has a job with {v}.|{v} pays the salary of {k}.|After the interview {k} signed a contract with {v}.|Every morning {k} goes to work at {v}.|{k} is one of the people on the payroll of {v}.|As an employee of {v}, {k} is not allowed to comment.|"My work at {v} keeps me busy," wrote {k}.|{k} left the old job and took up a post at {v}.',
    asks: 'Tell me which company {k} works for.|Who pays the salary of {k}?|Which firm has {k} on its payroll?|Do you know where {k} is employed?|Name the company that employs {k}.|At which firm does {k} hold a post?|From what the text says, for whom does {k} work?|With which company does {k} have a job?|By whom is {k} employed?|Where does {k} earn a living?',
  },
  seat: {
    states:
      'The main office of {k} is located in {v}.|From its offices in {v}, {k} serves the whole country.|{k}, registered in {v}, declined to comment.|Letters to the board of {k} must be sent to its address in {v}.|{v} is home to {k}.|Last year {k} moved its central office to {v}.|The directors of {k} meet at the main building in {v}.|{k} is a firm from {v}.',
    asks: 'Tell me where {k} has its head office.|Name the town in which {k} is based.|Which town is home to {k}?|Do you know where the main office of {k} is?|From which place does {k} run its business?|From what the text says, where does {k} have its offices?|In what town is {k} located?|Where would a letter to the board of {k} have to go?|Where does one find the central office of {k}?',
  },
  mayor: {
    states:
      '{v} serves as mayor of {k}.|The office of mayor in {k} is held by {v}.|At the town hall of {k}, {v} has been sworn in as mayor.|"{k} needs a new bridge," said its mayor, {v}.|{v} won the election in {k} and now runs the town as mayor.|Since the last vote {k} has had {v} for a mayor.|Signed on behalf of the town of {k}: {v}, mayor.|As mayor, {v} looks after the affairs of {k}.',
    asks: 'Tell me who is mayor of {k}.|Who was elected mayor of {k}?|Which person runs the town of {k}?|Do you know who the mayor of {k} is?|By whom is the office of mayor held in {k}?|From what the text says, who serves as mayor in {k}?|Who heads the town hall of {k}?|Who won the mayoral election in {k}?|Whom does {k} have for a mayor?',
  },
  founder: {
    states:
      '{v} set up {k} with borrowed money.|{k} was established by {v}.|With nothing but an idea, {v} created {k}.|{v} is remembered as the one who brought {k} into being.|Without {v}, who launched it, {k} would not exist.|Credit for the founding of {k} goes to {v}.|In the hall of {k} hangs a portrait of {v}, who founded it.|{v} left the army and started a firm called {k}.',
    asks: 'Tell me who founded {k}.|Who set up {k}?|Name the person who established {k}.|Do you know who created {k}?|Whose creation is {k}?|Which person launched {k}?|From what the text says, who brought {k} into being?|Who gets the credit for the founding of {k}?|Whose idea was it to set up {k}?',
  },
  friend: {
    states:
      '{k} considers {v} a best friend.|No one is dearer to {k} as a friend than {v}.|{k} tells every secret to {v}, the truest of friends.|Among all the friends of {k}, {v} comes first.|Best friends for life: that is what {k} says of the bond with {v}.|When in trouble, {k} turns to {v}, a friend like no other.|{k} calls {v} the best friend anyone could wish for.|Of all people, it is {v} whom {k} holds dearest as a friend.',
    asks: "Tell me who is {k}'s best friend.|Name the best friend of {k}.|Whom does {k} consider a best friend?|Do you know which friend {k} holds dearest?|Which friend comes first for {k}?|From what the text says, who is the dearest friend of {k}?|To which friend does {k} turn when in trouble?|Whom does {k} call the best of friends?|Who is the friend that {k} trusts above all others?",
  },
  teacher: {
    states:
      '{k} studied under {v}.|{v} gave lessons to {k} for years.|It was {v} who instructed {k}.|{k} owes an education to {v}, a strict teacher.|{v} had {k} as a student.|In school {k} sat in the class of {v}.|"All I know I was taught by {v}," {k} used to say.|{k} received instruction from {v}.|Among the pupils of {v} was {k}.',
    asks: 'Tell me who taught {k}.|Under whom did {k} study?|Name the teacher of {k}.|Who gave lessons to {k}?|Do you know who instructed {k}?|Which teacher had {k} as a student?|From what the text says, by whom was {k} taught?|In whose class did {k} sit?|From whom did {k} receive instruction?',
  },
  pet: {
    states:
      '{k} has a pet, {v}.|{k} is the proud owner of {v}.|Every morning {k} feeds {v}, a much-loved pet.|{k} bought {v} at a fair and has kept it ever since.|The neighbors complain about {v}, the pet of {k}.|{v} obeys only its owner, {k}.|At home {k} looks after a pet by the name of {v}.|{k} adopted {v} last winter.',
    asks: 'Tell me which pet {k} has.|What pet does {k} own?|Name the pet of {k}.|Do you know what the pet of {k} is called?|Of which animal is {k} the owner?|From what the text says, which pet does {k} look after at home?|Which animal has {k} for an owner?|What is the pet of {k} called?|Which animal did {k} take in as a pet?',
  },
  captain: {
    states:
      '{v} is the master of {k}.|{k} is commanded by {v}.|Captain {v} brought {k} safely through the storm.|Command of {k} was given to {v}.|On the bridge of {k}, {v} gives the orders.|The owners appointed {v} captain of {k}.|{v} has been captain aboard {k} for three years.|{k} obeys its skipper, {v}.',
    asks: 'Tell me who commands {k}.|Name the captain of {k}.|By whom is {k} commanded?|Who was given command of {k}?|Do you know who the skipper of {k} is?|Which person gives the orders aboard {k}?|From what the text says, who is master of {k}?|Whom did the owners appoint captain of {k}?|What is the captain of {k} called?',
  },
  harbour: {
    states:
      '{k} is moored in {v}.|In the port of {v} lies {k}.|{k} has its berth in {v}.|The harbor master of {v} reports that {k} is at the quay.|{k} has dropped anchor in {v}.|{v} is the port to which {k} belongs.|{k}, whose home port is {v}, is being repaired there.|At the docks of {v}, {k} awaits orders.',
    asks: 'Tell me where {k} is moored.|Name the home port of {k}.|To which port does {k} belong?|Where does {k} have its berth?|Do you know in which port {k} lies?|At the docks of which town is {k}?|From what the text says, where is {k} at anchor?|Where has {k} dropped anchor?|In what town could I see {k} at the quay?',
  },
  lead: {
    states:
      '{v} leads {k}.|{v} heads the team behind {k}.|Responsibility for {k} lies with {v}.|{v} was appointed head of {k}.|{k} is run by {v}.|The manager of {k}, {v}, reports to the board once a month.|The board has put {v} at the head of {k}.|Under the direction of {v}, {k} is making progress.|{v} took over the leadership of {k}.',
    asks: 'Tell me who leads {k}.|Name the head of {k}.|By whom is {k} led?|Who runs {k}?|Do you know who is responsible for {k}?|Which person manages {k}?|From what the text says, who has the leadership of {k}?|With whom does responsibility for {k} lie?|Under whose direction is {k}?',
  },
  author: {
    states:
      '{k} comes from the pen of {v}.|The author of {k} is {v}.|{v} published a book called {k}.|The name on the cover of {k}, that of its author, is {v}.|{v} spent ten years writing {k}.|In {k}, {v} tells the story of a long journey.|Critics praised {v} for writing {k}.|Catalog entry: {k}, by {v}.',
    asks: 'Tell me who wrote {k}.|Name the author of {k}.|By whom was {k} written?|From whose pen comes {k}?|Do you know who the author of {k} is?|Which writer published {k}?|From what the text says, who is the writer of {k}?|Whose name, as author, is on the cover of {k}?|Who was praised for writing {k}?',
  },
  founded: {
    states:
      '{k} was established in {v}.|The year {v} saw the founding of {k}.|{k} was set up in {v}.|In {v}, {k} came into being.|{k}, founded in {v}, is still in business.|The sign over the door says "{k}, since {v}".|{v} was the year in which {k} started trading.|The charter of {k}, signed at its founding, is dated {v}.',
    asks: 'Tell me when {k} was founded.|In what year was {k} established?|Name the year in which {k} was founded.|What is the founding year of {k}?|Do you know when {k} was set up?|Which year saw the founding of {k}?|From what the text says, when did {k} come into being?|When did {k} start trading?|What year was it when {k} opened for business?',
  },
  born: {
    states:
      'Date of birth of {k}: {v}.|On {v} a child was born who was given the name {k}.|The parents of {k} never forgot {v}, the day on which the child was born.|The day {k} was born was {v}.|{v} is the birth date of {k}.|According to the passport, {k} was born {v}.|The birth of {k} took place on {v}.|It was on {v} that the mother of {k} gave birth.',
    asks: 'Tell me when {k} was born.|Give the date of birth of {k}.|On what date was {k} born?|What is the birthday of {k}?|Do you know the birth date of {k}?|Which date does the passport of {k} give for the birth?|From what the text says, when did the birth of {k} take place?|When is the birthday of {k}?|Which day was {k} born on?',
  },
  deadline: {
    states:
      'The last day for delivering {k} is {v}.|The client expects {k} to be delivered no later than {v}.|{k} is scheduled for completion on {v}, and no extension will be given.|{v} has been fixed as the deadline for {k}.|The team has until {v} to complete {k}.|Time runs out for {k} on {v}.|The contract for {k} names {v} as the date of completion.|Reminder to all: we hand in {k} on {v} at the latest.',
    asks: 'Tell me when {k} is due.|What is the due date of {k}?|Name the deadline for {k}.|Until when does the team have to complete {k}?|Do you know when {k} has to be delivered?|Which date was fixed as the deadline for {k}?|From what the text says, on what date is {k} due?|When does time run out for {k}?|What is the last day for handing in {k}?',
  },
  budget: {
    states:
      'The budget of {k} amounts to {v}.|{k} may spend {v} and no more.|The board approved {v} for {k}.|{v} have been allotted to {k}.|{k} is funded with {v}.|In the accounts, the budget line for {k} says {v}.|{k} will have to make do with a budget of only {v}.|To carry out {k}, the team has {v} at its disposal.',
    asks: 'Tell me how much {k} may spend.|State the budget of {k}.|How large is the budget of {k}?|How much was approved for {k}?|Do you know what budget {k} has?|What amount has been allotted to {k}?|From what the text says, how much does {k} have at its disposal?|With how much is {k} funded?|How much did {k} get as its budget?',
  },
  population: {
    states:
      '{k} is a town of {v} inhabitants.|The number of inhabitants of {k} stands at {v}.|{k} is home to {v} people.|Officials put the population of {k} at {v}.|With its {v} residents, {k} is a quiet place.|{k} counts {v} citizens.|Population of {k}, as stated on the road sign: {v}.|A total of {v} persons are resident in {k}.',
    asks: 'Tell me how many inhabitants {k} has.|How large is the population of {k}?|State the population of {k}.|How many residents does {k} count?|Do you know the number of inhabitants of {k}?|What is the number of residents of {k}?|From what the text says, how many people are resident in {k}?|How many citizens are there in {k}?|To how many people is {k} home?',
  },
  phone: {
    states:
      '{k} has the telephone number {v}.|In the directory {k} is listed with the telephone number {v}.|If urgent, ring {k}: {v}.|{v} is the number at which {k} answers the phone.|You can phone {k}, the number being {v}.|On the business card of {k} there is a phone number, {v}.|{k} left a phone number with the secretary: {v}.|For further details please telephone {k} at {v}.',
    asks: "Tell me the phone number of {k}.|What is {k}'s number?|Under which telephone number is {k} listed in the directory?|Give me the number at which I can phone {k}.|Do you know the telephone number of {k}?|At what number does {k} answer the phone?|From what the text says, how can {k} be reached by phone?|Which phone number did {k} leave?|I want to ring {k}; what is the number?",
  },
  locker: {
    states:
      'To get at the locker, {k} enters {v}.|{k} was given {v} as an access code.|On the lock of the locker {k} has set the code {v}.|{k} types {v} to unlock the locker.|The code that {k} has to remember is {v}.|The porter assigned the locker code {v} to {k}.|Whoever enters {v} gets into the locker of {k}.|Access code issued to {k}: {v}.',
    asks: 'Tell me the locker code of {k}.|What code was {k} given?|Which code unlocks the locker of {k}?|State the access code of {k}.|Do you know the code that {k} uses?|What does {k} enter to get at the locker?|From what the text says, which access code was issued to {k}?|Which code does {k} have to remember?|What is the code for the locker of {k}?',
  },
  serial: {
    states:
      '{k} has the serial number {v}.|The number engraved on {k} is {v}.|A label on {k} shows the serial number {v}.|The maker gave {k} the serial number {v}.|{v} is the serial number of {k}.|Stamped into {k} one can read {v}.|If {k} is ever lost, quote its serial number, {v}.|The inventory lists {k} with the serial number {v}.',
    asks: 'Tell me the serial number of {k}.|Which serial number does {k} have?|What is engraved on {k}?|State the serial number found on {k}.|Do you know what serial number {k} carries?|Which number did the maker give to {k}?|From what the text says, what mark is stamped on {k}?|With what serial number does the inventory list {k}?|What serial number should be quoted if {k} is lost?',
  },
  weight: {
    states:
      '{k} is estimated at {v}.|The value of {k} was assessed at {v}.|An appraiser judged {k} to be worth {v}.|{v} is the estimate given for {k}.|According to the valuation, {k} comes to {v}.|The insurers assess {k} at {v}.|After a long look, the dealer estimated {k} at no less than {v}.|In the auction catalog, the estimate for {k} reads {v}.',
    asks: 'Tell me how much {k} was valued at.|What is {k} estimated at?|How much is {k} said to be worth?|State the estimate given for {k}.|Do you know what value was set on {k}?|At what figure was {k} assessed?|From what the text says, what is the valuation of {k}?|To how much does {k} come according to the valuation?|What was {k} judged to be worth?',
  },
  owner: {
    states:
      '{v} owns {k}.|{k} is owned by {v}.|{v} is the rightful owner of {k}.|{k} has passed into the hands of {v}, its new owner.|{v} acquired {k} at a sale.|By deed of gift {k} now belongs to nobody but {v}.|{v} paid for {k} and took it home.|Please return {k} to its owner, {v}.|The court ruled that {k} is rightly owned by {v}.',
    asks: 'Tell me who owns {k}.|Name the owner of {k}.|By whom is {k} owned?|Do you know to whom {k} belongs?|Which person is the rightful owner of {k}?|Into whose hands has {k} passed?|From what the text says, who has acquired {k}?|To which owner should {k} be returned?|Who has {k} as a possession?',
  },
  keeper: {
    states:
      '{k} lives in {v}.|A shed in {v} is where {k} spends the night.|In {v} somebody looks after {k}.|{k} has found shelter in {v}.|The place where {k} is housed is {v}.|If you are looking for {k}, try {v}.|{k} is looked after on a farm in {v}.|Visitors to {v} can see {k} in its pen.',
    asks: 'Tell me where {k} can be found.|In which town is {k} housed?|Name the place where {k} has shelter.|Do you know where {k} spends the night?|Which town is {k} in?|Where is {k} looked after?|From what the text says, in what place does {k} live?|Where should one go to see {k}?|In what town has {k} found shelter?',
  },
  chip: {
    states:
      'The number on the tag of {k} is {v}.|{k} carries the tag number {v}.|{v} is the number under which {k} is registered.|The vet read the chip of {k}: number {v}.|Tag number {v} was issued to {k}.|A small metal tag on {k} bears the number {v}.|If you find {k}, look for a tag numbered {v}.|The keeper fastened a tag with {v} on it to {k}.',
    asks: 'Tell me the tag number of {k}.|What does the tag of {k} read?|Which number does {k} wear on its tag?|What tag number was issued to {k}?|Do you know the number of {k}?|State the number on the tag that {k} wears.|From what the text says, under what number is {k} registered?|Which number did the vet read on the chip of {k}?|By what tag number can {k} be recognized?',
  },
  colour: {
    states:
      '{k} prefers {v} to any other color.|No color pleases {k} as much as {v}.|When asked for a favorite color, {k} said {v}.|{k} is fond of the color {v} above all others.|{v} is the color that {k} loves most.|Of all colors, {k} would always choose {v}.|{k} has a weakness for {v}, a favorite color since childhood.|As a favorite color {k} named {v}.',
    asks: "Tell me {k}'s favorite color.|Name the color that {k} prefers.|Which color pleases {k} most?|What color does {k} love most?|Do you know which color {k} likes best?|Of all colors, which would {k} choose?|From what the text says, what is the best-loved color of {k}?|Which color did {k} name as a favorite?|For which color does {k} have a weakness?",
  },
  departure: {
    states:
      '{k} departs at {v}.|{k} sets sail at {v}.|At {v}, {k} puts out to sea.|The timetable has {k} sailing at {v}.|{k} is scheduled to depart at {v}.|Passengers for {k} be warned: it departs at {v}.|The hour fixed for the sailing of {k} is {v}.|Be on the quay before {v}, for that is when {k} sails.|{k} will leave the harbor at {v}.',
    asks: 'Tell me when {k} departs.|At what hour does {k} set sail?|What time does {k} leave?|When is {k} scheduled to depart?|Do you know when {k} sails?|At which hour does {k} put out to sea?|From what the text says, at what time will {k} leave the harbor?|State the hour fixed for the sailing of {k}.|For what time does the timetable announce {k}?',
  },
  cargo: {
    states:
      '{k} transports {v}.|{k} is bringing a shipment of {v}.|The freight aboard {k} consists of {v}.|Below deck {k} holds {v}.|The dockers stowed {v} aboard {k}.|According to the bill of lading, {k} is carrying {v}.|{v} are being shipped aboard {k}.|{k} took on {v} before sailing.|What the customs men found aboard {k} were {v}.',
    asks: 'Tell me what {k} transports.|Name the freight aboard {k}.|What is being shipped aboard {k}?|Which goods does {k} carry?|Do you know what {k} has below deck?|Of what does the freight of {k} consist?|From what the text says, what did {k} take on?|What kind of shipment is {k} bringing?|What goods did the dockers put into {k}?',
  },
  market: {
    states:
      'Every {v} there is a market in {k}.|{k} holds its market on {v}.|On {v} the farmers sell their goods at the market of {k}.|The weekly market in {k} takes place on {v}.|{v} is market day in {k}.|Notice: the market of {k} is now on {v}.|Traders set up their stalls in {k} each {v}.|If you wish to shop at the market in {k}, come on a {v}.',
    asks: 'Tell me on which day {k} has its market.|When is the market held in {k}?|Which weekday is market day in {k}?|On what day do traders set up their stalls in {k}?|Do you know when the weekly market of {k} takes place?|Name the day of the market in {k}.|From what the text says, on what day does {k} hold its market?|What day of the week should one go to the market in {k}?|Which day do the farmers sell their goods in {k}?',
  },
  dish: {
    states:
      '{k} is famous for {v}.|{v} have made {k} famous.|Everyone has heard of the {v} of {k}.|The town of {k} owes its fame to its {v}.|When people hear the name {k}, they think of {v}.|The guidebook praises {k} for its {v}.|{k} prides itself on its {v}.|Nobody leaves {k} without having seen its celebrated {v}.|The specialty of {k} is {v}.',
    asks: 'Tell me what {k} is famous for.|What has made {k} famous?|Name the specialty of {k}.|To what does {k} owe its fame?|Do you know what {k} is known for?|On what does {k} pride itself?|From what the text says, what is {k} celebrated for?|What does the guidebook praise in {k}?|Of what do people think when they hear the name {k}?',
  },
  pages: {
    states:
      '{k} is {v} pages long.|{k} contains {v} pages.|The length of {k} is {v} pages.|The printer needed {v} pages for {k}.|{k} fills {v} pages.|{k} is a volume of {v} pages.|At {v} pages, {k} is not a book for one evening.|The last page of {k} is numbered {v}.|The reviewer read all {v} pages of {k}.',
    asks: 'Tell me how many pages {k} has.|How long is {k}, in pages?|State the page count of {k}.|How many pages does {k} fill?|Do you know how many pages there are in {k}?|What is the length of {k} in pages?|From what the text says, how many pages does {k} contain?|How many pages must a reader of {k} get through?|What number is on the last page of {k}?',
  },
  crew: {
    states:
      '{k} is manned by {v} sailors.|{v} hands make up the crew of {k}.|Aboard {k} there is a crew of {v}.|The crew of {k} consists of {v} people.|The captain of {k} has {v} crew members to feed.|{k} needs {v} seamen to sail.|The muster roll of {k} names {v} sailors.|{k} put to sea with {v} crew members.',
    asks: 'Tell me how large the crew of {k} is.|By how many sailors is {k} manned?|How many hands does {k} have?|What is the size of the crew of {k}?|Do you know how many crew members {k} has?|Of how many people does the crew of {k} consist?|From what the text says, how many make up the crew of {k}?|How many names are on the muster roll of {k}?|State the number of crew members aboard {k}.',
  },
  staff: {
    states:
      '{k} has {v} employees.|{k} has a workforce of {v}.|On the payroll of {k} there are {v} names.|{k} gives work to {v} people.|A firm with {v} employees, {k} is well known in the region.|{v} men and women earn their living at {k}.|According to its annual report, {k} had {v} people on the staff.|{k} counts {v} employees in all.',
    asks: 'Tell me how many people {k} employs.|How many employees does {k} have?|How large is the workforce of {k}?|To how many people does {k} give work?|Do you know how many are employed at {k}?|State the number of employees of {k}.|From what the text says, how many people does {k} have on its payroll?|How many men and women earn their living at {k}?|How many people does {k} count as its employees?',
  },
  gift: {
    states:
      '{k} founded the {v} with private money.|The {v} exists thanks to the generosity of {k}.|{k} donated a large sum to the {v}.|The {v} lives on the gifts of {k}.|In memory of a lost child, {k} set up the {v}.|The chief benefactor of the {v} is {k}.|In the will, {k} left everything to the {v}.|A stone by the door of the {v} names {k} as its donor.',
    asks: 'Tell me which institution {k} endowed.|What did {k} found with private money?|Which institution has {k} as its benefactor?|To what did {k} donate money?|Do you know which institution {k} supports?|What exists thanks to {k}?|From what the text says, which institution received the gifts of {k}?|Name the institution to which {k} gave money.|Of what is {k} the donor?',
  },
  identifier: {
    states:
      '{k} has the identifier {v}.|The system assigned {v} to {k}.|{v} identifies {k}.|To look up {k}, use the identifier {v}.|The record of {k} is filed under the key {v}.|When {k} was created, it received the identifier {v}.|{v} is the identifier that belongs to {k}.|All files of {k} are marked with the identifier {v}.',
    asks: 'Tell me the identifier of {k}.|Which identifier was assigned to {k}?|By what identifier can {k} be looked up?|State the identifier that belongs to {k}.|Do you know what identifier {k} has?|Which identifier did {k} receive?|From what the text says, what identifies {k}?|Under which key is the record of {k} filed?|With which identifier are the files of {k} marked?',
  },
};
