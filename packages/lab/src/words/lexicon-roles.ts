/**
 * Roles. A line is `group: labels = descriptions`: labels are synonyms, descriptions follow "who" and use other words.
 * Two roles of one group are too close to stand in one text. `m` or `f` after the group fixes the gender.
 */
export const roleLines = `
heal: doctor|medical man|general practitioner = put splints on broken legs|came when anyone was sick|wrote the prescriptions|listened to everyone's chest
heal: surgeon|operating specialist = took out the gallstones|sewed up the wounded|cut off the crushed legs|performed the operations at the hospital
heal f: nurse|hospital sister = changed the bandages on the ward|took the patients' temperatures|sat up with the fevered at night
heal f: midwife|birth attendant = delivered the babies|had brought half the parish into the world|was called whenever a woman went into labour
heal: dentist|tooth-puller = pulled everybody's teeth|filled the cavities|made the false teeth
heal: chemist|apothecary|pharmacist|druggist = mixed the pills and ointments|filled the prescriptions|dispensed the cough mixture
heal: veterinary surgeon|vet|animal doctor = cured the sick cattle|treated lame horses and dogs|was sent for when a cow was calving
heal: psychiatrist|psychologist|therapist = listened to people's troubles for an hourly fee|treated the melancholy and the anxious
heal: optician|spectacle-maker = tested everyone's eyesight|ground the lenses and fitted the frames
law: lawyer|solicitor|attorney|barrister = drew up the wills|pleaded before the court|defended the accused
judge: judge|magistrate|justice = passed sentence in court|sat on the bench in a wig|heard the cases at the assizes
watch: policeman|constable|officer of the law = walked the beat at night|arrested the thieves|kept order on market day
watch: detective|private investigator|sleuth = solved the murders|looked for clues and questioned the suspects|traced missing people for money
watch: jailer|prison warder|turnkey = locked the convicts in at night|carried the keys of the cells
rogue m: hangman|executioner = put the noose round the necks of the condemned|worked the gallows
rogue: spy|secret agent = passed military secrets to the enemy|worked under cover for a foreign power
rogue: burglar|housebreaker = broke into the villas after dark|picked locks and climbed through windows
rogue: smuggler|contraband runner = brought brandy ashore without paying duty|landed untaxed goods in the cove
church m: vicar|parson|clergyman|rector = preached on Sundays|christened and buried the whole parish|gave the sermons
church m: monk|friar = had taken vows and lived in the abbey|sang the offices in the cloister
church f: nun|convent sister = had taken the veil|lived behind the walls of the convent
church: sexton|gravedigger = dug the graves|looked after the churchyard
church: undertaker|funeral director = laid out the dead and sold the coffins|drove the hearse
music: organist|church musician = played at the services|pulled out the stops every Sunday
school: teacher|schoolmaster|instructor = taught the children to read|stood at the blackboard|marked the exercise books
school f: governess|private tutor = gave the young ladies lessons at home|brought up the children of the manor
school: headmaster|school principal = ran the school|handed out the canings and the prizes
school: professor|university lecturer = held a chair at the college|lectured to undergraduates
school: student|undergraduate = was reading for a degree|had just passed the entrance examination
libr: librarian|keeper of the books = stamped the borrowed volumes|looked after the reading room|lent out the novels
know: historian|chronicler = wrote about kings and battles of the past|spent whole days among old records
know: astronomer|stargazer = watched the planets through a great telescope|charted the night sky
know: scientist|researcher = ran experiments in the laboratory|peered at samples all day
know: botanist|plant expert = described and named wild flowers|filled a herbarium
kitchen: baker|bread-maker = sold warm loaves before sunrise|had the oven hot by three every morning|kneaded the dough
shop: butcher|meat seller = cut up the carcasses|sold chops and sausages
shop: grocer|provisions dealer = sold sugar and tea over the counter|weighed out the flour
shop: fishmonger|seller of fish = stood behind a slab of cod and haddock|gutted herring for customers
shop: greengrocer|fruit and vegetable seller = had potatoes and pears out on the pavement|sold cabbages from a stall
clothes: tailor|dressmaker|clothier = made jackets for the gentry|took everyone's measurements for suits|cut and stitched trousers
clothes: cobbler|shoemaker|bootmaker = put new soles on everyone's boots|worked at a last all day
clothes: milliner|hatter = trimmed bonnets for the ladies|made straw boaters and toppers
hair: barber|hairdresser = gave everyone their haircuts|shaved the men and trimmed their beards|kept scissors and a striped pole
smith m: blacksmith|farrier = shod the horses|worked at the anvil|beat red-hot iron
build: carpenter|joiner|woodworker = made the doors and tables|planed planks all day|built the staircases
build: mason|bricklayer = laid the bricks|built the garden walls
build: thatcher|roofer = put straw on the cottages|kept the rain out of other people's attics
build: plumber|pipe fitter = mended the leaking taps|unblocked the drains
machine: electrician|wiring engineer = put in the sockets and fuses|restored the power after the storm
build: house painter|decorator = hung the wallpaper|whitewashed the cottages
build: architect|designer of buildings = drew the plans for the town hall|designed the new museum
build: glazier|window fitter = replaced the broken panes|cut glass to size
gold: locksmith|key-cutter = opened doors for people who had shut themselves out|copied keys
gold: clockmaker|watchmaker|horologist = kept the town's timepieces going|mended springs and pendulums
gold: jeweller|goldsmith = set diamonds in rings|sold necklaces and brooches
pott: potter|maker of earthenware = threw bowls on a wheel|fired jugs in a kiln
clothes: weaver|maker of cloth = sat at the loom|turned yarn into blankets
bind: bookbinder|maker of bindings = put leather covers on old volumes|stitched loose pages together
print: printer|typesetter = set the type for the newspaper|ran the press
clothes: tanner|leather-maker = steeped hides in vats|turned skins into leather
kitchen: miller|corn grinder = ground everyone's corn|lived by the great wheel and the millstones
kitchen: brewer|maker of beer = turned malt and hops into ale|filled the casks for every inn
home: innkeeper|landlord|publican = pulled the pints at the tavern|let rooms to travellers above the taproom
kitchen: cook|chef = prepared the meals|ruled over the kitchen|stirred the pots at the big house
serve: waiter|table server = brought the plates to the customers|took the orders in the restaurant
serve f: housemaid|servant girl = swept the grates and made the beds|dusted the rooms of the big house
serve m: butler|manservant = opened the front door to guests|waited on his lordship|polished the family silver
serve m: groom|stable hand = rubbed down the horses|mucked out the loose boxes
drive m: coachman|carriage driver = held the reins of the family's four bays|drove the squire to church
drive: chauffeur|private driver = drove the director's limousine|sat at the wheel for the ambassador
land: gardener|groundsman = mowed the lawns and pruned the roses|weeded the flower beds
land: farmer|husbandman|grower = ploughed the fields|brought in the harvest|milked forty cows
land: shepherd|sheep-herder = watched the flock on the hills|brought the ewes and lambs down at night
land m: gamekeeper|warden of the woods = kept poachers off the estate|reared pheasants for the shoot
land: hunter|trapper = set snares for fur|lived by shooting deer
sea: fisherman|angler = hauled in the nets|went out after herring|mended nets on the quay
sea: sailor|seaman|mariner = had been before the mast|had crossed the ocean eleven times|climbed the rigging
sea m: captain|skipper|ship's master = commanded the vessel|gave the orders on the bridge|steered the schooner home
sea: lighthouse keeper|tender of the beacon = trimmed the great lamp on the rock|kept the beam turning for passing ships
sea: ferryman|boatman = rowed people over the river|took passengers across the strait
pilot: pilot|aviator|airman = flew the mail plane|landed the aircraft in thick fog
drive: engine driver|locomotive driver = drove the express|sat at the throttle of the night train
watch: stationmaster|railway official = blew the whistle on the platform|saw the trains off
post: letter carrier|mail carrier = brought the letters|came round with parcels every morning
tele: telegraphist|wireless operator = sent messages in Morse|tapped out the telegrams
rule m: soldier|infantryman|trooper = had marched with the regiment|fought in the trenches|carried a rifle for the king
rule m: general|army commander = led the troops|planned the campaign
rule m: king|monarch|sovereign = wore the crown|sat on the throne
rule f: queen|female ruler = reigned over the land|had been crowned in the cathedral
rule: mayor|head of the council = wore the chain of office at the town hall|presided over the aldermen
rule: senator|member of parliament|politician = had been elected by the northern district|voted on the new laws
rule: ambassador|envoy|diplomat = represented a foreign country|presented credentials at court
land m: squire|lord of the manor|landowner = owned most of the county|collected the rents
home: heir|beneficiary = was to get the whole estate|came into the old man's fortune
money: banker|financier = lent money at interest|looked after everyone's savings
office: accountant|bookkeeper|auditor = kept the firm's books|added up the columns of figures|prepared the annual balance sheet
money: tax collector|revenue officer = came for a tenth of everyone's income|gathered the duties
office: clerk|office worker|scrivener = copied documents all day|filled the ledgers in a neat hand
office: secretary|personal assistant = typed the director's letters|arranged the appointments
office: managing director|chief executive|head of the company = ran the whole firm|chaired the board
office: foreman|shift supervisor = gave the workmen their tasks|watched over the assembly line
shop: merchant|trader|dealer = shipped goods from abroad|bought cheap and sold dear
shop: pedlar|hawker = went from door to door with a pack|sold ribbons at every farm gate
shop: bookseller|bookshop owner = sold second-hand novels|had a shop full of old volumes
shop: pawnbroker|moneylender = lent cash on watches and wedding rings|had three brass balls above the door
shop: auctioneer|seller by bids = brought down the hammer on each lot|called out the bids
rogue: beggar|tramp|vagrant = slept under the bridge|asked passers-by for pennies
mine: miner|collier|pitman = went down the shaft|hacked coal a mile underground
sweep: chimney sweep|flue cleaner = came out of the fireplaces black with soot|cleaned the flues
chand: candle-maker|chandler = dipped wicks in tallow
letters: writer|author|novelist = published three thick novels|filled page after page with invented people
letters: poet|maker of verses = rhymed about the moon and the sea|published slim volumes of sonnets
letters: journalist|reporter|newspaperman = wrote for the daily paper|interviewed the witnesses for the front page
letters: editor|head of the newspaper = decided what went into the paper|corrected everyone's articles
pictures: photographer|portraitist with a camera = took everyone's picture|developed plates in a dark room
pictures: painter|artist = stood at an easel all day|covered canvases with oils
pictures: sculptor|carver of statues = chiselled marble figures|cast bronze heads
music: singer|vocalist|soprano = had the finest voice in the choir|sang arias at the opera
music: composer|writer of music = wrote symphonies|put notes on paper for orchestras
music: conductor|leader of the orchestra = waved the baton
stage: actor|stage player|performer = trod the boards|learned long parts by heart for the theatre
stage f: dancer|ballerina = spun on tiptoe every evening|performed in the ballet
stage: clown|jester = made the circus laugh|had a red nose and a painted smile
stage: magician|conjuror|illusionist = pulled rabbits out of a hat|sawed ladies in half on stage
magic f: fortune-teller|clairvoyant = read palms at the fair|saw the future in a crystal ball
magic f: witch|sorceress = cast spells|was said to ride a broomstick
race: champion runner|sprinter|athlete = won every race|trained on the track at dawn
race: jockey|racing rider = rode the winner of the steeplechase
race: referee|umpire = blew the whistle for fouls|made sure the players kept to the rules
expl: explorer|discoverer = had mapped the upper river|led an expedition to the pole
machine: surveyor|land measurer = went about with chains and a theodolite|drew the boundaries
machine: engineer|technical designer = designed the pumps and bridges|calculated the loads
machine: mechanic|garage hand = repaired the cars|lay under engines all day
computer: programmer|software developer|coder = wrote the code|fixed the bugs in the app
computer: system administrator|IT technician = kept the servers running|reset everyone's password
know: data analyst|statistician = made charts out of survey figures|computed the averages
office: salesman|sales representative = went round the customers with samples|closed the deals
office: personnel manager|recruiter = hired and fired|interviewed the job applicants
serve f: cleaner|charwoman = mopped the office floors|emptied the wastepaper baskets
serve: porter|doorman = carried the guests' luggage|stood in uniform at the hotel entrance
watch: night watchman|security guard = went round the warehouse with a torch|stayed awake while the factory slept
fire: fireman|firefighter = drove the engine when the alarm rang|put out the blazes
heal: lifeguard|beach rescuer = pulled drowning bathers out of the surf
zoo: zookeeper|animal attendant = fed the lions and the bears
land: beekeeper|apiarist = tended forty hives|harvested the honey
land: wine-grower|vintner = pressed the grapes|owned the vineyard on the slope
guid: guide|tour leader = showed visitors round the ruins|led tourists over the pass
school: interpreter|translator = put foreign speeches into English|turned what the strangers said into our tongue
rogue: witness|onlooker = had seen the crime|testified at the trial
rogue: prisoner|convict|inmate = was serving seven years|sat behind bars
heal: patient|invalid = lay on the ward|was recovering in the hospital
home f: widow|bereaved wife = had buried a husband
home: orphan|foundling = had lost both parents|was left on a doorstep as a baby
home: youngest child|last-born = came after nine brothers and sisters
home f: newly married woman|newlywed = was married that morning|walked up the aisle in white
home: lodger|boarder|tenant = rented the upstairs room|paid for bed and breakfast by the week
home f: landlady|boarding-house keeper = let out furnished rooms
home: neighbour|person next door = lived on the other side of the hedge
serve: visitor|guest = had come to stay for a week
`;

/** Kin of someone named {n}: `gender: phrases`, any two of which mean the same. */
export const kinLines = `
f: {n}'s wife|the woman {n} married|{n}'s spouse|the lady whom {n} had wed
m: {n}'s husband|the man {n} married|{n}'s spouse
m: {n}'s father|the man who had begotten {n}|{n}'s male parent|{n}'s dad
f: {n}'s mother|the woman who gave birth to {n}|{n}'s mum
m: {n}'s son|{n}'s boy|{n}'s male child
f: {n}'s daughter|{n}'s girl|{n}'s female child
m: {n}'s brother|{n}'s male sibling
f: {n}'s sister|{n}'s female sibling
f: {n}'s aunt|the sister of {n}'s father
m: {n}'s uncle|the brother of {n}'s mother
f: {n}'s grandmother|the mother of {n}'s father|{n}'s granny
m: {n}'s grandfather|the father of {n}'s mother|{n}'s grandpa
m: {n}'s nephew|{n}'s brother's son
f: {n}'s niece|{n}'s sister's daughter
f: {n}'s fiancée|the woman {n} was engaged to|{n}'s betrothed
m: {n}'s best friend|{n}'s closest companion|{n}'s oldest crony
m: {n}'s boss|{n}'s employer|the man {n} worked for
m: {n}'s rival|{n}'s competitor|{n}'s opponent
f: {n}'s mother-in-law|the mother of {n}'s wife
f: {n}'s first love|{n}'s childhood sweetheart
m: {n}'s apprentice|{n}'s trainee|the lad who was learning the trade from {n}
`;
