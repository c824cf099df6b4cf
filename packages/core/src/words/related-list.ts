/** What a text may say instead of a question's words, a line each: the question's words, a colon, words of the text. English, one word each; no regular endings. */
export const relatedList = `
animal beast creature: dog cat horse cow pig sheep goat donkey mule lion tiger bear wolf fox deer rabbit hare squirrel mouse mice rat elephant camel monkey ape badger otter hedgehog cattle mammal reptile quadruped cub paw hoof hooves
pet: dog cat parrot canary hamster rabbit goldfish kitten puppy spaniel terrier tabby leash kennel budgie gerbil tortoise
dog hound: puppy pup spaniel terrier mastiff greyhound collie poodle retriever bulldog setter pointer sheepdog cur mongrel whelp bitch beagle dachshund labrador barked kennel leash pug
cat feline: kitten tabby tomcat puss mouser kitty purr meow persian siamese
horse steed: mare stallion colt filly pony gelding foal nag cob hack charger hunter cart saddle bridle gallop trot canter mount palfrey thoroughbred racehorse bay chestnut hoof hooves equine stable
cattle cow livestock: ox oxen bull calf calves heifer steer herd milch dairy bovine kine bullock sheep goat pig
sheep: lamb ram ewe flock fleece wool mutton wether shepherd fold merino shear shorn
pig hog swine: sow boar piglet sty bacon pork ham porker
bird fowl: sparrow eagle heron finch owl hawk crow raven gull robin swan goose geese duck hen rooster pigeon dove lark thrush wren falcon stork crane parrot penguin turkey pheasant partridge quail nightingale swallow starling magpie cuckoo kingfisher blackbird ostrich peacock vulture pelican canary linnet kite kestrel buzzard jackdaw rook woodpecker albatross cormorant hummingbird flamingo snipe grouse feather beak wing
poultry: hen chicken rooster cock turkey duck goose geese coop egg pullet capon hatch
fish: salmon trout cod herring mackerel eel shark pike carp tuna sardine haddock perch sole flounder halibut sturgeon anchovy plaice bass whiting sprat minnow fin gill scales shoal ray skate turbot
shellfish: oyster crab lobster shrimp prawn mussel clam scallop cockle crayfish whelk mollusc
insect bug: bee wasp ant fly beetle butterfly moth grasshopper locust cricket mosquito gnat flea louse lice cockroach ladybird dragonfly hornet midge caterpillar larva termite aphid weevil earwig mite
reptile: snake lizard crocodile alligator turtle tortoise viper adder serpent python cobra iguana chameleon gecko rattlesnake
snake serpent: viper adder cobra python rattlesnake boa asp venom fang coil hiss slither anaconda
amphibian: frog toad newt salamander tadpole
rodent vermin: rat mouse mice squirrel hamster beaver porcupine vole mole gopher weasel stoat guinea
whale dolphin: porpoise seal walrus sperm blubber harpoon cetacean orca narwhal manatee whaler
monkey ape primate: chimpanzee gorilla baboon orangutan gibbon macaque lemur marmoset
predator carnivore: lion tiger leopard wolf wolves jaguar panther hyena cheetah bear puma lynx cougar fox crocodile prey hunt
deer game: stag doe buck fawn hart hind roe venison antler elk moose reindeer antelope gazelle
spider: web arachnid tarantula cobweb scorpion spun
dinosaur prehistoric fossil: mammoth jurassic extinct cretaceous tyrannosaurus trilobite ammonite skeleton
monster: dragon giant ogre troll werewolf vampire serpent griffin hydra kraken demon goblin beast minotaur fiend
ghost spirit: phantom spectre apparition haunt wraith spook shade poltergeist seance
fairy supernatural being: elf elves pixie goblin sprite nymph gnome leprechaun imp brownie angel genie djinn mermaid
witch wizard magician: sorcerer sorceress magic spell charm potion cauldron enchant conjure broomstick warlock hag wand enchanter necromancer conjurer
offspring: cub calf lamb foal kitten puppy chick fawn duckling gosling brood litter kid piglet hatchling spawn
flock herd group: pack swarm drove shoal school pride covey brood gaggle colony
lair den: nest burrow kennel stable hive sty lodge warren hole cage coop hutch web barn aviary
sting bite: stung bit venom fang wasp bee mosquito viper scorpion poison
fur pelt plumage: plume down fleece leather quill mink sable ermine beaver wool bristle mane
plant herb: fern moss ivy nettle thistle clover mint sage thyme parsley rosemary basil weed shrub bush vine reed rush grass dandelion lavender seedling sapling stalk stem leaf leaves root heather bracken
flower blossom bloom: rose lily tulip daisy violet daffodil primrose poppy pansy carnation orchid bluebell geranium jasmine honeysuckle snowdrop crocus hyacinth marigold sunflower lilac petal bouquet nosegay posy wreath foxglove buttercup dahlia chrysanthemum aster petunia iris cowslip
tree: oak elm ash beech birch pine fir cedar willow poplar yew maple sycamore chestnut walnut larch spruce alder aspen hawthorn holly palm cypress hazel lime linden eucalyptus mahogany acacia trunk bough branch timber grove orchard
wood timber: oak mahogany pine teak ebony walnut rosewood cedar deal plank board log lumber beam plywood beech maple
forest woods woodland: grove copse thicket jungle coppice wood trees glade clearing timber rainforest spinney
fruit: apple pear plum cherry peach apricot grape fig date orange lemon lime banana melon pineapple strawberry raspberry blackberry gooseberry currant mango pomegranate quince berry mulberry orchard nectarine grapefruit raisin prune olive coconut damson
berry: strawberry raspberry blackberry gooseberry bilberry cranberry blueberry currant elderberry juniper bramble mulberry
vegetable: potato cabbage carrot turnip onion leek pea bean lettuce cucumber spinach cauliflower celery beet radish asparagus tomato parsnip pumpkin marrow garlic pepper artichoke broccoli sprout kale
grain cereal crop: wheat barley oats rye corn maize rice millet harvest sheaf sheaves straw chaff sorghum flax hay hops
nut: walnut almond hazelnut chestnut peanut acorn filbert pistachio cashew pecan coconut kernel
spice seasoning: pepper cinnamon nutmeg clove ginger mustard saffron cardamom paprika cumin vanilla salt mace curry turmeric
mushroom fungus: toadstool mould truffle yeast mildew spore puffball
garden: lawn flowerbed hedge shrubbery orchard greenhouse conservatory terrace arbour weed plot border rockery gravel trellis bower
foliage greenery: leaf leaves stem root branch twig bark petal bud seed thorn bough stalk trunk pod sap pollen
food meal dish: bread meat soup stew pie pudding cheese egg roast potatoes supper dinner breakfast lunch luncheon sandwich broth porridge beef mutton bacon fish salad cake omelette pasta cutlet sausage feast victuals provisions rations fare
eat dine consume: ate eaten supped lunch breakfast supper dinner devour swallow feast nibble chew munch gobble bite meal digest gulp
meal: breakfast lunch luncheon dinner supper tea banquet feast picnic brunch buffet snack repast collation
meat: beef mutton pork lamb veal bacon ham venison steak chop sausage poultry chicken joint sirloin cutlet liver kidney tripe rib brisket rasher game
bread: loaf loaves roll bun toast crust crumb bagel baguette biscuit dough flour oven baker muffin crumpet
cake pastry dessert sweet: tart pie pudding bun biscuit cookie trifle custard jelly ice cream gingerbread scone muffin doughnut strudel eclair sponge sugar frosting pancake waffle
sweets candy confectionery: chocolate toffee lollipop caramel lozenge peppermint liquorice fudge bonbon sugarplum sherbet marzipan nougat humbug
soup stew: broth chowder gruel consomme bisque goulash ragout bouillon pottage ladle
dairy: milk butter cheese cream yogurt curd whey buttermilk churn
cheese: cheddar stilton brie camembert parmesan gouda gruyere roquefort mozzarella edam rind
drink beverage: tea coffee wine beer ale brandy gin rum whisky cider punch water milk cocoa lemonade juice port sherry champagne claret cordial soda mead sip
drink imbibe: drank drunk sip gulp swallow quaff drain toast glass cup swig thirst
alcohol liquor spirits: wine beer ale brandy gin rum whisky whiskey vodka port sherry champagne claret cider grog punch stout bourbon absinthe burgundy madeira toddy liqueur cognac tankard
wine: claret burgundy port sherry champagne madeira hock bordeaux chablis moselle rhenish muscat vineyard grape vintage decanter cork cellar merlot riesling
tea coffee: kettle teapot urn brew cup saucer cocoa chocolate espresso cafe caddy
drunk intoxicated: tipsy inebriated sober drunkard stagger reel sot hangover liquor fuddled intemperate tippler bottle
hungry starving: hunger famine starve appetite famished ravenous fasting starvation malnourished
cook cookery: boil roast fry bake stew grill broil simmer kitchen oven pan recipe stove spit baste toast
taste flavour: sweet bitter sour salty savoury delicious insipid bland palate spicy tart
clothes clothing garment dress attire: coat gown shirt trousers skirt cloak jacket waistcoat petticoat shawl suit robe hat bonnet boots shoes stockings gloves breeches frock blouse apron uniform tunic mantle cape jersey sweater jeans livery vest garb pelisse overcoat wore clad
hat headgear headdress: bonnet cap helmet turban hood beret bowler crown veil wig sombrero tiara kerchief fez straw beaver topper brim
shoe footwear: boot slipper sandal clog pump heel sole lace moccasin trainer sneaker brogue galosh buskin cobbler
coat cloak outerwear: overcoat mantle cape greatcoat jacket mackintosh raincoat shawl pelisse parka cardigan frockcoat tippet spencer
underwear: petticoat corset stays shift chemise drawers stockings bra garter hose crinoline vest nightgown nightshirt
jewel jewellery gem jewelry: ring necklace brooch bracelet earring pendant locket diamond ruby sapphire emerald pearl opal topaz amethyst garnet tiara crown chain cameo gold turquoise trinket
gemstone: diamond ruby sapphire emerald opal topaz amethyst garnet turquoise jade agate beryl onyx carnelian pearl lapis carat
accessory: gloves scarf belt handkerchief fan parasol umbrella purse muff buckle ribbon tie cravat spectacles watch cane sash button
fabric cloth textile material: cotton linen silk wool velvet satin muslin calico flannel tweed lace canvas serge denim nylon polyester cambric taffeta crape brocade damask chintz gauze felt hemp worsted broadcloth
sewing needlework: needle thread stitch embroider embroidery knit crochet hem darn tapestry pincushion thimble seam sewn patchwork mend sampler bobbin
fasten fastening: button buckle pin hook clasp lace zip knot tie strap brooch latch bolt
material: wood stone brick clay glass leather rubber plastic iron steel paper wax marble concrete plaster ivory bone
metal: iron steel copper tin lead silver gold brass bronze zinc aluminium aluminum nickel platinum mercury pewter titanium tungsten chromium cobalt ore alloy ingot smelt
stone rock mineral: granite marble limestone sandstone slate chalk flint basalt quartz pebble boulder gravel shale pumice obsidian gypsum cobble
element: hydrogen oxygen nitrogen carbon sodium chlorine sulphur sulfur phosphorus potassium calcium iodine helium uranium radium magnesium arsenic lithium neon silicon fluorine
gas: oxygen hydrogen nitrogen methane ammonia chlorine helium steam vapour fumes ether carbon propane ozone
compound chemical: acid alkali salt oxide sulphate chloride ammonia nitrate carbonate solvent reagent molecule peroxide vitriol
fuel: coal oil petrol gasoline diesel peat wood coke charcoal kerosene gas paraffin turf faggot kindling log ethanol
poison toxin: arsenic strychnine cyanide hemlock belladonna venom laudanum opium toxic antidote ricin mercury prussic nightshade dose phial thallium digitalis aconite
explosive: dynamite gunpowder bomb nitroglycerin grenade fuse detonate detonator mine torpedo blast semtex petard
tool implement: hammer saw chisel axe spade shovel pick pickaxe rake hoe file plane drill spanner wrench pliers screwdriver knife scissors sickle scythe awl trowel crowbar anvil mallet vice pincers nail lever hatchet
knife blade: dagger razor scissors scalpel sword axe cleaver penknife sickle scythe shears hatchet edge sharp cutlass chisel
weapon arms: sword gun pistol rifle dagger knife spear bow arrow musket cannon revolver lance club axe bayonet sabre cutlass rapier grenade bomb missile cudgel bludgeon halberd pike mace crossbow harpoon blowpipe shotgun tomahawk
gun firearm: pistol rifle revolver musket shotgun carbine blunderbuss cannon trigger bullet barrel cartridge shot fire derringer automatic holster muzzle fowling caliber handgun
sword: rapier sabre cutlass scimitar foil hilt scabbard blade epee broadsword claymore unsheathe
ammunition: bullet shell cartridge shot powder arrow cannonball shrapnel round magazine buckshot pellet
artillery cannon: battery gun howitzer mortar shell bombard cannonade gunner ordnance fieldpiece
armour protection: helmet shield breastplate mail gauntlet visor cuirass buckler hauberk greaves vest
bomb missile: rocket grenade torpedo warhead explosion detonate blast mine nuclear atomic shell
furniture: chair table bed sofa couch desk cabinet wardrobe cupboard bookcase dresser stool bench armchair sideboard chest bureau settee ottoman cradle footstool shelf shelves divan escritoire commode
seat chair: sofa couch bench stool armchair settle pew throne saddle settee ottoman divan rocker sat
bed: couch cot cradle hammock bunk mattress pillow bolster blanket quilt bedstead sheets pallet berth slept fourposter counterpane
bedding linen: sheet blanket pillow quilt counterpane mattress coverlet eiderdown bolster towel napkin tablecloth
carpet: rug mat drugget linoleum tapestry parquet tile
utensil: pot pan kettle spoon fork knife plate bowl cup jug ladle saucepan broom bucket candle lamp dish saucer platter skillet cauldron basin tongs bellows
crockery tableware: plate cup saucer bowl dish jug china porcelain teapot platter tureen mug goblet earthenware
cutlery: knife knives fork spoon ladle silver
lamp light source: candle lantern torch chandelier gaslight bulb taper sconce candlestick wick flare flashlight rushlight beacon match lit
heating fireplace: hearth grate stove furnace chimney mantelpiece coal ember poker radiator boiler fender brazier hob
container vessel receptacle: box chest trunk bottle jar jug barrel cask basket bag sack bucket pail crate case tin can vase urn basin bowl casket flask phial vial pot tub hamper coffer keg canister pouch envelope packet hogshead decanter
bag luggage baggage: trunk portmanteau suitcase valise satchel knapsack purse sack pouch hamper handbag rucksack backpack bandbox reticule carpetbag wallet haversack holdall
box chest: casket coffer trunk case crate carton strongbox cabinet safe coffin lid
bottle: flask phial vial decanter cork flagon carafe cruet demijohn
rope string cord: twine cable thread line hawser lasso tether noose halter ribbon lace chain
room chamber apartment: parlour bedroom kitchen drawing study library hall nursery attic garret cellar pantry scullery bathroom dining lounge conservatory closet boudoir dormitory saloon antechamber vestibule office loft cell basement ballroom
house home dwelling residence: cottage mansion villa manor lodge hut cabin apartment flat castle palace farmhouse bungalow tenement hovel abode lodgings grange hall parsonage vicarage rectory chateau lived dwelt domicile household igloo tent shack
mansion stately: manor hall estate grange court park chateau villa palace abbey seat lodge
interior: roof wall floor window ceiling staircase stairs chimney porch balcony gable eaves attic cellar passage corridor landing threshold verandah lobby
door entrance: gate porch portal threshold doorway lobby vestibule hatch knocker hinge latch bell
lock key: bolt latch padlock unlock bar keyhole locksmith bunch
building structure edifice: house church tower castle barn warehouse factory mill hospital school theatre hotel palace temple skyscraper cottage shed stable hall cathedral library museum chapel prison barracks fort station
castle fortress fort stronghold: keep tower moat drawbridge battlement rampart dungeon citadel turret garrison bastion portcullis bulwark fortification donjon
tower: steeple spire turret belfry minaret skyscraper lighthouse pagoda obelisk campanile
church worship: chapel cathedral abbey temple mosque synagogue minster altar pew pulpit steeple nave aisle vestry parish sanctuary choir shrine churchyard
monastery convent: abbey priory cloister monk nun friar abbess nunnery prior abbot
inn tavern pub: alehouse hostelry bar saloon landlord innkeeper ostler taproom barmaid tap hotel ale taphouse
hotel lodging accommodation: inn hostel boarding guesthouse motel lodger room suite resort landlady reception lobby pension guest
restaurant eatery: cafe diner bistro cafeteria canteen tavern waiter menu chophouse buffet refectory pizzeria
shop store: grocer draper bakery market counter shopkeeper boutique stall bazaar supermarket emporium haberdasher milliner ironmonger customer mall till mart chandler
market fair: stall bazaar vendor exchange booth marketplace trader haggle pedlar hawker
factory: mill foundry workshop manufactory machinery assembly loom furnace brewery distillery refinery manufacture shipyard tannery production
mill: miller windmill watermill grind flour millstone sluice spinning cotton loom
farm: barn field plough harvest cattle crop farmer stable orchard pasture meadow haystack dairy ranch plantation acre homestead croft silo tractor grange
outbuilding shed: barn stable coach hut shack kennel outhouse granary loft byre cowshed hovel
bridge crossing: viaduct aqueduct span arch ford drawbridge ferry pier suspension culvert footbridge
road street way: lane avenue highway path alley turnpike track motorway boulevard square crescent thoroughfare causeway pavement route footpath bypass junction freeway terrace byway cul
tomb grave burial: churchyard cemetery vault crypt mausoleum sepulchre coffin gravestone headstone epitaph buried tombstone graveyard catacomb barrow pyramid sarcophagus
monument memorial: statue obelisk column plaque cenotaph tomb shrine pillar arch bust
hospital clinic infirmary: ward doctor nurse patient surgeon asylum surgery sanatorium hospice dispensary admitted ambulance stretcher
prison jail gaol: cell convict prisoner dungeon gaoler jailer warden inmate penitentiary imprison incarcerate custody bars newgate bastille cage lockup bridewell detention warder
school: pupil teacher classroom schoolmaster academy seminary college lesson kindergarten headmaster dame governess grammar schoolroom boarding master scholar
university college: professor degree faculty campus undergraduate student lecture fellow dean oxford cambridge graduate don institute chancellor academic alumnus matriculate
library: books bookshelf librarian shelves catalogue reading volumes archive
museum gallery: exhibit exhibition collection curator display artefact antiquities
bank: banker account deposit loan teller vault cheque money credit savings branch
office workplace: desk clerk bureau department counting chambers headquarters firm premises
vehicle transport conveyance: carriage coach cart wagon car bus lorry truck van train tram bicycle motorcycle cab taxi gig chaise phaeton barouche hansom omnibus sledge sleigh boat ship aeroplane automobile limousine tractor ambulance
carriage coach: chaise gig phaeton barouche landau brougham hansom curricle cab diligence stagecoach wagon cart trap dogcart fly sedan coachman postilion buggy chariot omnibus victoria hackney equipage tandem
car automobile: sedan limousine taxi cab saloon convertible jeep coupe motorcar wheel driver engine hatchback ford mercedes toyota bonnet chauffeur minivan suv
truck lorry van: trailer pickup tanker haulage wagon freight juggernaut cargo
bicycle cycle: bike tricycle pedal cyclist tandem velocipede handlebars saddle moped scooter
train railway railroad: locomotive engine carriage station platform track rail express guard compartment tunnel signal tram terminus junction freight underground subway metro sleeper buffer
aircraft plane airplane aeroplane: jet helicopter airliner bomber fighter glider biplane pilot cockpit airship zeppelin boeing airbus runway wing flight seaplane drone propeller spitfire airframe
balloon airship: dirigible zeppelin basket inflated aeronaut ascent hydrogen blimp
spacecraft rocket: satellite shuttle probe capsule orbit orbiter lander launch apollo soyuz astronaut rover module booster sputnik
ship boat vessel: schooner frigate brig sloop steamer yacht barge galleon canoe ferry liner tanker destroyer cruiser submarine cutter ketch dinghy punt gondola skiff lugger packet whaler clipper galley trawler steamship smack launch raft warship pinnace tug corvette junk wherry lifeboat catamaran
warship: frigate destroyer cruiser battleship corvette submarine carrier dreadnought gunboat galleon flagship brig sloop minesweeper ironclad torpedo
boat rowboat: canoe dinghy skiff punt raft kayak gondola wherry coracle lifeboat oar paddle yawl gig pinnace
rigging shipboard: mast sail deck hull keel rudder bow stern anchor cabin helm prow hold bulwark forecastle yard bowsprit mainmast quarterdeck gangway porthole gunwale halyard capstan galley binnacle mizzen poop
sail voyage cruise: embark harbour anchor aboard deck ship port crew weigh captain helm tack wind passage
shipwreck wreck: sank sunk aground reef castaway drowned lifeboat capsize stranded salvage founder
harbour port dock: quay pier wharf jetty anchorage mooring berth marina haven shipyard moored
canal waterway: lock barge towpath river channel aqueduct strait sluice
wheel chassis: axle brake engine seat tyre tire bumper windscreen clutch gear steering mirror spoke shaft
tack harness: saddle bridle reins stirrup bit spur halter whip girth collar blinkers crupper
machine device apparatus: engine motor pump loom press lathe crane turbine generator mechanism gear lever piston contraption appliance instrument robot boiler dynamo
engine motor: steam piston boiler cylinder turbine diesel combustion horsepower locomotive carburettor
appliance: refrigerator fridge oven washer dishwasher vacuum kettle toaster microwave freezer mangle heater mixer
electricity power: electric current voltage battery generator grid wire circuit turbine watt volt plug dynamo outage
computer: laptop pc server desktop processor keyboard software mainframe hardware screen tablet workstation disk cpu terminal
software program application: app code version install operating database browser compiler release bug update patch script module plugin
programming: python java fortran cobol lisp pascal javascript ruby perl rust basic ada haskell code compiler
fault error malfunction: bug crash failed failure exception timeout glitch freeze hang reboot corrupt panic unavailable down outage offline
internet network online: web website email server router browser wifi broadband ethernet url link connected modem domain
cyberattack hacking: hacker malware virus breach ransomware phishing password exploit intrusion compromised trojan
restart reboot: relaunch reset booted resumed cycle
telephone phone: rang ring dial mobile receiver cell cellphone smartphone handset hung caller switchboard voicemail
message communication: letter note telegram email text wire dispatch memo cable missive epistle communique post signal fax despatch
letter correspondence: epistle note envelope missive postmark wrote sealed stamp post addressed billet postscript mail pen
camera photograph picture: photo snapshot lens portrait negative film daguerreotype photographer shutter tripod album image selfie
clock watch timepiece: hourglass sundial chronometer pendulum dial strike struck hands alarm chime repeater wristwatch
instrument: microscope telescope thermometer barometer compass sextant spectrometer scale balance lens quadrant theodolite seismograph galvanometer gauge piano violin flute guitar harp organ drum trumpet cello fiddle horn clarinet oboe harpsichord lute pianoforte bagpipe banjo bassoon trombone tuba viola saxophone tambourine mandolin lyre spinet accordion cymbal fife bugle xylophone keyboard
optical instrument: telescope microscope lens spectacles binoculars spyglass glasses magnifying prism eyeglass monocle periscope
stringed: violin guitar harp cello fiddle viola lute banjo mandolin lyre sitar zither ukulele strings bow
woodwind: flute clarinet oboe trumpet horn bugle trombone tuba bassoon bagpipe recorder fife saxophone whistle piccolo cornet
percussion: drum tambourine cymbal gong bell triangle castanets kettledrum timpani xylophone
music: song melody tune concert symphony orchestra piano band choir opera sonata composer ballad harmony overture concerto musician rhythm note chord jazz
composition: symphony sonata concerto opera overture waltz march hymn song ballad quartet fugue nocturne prelude suite cantata oratorio requiem mass aria rhapsody minuet serenade
song: ballad hymn carol anthem lullaby tune aria psalm melody chorus ditty verse air sang chant lyric shanty madrigal glee
band orchestra: quartet trio choir ensemble philharmonic drummer guitarist vocalist conductor symphony brass duo
genre: jazz rock blues folk classical pop rap reggae soul punk country metal opera techno
album record recording: single track lp disc label studio vinyl release chart song cd gramophone
dance: waltz ball polka minuet quadrille reel jig tango ballet cotillion partner ballroom galop mazurka gavotte hornpipe foxtrot dancer whirl
art artwork: painting sculpture drawing portrait statue landscape sketch engraving fresco mural etching watercolour canvas masterpiece tapestry mosaic miniature bust print carving lithograph
painting picture: portrait landscape canvas watercolour fresco miniature oil mural sketch still easel frame masterpiece palette
sculpture statue: bust marble bronze carved figure monument relief chisel sculptor carving pedestal torso figurine
drawing: sketch pencil charcoal crayon pen outline design cartoon diagram plan illustration doodle
style artistic: impressionism cubism baroque gothic renaissance romanticism surrealism rococo modernism realism classicism expressionism
pottery ceramic: clay kiln glaze porcelain earthenware vase potter china stoneware terracotta urn
book publication: novel volume dictionary atlas bible biography treatise pamphlet manual encyclopedia tome diary textbook memoir almanac edition anthology romance hymnal ledger author publish
literature literary writing: novel poem play essay story tale sonnet drama romance satire epic memoir biography fable ode elegy tragedy comedy treatise
poem poetry verse: sonnet ode ballad elegy epic stanza rhyme couplet limerick haiku lyric poet lines epigram
story tale narrative: legend fable myth novel anecdote yarn parable romance fairy saga account narrate plot
play drama: tragedy comedy farce act scene stage theatre actor playwright hamlet melodrama pantomime dramatist script
contents: chapter page preface index title cover appendix introduction footnote binding leaf frontispiece epilogue prologue spine
newspaper periodical press: journal gazette magazine times editor article column paper headline tabloid chronicle herald reporter weekly daily review courier
document paper: deed will certificate letter contract passport licence charter treaty manuscript parchment bill warrant record lease memorandum file form affidavit report receipt scroll
diary journal record: log logbook entry chronicle notebook memoir register minutes ledger annals
report account: statement dispatch summary findings bulletin minutes review document narrative testimony paper
stationery: pen ink paper pencil quill inkstand parchment envelope blotter desk chalk slate nib inkwell penknife typewriter sealing
alphabet script: letter character hieroglyph rune cuneiform cyrillic inscription latin greek writing cipher
language tongue: english french german latin greek spanish italian russian arabic chinese hebrew dialect hindi japanese portuguese dutch gaelic welsh sanskrit swahili turkish polish speak spoke fluent
word term: phrase noun verb adjective vocabulary epithet expression adverb syllable
game pastime: chess cards whist backgammon draughts billiards dominoes dice poker bridge marbles croquet skittles roulette cribbage hide hopscotch bowls charades lottery checkers scrabble piquet faro bingo solitaire
cards: whist poker bridge cribbage piquet faro loo rummy solitaire trump ace deck pack spade hearts clubs diamonds suit baccarat patience ecarte quadrille
gambling gamble betting: bet wager dice roulette casino stake lottery cards bookmaker odds gamester debts faro croupier hazard jackpot
sport athletics: football cricket tennis golf hockey rugby boxing wrestling swimming rowing running basketball baseball fencing skiing skating cycling polo archery gymnastics soccer volleyball badminton racing hunting fishing
football soccer: goal striker goalkeeper midfielder league cup penalty club kick defender pitch referee premier fifa
ball: cricket tennis baseball football golf rugby hockey basketball croquet rounders lacrosse bat racket goal wicket innings
match contest competition: game tournament race championship final cup round bout duel league playoff score fixture olympics heat tie rally
winner champion: won victory victor medal trophy prize gold triumph title medalist crown beat
prize award: medal trophy nobel cup oscar grammy pulitzer ribbon title laureate won emmy bursary reward citation booker wreath
race: ran runner marathon sprint derby course jockey track lap winner regatta relay hurdles horse
martial: boxing wrestling judo karate fencing fencer boxer knockout bout kickboxing sumo taekwondo
winter: ski sledge skate bobsleigh hockey snowboard curling toboggan
aquatic: rowing sailing surfing diving swim regatta yachting canoe kayak
hunting: hunt hounds fox shoot shot gun poach trap snare huntsman quarry game stalk falconry pack chase trapper
fishing angling: rod line hook bait net angler trawler cast catch caught reel fly harpoon trout
toy plaything: doll ball kite marble rocking hoop rattle puppet soldier teddy bricks puzzle dollhouse yoyo
hobby pastime leisure: gardening collecting fishing knitting reading chess painting stamp photography walking amusement
theatre stage: actor curtain audience play box scene opera footlights stalls gallery playhouse performance pit broadway scenery matinee
film movie cinema: director screen starred actor actress hollywood premiere scene shot studio sequel screenplay documentary cast reel blockbuster thriller comedy western
television radio broadcast: tv bbc channel programme series episode host station presenter aired broadcaster sitcom soap cable
circus entertainment: clown acrobat juggler tent ringmaster trapeze carnival fair performance exhibition pantomime conjurer puppet variety cabaret tightrope
opera ballet performance: soprano tenor aria libretto ballerina baritone contralto choreograph prima dancer score
money cash currency: coin pound shilling penny pence guinea dollar cent franc sovereign crown euro rupee banknote florin ducat wages rouble mark yen peso farthing cheque sum purse funds
coin: penny pence shilling guinea sovereign farthing florin crown halfpenny sixpence dollar cent dime nickel quarter franc ducat doubloon denarius louis napoleon copper silver mint
income salary pay wage earnings: pension stipend fee allowance annuity earn rent interest dividend pounds remuneration revenue annum commission
tax duty levy: customs tariff excise tithe toll vat rate taxation revenue assessment
debt loan owe: borrow lend lent creditor debtor mortgage bond repay interest arrears iou lender bankrupt
rich wealthy wealth: fortune affluent millionaire billionaire heir heiress opulent estate prosperous luxury moneyed treasure
poor poverty: beggar pauper destitute penniless workhouse want needy ragged impoverished hovel penury indigent alms starving bankrupt homeless slum
bankruptcy: bankrupt insolvent ruined failed debt creditors crash liquidation insolvency administrators
cost price: paid pounds dollars worth charge fee expense value sum bill fare spend
gift present: gave given donate donation offering bequest keepsake token bouquet bestow souvenir
inheritance legacy estate: inherit will heir bequeath bequest heiress entail fortune testament legatee executor
property possession land: estate acre freehold house goods chattels lease belongings domain manor holding tenant
treasure valuables: gold silver jewels hoard chest coins diamonds pearl riches ingots plate
length distance measure: inch foot feet yard mile metre meter kilometre league furlong fathom centimetre cubit span
weight measure: pound ounce ton stone kilogram gram hundredweight weigh scales tonne heavy carat grain
volume capacity measure: pint gallon quart litre bushel peck barrel hogshead gill liter
size dimension: tall height length width large small huge tiny feet broad measured
age: years born young birthday elderly century turned infant
number amount count: dozen hundred thousand million twenty score couple pair total several
date: january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday century yesterday
weekday: monday tuesday wednesday thursday friday saturday sunday sabbath
month: january february march april june july august september october november december
season: spring summer autumn winter fall harvest monsoon
hour: morning noon afternoon evening night midnight dawn dusk sunset sunrise twilight midday daybreak clock
morning dawn: sunrise daybreak breakfast cockcrow early aurora daylight forenoon
evening night: dusk sunset twilight midnight nightfall dark supper moonlight gloaming
period era: century decade age epoch dynasty reign medieval victorian renaissance
body anatomy: head arm leg hand foot feet eye ear nose mouth neck shoulder chest knee elbow finger thumb toe ankle wrist hip chin cheek forehead throat breast waist belly limb heel thigh
organ: heart liver lung kidney stomach brain spleen bowel intestine bladder womb pancreas gland skin appendix
bone skeleton: skull rib spine femur tibia jaw collarbone vertebra pelvis shin joint ulna humerus clavicle sternum
limb: arm leg wing hand foot feet thigh stump amputate
hair: beard moustache whiskers curl lock tress wig ringlet braid plait blond brunette auburn bald eyebrow fringe pigtail
face facial: nose mouth chin cheek forehead brow eye lip complexion countenance visage eyebrow dimple freckle physiognomy features
appearance look: handsome beautiful tall thin stout pale complexion hair eyes features figure face dressed ugly pretty countenance slender
disease illness sickness ailment malady: fever cholera typhus typhoid smallpox measles consumption tuberculosis influenza pneumonia cancer malaria plague diphtheria scarlet gout rheumatism dropsy leprosy diabetes pox jaundice bronchitis asthma dysentery epilepsy scurvy infection ague croup palsy apoplexy cold cough syphilis ebola covid
sick ill unwell: fever bed ailing invalid cough feeble disease doctor symptom suffered poorly indisposed bedridden patient nausea illness weak pale delirious
epidemic plague: outbreak cholera pestilence pandemic contagion quarantine infected virus smallpox influenza spread vaccine
injury wound hurt: broken fracture bruise gash scar sprain burn bleeding blood stabbed limp concussion broke bullet maimed dislocated laceration graze scald scratch
symptom: fever cough pain headache nausea vomit rash swelling dizziness fatigue chill faint sore ache shiver
pain ache: headache toothache agony suffer torment sore pang hurt cramp throb gout smart anguish
mental madness insane mad: lunatic asylum delirium insanity crazy maniac depression hysteria melancholy deranged schizophrenia raving demented bedlam psychosis breakdown
disability disabled: blind deaf lame cripple mute dumb paralysed wheelchair crutch limp amputee hunchback paralysis
blind sight: eyes eyesight sightless vision cataract spectacles saw
lame crippled: limp crutch leg cane hobble wooden stump halt
medicine drug remedy cure: pill dose quinine opium laudanum morphine aspirin antibiotic penicillin tonic physic powder ointment balm draught potion salve tablet prescription elixir plaster vaccine syrup insulin castor poultice antidote drops
treatment medical: surgery operation bandage bleed leech injection amputation vaccine therapy cured dose prescribed poultice transfusion chemotherapy splint stitches blister
recover heal: convalescent cured mend recuperate rally health convalescence restored revive improved
pregnancy birth childbirth: born pregnant midwife confinement labour delivered newborn infant baby lying cradle brought twins expecting
baby infant: newborn cradle nurse born suckle babe christening swaddle pram toddler bassinet
birth born: birthplace native birthday delivered christened infant
death die dead: dying perish deceased killed expired funeral corpse buried grave drowned late coffin fatal deathbed departed demise mourn widow succumbed passed lifeless murdered executed heaven bereaved
cause: drowned stabbed shot poisoned fever hanged consumption fell suicide murdered heart stroke accident cancer strangled burned crash apoplexy
kill slay murder: slain slew stabbed shot strangle poison slaughter assassinate execute throttle butcher dispatched smother behead massacre drown hanged corpse blood
suicide: hanged drowned poison shot herself himself overdose jumped leapt gas wrists
funeral burial: coffin hearse grave mourner churchyard bury interred cemetery wake pallbearer undertaker cremated shroud interment procession obsequies pyre
mourning grief: mourn crape black widow wept bereaved weeds lament tears grieve sorrow veil
marriage wedding marry wed: bride bridegroom groom husband wife altar spouse honeymoon nuptial elope matrimony betrothed union vicar ring bridal trousseau
engagement betrothal propose: engaged fiance fiancee betrothed suitor offer hand proposal accepted troth affianced banns ring
divorce separation: separated annulled parted estranged jilted split deserted
wife spouse: married husband bride mrs widow marriage consort matron wed missus
husband spouse: married wife bridegroom mr widower marriage consort groom wed
widow widower: bereaved late deceased husband wife weeds jointure relict
family relation relative kin: father mother brother sister son daughter uncle aunt cousin nephew niece grandfather grandmother parent kinsman wife husband grandson grandchild stepmother stepfather ancestor household
parent: father mother papa mamma mama dad mum mom mummy daddy mater guardian stepfather stepmother
father: papa dad daddy sire paternal son daughter parent pa
mother: mamma mama mum mom mummy maternal son daughter parent ma
sibling: brother sister twin stepbrother stepsister half
child children offspring: son daughter boy girl baby infant kid youngster lad orphan toddler heir youngest eldest bairn urchin issue bore
son daughter: child heir heiress boy girl eldest youngest born father
grandparent: grandfather grandmother grandpa grandma granny grandson granddaughter grandchild
laws: stepmother stepfather son sister brother marriage stepson stepdaughter
ancestor descendant: forefather lineage pedigree descended grandfather line posterity heir genealogy descent
orphan ward: foundling guardian parentless adopted parents orphanage waif
adopt foster: ward guardian brought raised reared foundling
boy youth: lad son youngster schoolboy fellow stripling adolescent urchin teenager
girl: lass maiden miss daughter damsel schoolgirl maid
woman lady female: madam mrs miss girl wife dame maiden she widow spinster gentlewoman mistress
unmarried single: bachelor spinster maid maiden unwed miss celibate
old elderly aged: grandfather ancient seventy eighty white grey wrinkled veteran senile feeble octogenarian
friend companion: comrade mate chum acquaintance confidant crony pal ally intimate friendship partner fellow playmate
enemy rival opponent: foe adversary antagonist hostile nemesis competitor quarrel feud hated opposing
lover sweetheart: beloved suitor beau admirer paramour mistress darling love boyfriend girlfriend flame wooer swain
neighbour: adjoining nearby village neighbourhood
guest visitor: visit company caller host stay invited stranger lodger tourist
group organization association: club society party company committee league union team guild institution council gang order federation agency
crowd gathering: mob throng multitude assembly audience rally mass meeting congregation spectators
meeting assembly: conference council committee convention congress summit session gather met rally parliament conclave
party celebration: ball dance feast banquet festival dinner reception soiree picnic birthday guests gala rout tea assembly revel
holiday festival: christmas easter whitsun michaelmas halloween thanksgiving passover ramadan carnival hanukkah diwali eid vacation martinmas lent
christmas: yule carol santa nativity december mistletoe holly goose stocking pudding noel
ceremony rite ritual: wedding funeral baptism christening coronation mass communion inauguration procession confirmation initiation oath
baptism christening: baptised christened font godfather godmother named godparent baptized
coronation accession: throne crown king queen reign abbey succeed ascended sceptre
feeling emotion: joy anger fear grief love hate sorrow jealousy pride shame hope despair envy pity delight surprise disgust passion remorse
happy joy pleased glad: delight cheerful merry smile laugh joyful pleasure gay content jolly rejoice elated overjoyed bliss
sad unhappy sorrow: grief wept tears melancholy miserable despair sorrowful gloomy mourn dejected wretched heartbroken weep cry sob despondent
angry anger rage: furious fury wrath indignant irate temper vexed cross passion enraged storm resentment exasperated incensed annoyed
afraid fear frightened scared: terror dread alarm terrified horror trembled panic timid coward fright shudder apprehension anxious nervous phobia dismay
love adore fond: beloved affection passion attached devoted darling tender cherish heart enamoured infatuated
hate dislike: detest loathe abhor despise hatred aversion contempt scorn hostile odious disgust antipathy
jealous envy: jealousy envious rival resent covet grudge suspicion
surprise astonish amaze: startled wonder astonishment shocked stunned unexpected stared
ashamed shame guilt embarrassment: blush remorse disgrace humiliate mortified guilty embarrassed crimson confusion
proud pride: haughty arrogant vain conceited vanity boast disdain pompous
brave courage: bold fearless hero heroic valiant gallant daring courageous intrepid dauntless
coward: fear fled craven timid ran pale trembling
kind generous benevolent: charity charitable goodness gentle kindness benefactor alms gave compassion philanthropist liberal
cruel: brutal harsh beat savage tyrant merciless torture unkind vicious ruthless heartless
greedy miser: avarice miserly hoard stingy mean gold covetous niggard skinflint
lazy idle: idleness indolent sloth sluggard loafer loiter
clever intelligent wise: brilliant learned scholar wit shrewd genius bright wisdom sagacious talented
stupid foolish fool: idiot dunce simpleton blockhead silly dolt ignorant dull ass
honest truthful: honesty upright integrity frank sincere truth candid
liar dishonest deceitful: lie deceit falsehood cheat fraud false hypocrite perjury
personality character temperament: shy proud cheerful gentle temper kind amiable stern grave humour disposition nature reserved
pretty beautiful handsome: beauty lovely fair charming attractive graceful comely elegant belle gorgeous
ugly: hideous plain deformed repulsive grotesque unsightly
thin slim: lean slender gaunt skinny lanky emaciated spare haggard bony meagre
fat stout: corpulent plump portly obese bulky rotund burly chubby
tired exhausted weary: fatigue weariness worn sleepy drowsy spent rest yawn
strong strength: powerful muscular sturdy robust mighty stalwart brawny
colour color hue shade: red blue green yellow black white brown purple scarlet crimson grey gray pink orange violet golden silver azure tan maroon turquoise ivory auburn indigo olive beige lilac
red: scarlet crimson ruby vermilion rosy blood cherry ruddy maroon
blue: azure sapphire navy indigo cobalt turquoise
shape form: round square circle triangle oval cube sphere rectangle cone cylinder crescent oblong
pattern marking: stripe spot check tartan plaid dotted
sound noise: bang crash whistle ring shriek scream knock thunder roar hum buzz whisper rattle creak click clatter groan thud footsteps bell echo murmur rustle howl clang hiss squeak
growl: bark howl roar neigh bleat moo bray grunt squeal hiss crow quack mew purr chirp twitter low whinny croak snarl caw
smell odour scent: stink perfume fragrance stench aroma fragrant reek whiff sniff incense
weather: rain snow wind storm fog frost sunshine thunder hail mist sleet cloud drizzle heat gale shower sunny blizzard cold thaw
storm tempest: gale hurricane thunder lightning tornado blizzard typhoon squall cyclone whirlwind downpour
rain: shower drizzle downpour wet umbrella pour drench torrent storm puddle soaked
snow ice cold: frost frozen froze blizzard sleet hail icicle thaw glacier winter snowflake chill
wind: breeze gale gust blew hurricane storm squall zephyr sirocco draught
heat hot: warm scorching sultry drought sunshine fever boiling swelter
disaster catastrophe: earthquake flood hurricane volcano eruption tsunami drought avalanche tornado famine wildfire landslide cyclone
earthquake: quake tremor magnitude richter epicentre aftershock seismic fault
flood: inundate deluge overflow burst submerged banks levee dam torrent
volcano: eruption lava ash crater erupted magma vesuvius etna
landscape terrain: hill mountain valley river lake plain moor desert forest cliff island coast marsh meadow plateau gorge canyon heath peninsula
mountain hill: peak summit alps mount slope ridge ben range height climb everest snowdon pike fell crag
valley: dale glen vale gorge ravine dell canyon hollow gully
river stream: brook thames nile rhine danube creek tributary bank burn rivulet mississippi seine torrent ford beck flow estuary
lake: pond loch mere pool lagoon reservoir tarn lough sea
sea ocean: atlantic pacific mediterranean baltic waves shore tide coast caribbean channel maritime gulf marine
coast shore beach: sand cliff seaside strand bay cove seashore promenade shingle headland tide
island: isle islet archipelago atoll reef skye sicily crete malta madagascar jamaica
desert: sahara sand dune oasis gobi arid camel wilderness
marsh swamp: bog fen mire morass wetland reed quagmire moor
cave hole: cavern grotto pit tunnel hollow stalactite den chasm shaft
field meadow: pasture paddock acre lea grass lawn common plough hay
mud soil earth: clay dirt loam dust sand peat ground mire
planet celestial: mars venus jupiter saturn mercury neptune uranus earth pluto moon star comet asteroid sun orbit meteor
star: sun constellation sirius orion nova polaris galaxy pleiades supernova
direction: north south east west right eastward westward northern southern northward
place location: town city village street house room near county country situated district
country nation state: england france germany italy spain russia america china india scotland ireland japan egypt greece austria canada australia kingdom republic brazil mexico turkey poland empire
city town: london paris rome berlin vienna york chicago moscow tokyo borough capital metropolis municipal petersburg madrid dublin edinburgh manchester liverpool venice
village settlement: hamlet parish town community rural colony camp
continent region: europe asia africa america australia antarctica province county district territory
county district: shire yorkshire kent devonshire parish borough sussex province ward canton hertfordshire derbyshire
nationality: english french german italian russian american spanish irish scottish scotch dutch chinese japanese indian polish greek swedish native turkish portuguese austrian hungarian
foreigner stranger: alien immigrant outsider abroad emigrant refugee
border boundary: frontier fence hedge wall limit edge line river
crime offence: murder theft robbery burglary forgery arson fraud assault treason smuggling kidnapping blackmail manslaughter stealing rape poaching bribery perjury embezzlement piracy bigamy felony larceny homicide extortion
criminal offender villain: thief thieves robber murderer burglar convict smuggler forger felon outlaw bandit gangster culprit pickpocket highwayman crook rogue scoundrel fugitive assassin
thief robber: stole stolen burglar pickpocket highwayman rob theft bandit footpad brigand shoplifter plunder burglary
murderer killer assassin: murdered killed stabbed shot strangled poison victim slayer cutthroat homicide
pirate: buccaneer corsair plunder privateer piracy freebooter skull cutlass marooned
smuggler: contraband smuggling excise customs brandy lugger bootlegger trafficker
fraud swindle cheat deception: swindler forged forgery impostor counterfeit embezzle deceived con hoax sham scam dupe laundering
spy: espionage intelligence informer mole cia mi kgb undercover double scout codes infiltrate
terrorist terrorism: bomb bomber explosion hijack hostage extremist militants gunman suicide
prisoner captive: convict inmate cell hostage gaol jail captured chained custody detainee
victim: murdered killed robbed injured stabbed attacked dead casualty body
evidence clue proof: footprint fingerprint witness testimony bloodstain exhibit fibre trace dna weapon stain footmark
witness: testify saw testimony evidence swore bystander depose onlooker deposition
alibi: elsewhere whereabouts seen confirmed
police: constable detective sergeant inspector policeman officer sheriff patrol station arrest superintendent cop precinct yard fbi gendarme beat trooper marshal
detective investigator: inspector sleuth clue case investigate police scotland sergeant private holmes
investigate inquiry: inquest examine search inspect probe question detective evidence enquire looked interview
arrest capture seize: custody handcuffs apprehend caught taken warrant detain nabbed prisoner constable
imprison jail: prison gaol confined cell sentence detained incarcerated bars interned committed dungeon
punishment penalty sentence: hanged fine prison flogged execution exile whipped transported gallows imprisonment pillory guillotine caned lashes banish stocks beheaded detention
execution capital punishment: hanged gallows guillotine beheaded scaffold noose executioner hangman firing block electric shot
punish: flog whip beat caned fined hanged chastise thrash birch lash scold penalize
court trial legal: judge jury verdict prosecution defendant plaintiff counsel sentence guilty tribunal attorney assizes chancery appeal suit witness barrister dock acquitted plea hearing
lawsuit sue litigation: plaintiff defendant damages suit settlement claim court solicitor
verdict judgment ruling: guilty acquitted convicted sentence innocent ruled jury foreman judge upheld
convict guilty: sentenced verdict condemned jury
acquit innocent: innocence cleared exonerated pardon freed discharged vindicated
accuse charge: indicted blame allege prosecute impeached denounced suspect indictment
confess admit: confession acknowledged owned avow penitent
law legislation: act bill statute decree code constitution regulation legal clause ordinance enact amendment
contract agreement treaty: signed deed pact lease bargain covenant terms alliance accord deal convention
war conflict: battle army soldiers fought invasion siege troops campaign crusade enemy peace weapon armistice fighting warfare hostilities
battle fight engagement: fought waterloo trafalgar siege skirmish combat troops defeated victory charge army regiment fray clash
siege: besieged surrounded garrison blockade walls starve
invade invasion attack: invader raid assault conquer occupied overran charge bombard landed stormed struck
surrender capitulate: yielded capitulation truce armistice submitted white flag arms
peace truce: treaty armistice ceasefire reconcile accord
rebellion revolt revolution uprising: rebel mutiny insurgent riot insurrection overthrew coup revolutionary jacobite rose barricade
riot protest demonstration: mob rioters strike march demonstrators crowd unrest rally protester picket
army military force troops: soldiers regiment battalion brigade infantry cavalry corps squadron division legion company platoon militia artillery garrison
navy naval force: fleet ship admiral sailor squadron frigate captain midshipman marines
rank military: captain colonel major general lieutenant sergeant corporal admiral ensign commander brigadier private marshal midshipman commodore cornet subaltern
soldier warrior fighter: private sergeant corporal regiment army infantry trooper recruit enlisted redcoat dragoon hussar musketeer grenadier guardsman fusilier cavalry marine veteran gunner rifleman archer knight legionnaire mercenary sentry barracks lancer
sailor seaman mariner: sea ship boatswain mate captain midshipman navy deck coxswain voyage tar crew mast whaler helmsman cabin aboard seafaring bosun
captain skipper commander: command ship vessel helm quarterdeck crew officer
knight: sir armour lance joust chivalry squire sword tournament crusader dubbed templar
guard sentry watchman: sentinel patrol watch gate warder keeper security lookout duty
general commander leader: commanded army led troops marshal napoleon wellington campaign victory
veteran: soldier war pension served wounded retired
hero heroine: brave saved rescued medal gallant protagonist champion
government administration: parliament minister cabinet president congress senate state ministry governor prime regime department council
parliament legislature: commons lords congress senate assembly bill mp member house duma knesset bundestag vote
politician statesman: minister senator mp congressman president governor mayor chancellor parliament party whig tory elected candidate deputy representative premier
political: whig tory liberal conservative labour democrat republican socialist communist radical green
premier minister: cabinet downing chancellor pm elected
president: elected inaugurated republic administration lincoln washington presidency term
mayor: alderman corporation town city council municipal lord burgomaster
ambassador diplomat envoy: embassy consul legation diplomatic minister attache represent diplomacy emissary
king monarch sovereign ruler: queen emperor throne crown reign majesty royal prince czar tsar sultan kaiser empress regent pharaoh dynasty caliph rajah shah ruled
queen empress princess: majesty throne crown royal reign highness king consort
prince royal: highness heir king dauphin crown duke son archduke
nobleman aristocrat lord peer: duke earl count baron viscount marquis baronet lordship sir title peerage grace noble squire
noblewoman lady: duchess countess baroness marchioness viscountess ladyship dowager title princess
gentleman gentry: squire esquire sir estate gentlemanly landed
title rank: sir lord lady duke earl count baron baronet knight dame king viscount honourable esquire reverend doctor
dictator tyrant: despot regime totalitarian autocrat fuhrer oppress junta usurper hitler stalin
election vote: elected candidate ballot poll campaign constituency voter electoral won hustings referendum suffrage canvass
elect choose appoint: chosen chose voted ballot named nominated selected picked
appoint hire employ: engaged named recruited installed post position nominated situation
dismiss fire sack: discharged notice laid redundant expelled ousted cashiered removed
resign quit: resignation retired abdicate relinquish
retire retirement: pension pensioner withdrew
reform policy: act bill programme measure plan law
religion faith belief: christian catholic protestant jew jewish muslim islam buddhist hindu quaker methodist church presbyterian baptist anglican sect puritan judaism mormon atheist creed calvinist
clergyman priest minister churchman cleric: vicar parson rector curate bishop reverend chaplain pastor dean deacon archdeacon parish pulpit sermon preacher ordained canon church living surplice padre abbe vicarage parsonage rectory friar
bishop prelate: archbishop cardinal pope see diocese cathedral mitre primate dean
pope: vatican pontiff papal rome holiness papacy cardinal
monk nun: abbey convent friar cloister abbot prior habit monastery novice abbess sister veil brother cowl vows
saint: martyr canonized prophet apostle hermit disciple st
prophet: seer oracle soothsayer crystal palmist gypsy predicted astrologer prophecy tarot foretold
god deity: jupiter zeus apollo venus mars thor odin vishnu shiva jehovah allah almighty goddess creator divine lord providence isis athena
scripture: bible koran quran gospel testament psalm torah genesis verse prayerbook
pray worship prayer: knelt church kneel mass chapel devotion hymn altar psalm amen beads supplication rosary
preach sermon: preacher pulpit congregation text sabbath discourse
sin vice: wicked evil guilt lust gluttony pride avarice repent transgression
devil: satan demon lucifer fiend hell mephistopheles beelzebub
heaven afterlife: paradise hell soul angel purgatory eternity salvation
myth legend: hercules ulysses arthur god hero fable folklore atlantis mythology
education schooling educated: school college university taught learned studied tutor governess degree pupil eton harvard lessons attended graduated oxford cambridge
subject: latin greek history geography mathematics arithmetic grammar algebra geometry physics chemistry biology literature philosophy spelling drawing economics
degree qualification: ba ma phd doctorate bachelor master diploma graduated certificate honours
exam test: examination passed failed marks paper grade viva quiz score
science: physics chemistry biology astronomy geology botany zoology experiment laboratory theory mathematics scientist
scientist researcher: physicist chemist biologist astronomer professor experiment laboratory research geologist naturalist botanist theory discovered scientific zoologist phd
mathematics: algebra geometry arithmetic calculus equation theorem number trigonometry statistics proof integer
mathematician: theorem proof equation geometry algebra calculus newton euler
physicist physics: energy force motion quantum atom gravity particle relativity electricity mechanics einstein
chemist chemistry: laboratory element acid compound reaction experiment molecule retort
astronomer astronomy: telescope stars planet observatory comet orbit galaxy eclipse
biologist naturalist: species specimen evolution botanist zoologist animals genus darwin organism
botanist: plants species specimen herbarium flora flower
archaeologist: excavation dig ruins tomb artefact ancient antiquities unearthed pottery excavated
historian: history chronicle archives annals wrote historical
philosopher: philosophy plato aristotle kant metaphysics ethics thinker socrates treatise logic
geologist: rocks strata fossil mineral hammer geology
economist: economics market trade inflation wealth capital
experiment test trial: laboratory observed attempted demonstration prototype
theory idea hypothesis: law principle doctrine concept notion thesis view
invention innovation: invented patent device inventor machine created designed telephone steam
disaster accident: crash collision wreck explosion fire derailed sank collapse killed fell overturned spill mishap calamity
fire blaze: burned burnt flames ablaze smoke arson conflagration inferno firemen lit ember ignited
explosion: exploded blast burst detonated bomb boiler blew
crash collision: collided smashed overturned derailed struck wreck hit
shortage famine: hunger starvation scarcity blight crop drought want dearth
trade commerce business: merchant export import goods company firm market shop industry dealing enterprise venture partnership
company firm corporation: business partnership inc ltd enterprise manufacturer subsidiary shares corp house founded ceo
industry sector: manufacturing mining textile agriculture shipping steel automotive banking tourism cotton
shares stock investment: shareholder dividend bond investor fund securities market speculate broker exchange
merger takeover: merged acquired bought bid combine acquisition buyout
insurance: policy premium insured claim underwriter lloyd
goods merchandise product: cargo wares stock freight commodity article produce
cargo freight: shipment load goods tons hold timber coal sugar crates
farming agriculture: plough sow harvest crop cattle farmer reap tillage field till grain dairy manure
harvest reap: gathered sickle sheaves crop corn reaper haymaking threshed mow picked
mining mine: miner coal shaft pit colliery ore gold dug seam quarry tin excavation
employee worker labourer: workman hand labour navvy clerk staff employed operative wages artisan journeyman factory mechanic
employer boss master: manager owner employed foreman chief overseer mistress head director supervisor hired
job occupation profession trade career employment: work employed clerk apprentice situation post position lawyer doctor teacher merchant soldier engineer office calling vocation practised
business partner colleague: associate coworker fellow co assistant
deputy assistant helper: aide assist adjutant secretary subordinate second lieutenant helped clerk
leader head chief: led president captain chairman director commander chieftain king foreman boss
founder: founded established started created began
member belong: joined club society fellow enrolled
strike: strikers union picket walkout wages dispute stoppage
judge magistrate justice: bench court sentence verdict wig tried honour assizes presided jury bailiff quorum robes chambers lordship
lawyer attorney solicitor barrister advocate: law counsel legal court client brief bar practice notary qc chambers sued prosecutor articled conveyancer esquire kc temple inn pleaded
doctor physician medical surgeon: dr patient medicine prescribed pulse hospital surgery apothecary practice treated gp practitioner physic bled leech stethoscope consultant specialist
surgeon: operated operation scalpel amputate lancet hospital wound knife theatre incision
nurse: hospital patient ward matron bandage sickroom tended sister bedside
midwife: delivered birth confinement labour baby
dentist: tooth teeth toothache extracted drill gums
pharmacist chemist apothecary druggist: drugs pills medicine prescription dispensary mortar drops powders drugstore pharmacy
psychiatrist psychologist: asylum therapy mind patient mental hypnosis freud therapist analysis
veterinarian: vet horses cattle farrier animals
teacher schoolmaster instructor tutor: taught school pupil lesson class governess professor master mistress headmaster headmistress usher instruct coach schoolmistress classroom educated lecturer dame preceptor trainer
professor academic lecturer: university lecture taught chair faculty college scholar students fellow don
pupil student scholar: school studied college class learn undergraduate apprentice schoolboy disciple freshman trainee lesson
governess nanny: children taught nursery pupils charge lessons nursemaid
servant domestic attendant: maid butler footman cook housekeeper valet housemaid groom page coachman scullery chambermaid waiting steward lackey service livery menial parlourmaid nursemaid charwoman au
maid: housemaid chambermaid parlourmaid servant cook dusted scrubbed swept waiting tray apron
butler: servant pantry footman decanter announced wine household tray
housekeeper: keys household servants linen managed kept
footman valet: livery servant powdered master lackey manservant carriage brushed shaved
coachman driver cabman: drove reins whip horses carriage box cab coach chauffeur chaise postilion taxi jehu wheel bus
groom stableman ostler: horses stable harness hostler jockey curry
gardener: garden spade flowers lawn planted dug roses weeding pruned greenhouse hoe rake
gamekeeper: game pheasants poacher woods gun partridge keeper
cook chef: kitchen dinner roast stove dishes recipe pastry apron ladle restaurant culinary
baker: bread loaf loaves oven dough flour bake pastry bun rolls
butcher: meat beef joint mutton chops sausage slaughter cleaver carcass
grocer: tea sugar shop counter spices groceries provisions raisins bacon
greengrocer: vegetables fruit cabbages apples potatoes
fishmonger: fish herring oysters cod slab haddock
brewer: beer ale brewery hops malt barley vats brewed
innkeeper landlord publican: inn tavern guests bar ale host hostess landlady pub tap alehouse
waiter waitress: served tray table restaurant menu tip order barmaid steward cafe
barman bartender: bar drinks poured cocktail tavern counter pub
tailor: coat cloth suit sewed needle stitched measure breeches trousers scissors waistcoat
dressmaker seamstress milliner: sewed gown needle dress stitched bonnet sewing hat ribbon fashion mantua modiste needlewoman
shoemaker cobbler: boots shoes leather awl soles mended heel lapstone
hatter: hats brim felt beaver bonnets
weaver spinner: loom wove woven cloth shuttle thread spun yarn wool spindle cotton wheel
barber hairdresser: shave razor haircut hair lather wig scissors salon curl
laundress washerwoman: washing linen laundry ironing suds mangle clothes washed starch
carpenter joiner: wood saw plane timber bench hammer nails cabinet planks chisel workshop carved
builder mason bricklayer: stone bricks wall mortar trowel built hod scaffold houses masonry
architect: designed building plans drawings built elevation cathedral
plumber glazier: pipes lead panes glass leak tap putty
painter decorator: brush paint walls ladder wallpaper whitewash
blacksmith smith: forge anvil hammer horseshoe iron bellows shod shoeing farrier smithy
locksmith: lock key pick
goldsmith jeweller silversmith: gold silver rings jewels diamonds necklace watch
watchmaker clockmaker: watches clocks springs timepieces repaired
potter: clay wheel kiln pots glaze vase
cooper: barrels casks hoops staves
miller: mill flour grist grind corn sacks wheel
miner collier: coal pit mine underground lamp shaft pick ore seam
farmer: farm plough crops cattle harvest sheep acres corn fields barn yeoman tenant husbandman agriculturist grazier
shepherd: sheep flock crook lambs fold fleece
fisherman: nets fish boat caught herring trawler cod line smack angler
hunter huntsman: hunted hounds gun game trapper shot fox traps prey rifle
forester woodcutter lumberjack: axe trees felled timber wood forest logs
beekeeper: bees hive honey swarm
merchant trader dealer: goods ships sold trade cargo warehouse imported bought tradesman commerce broker
shopkeeper tradesman salesman: shop sold counter customers grocer draper till goods store seller retail
draper haberdasher: cloth ribbons lace silk shop counter muslin linen
pedlar hawker: pack sold basket barrow wares costermonger tinker
bookseller publisher: books shop printed volumes published editions press
pawnbroker moneylender: pawned pledge interest loan usurer ticket usury lent
banker financier: bank loans money deposits funds rothschild capital
accountant bookkeeper: ledger accounts figures books audit balance
auctioneer: auction hammer lots bid sale
clerk secretary: office desk copied ledger typed letters correspondence copying scrivener typist shorthand amanuensis
messenger courier: carried brought letter dispatches ran errand herald delivered runner express
postman: letters delivered post postbag stamps
journalist reporter editor: newspaper article press column wrote interview paper magazine correspondent covered story edited
writer author novelist: wrote novel book published story manuscript pen works essayist literary bestseller
poet: verse poems wrote rhyme sonnet poetry laureate bard odes
playwright dramatist: plays wrote comedy tragedy stage acts drama
translator interpreter: translated languages translation rendered version
printer: press type printed printing pamphlet ink compositor
librarian: library books catalogue shelves
artist painter: painted canvas portrait easel brush studio palette exhibited drew sketch pictures pigment sculptor
sculptor: statue marble carved chisel bronze bust clay modelled
engraver illustrator: plates etching woodcut drew engraved prints
photographer: camera photographs portraits studio pictures lens
musician: played violin piano orchestra fiddler pianist violinist band organist flautist drummer guitarist harpist trumpeter
singer vocalist: sang soprano tenor songs voice contralto baritone opera choir concert bass crooner
composer: composed symphony opera music sonata wrote score
conductor: baton conducted symphony philharmonic
actor actress performer: stage theatre played role starred film cast drama comedian tragedian footlights audition player
director filmmaker: directed shot movie producer
dancer: danced ballet stage ballerina
comedian clown jester: jokes funny circus laughed harlequin buffoon motley comic fool
acrobat: tightrope trapeze tumbler somersault circus
athlete sportsman player: runner swimmer boxer cricketer footballer team golfer medal jockey striker cyclist wrestler gymnast champion
coach manager trainer: trained team club squad
referee umpire: whistle match decision penalty game
explorer discoverer: expedition voyage discovered arctic pole uncharted columbus explored continent navigator mapped
traveller tourist passenger: journey voyage travelled trip pilgrim wanderer aboard ticket wayfarer
pilgrim: shrine pilgrimage holy canterbury mecca staff
pilot aviator: flew flown plane cockpit aircraft squadron flight landed
astronaut: space orbit moon capsule nasa cosmonaut shuttle mission spacewalk
engineer: designed bridge engine built machine railway machinery locks works civil mechanical
mechanic repairman: repaired engine garage machine fixed tools grease
electrician: wires wiring fuse cable electric
inventor: invented patent device machine workshop edison contrived
programmer software developer: code program github
factory owner manufacturer industrialist: mill works hands magnate cotton
railwayman: guard signalman porter stoker engine train station driver fireman conductor
porter doorman: luggage carried trunk lodge concierge janitor gate
sheriff constable policeman officer: police arrested beat badge lantern handcuffs truncheon cop helmet patrol bobby bailiff
jailer gaoler warder: keys cell prison turnkey prisoners warden
executioner hangman: gallows axe noose scaffold hanged
firefighter fireman: fire hose ladder engine flames brigade
undertaker gravedigger sexton: coffin grave funeral hearse buried dug spade burial
beggar tramp vagrant: alms begged rags pennies vagabond homeless crossing hobo begging tattered
slave serf: slavery master plantation chains bondage freed whip emancipated bondsman runaway fetters peasant
slaveholder: plantation overseer slaves master
peasant villager: cottage rustic plough field countryman cottager farmhand yokel
sweep: soot brush chimneys flue
dustman: broom rubbish crossing swept dust scavenger
hermit recluse: alone solitude cave secluded solitary
landowner landlord squire: estate tenants acres rent manor lands lord park
tenant lodger: rent rooms lodging lease boarder
steward agent bailiff: estate managed rents accounts manager tenants factor
guardian trustee: ward orphan charge minor trust
apprentice trainee: bound indentures articled learned trade master premium
stranger unknown: unfamiliar unnamed anonymous mysterious
expert specialist: authority skilled professional connoisseur master adept
critic reviewer: review criticised critique
activist campaigner reformer: suffragette campaign abolitionist rights reform protest movement
philanthropist benefactor patron: charity donated endowed gave sponsor patronage
celebrity famous: star famed idol renown celebrated
immigrant emigrant refugee: emigrated settled abroad fled exile asylum arrived migrant colonist settler
gypsy: caravan romany fortune wandering tent
surveyor cartographer: map measured theodolite chart
meteorologist: weather forecast barometer rainfall
diver: dived underwater helmet seabed pearl scuba
lighthouse: lantern lamp beacon rock
shipwright: shipyard dock hull timbers keel
actor role character: played starred portrayed cast
die perish: dead death dying deceased expired drowned killed buried succumbed slain late funeral demise hanged
bury inter: grave churchyard coffin funeral tomb entombed
marry wed: husband wife bride altar union matrimony eloped espouse
divorce leave separate: deserted parted abandoned
court woo: suitor courtship attentions addresses flirt
build construct erect: built builder raised construction foundation assembled architect
make create produce manufacture: built fashioned crafted forged assembled constructed generate
invent devise design: inventor patent created conceived contrived pioneered developed
discover find detect: found discovery uncovered identified unearthed noticed stumbled spotted
find locate: found discovered retrieved recovered spotted traced
write compose author: wrote written pen scribble published drafted letter inscribed
paint draw: drew drawn sketch portrait canvas brush depicted
read: book perused newspaper studied aloud pored spectacles
win defeat beat conquer: won victory beaten triumph victorious medal overcame vanquished prize trophy champion gained
lose defeat: lost loss beaten failed missing forfeited mislaid
travel journey: voyage trip rode sailed flew drove tour expedition passage train departed
arrive reach: arrival landed entered alighted appeared docked
leave depart: departure quit withdrew vacated sailed
return: restored reappeared
stay remain lodge: inn hotel guest sojourn rooms kept visit
live reside dwell inhabit: dwelt residence inhabitant house settled domicile lodged
move relocate: removed settled emigrated transferred shifted migrated
work employed: job clerk served office labour occupation toil situation hired post
teach instruct educate: taught lesson pupil teacher tutor school instruction trained
learn study: learnt lesson pupil school master pored student scholar
know understand: knew known understood aware knowledge comprehend acquainted realised grasp
remember recall: memory recollect reminisce reminded recollection
forget: forgot forgotten slipped omitted memory neglected
think believe suppose: thought opinion considered fancied imagined reckoned deemed
dream: dreamt nightmare vision asleep sleep reverie slept
sing: sang sung song voice chorus tune hymn carol chant hum
play: piano violin fiddle fingers keys tune strummed
act perform: starred role portrayed stage performance appeared cast
steal rob: stole stolen theft thief pilfer snatched burgled filched pickpocket pinched looted embezzled purloin
kidnap abduct: carried ransom hostage seized captive snatched
rescue save: lifeboat delivered freed pulled rescuer
escape flee: fled flight ran fugitive absconded bolted eluded runaway broke decamped eloped
release free liberate: discharged liberty emancipated bail loose
chase pursue follow: pursuit tracked ran hunted tailed
hide conceal: hid hidden buried disguised secret covered stashed tucked
search seek: sought hunted looked rummaged ransacked scoured quest combed
show reveal disclose: shown displayed exposed confessed betrayed unveiled
fight quarrel argue: fought argument dispute duel struck blows brawl row altercation scuffle wrangle squabble disagreement
attack assault hit strike: struck beat blow punched knocked thrashed charged slapped kicked smote
shoot: shot fired gun pistol bullet rifle trigger revolver wounded aimed
stab: knife dagger blade wound plunged thrust
strangle choke: throat throttled neck cord suffocated smothered hands
poison: arsenic dose cyanide drugged glass strychnine
hang: hung gallows rope noose scaffold
drown: water river sank lake sea overboard
injure hurt wound: broke bruised bleeding fractured sprained maimed
break damage destroy: broke broken smashed shattered ruined cracked burst demolished wrecked snapped torn fractured
burn fire: burnt flames ablaze scorched lit kindled ashes ignited arson singed
repair fix mend: restored patch resolved renovated overhauled darned
clean wash: scrubbed swept soap laundry dusted bathed mopped rinse polish wiped
cut chop slice: hacked carved sawed axe knife scissors snipped trimmed felled
open unlock: unfastened key undid unsealed
close shut: sealed locked slammed ceased fastened shuttered
shutdown cease: closed ended wound discontinued folded decommissioned bankrupt stopped
begin start commence: began begun opened launched outset initiated inaugurated onset
end finish conclude stop: ceased completed halted terminated
found establish: founder started created formed instituted opened launched inaugurated
join enlist enrol: entered recruited member signed volunteered
name call: christened known dubbed nickname styled surname entitled alias
nickname alias: called known dubbed sobriquet pseudonym
give donate present: gave given handed bestowed gift granted offered contributed supplied bequeathed
receive get obtain: given granted accepted gained acquired awarded
buy purchase acquire: bought bid pay paid price sold procure obtain shopping
sell: sold auction vendor buyer peddled market price disposed
pay spend: paid spent cost fee pounds dollars money bill settled price
borrow lend: lent loan repay owed
own possess belong: owner property proprietor
inherit: heir heiress bequeathed legacy estate will
earn gain profit: wages salary income
save collect gather: hoarded amassed accumulated hobby collector
carry bring transport convey: brought bore borne delivered haul bearing shipped fetched
send dispatch: sent posted mailed despatched forwarded shipped
wear dress: wore worn clad attired coat gown garb clothed sported
ride: rode ridden horse saddle mounted galloped pony horseback cantered
drive: drove driven wheel coachman reins car driver
fly: flew flown wings plane pilot soared aloft flight
swim: swam swum bathe stroke dived water
climb ascend: ladder mountain scaled clambered summit mounted
fall drop tumble: fell fallen slipped stumbled collapsed plunged
jump leap: leapt sprang bounded hopped vaulted
run hurry rush: ran hastened raced dashed sped bolted scampered
walk stroll: strode stepped paced rambled tramp hike wandered footpath sauntered trudged
sleep rest: slept asleep bed nap doze drowsy slumber pillow snore
wake: woke awoke awakened roused awake woken
sit: sat chair seated bench sofa
see look watch observe: saw seen gazed stared glanced noticed witnessed peered beheld glimpse
hear listen: heard ear overheard sound eavesdrop
say speak tell talk: said spoke spoken uttered conversation declared remarked replied whispered chat conversed announced
ask question inquire: demanded enquiry query interrogated
answer reply respond: response retorted rejoined
shout cry scream: shrieked yelled bawled hallooed exclaimed
whisper: murmured muttered undertone softly low
cry weep: wept tears sobbed bawled handkerchief
laugh smile: grinned giggled chuckle mirth amused
kiss embrace: lips hugged arms clasped caress
promise swear vow: swore oath pledge sworn word assured
lie deceive trick: false pretended duped falsehood misled cheated feigned
disguise pretend impersonate: posed mask wig costume false impostor feigned passed
warn threaten: caution menace alarm threat beware
advise recommend suggest: counsel urged proposed
persuade convince: induced urged coaxed prevailed talked
order command instruct: bade directed decree
forbid ban prohibit: forbade forbidden barred outlawed censored
allow permit: leave granted licence permission consent let
refuse reject decline: denied spurned rebuffed turned
accept agree: consented approved assented
help assist aid: support assistance relief succour
protect defend guard: shield sheltered safe
betray: traitor informed treason judas treachery
blame criticize scold: criticised reproached rebuked condemned reprimanded censured upbraid chided
praise admire: applauded compliment lauded esteem acclaimed
apologize forgive: forgave forgiven pardon sorry apology excuse apologised
thank grateful: gratitude obliged indebted
invite: invitation guest card asked summoned
visit: called guest caller stayed visitor
meet encounter: met introduced acquaintance
introduce present: acquainted introduction
accompany: escorted companion attended alongside joined
lead guide: led headed conducted directed
rule govern reign: king throne governor power
succeed follow replace: successor supplanted heir
depose overthrow: overthrown overthrew ousted toppled coup dethroned
exile banish deport: expelled transported outcast
increase grow rise: rose risen grew grown climbed gained soared surged expanded doubled higher jumped
decrease fall decline reduce: fell fallen dropped shrank lower diminished dwindled lessened slumped plunged sank
change alter transform: became converted modified turned amended
improve upgrade: enhanced progress refined
fail: failure unsuccessful collapsed error flopped
succeed achieve accomplish: success attained managed
try attempt: sought endeavour effort strove
cause result: led brought due produced reason triggered
prevent stop: hindered thwarted foiled averted blocked
install deploy: released rollout upgraded configured setup
delete remove: erased dropped purged eliminated
publish release issue: printed edition appeared launched premiered
record note: logged entry wrote registered
measure weigh: scale inches feet ruler calculated
count calculate: sum reckoned added computed tallied
plant sow grow: grew seed sown cultivated garden
feed nourish: fed food ate crumbs suckled
throw cast: threw thrown flung hurled tossed pitched lobbed
pull drag: drew hauled tugged towed
push shove: thrust pressed nudged jostled
hold grasp grip: held clutched clasped seized
touch feel: felt stroked patted fingers handled
wait expect: awaited anticipated lingered
want wish desire: longed hoped craved yearned
need require: necessary necessity
like enjoy prefer: fond favourite delighted relished pleasure
interest hobby enjoy: fond loved delighted passion keen enthusiast
fear dread: afraid terrified frightened scared
suffer endure: bore pain underwent afflicted
use employ: applied utilised wielded
lack: wanting absence missing short
contain include: comprised held consists inside
connect join attach: linked tied fastened coupled
separate divide split: parted partition
fill: full poured loaded stuffed crammed
empty: drained bare vacant
weave knit sew: wove woven sewn stitched spun
carve: chiselled whittled engraved
dig: dug spade excavated shovel hole trench burrow
hunt: shot hounds game stalked trapped
gamble bet: wagered staked cards dice
smoke tobacco: cigar pipe cigarette snuff cheroot puffed hookah tobacconist
shave groom: razor lather beard barber
celebrate commemorate: feast anniversary festival toast honoured
honour award: knighted medal decorated prize
nominate candidate: nominee shortlisted stood
approve authorize: sanctioned authorised ratified passed signed endorsed
oppose resist: objected against rejected defied
support endorse: backed favoured upheld
negotiate bargain: talks haggled terms mediation
cancel postpone: delayed abandoned deferred called scrapped
delay late: postponed overdue held detained
announce declare: proclaimed stated unveiled
predict forecast: foretold prophecy expected projected
translate interpret: rendered version interpreter english
cure treat: healed remedy therapy medicine
infect: caught contracted contagion fever virus
bear: bore born gave delivered mother
raise rear: brought fostered nursed upbringing childhood
abandon desert: forsook forsaken jilted
haunt: ghost spectre apparition
identify recognize: recognised knew fingerprint
suspect distrust: suspicion doubted mistrust
test examine inspect: checked scrutinised tried
compare differ difference: unlike contrast whereas similar resemble
resemble similar like: alike likeness twin
replace swap exchange: substituted traded switched
origin source: native born descended birthplace rooted derived
purpose reason motive: order intended revenge aim object jealousy greed sake
plan plot conspiracy scheme: conspired intrigue designed intended conspirators
revenge vengeance: avenge retaliate grudge
secret: hidden concealed confided mystery private clandestine stealth
danger risk peril: dangerous perilous hazard threat risky menace jeopardy
luck chance: fortune fortunate lucky accident fate coincidence
wish hope ambition: aspired longed dream aim
education certificate licence: diploma permit qualified registered
transportation: foot horse train carriage coach ship rail plane bus cab rode walked
station: platform terminus paddington victoria euston ticket waterloo junction depot
airport: runway terminal heathrow airfield aerodrome flight gate hangar
hairstyle: braid curls bun wig bob fringe ringlets ponytail
cosmetics toiletries: powder rouge perfume soap lipstick pomade cologne sponge comb brush mirror lotion
mirror glass: reflection looking reflected pane pier
window: pane casement shutter curtain sill blind sash lattice
stairs: staircase steps banister landing ladder flight
fence barrier wall: hedge railing gate palisade stile ditch paling barricade
well fountain: pump spring bucket conduit cistern tap pipe aqueduct
falcon: hawk hood perch eagle kestrel falconer
dye pigment: indigo madder woad cochineal ochre vermilion crimson tint
fashion: crinoline bustle corset ruffle lace flounce collar cuff sleeve
decoration medal: cross star ribbon purple silver garter legion honour
flag banner: colours standard ensign pennant union tricolour streamer
signal sign: beacon flare flag bell whistle lamp semaphore gesture nod
code cipher: decipher cryptogram key morse cryptic decode enigma encrypted
map chart: atlas globe plan survey latitude
puzzle riddle mystery: enigma solve crossword clue conundrum
superstition omen: lucky charm curse portent raven amulet horseshoe
curse spell: enchantment hex bewitched malediction charm
oath swearing: damn cursed swore profanity blasphemy
insult: scorned mocked abused affront slander jeered ridicule sneer libel
joke humour: jest funny wit laughed pun prank comic
scandal disgrace: rumour gossip affair elopement reputation shame
rumour gossip news: tidings hearsay whispered intelligence tattle report
conversation talk: spoke said chat discussed dialogue discourse conversed
speech address: spoke oration lecture delivered orator podium eloquence
debate discussion: argued discussed controversy dispute deliberated
quarrel dispute feud: argument row disagreed vendetta strife disagreement
duel: seconds pistols swords challenge paces satisfaction dawn
injustice oppression: tyranny slavery persecuted unfair discrimination
freedom liberty independence: independent freed emancipation liberated autonomy
slavery: slave plantation abolition emancipation bondage shackles
colony empire: colonial settlers dominion plantation overseas protectorate
tribe native: cherokee apache zulu sioux maori clan chief indigenous chieftain inuit
civilization: rome roman greek egyptian babylon aztec maya inca persian sumerian carthage
charter: magna declaration constitution parchment deed edict
artefact relic: mummy coin vase statue urn tablet tomb
discovery scientific: found theory law radium penicillin element gravity
fluid: blood tears sweat saliva urine bile milk phlegm
sense: sight hearing touch taste smell vision
tooth teeth: molar tusk fang denture jaw gum bite
eye: pupil iris eyelid lash spectacles squint gaze retina
hand: finger thumb palm fist wrist glove knuckle
head: skull brain forehead temple scalp brow hat
blemish: scar mole freckle birthmark tattoo wart pockmark bruise
virus bacteria microbe: germ infection bacillus influenza hiv microorganism coronavirus pathogen
genetics: gene dna chromosome heredity mutation genome
nutrient vitamin: protein fat carbohydrate iron calcium fibre mineral
diet vegetarian: vegetables meatless fasting abstain vegan lean
exercise: walk run swim ride gymnastics stroll fencing gym
bathing bath: washed tub spa soap towel shower sponge
garbage waste rubbish: dust refuse litter trash ash sewage dump scrap
pollution environment: smog emissions carbon smoke contaminated toxic sewage
energy: nuclear solar wind coal hydroelectric reactor turbine dam
space: launch orbit apollo moon nasa lander crew probe
communication: telegraph telephone radio wireless satellite internet cable
telegraph telegram: wire cable morse operator
social: twitter facebook post tweet instagram youtube blog follower
database data: table record disk backup query file index
password: login credential authentication token key access permission
log: alert warning error started stopped failed status
account: login username admin signed password profile
file folder: directory document path archive attachment
outage: down disconnected unreachable timeout latency unavailable packet
inflation: prices rose costs rate
profit loss: earnings revenue gained deficit margin surplus
recession: slump depression collapse panic crisis downturn
unemployment jobless: idle redundant laid work dole
union guild: trade workers members federation craft
charity relief: donated poor alms foundation fund orphanage subscription
asylum: bedlam lunatic madhouse keeper insane
workhouse: pauper parish beadle poor oakum guardians gruel
orphanage: orphan foundling asylum charity matron children
boarding: landlady lodgers rooms board
club society: member lodge association fraternity committee
stadium venue: arena ground pitch track court ring field park
team: squad players united city rovers eleven crew
score goal point: runs try tally wicket touchdown
record achievement feat: fastest highest longest broke milestone
tournament cup league: championship final semifinal round fixture qualifying
olympic: medal gold silver bronze athlete
tent camp: canvas bivouac encampment marquee pitched campsite wigwam
journey trip expedition: voyage tour travelled trek passage excursion pilgrimage ride drive crossing safari
path trail: track footpath lane footprints route bridleway
coachhouse stable: horses stall hay groom loft manger
hay straw fodder: oats bran corn trough manger grass
nest: hive comb web anthill cocoon
honey bee: hive swarm wax comb sting apiary
egg: hatch nest yolk shell hen omelette
milk: cow dairy cream churn pail butter
salt: brine savoury pickle saline
sugar sweetener: honey molasses treacle syrup cane lump
sauce condiment: gravy mustard ketchup vinegar mayonnaise chutney pickle
oil grease fat: lard butter tallow suet lubricant dripping
soap candle wax: tallow lather wick beeswax
paper: parchment vellum sheet papyrus page scrap
glass: pane crystal lens goblet tumbler bottle
leather: hide tanned calfskin boot saddle morocco tanner
ivory horn bone: tusk antler elephant
rubber plastic: polymer latex nylon vinyl polythene
glue adhesive: paste gum stuck cement
broom brush: sweep mop bristle dustpan
umbrella parasol: rain sunshade gingham
stick cane staff: walking crutch rod crook wand cudgel club
whip: lash scourge birch crop thong flog
chain fetter: shackle handcuff manacle iron gyves
trap snare: net bait cage caught gin ambush lure
cage: bars bird aviary canary coop
ring: finger wedding engagement band signet
crown sceptre regalia: throne orb king coronet diadem robe
throne: king seat reign crown royal
uniform: regimental scarlet livery epaulette tunic khaki
mask costume: disguise masquerade domino veil fancy
doll puppet: marionette wax dressed punch
ball ornament decoration: garland ribbon wreath tinsel bunting lantern
curtain drapery: drapes hangings valance blind tapestry
wallpaper wall covering: panel paint whitewash wainscot tapestry plaster
roof: thatch tile slate gable eaves dome
floor: boards flagstone parquet carpet tile
ship crew: sailors mate boatswain captain cook hands
marine: whale dolphin seal shark octopus squid jellyfish starfish coral crab sponge urchin
water: river stream sea pond pump well rain
darkness dark: night gloom shadow black unlit dim
light brightness: lamp sun gleam glow shone glare ray
shadow shade: gloom silhouette shelter dim
smoke fog: mist haze smog vapour chimney soot
sky heavens: cloud stars sun moon firmament blue
moon: lunar crescent moonlight full eclipse
sun: solar sunshine sunrise rays eclipse sunset
eclipse: moon sun darkened shadow solar lunar
birthday: born anniversary cake candles
anniversary: jubilee centenary years birthday
childhood: infancy boy girl youth nursery young boyhood girlhood
adulthood: grown adult forty fifty mature majority
eldest oldest: firstborn elder senior
youngest: junior baby
twin: identical pair brother sister double
first: earliest original maiden pioneer
last final: latest ultimate end closing
few little: scarce handful scanty couple
many lots: numerous multitude dozens hundreds abundance crowd plenty
hundred century: centennial centenary
pair couple two: twins both double twice brace duo
half: middle semi moiety divided
ruin abandoned: derelict deserted crumbling roofless uninhabited
shelter refuge: harbour haven roof hut asylum sanctuary
advertisement: placard poster bill notice hoarding advert
advertise: notice poster placard commercial campaign
auction sale: bid bidder lot hammer sold sotheby
import export: shipped goods foreign tariff cargo
exciseman: smuggling duty contraband excise seized
tax collector: rates revenue collected publican
census population: inhabitants residents people million thousand
people inhabitants residents: villagers townspeople citizens population natives settlers
citizen: nationality subject passport naturalised
passport visa: papers border stamped frontier consulate
hostage ransom: demanded kidnapped payment released
gang mafia: gangster mob boss racket cartel drug
drug narcotic: cocaine heroin opium marijuana cannabis morphine dealer addict hashish meth
addiction addict: opium drink dependent morphine rehab withdrawal
blackmail extortion: threatened paid letters compromising expose
forgery counterfeit: forged false signature imitation fake coiner
burglary: window forced burglar jemmy safe broken
offence: speeding drunk parking fined licence
bail parole probation: released surety bond sentence
jury: verdict foreman twelve juror
autopsy inquest: coroner body wound cause examined pathologist
coroner: inquest body verdict death
body corpse: dead remains cadaver deceased carcass mortuary lifeless
blood: bled bleeding stain gore wound vein
scar: wound mark gash cicatrice
naval: trafalgar broadside boarded fleet cannon
retreat withdraw: withdrew fled fell evacuated
recruit conscript enlist: shilling draft volunteer conscription
casualty: killed wounded missing dead losses
trench fortification: rampart earthwork barricade bunker parapet
ally alliance: treaty coalition entente partner league
province governor viceroy: governed colony administrator proconsul satrap
councillor alderman: council town borough elected
official bureaucrat: ministry clerk department office functionary
treasurer: funds accounts money
chairman: presided chair
director manager: managed head ceo ran executive directed
owner proprietor: owned belonged possessed landlord bought
heir successor: inherit son will entail
executor will: testament estate legacy bequeath probate codicil
confidant: confided secrets intimate
mentor adviser: counsel guided tutor advised
disciple follower: apostle adherent supporter pupil devotee
traitor: treason betrayed turncoat treachery informer renegade
rogue scoundrel villain: rascal knave blackguard wretch cad
snob: vulgar upstart haughty parvenu
dandy: fop beau foppish cravat elegant
flirt coquette: admirers jilt
spinster: unmarried aunt miss
nursemaid: nursery cradle rocked nanny perambulator
playmate: played children friend companion
landlady: lodgings rent boarders rooms
busker: barrel hurdy fiddle
ringer: belfry steeple peal rang
choir: sang hymn anthem chorister
organist: organ church keys
pianist: piano keyboard concerto played
violinist fiddler: violin fiddle bow played
drummer: drums sticks beat
hymn psalm: sang church choir
`;
