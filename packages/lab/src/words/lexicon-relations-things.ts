/**
 * Relations between a person and a thing. A block is `name: kinds`, a line of statements, a line of questions. {s} is
 * the person; {av} the thing with its article, {v} without, {vs} in the plural; {c} what its kind is called; {he},
 * {him} and {his} follow the person. A kind with `*` is a set named in lexicon.ts.
 */
export const thingRelations = `
buy: *goods livestock dog dwelling
{s} paid forty crowns for {av}|at the autumn sale {s} bid for {av} and got it|{s} came back from market with {av}, and the purse was empty|{s} parted with a month's wages for {av}|{s} had picked up {av} for next to nothing at an auction|{av}, ordered from a catalogue and paid for in three instalments, went to {s}|{s} haggled for an hour and at last took {av} away for half the price|the bill for {av} was made out to {s}|{s} went into town for a loaf and came home the owner of {av}|{s} had been saving up for {av}, and in May there was enough in the jar
Which {c} did {s} buy?|What {c} did {s} purchase?|What did {s} acquire with {his} money?|What was the {c} that {s} bought?|Which {c} was purchased by {s}?|What did {s} spend money on?|What had {s} bought?|Which {c} did {s} get for money?
sell: *goods livestock dwelling
{s} let {av} go for nine pounds|in need of ready money, {s} parted with {av}|{s} found a customer for {av}|{s} took {av} to the pawnshop and never fetched it back|a dealer gave {s} a good price for {av}|{s} turned {av} into cash before the winter|{s} auctioned off {av}|{s} needed the rent, and so {av} went to the highest bidder|the new owner of {av} had it from {s} for a song
What did {s} sell?|Which {c} did {s} sell?|What {c} was sold by {s}?|Of which {c} did {s} dispose for money?|Which {c} did {s} give up in return for payment?|What did {s} sell off?|What {c} did {s} get money for?
own: *goods dwelling dog
{av} belonged to {s}|{s} had {av}, which nobody else was allowed to touch|the pride of {s} was {av}|among the possessions of {s} was {av}|{s} was never without {his} {v}|there was {av} that was the property of {s}|{s} kept {av} locked in a cupboard|no one but {s} in all the parish had {av}
What {c} did {s} own?|Which {c} did {s} possess?|Of what {c} was {s} the owner?|What kind of {c} was in the hands of {s}?|Which {c} did {s} have?|What {c} was the property of {s}?|Which {c} belonged to {s}?
lose: *small
{s} could not think where {he} had put {his} {v}|{his} {v} had slipped out of a hole in the pocket, and {s} searched for it in vain|{s} left {his} {v} on the train and never saw it again|{s} mislaid {his} {v} somewhere between the church and the inn|the {v} of {s} was gone, and nobody could say where|somewhere on the moor {s} had dropped {his} {v}|{s} offered a reward for {his} {v}, but it never came back|{s} turned the house upside down for {his} {v}
What did {s} lose?|Which {c} did {s} lose?|What {c} of {s} went missing?|Which {c} disappeared from {s}?|What was lost by {s}?|What {c} had {s} lost?|What was missing from the belongings of {s}?
discover: *small coin gem
under the floorboards {s} came upon {av}|digging in the yard, {s} turned up {av}|{s} stumbled over {av} in the ditch|to everyone's surprise {s} pulled {av} out of the mud|{s} unearthed {av} behind the old barn|{av} came to light when {s} cleared the attic|{s} was walking the dog when {he} saw {av} half buried in the sand|behind the panelling, wrapped in oilcloth, {s} saw {av}
Which {c} did {s} find?|What did {s} discover?|What {c} was found by {s}?|On what {c} did {s} chance?|What was the discovery that {s} made?|What had {s} found?|Which {c} did {s} come across?
inherit: *goods dwelling livestock
an uncle left {s} {av} in his will|when the old aunt died, {av} passed to {s}|{s} came into possession of {av} on the death of a grandmother|{av} had been bequeathed to {s} by a distant cousin|by the testament of a godfather, {s} got {av}|{s} had {av} from {his} late grandfather
What did {s} inherit?|Which {c} was the inheritance of {s}?|What {c} did {s} inherit?|Which {c} came to {s} by inheritance?|What was the legacy of {s}?
receive: *goods dog
for {his} birthday somebody handed {s} {av}|the parish presented {s} with {av}|{s} unwrapped {av} on Christmas morning|friends had clubbed together and bought {s} {av}|a grateful stranger gave {s} {av}|{av}, tied with a ribbon, was waiting for {s} at breakfast|{s} got {av} from the children of the village on {his} last day|with the thanks of the whole crew {s} was handed {av}
What did {s} receive as a gift?|Which {c} did {s} get as a present?|What {c} was given to {s}?|What present did {s} receive?|Which {c} did people make {s} a gift of?|What was the gift that {s} received?|What did people give {s}?
steal: *small coin gem livestock
{s} made off with {av} in the night|{s} slipped {av} under {his} coat and walked out without paying|{av} was found in the bag of {s}, who had no right to it|when no one was looking, {s} pocketed {av}|{s} helped {him}self to {av} that was not {his} to take|{s} robbed the parish of {av}
What did {s} steal?|Which {c} did {s} steal?|What {c} was the theft of {s}?|What was stolen by {s}?|Which {c} did {s} take dishonestly?
break: *breakable
{s} let {av} fall, and it lay in a hundred pieces|{s} knocked over {av}, and that was the end of it|{s} sat down on {av}, which cracked|{av} snapped in two in the hands of {s}|{s} smashed {av} in a fit of rage|{s} dropped {av} on the stone floor|{s} leaned on {av}, and it gave way with a crash|nothing but splinters was left of {av} when {s} had done with it
What did {s} break?|Which {c} did {s} damage?|What {c} was broken by {s}?|What {c} did {s} ruin?|Which {c} was destroyed by {s}?|What had {s} broken?|Which {c} was wrecked by {s}?
repair: *breakable vehicle boat machinepart hardware housepart shippart
{s} spent the whole evening mending {av}|{av} that no longer worked was put in order by {s}|{s} got {av} going again|with a little glue and a lot of patience {s} made {av} as good as new|{s} patched up {av}|thanks to {s}, {av} was soon working as before|{s} took {av} apart on the kitchen table, and when it was together again it ran like new|people brought {s} {av} that had given up, and by evening it worked
What did {s} repair?|Which {c} did {s} fix?|What {c} was repaired by {s}?|What {c} did {s} restore?|Which {c} was fixed by {s}?|What had {s} mended?|Which {c} did {s} put right?
build: boat building dwelling furniture
{s} put up {av} with {his} own hands|plank by plank, {s} had made {av}|it took {s} two summers to finish {av}|{av} rose behind the hedge, the work of {s}|{s} knocked together {av} out of old timber|{s} hammered away for months until {av} was done
What did {s} build?|Which {c} did {s} construct?|What {c} was built by {s}?|Which {c} was erected by {s}?|What kind of {c} did {s} create?
carry: *small weapon tool
{s} always had {av} under one arm|{s} came up the lane with {av} over {his} shoulder|{s} went nowhere without {av} in {his} pocket|{s} was seen on the road, {av} in {his} hand|{s} lugged {av} up four flights of stairs|{s} held {av} close all the way home|under the coat of {s} was {av}|{s} would not let {av} out of {his} grasp
What did {s} carry?|Which {c} did {s} carry?|What {c} did {s} have with {him}?|What {c} was borne by {s}?|What did {s} bring along?|What was {s} carrying?|Which {c} was in the hands of {s}?
hide: *small gem document
{s} pushed {av} behind a loose brick where no one would look|{s} buried {av} in the garden by night|{av} lay under the mattress, where {s} had put it out of sight|{s} slid {av} beneath the floorboards and told nobody|to keep it from the soldiers, {s} walled up {av}|{s} sewed {av} into the lining of a coat|long after {his} death people found {av} in the hollow wall where {s} had left it|{s} lowered {av} into the well on a string
What did {s} hide?|Which {c} did {s} conceal?|What {c} was hidden by {s}?|What {c} did {s} keep secret?|Which {c} was concealed by {s}?|What had {s} hidden?|Which {c} did {s} put where nobody would find it?
hidewhere: hidingplace
{s} put {his} savings in the {v}, where no thief would look|the {v} was where {s} kept {his} money out of sight|nobody ever searched the {v}, and so {s} trusted it with {his} gold|{s} tucked the letters away in the {v}
Where did {s} conceal {his} valuables?|In what {c} did {s} hide things?|What {c} did {s} use for concealment?|Where was the secret store of {s}?
wear: garment hat shoes accessory jewellery
{s} went about in {av} summer and winter|{s} was dressed in {av}|{s} appeared at the door in {av}|{s} put on {av} for the occasion|nobody had ever seen {s} without {av}|{s} had {av} on, though it was July|{s} turned up at the wedding in {av}|people recognised {s} from afar by {his} {v}|{s} was buttoned into {av} that had belonged to a much larger person
What did {s} wear?|Which {c} did {s} wear?|What {c} was worn by {s}?|In what {c} was {s} clad?|What was {s} wearing?|What clothes did {s} have on?|How was {s} dressed?
borrow: *goods
{s} asked the people next door for {av} and promised to bring it back|{s} had {av} on loan from a cousin|a friend let {s} have {av} for a fortnight|{s} took {av} from the parish hall and returned it on Monday
What did {s} borrow?|Which {c} did {s} borrow?|What {c} was lent to {s}?|Which {c} did {s} use that belonged to somebody else?
refuse: *goods benefit
{s} was offered {av} and would not take it|{s} sent back {av} with a polite note|nothing could persuade {s} to accept {av}|{s} shook {his} head when they held out {av}
What did {s} refuse?|Which {c} did {s} decline?|What {c} was rejected by {s}?|Which {c} did {s} turn down?
swap: *small instrument
{s} gave {his} watch in exchange for {av}|{s} traded a sack of flour for {av}|for an old saddle {s} obtained {av}|{s} and a pedlar struck a bargain: a cheese against {av}
What did {s} get by barter?|Which {c} did {s} get in a swap?|What {c} did {s} barter for?|For which {c} did {s} swap something?
use: tool gardentool utensil stationery
{s} did all {his} work with {av}|in the hands of {s}, {av} could do wonders|{s} reached for {av} whenever something had to be done|day in, day out {s} was bent over {his} work with {av}
What {c} did {s} use?|Which {c} did {s} employ?|What {c} was used by {s}?|Which {c} did {s} wield?
fight: weapon
{s} ran at them with {av}|{s} drew {av} and stood in the doorway|{s} kept the intruders off with {av}|{s} took {av} down from the wall and went out to meet them|{s} waved {av} above {his} head
What {c} did {s} fight with?|With what was {s} armed?|Which {c} did {s} use against the attackers?|What {c} served {s} in the struggle?
winprize: prize
{s} came first and was handed {av}|the judges awarded {s} {av}|{s} went home from the contest with {av}|{av} went to {s}, who had beaten all the others|for {his} efforts {s} was honoured with {av}
What did {s} win?|Which {c} did {s} win?|What {c} was won by {s}?|What {c} did {s} gain by winning?
sleep: building boat vehicle
{s} spent the night in {av}|{s} dozed off in {av}|{s} lay down in {av} and snored until noon|{s} curled up in {av} and was gone in a minute
In which {c} did {s} sleep?|Where did {s} sleep?|What {c} served {s} for a bed?|Where did {s} get {his} rest?
replace: machinepart hardware shippart housepart netdevice
{s} took out the old {v} and put in a new one|the worn {v} was swapped for another by {s}|{s} fitted a fresh {v}|{s} threw away the {v} and screwed in a spare
What did {s} replace?|Which {c} did {s} replace?|What {c} was exchanged by {s}?|Which {c} did {s} renew?
install: hardware netdevice appliance
{s} set up {av} on Friday afternoon|{s} got {av} working in the back office|{av} was put in by {s}|{s} unpacked {av} and plugged it in
What did {s} install?|Which {c} did {s} install?|What {c} was installed by {s}?|Which {c} did {s} add to the equipment?
giveaway: *goods livestock dog
{s} made a neighbour's child a present of {av}|{s} handed over {av} to the poor and asked nothing for it|{s} donated {av} to the orphanage|{s} left {av} on the widow's doorstep without a word|out of kindness {s} let a beggar have {av}
What did {s} give away?|Which {c} did {s} give away?|What did {s} give to someone else?|Which {c} did {s} generously part with?
photograph: mammal bird building landform artwork boat
{s} took a picture of {av}|{s} pointed the camera at {av}|{s} snapped {av} from the window of a train|{s} came home with forty shots of {av}
What did {s} photograph?|Of which {c} did {s} make a photograph?|What {c} was photographed by {s}?|What {c} can be seen in the photo by {s}?
clean: *breakable boat vehicle
{s} rubbed {av} until it shone|{s} scrubbed {av} from top to bottom|{s} got the grime off {av}|{s} went over {av} with soap and hot water
What did {s} clean?|Which {c} did {s} clean?|What {c} was polished by {s}?|Which {c} was washed by {s}?
`;
