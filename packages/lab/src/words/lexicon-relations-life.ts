/** Relations between a person and what lives, is eaten, or hurts; blocks as in lexicon-relations-things.ts. */
export const lifeRelations = `
eat: dish cake meat cheese fruit bread sweet preserve mushroom
{s} had {av} for breakfast|{s} finished off {av} without looking up|{s} sat down to {av} at seven|{s} devoured {av} standing by the stove|{s} swallowed {av} and wiped {his} chin|for lunch {s} took {av}, as on every Friday|there was nothing {s} would not leave for {av}, and that noon {he} had two helpings|{s} licked {his} fingers after {av}
What did {s} eat?|Which {c} did {s} eat?|What {c} was eaten by {s}?|What {c} did {s} consume?|On what {c} did {s} feed?|What did {s} have for dinner?|What was eaten by {s}?
drink: hotdrink liquor softdrink
{s} had a glass of {v} every evening|{s} emptied a whole jug of {v}|{s} sipped {v} by the fire|{s} liked nothing better than a drop of {v} before bed|{s} washed it down with {v}|{s} never went to sleep without {v}|{s} kept a bottle of {v} in the desk|{s} filled {his} mug with {v} for the third time|{s} would touch nothing stronger than {v}
What did {s} drink?|Which {c} did {s} drink?|What {c} did {s} take?|What {c} was in the cup of {s}?|What did {s} quench {his} thirst with?|What {c} was {s} fond of?|What did {s} like to drink?
cook: dish cake bread
{s} was famous for {his} {vs}|{s} stood at the stove all morning over {av}|{s} took {av} out of the oven|{s} served up {av}, steaming, at noon|for the feast {s} made {av}
What did {s} cook?|Which {c} did {s} prepare?|What {c} did {s} cook?|What {c} came from the kitchen of {s}?
grow: fruit berry vegetable flower nut
nobody was allowed to touch the {vs} that {s} had sown|behind the house of {s} stood row upon row of {vs}|nobody had finer {vs} than {s}|{s} took the first prize for {his} {vs} at the summer show|every spring {s} sowed and watered {vs}|the garden of {s} was full of {vs}|{s} watered {his} {vs} before sunrise|people came from miles around to see the {vs} of {s}|{s} sent a basket of {his} own {vs} to every wedding
What did {s} grow?|Which {c} did {s} grow?|What {c} did {s} cultivate?|What {c} was grown by {s}?|Which {c} did {s} raise?|What was grown by {s}?|What {c} did {s} have in the garden?
farmcrop: grain cashcrop root
the fields of {s} were all under {vs}|{s} put forty acres down to {vs}|{s} sowed nothing but {vs} that year|{s} lived by {his} {vs}, and in a wet summer lived badly
What did {s} grow?|Which {c} did {s} cultivate?|What {c} did {s} raise on {his} land?|What {c} did {s} farm?
plant: tree flower
{s} dug a hole by the gate and put in {av}|on the day of {his} wedding {s} set {av} in the ground|{av} was placed in the earth by {s}, who came every evening to water it|the {v} in front of the church was put there by {s}
What did {s} plant?|Which {c} did {s} plant?|What {c} was planted by {s}?|What kind of {c} owes its place to {s}?
keep: insect poultry livestock raptor bird pet
{s} fed {his} {vs} every morning before breakfast|{s} had {vs} in the yard|{s} looked after {his} {vs} as if they were children|the {vs} of {s} were known all over the county|{s} lived alone with {his} {vs}|{s} bred {vs}|{s} could tell each of {his} {vs} from the others by its look|when {s} fell ill, the neighbours came to see to the {vs}
What {c} did {s} keep?|Which {c} did {s} keep?|What {c} did {s} rear?|What kind of {c} did {s} hold?|Which {c} did {s} raise?|What animals did {s} keep?|What creatures did {s} have?
pet: dog pet bird mammal
{s} was followed everywhere by {av}|{s} shared {his} rooms with {av}|{av} slept at the foot of the bed of {s}|{s} talked to {his} {v} more than to people|a tame {v} lived with {s}|{s} spoke of {his} {v} as others speak of a child|nobody mourned {s} more than {his} {v}
What pet did {s} have?|Which {c} did {s} keep for company?|What {c} was the companion of {s}?|What sort of pet belonged to {s}?|What animal did {s} have?|What animal kept {s} company?
hunt: mammal poultry
{s} went into the forest with a gun and brought back {av}|{s} shot {av} at first light|{s} tracked {av} for three days through the snow|{s} laid snares and caught {av}|{s} brought down {av} with a single bullet
What did {s} hunt?|Which {c} did {s} kill?|What {c} did {s} hunt?|Which {c} was the prey of {s}?
catchfish: fish shellfish
{s} pulled {av} out of the river|{s} hauled up {av} in {his} net|{av} took the bait of {s}|{s} landed {av} after an hour's struggle|{s} came back from the water with {av} in {his} bucket
What did {s} catch?|Which {c} did {s} catch?|What {c} was caught by {s}?|What was the catch of {s}?
bitten: reptile dog bug mammal
{av} sank its teeth into {s}|{s} still had the scar that {av} had left|{s} was attacked by {av} and limped for weeks|{av} had gone for {s} in the long grass
What {c} bit {s}?|By which {c} was {s} bitten?|What wounded {s}?|Which {c} hurt {s}?
fear: fright bug reptile raptor
{s} would go a mile out of {his} way to avoid {vs}|{s} trembled at the thought of {vs}|{s} could not bear {vs} and turned white when they were mentioned|nothing frightened {s} so much as {vs}|{s} had a horror of {vs}|{vs} terrified {s}|{s} crossed the street at the sight of {vs}|one word about {vs} was enough to send {s} running
What was {s} afraid of?|What did {s} fear?|Of which {c} was {s} scared?|What did {s} dread?|What was the phobia of {s}?|What frightened {s}?|What was {s} scared of?|What made {s} afraid?
dieof: illness
{s} was carried off by {v}|{v} put an end to {s}|{s} succumbed to {v} in the spring|{s} did not live through the {v}|it was {v} that took {s} to the grave|{s} lay ill with {v} for nine days and did not rise again|{s} was buried in March, a victim of {v}|the doctors could do nothing against the {v} of {s}, and by Sunday it was over
What did {s} die of?|Of which {c} did {s} die?|What {c} killed {s}?|What {c} caused the death of {s}?|Why did {s} die?|What illness carried {s} off?|What did {s} perish from?|What was {s} killed by?
suffer: complaint
{s} was plagued by {v}|{s} complained of {v} all winter|{v} kept {s} awake at night|{s} had been a martyr to {v} for years|{s} walked with a stick on account of {his} {v}|{s} was troubled with {v}|whenever it rained, {s} cursed {his} {v}|{s} had tried every remedy for {his} {v}
What did {s} suffer from?|Which {c} did {s} have?|From what {c} did {s} suffer?|What was wrong with {s}?|With which {c} was {s} afflicted?|What ailed {s}?|What was the matter with {s}?
injure: bodypart
{s} fell off a ladder and broke {his} {v}|{s} slipped on the ice and hurt {his} {v}|the bandage on the {v} of {s} was the fault of a horse|{s} went about with {his} {v} in plaster|{s} had sprained {his} {v} on the cliff path
What did {s} injure?|Which {c} of {s} was injured?|What {c} had {s} damaged?|Where was {s} wounded?
medicine: medicine
{s} swallowed {v} twice a day|{s} never travelled without a bottle of {v}|a spoonful of {v} was all that helped {s}|{s} swore by {v} and trusted nothing else|they gave {s} {v} for the pain
What {c} did {s} take?|Which {c} did {s} use?|What {c} was prescribed to {s}?|With which {c} was {s} treated?
allergic: berry nut shellfish fabric cheese
one taste or touch of {vs} brought {s} out in a rash|{s} could not go near {vs} without sneezing|{vs} made {s} swell up|{s} came up in red spots from {vs}
What was {s} allergic to?|To which {c} did {s} have an allergy?|What {c} was {s} hypersensitive to?|What {c} triggered an allergic reaction in {s}?
hate: dish meat vegetable cheese vice music
{s} could not stand {vs}|{s} turned up {his} nose at {vs}|{s} pushed away {vs} with a shudder|{vs} disgusted {s}|{s} left the room at the mere mention of {vs}
What did {s} hate?|Which {c} did {s} dislike?|What {c} did {s} detest?|What {c} was loathed by {s}?
love: cake fruit sweet cheese hotdrink flower
{s} could never get enough of {vs}|{s} would do anything for {vs}|{s} had a weakness for {vs}|nothing pleased {s} more than {vs}|{s} was mad about {vs}
What {c} did {s} love?|What was the favourite {c} of {s}?|Which {c} did {s} like best?|Of what {c} was {s} fond?
season: spice herb
{s} put {v} into everything|there was always {v} in the soup of {s}|{s} sprinkled {v} over the meat|no dish left the hands of {s} without {v}
What {c} did {s} season food with?|Which {c} did {s} use for flavour?|What {c} did {s} add?|What {c} was the favourite of {s}?
poison: poison
{s} stirred {v} into the old man's coffee|there was {v} in the wine that {s} had poured|{s} got rid of {his} enemies with {v}|a pinch of {v} in the broth was how {s} did it
What {c} did {s} poison people with?|Which {c} did {s} murder with?|What {c} did {s} administer?|With which {c} did {s} kill?
live: dwelling
{s} made {his} home in {av}|{s} had settled in {av} at the end of the lane|{s} rented {av}|{av} was all the home that {s} had|{s} spent {his} last years in {av}|the door of {av} bore the name of {s}|all {his} life {s} had known no other roof than that of {av}|the children were afraid to knock at {av}, for {s} was at home there
What did {s} live in?|In which {c} did {s} live?|What {c} did {s} inhabit?|In what kind of {c} did {s} dwell?|Where did {s} reside?|Where did {s} live?|What was the home of {s}?
travel: vehicle carriage boat aircraft
{s} arrived in {av}|{s} came all the way by {v}|{s} went to the coast in {av}|{s} climbed out of {av}, stiff from the journey|{av} brought {s} to the door|{s} never went anywhere but in {av}|{s} was on the road for three days in {av}|the children ran out to see {s} drive up in {av}
How did {s} travel?|By what {c} did {s} travel?|Which {c} did {s} use for transport?|What {c} transported {s}?|What means of transport did {s} take?|How did {s} get there?|What did {s} come in?|What vehicle or vessel brought {s}?
swim: water
{s} bathed in the {v} every morning, even in frost|at sunrise {s} plunged into the {v}|the {v} was where {s} did {his} lengths|{s} took off {his} clothes and waded into the {v}
Where did {s} swim?|In which {c} did {s} swim?|What {c} did {s} go swimming in?|Which {c} was used by {s} as a swimming place?
`;
