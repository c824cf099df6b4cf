/** Relations between a person and what is done, learned, worked at or written; blocks as in lexicon-relations-things.ts. */
export const mindRelations = `
music: instrument
of an evening one could hear the {v} of {s}|{s} brought {his} {v} to every wedding and kept the guests on their feet|{s} practised the {v} for an hour a day|{s} was a master of the {v}|{s} took down {his} {v} and struck up a tune|the neighbours complained of the {v} of {s}|{s} sat in the third row of the orchestra with {his} {v}|{s} could make people weep with {his} {v}|the {v} hung on the wall above the bed of {s}, tuned and ready
What did {s} play?|Which {c} did {s} play?|What {c} was played by {s}?|On what {c} did {s} perform?|On what did {s} make music?|What instrument did {s} play?|What could {s} play?|Which {c} had {s} learned to play?
game: game
{s} never missed an evening of {v} at the inn|{s} could beat anyone in the county at {v}|{s} gambled away a fortune at {v}|{s} and the postmaster sat over {v} until midnight|{v} was how {s} passed the long nights|{s} cheated at {v}, and everyone knew it|the winner at {v} was nearly always {s}
What did {s} play?|Which {c} did {s} play?|What {c} did {s} enjoy?|What {c} entertained {s}?|What game did {s} play?|What did {s} like to play?
sport: sport
{s} was captain of the county team at {v}|{s} had won cups for {v} in {his} youth|{s} trained for {v} three times a week|{s} put {his} knee out at {v}|nobody at the college was better at {v} than {s}
Which {c} did {s} do?|What {c} did {s} practise?|At which {c} did {s} excel?|What {c} was {s} good at?
hobby: hobby art
{s} gave all {his} free hours to {v}|on Sundays {s} devoted {him}self to {v}|after work {s} forgot the world over {his} {v}|{s} would rather talk of {v} than of business|{s} had taken up {v} on retiring|if {s} was not at work, {he} was sure to be busy with {his} {v}|{s} would give up sleep for {v}
What was the hobby of {s}?|Which {c} did {s} pursue?|What {c} did {s} enjoy?|How did {s} spend {his} leisure?|What {c} filled the spare time of {s}?|What did {s} do for pleasure?|What was the pastime of {s}?
dance: dance
{s} led off with {av}|{s} whirled through {av} with the squire's daughter|{s} could do {av} on a table|the band struck up {av}, and {s} was first on the floor
What did {s} dance?|Which {c} did {s} dance?|What {c} did {s} perform?|Which {c} was danced by {s}?
study: science language
{s} went to the university to learn {v}|{s} took a degree in {v}|{s} had read every book on {v}|for six years {s} buried {him}self in {v}|{s} sat up over {v} until the candle was out|three years at the academy had made {s} an expert in {v}|{s} wrote a thesis in {v}
What did {s} study?|Which {c} did {s} study?|What was the {c} that {s} studied?|What {c} did {s} specialise in?|What did {s} learn?|What was the field of {s}?
teach: subject science language sport instrument
{s} gave lessons in {v}|it was from {s} that the children learned {v}|{s} drummed {v} into the heads of the young|thanks to {s}, even the slowest pupils got the hang of {v}|{s} tutored two boys in {v}|{s} had forty children every morning for {v}|the timetable put {s} down for {v}
What did {s} teach?|Which {c} did {s} teach?|What {c} was taught by {s}?|In what {c} did {s} instruct others?|What subject did {s} teach?|What was taught by {s}?
speak: language
{s} had grown up with {v} and never lost the accent|{s} swore in {v}|{s} was fluent in {v}|the mother tongue of {s} was {v}|with {his} parents {s} talked {v}|{s} addressed the foreigners in {v}|{s} prayed in {v} when {he} thought no one was listening|{s} said it in {v}, so that the others should not understand
What language did {s} speak?|Which {c} did {s} speak?|In what {c} did {s} express {him}self?|What {c} did {s} know?|Which {c} was spoken by {s}?|What was the language of {s}?|What tongue did {s} use?
religion: faith
{s} had been brought up in {v}|{s} was converted to {v} at thirty|{s} held fast to {v} all {his} life|{s} found comfort in {v}
What was the religion of {s}?|Which {c} did {s} follow?|To which {c} did {s} adhere?|What did {s} believe in?
workas: trade rank
{s} earned {his} bread as {av}|before the war {s} had been {av}|{s} was apprenticed to {av} and became one {him}self|in {his} younger days {s} made a living as {av}|{s} served for years as {av}|{s} learned the business of {av} from an uncle|the sign over the door told everyone that {s} was {av}
What was the profession of {s}?|What {c} did {s} have?|What did {s} work as?|What was the job of {s}?|What {c} did {s} hold?|What did {s} do for a living?|How did {s} earn money?
dealin: ware cargo
{s} had a stall of {v} in the square|{s} made a fortune out of {v}|the warehouse of {s} was full of {v}|{s} supplied the whole coast with {v}|anyone who wanted {v} went to {s}
What did {s} deal in?|In which {c} did {s} trade?|What {c} did {s} sell?|What {c} did the business of {s} consist of?
ship: cargo
{s} took a load of {v} to the coast|the hold was filled with {v} when {s} put to sea|{s} had two hundred tons of {v} on board|{s} brought {v} over from the islands
What cargo did {s} transport?|What {c} did {s} transport?|Which {c} did {s} deliver?|What {c} did {s} carry?
shopkeep: shop
{s} opened {av} on the corner of the market square|{s} ran {av} for thirty years|{s} stood behind the counter of {av}|the owner of {av} in the high street was {s}
What {c} did {s} have?|Which {c} belonged to {s}?|What kind of {c} did {s} manage?|Which {c} was in the hands of {s}?
collect: collectible gem coin
{s} had whole drawers full of {vs}|{s} would travel to London for one more piece for {his} cabinet of {vs}|the shelves of {s} were crammed with {vs}|{s} had brought together four hundred {vs}|visitors were shown the {vs} of {s}, all labelled and dusted|{s} paid any price for old {vs}|{s} could talk for hours about {his} {vs}, of which {he} had hundreds
What did {s} collect?|Which {c} did {s} collect?|Of what {c} did {s} have a collection?|What {c} did {s} amass?|What did {s} gather?|What {c} did {s} accumulate?
write: writing message
{s} sat up all night over {av} and sent it to a publisher|{s} put {his} name to {av} that all the town talked about|{s} had {av} printed at {his} own cost|{av} flowed from the pen of {s}|{s} scribbled {av} on the back of a bill
What did {s} write?|Which {c} did {s} write?|What {c} was written by {s}?|Of what {c} was {s} the author?
compose: music
{s} had {av} performed at the cathedral|{s} set down {av} in a single night at the piano|{av} by {s} was whistled in every street|the orchestra rehearsed {av} from the pen of {s}
What did {s} compose?|Which {c} did {s} compose?|What {c} was composed by {s}?|What {c} did {s} create?
read: reading
{s} was deep in {av} when the bell rang|{s} turned the pages of {av} by candlelight|{s} fell asleep over {av}|{s} never looked up from {his} {v}
What did {s} read?|Which {c} did {s} read?|What {c} was read by {s}?|With what {c} did {s} occupy {him}self?
sign: document
{s} put {his} name at the foot of {av}|{s} set {his} seal to {av}|{s} scrawled {his} initials under {av}|they held out a pen, and {s} made {his} mark on {av}
What did {s} sign?|Which {c} did {s} sign?|What {c} bears the signature of {s}?|Which {c} was signed by {s}?
send: message document
{s} dispatched {av} that very hour|{av} from {s} reached them the next morning|they heard from {s} by way of {av}|{s} had {av} delivered by a boy on a bicycle
What did {s} send?|Which {c} did {s} send?|What {c} was sent by {s}?|What {c} came from {s}?
forge: document artwork coin
{s} made {av} that no expert could tell from the real one|the police proved that {av} was the work of {s} and not genuine|with ink and patience {s} imitated {av}|{s} passed off {his} own {v} as a genuine one
What did {s} forge?|Which {c} did {s} fake?|What {c} was counterfeited by {s}?|Which {c} did {s} falsify?
crime: crime
{s} was tried for {v}|they locked {s} up for {v}|{s} was found guilty of {v}|{s} had lived by {v} for years before the constables came|twelve jurors agreed that {s} had a hand in {v}|{s} did four years for {v}|the warrant against {s} named {v}
What crime did {s} commit?|Of which {c} was {s} convicted?|What was {s} accused of?|What {c} was {s} charged with?|What had {s} done wrong?|For what {c} was {s} sentenced?|Why was {s} arrested?
punish: penalty
{s} got off with {v}|the court condemned {s} to {v}|for {his} misdeeds {s} had to suffer {v}|{v} was what the bench had in store for {s}
How was {s} punished?|What {c} did {s} receive?|What was the punishment of {s}?|Which {c} was imposed on {s}?
lawfield: lawcase
{s} took on nothing but {v}|everyone with trouble over {v} went to {s}|{s} made {his} name in {v}|what {s} knew best was {v}
What {c} did {s} specialise in?|In which {c} was {s} an expert?|What was the legal specialty of {s}?|What {c} did {s} practise?
program: codelang
{s} had written the whole thing in {v}|every line that {s} typed was {v}|{s} rewrote the payroll in {v}|{s} swore that nothing compiled as nicely as {v}|ask {s} for a script and it came in {v}|the repository of {s} held nothing but {v}
Which {c} did {s} program in?|What {c} did {s} use?|In which {c} was {s} coding?|What {c} did {s} choose?|What language did {s} code in?|Which {c} did {s} know?
format: fileformat
{s} exported the report as {v}|{s} handed in everything as {v}|{s} converted the whole archive to {v}|whatever {s} mailed round came as {v}
In which {c} did {s} save files?|What {c} did {s} use?|Which {c} did {s} choose for the data?|What {c} did {s} prefer?
runon: database opsystem
{s} moved everything over to {v}|{s} put the new service on {v}|{s} would have nothing but {v} on the machines|{s} migrated the old records to {v}
Which {c} did {s} use?|What {c} did {s} choose?|On which {c} did {s} rely?|What {c} was adopted by {s}?
cause: fault
{s} traced the outage to {v}|after two days of searching {s} put it down to {v}|{s} blamed {v} for the whole mess|{v} was behind it all, as {s} soon showed|the report that {s} filed gave {v} as the reason|{s} opened the panel and saw at once that it was {v}
What {c} did {s} identify?|What {c} did {s} diagnose?|Which {c} did {s} discover?|What {c} did {s} find to be the cause?|What was the problem according to {s}?|What did {s} think was wrong?
heat: fuel
{s} kept the stove going with {v}|{s} had nothing but {v} to put on the fire|in winter {s} got through a ton of {v}|{s} stacked {v} against the wall for the cold months
What did {s} burn?|Which {c} did {s} use for heating?|What {c} did {s} heat with?|With what {c} did {s} keep warm?
mine: metal mineral
{s} dug {v} out of the hillside|{s} grew rich when {v} was struck on {his} land|{s} had forty men bringing up {v} from the pit|a seam of {v} under the sheep pasture made the fortune of {s}
What {c} did {s} mine?|Which {c} did {s} extract?|What {c} did {s} obtain from the ground?|What {c} was mined by {s}?
cloth: fabric
{s} cut the curtains out of {v}|{s} had every dress made of {v}|{s} ran up a dress of {v} in one night|nothing but {v} would do for the wedding gown that {s} sewed
Which {c} did {s} use?|What {c} did {s} work with?|What {c} did {s} choose?|What {c} did {s} prefer?
housemat: material
{s} built the new wing of {v}|the walls that {s} put up were of {v}|{s} ordered four cartloads of {v} for the house|{s} had the stable made of {v}
What {c} did {s} use?|Which {c} did {s} choose for construction?|With what {c} did {s} work?|What {c} did {s} employ?
colour: colour
{s} painted {his} front door {v}|{s} never wore anything but {v}|everything in the rooms of {s} was {v}, down to the teacups|{s} had the shutters done in {v}
What was the favourite {c} of {s}?|Which {c} did {s} prefer?|What {c} did {s} like?|Which {c} did {s} choose?
born: month
{s} first saw the light of day in {v}|{s} came into the world one night in {v}|the mother of {s} was brought to bed in {v}|it was in {v} that {s} drew {his} first breath
When was {s} born?|In which {c} was {s} born?|In what {c} was the birth of {s}?|What {c} is the birthday of {s} in?
celebrate: festival
{s} invited the whole street for {v}|every year at {v} {s} lit a hundred candles and opened the doors to all|{s} would not hear of working at {v}|for {s} nothing came up to {v}, with its songs and its cakes
Which {c} did {s} celebrate?|What {c} did {s} observe?|What {c} was dear to {s}?|Which {c} did {s} keep?
attend: meeting
{s} was among the guests at the {v}|{s} had never yet stayed away from the {v}|{s} turned up late at the {v}|everyone saw {s} in the front row at the {v}
What {c} did {s} attend?|Which {c} did {s} go to?|At what {c} was {s} present?|Which {c} was visited by {s}?
perk: benefit
besides {his} wages {s} was granted {av}|the firm rewarded {s} with {av}|for ten years' service {s} got {av}|{s} talked the management into {av}
What {c} did {s} receive?|Which {c} was given to {s}?|What {c} did {s} obtain from the employer?|What did the company give {s}?
praise: virtue
{s} was admired for {his} {v}|everybody spoke of the {v} of {s}|if {s} had one merit, it was {v}|{s} owed {his} good name to {v}
What {c} was {s} known for?|Which {c} distinguished {s}?|What good {c} did {s} have?|What {c} did people appreciate in {s}?
vice: vice
{s} was ruined by {v}|{his} {v} cost {s} every friend|the one thing people held against {s} was {v}|{s} could not be cured of {his} {v}
What {c} did {s} have?|What was the {c} of {s}?|Which {c} was typical of {s}?|What bad {c} did {s} suffer from?
explore: landform
{s} was the first to cross the {v}|{s} spent a month in the {v} with two mules|{s} mapped every yard of the {v}|{s} nearly lost {his} life in the {v}
What {c} did {s} explore?|Which {c} did {s} investigate?|What {c} was explored by {s}?|Where did {s} go exploring?
storeroom: room
{s} locked {him}self in the {v} and would not come out|{s} could usually be found in the {v}|{s} spent {his} afternoons in the {v}|one had only to knock at the {v} to meet {s}
In which {c} did {s} stay?|What {c} did {s} withdraw to?|Where was {s} to be seen?|Which {c} was the favourite of {s}?
scent: cosmetic cleaner
{s} smelled of {v} a mile off|{s} used up a jar of {v} a week|there was always {v} on the washstand of {s}|{s} would not face the day without {v}
What {c} did {s} use?|Which {c} did {s} apply?|What {c} did {s} prefer?|What {c} was indispensable to {s}?
caughtin: weather
{s} lost {his} way in {v}|on the ridge {s} was overtaken by {v}|{s} sat out the {v} under a rock|{v} surprised {s} halfway up the hill
What {c} did {s} meet with?|Which {c} did {s} experience?|What {c} delayed {s}?|What {c} did {s} get into?
labwork: chemical gas
{s} spilt {v} on the bench|{s} sniffed at the flask: it was {v}|{s} filled a bottle with {v} and corked it|there was a sharp smell of {v} wherever {s} had been at work
What {c} did {s} handle?|Which {c} did {s} use?|What {c} was {s} experimenting with?|With what {c} did {s} deal?
fasten: fastener
{s} held it shut with {av}|{s} made the lid fast with {av}|with {av} {s} joined the two halves|{s} secured the gate with {av}
What {c} did {s} use?|Which {c} did {s} attach things with?|What {c} did {s} choose?|By means of what {c} did {s} close it?
busiest: season
for {s} {v} was the busiest part of all|{s} had {his} hands full in {v}|{s} always went away in {v}|{s} was never seen in the village except in {v}
What {c} mattered to {s}?|Which {c} did {s} have to reckon with?|What {c} was special for {s}?|Which {c} was important to {s}?
develop: software
{s} wrote {av} in {his} spare time|{s} put together {av} that half the firm came to rely on|{av} was the work of {s}, who gave it away free|{s} made a fortune with {av} and retired
What did {s} develop?|Which {c} did {s} develop?|What {c} was developed by {s}?|What {c} did {s} create?
`;
