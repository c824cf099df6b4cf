/** Kinds and what is of them, a line each: names of the kind, a colon, its members. English, one word each, singular. */
export const kindList = `
bird fowl: sparrow eagle heron finch owl hawk crow raven gull robin swan goose duck wren thrush blackbird starling swallow swift martin lark skylark nightingale cuckoo magpie jay jackdaw rook pigeon dove pheasant partridge quail grouse woodcock snipe plover lapwing curlew sandpiper stork crane ibis egret bittern flamingo pelican cormorant gannet puffin albatross petrel tern penguin ostrich emu cassowary rhea kiwi parrot parakeet macaw cockatoo budgerigar canary linnet goldfinch bullfinch chaffinch greenfinch siskin bunting wagtail pipit warbler chickadee nuthatch woodpecker kingfisher hoopoe hornbill toucan hummingbird oriole cardinal mockingbird grackle vulture condor buzzard kite falcon kestrel osprey peacock turkey hen rooster cockerel chicken loon grebe coot moorhen kookaburra lyrebird nightjar whippoorwill shrike waxwing mallard teal
raptor predator: eagle hawk falcon kestrel kite buzzard osprey vulture condor owl harrier merlin goshawk peregrine
poultry: chicken hen rooster cockerel duck drake goose gander turkey pullet capon bantam chick guineafowl
animal beast creature: dog cat horse cow bull ox sheep goat pig lion tiger leopard panther cheetah jaguar lynx cougar puma wolf fox bear elephant giraffe zebra hippopotamus rhinoceros camel dromedary llama alpaca deer stag elk moose reindeer antelope gazelle bison buffalo yak donkey mule ass monkey ape gorilla chimpanzee orangutan baboon kangaroo wallaby koala wombat opossum platypus echidna rabbit hare squirrel chipmunk rat mouse hamster beaver otter badger weasel stoat ferret mink skunk raccoon hedgehog porcupine mole shrew bat hyena jackal coyote dingo seal walrus whale dolphin porpoise sloth armadillo anteater aardvark tapir warthog boar meerkat mongoose panda snake lizard crocodile alligator tortoise turtle frog toad newt snail worm crab lobster spider bird fish
mammal: whale dolphin porpoise seal walrus manatee bat elephant horse cow dog cat bear lion tiger wolf fox otter badger deer giraffe zebra camel rabbit hare squirrel rat mouse mole hedgehog monkey ape gorilla kangaroo koala platypus armadillo sloth pig goat sheep rhinoceros hippopotamus
pet: dog cat rabbit hamster gerbil goldfish parrot canary budgerigar tortoise kitten puppy mouse ferret parakeet pony lizard gecko
rodent: rat mouse squirrel beaver hamster gerbil chipmunk marmot porcupine capybara vole dormouse lemming muskrat gopher chinchilla coypu woodchuck groundhog agouti
primate: gorilla chimpanzee orangutan gibbon bonobo baboon macaque mandrill lemur marmoset tamarin capuchin langur loris tarsier colobus rhesus howler
cat feline: lion tiger leopard panther cheetah jaguar lynx cougar puma ocelot bobcat caracal serval persian tabby tortoiseshell manx angora kitten lioness tigress
dog breed hound: spaniel terrier poodle collie mastiff bulldog greyhound beagle dachshund labrador retriever setter pointer sheepdog foxhound bloodhound wolfhound deerhound whippet lurcher dalmatian corgi pug pekingese chihuahua rottweiler doberman boxer husky malamute samoyed alsatian newfoundland airedale cocker mongrel cur chow schnauzer pomeranian maltese weimaraner bullmastiff saluki
horse steed: mare stallion gelding colt filly foal pony cob hunter thoroughbred arab charger palfrey hack roan bay chestnut sorrel dapple mustang bronco shire clydesdale percheron palomino pinto appaloosa nag steeplechaser racehorse carthorse hackney jennet warhorse
livestock: cow bull ox bullock heifer calf steer sheep goat pig horse ewe ram lamb sow boar hog longhorn hereford jersey guernsey angus holstein friesian
sheep: ewe ram lamb wether merino cheviot southdown leicester mouflon tup hogget
deer: stag hind doe buck fawn roe elk moose reindeer caribou wapiti muntjac hart roebuck sambar
antelope: gazelle eland impala kudu gnu wildebeest springbok oryx gemsbok nyala duiker chamois hartebeest
marsupial: kangaroo wallaby koala wombat opossum possum bandicoot quokka numbat quoll bilby
fish: salmon trout cod herring mackerel haddock halibut sole plaice turbot flounder sardine pilchard anchovy sprat tuna swordfish marlin bass perch pike carp roach tench bream barbel gudgeon minnow dace chub eel lamprey sturgeon shark ray skate mullet snapper grouper barracuda catfish tilapia pollock whiting hake ling smelt grayling char sunfish stickleback goldfish guppy piranha seahorse bluegill walleye monkfish brill dab conger coelacanth shad tarpon wrasse goby crappie muskellunge
shark: hammerhead dogfish mako tiger thresher porbeagle nurse bull
shellfish crustacean mollusc seafood: oyster mussel clam cockle whelk scallop lobster crab shrimp prawn crayfish winkle periwinkle limpet abalone squid octopus cuttlefish snail slug barnacle krill langoustine crawfish conch nautilus
insect bug: ant bee wasp hornet fly mosquito gnat midge butterfly moth beetle ladybird ladybug grasshopper cricket locust cicada cockroach earwig termite flea louse aphid dragonfly damselfly mayfly bumblebee honeybee horsefly bluebottle housefly mantis weevil firefly caterpillar katydid bedbug caddisfly sawfly greenfly cranefly silverfish stonefly glowworm lacewing
beetle: ladybird ladybug weevil scarab chafer cockchafer firefly deathwatch
butterfly moth: monarch swallowtail peacock brimstone skipper fritillary admiral hawkmoth silkworm comma emperor ringlet grayling hairstreak
arachnid: tarantula scorpion tick mite harvestman redback
reptile: snake lizard crocodile alligator tortoise turtle gecko iguana chameleon viper adder cobra python boa skink monitor caiman terrapin rattlesnake
snake serpent: viper adder cobra python boa rattlesnake asp anaconda mamba copperhead cottonmouth taipan krait moccasin sidewinder constrictor
lizard: gecko iguana chameleon skink monitor goanna anole basilisk slowworm agama
amphibian: frog toad newt salamander axolotl bullfrog caecilian tadpole natterjack eft
dinosaur: tyrannosaurus triceratops stegosaurus diplodocus brontosaurus apatosaurus velociraptor allosaurus iguanodon brachiosaurus ankylosaurus megalosaurus
whale: orca narwhal beluga humpback minke sperm bowhead rorqual cachalot
parasite pest: flea louse tick mite tapeworm leech hookworm roundworm bedbug rat mouse cockroach fluke mistletoe
monster creature: dragon unicorn griffin phoenix centaur satyr minotaur sphinx basilisk hydra gorgon cyclops harpy chimera troll ogre giant goblin werewolf vampire kraken leviathan mermaid wyvern zombie ghoul cockatrice pegasus
spirit being: ghost fairy elf imp demon devil angel goblin sprite nymph pixie gnome banshee genie djinn dryad naiad leprechaun poltergeist phantom spectre brownie kelpie siren succubus cherub seraph archangel
tree: oak ash elm beech birch pine fir spruce larch cedar cypress yew juniper maple sycamore chestnut walnut hickory pecan willow poplar aspen alder lime linden hawthorn holly rowan hazel hornbeam plane acacia eucalyptus mahogany teak ebony palm olive fig apple pear plum cherry almond mulberry magnolia laburnum redwood sequoia hemlock banyan baobab tamarind cottonwood dogwood elder laurel mango banana tamarack locust catalpa sassafras ginkgo
conifer evergreen: pine fir spruce larch cedar cypress yew juniper redwood sequoia hemlock holly laurel box ivy
wood timber: oak pine mahogany teak ebony walnut rosewood cedar ash elm beech birch maple cherry deal sandalwood balsa satinwood boxwood fir bamboo cypress hickory redwood lime chestnut poplar plywood
shrub bush: lilac holly laurel hawthorn box privet hydrangea rhododendron azalea gorse broom heather bramble fuchsia juniper rosemary lavender forsythia myrtle camellia oleander sagebrush hibiscus buddleia elder blackthorn barberry furze berberis gooseberry currant
flower bloom blossom: rose lily tulip daffodil daisy violet pansy primrose cowslip bluebell snowdrop crocus hyacinth iris poppy carnation pink chrysanthemum dahlia aster marigold sunflower buttercup dandelion geranium petunia begonia orchid lotus peony foxglove hollyhock snapdragon larkspur delphinium lupin honeysuckle jasmine lavender narcissus jonquil anemone gardenia camellia magnolia azalea hibiscus nasturtium sweetpea gladiolus freesia zinnia lilac wisteria clematis columbine heliotrope mignonette wallflower verbena fuchsia edelweiss gentian cornflower harebell celandine periwinkle trillium
plant herb: fern moss ivy nettle thistle clover dock rush reed bracken heather cactus aloe bamboo mistletoe hemp tobacco cotton flax rose lily tulip daisy hemlock mandrake belladonna nightshade foxglove grass mint parsley tomato potato cabbage orchid begonia geranium fuchsia aspidistra
weed: dandelion thistle nettle dock groundsel chickweed bindweed ragwort knotweed plantain couch burdock ragweed crabgrass fleabane tare charlock
climber vine creeper: ivy honeysuckle clematis wisteria jasmine grape hop bindweed bougainvillea columbine kudzu
herb seasoning: parsley sage rosemary thyme mint basil oregano marjoram dill tarragon chervil coriander chives fennel bay lovage borage cilantro hyssop rue tansy chamomile comfrey feverfew
spice flavouring condiment: pepper cinnamon nutmeg ginger clove mace cardamom cumin turmeric saffron paprika allspice vanilla coriander cayenne aniseed mustard chilli fenugreek caraway salt horseradish ketchup vinegar chutney relish pickle mayonnaise
fruit: apple pear plum cherry peach apricot nectarine orange lemon lime grapefruit tangerine mandarin satsuma clementine banana pineapple mango papaya guava melon watermelon grape raisin currant sultana fig date prune pomegranate kiwi strawberry raspberry blackberry blueberry gooseberry cranberry mulberry elderberry quince medlar damson greengage coconut avocado olive tomato lychee passionfruit persimmon rhubarb kumquat loganberry bilberry huckleberry cantaloupe starfruit durian
berry: strawberry raspberry blackberry blueberry gooseberry cranberry mulberry elderberry bilberry huckleberry loganberry blackcurrant redcurrant boysenberry whortleberry cloudberry juniper currant
nut: almond walnut hazelnut pecan cashew pistachio chestnut peanut macadamia acorn filbert brazil cobnut beechnut coconut hickory
vegetable: potato carrot turnip parsnip swede beetroot beet onion leek garlic shallot cabbage cauliflower broccoli sprout kale spinach lettuce celery cucumber marrow courgette zucchini pumpkin squash pea bean lentil radish artichoke asparagus aubergine eggplant pepper tomato corn maize yam sweetcorn okra chard endive cress watercress fennel rutabaga kohlrabi celeriac chicory mushroom collard
pulse legume: pea lentil chickpea soybean soya haricot lima pinto peanut butterbean clover lupin alfalfa vetch
fungus mushroom: toadstool truffle puffball morel chanterelle mould yeast mildew rust bolete agaric shiitake portobello oyster inkcap
crop: wheat barley oats rye corn maize rice cotton tobacco sugar potato beet turnip hay clover flax hemp soybean sorghum millet hops alfalfa cane coffee tea rape jute indigo
grain cereal: wheat barley oat rye corn maize rice millet sorghum buckwheat spelt quinoa muesli porridge oatmeal bulgur semolina granola
grass: wheat barley fescue bamboo sedge timothy ryegrass reed esparto marram bluegrass pampas cane bermuda
food foodstuff: bread cheese meat butter egg fish rice pasta soup stew potato cake pie pudding porridge bacon ham sausage beef mutton pork chicken salad sandwich fruit apple chocolate jam honey biscuit vegetable noodle pizza curry beans toast yogurt omelette cereal burger steak broth gruel oatmeal
meat: beef pork mutton lamb veal venison ham bacon chicken turkey goose duck rabbit hare sausage steak chop tripe liver kidney tongue gammon brisket sirloin mince salami game fillet oxtail pheasant horsemeat
joint: sirloin rump fillet brisket loin shank shoulder leg saddle topside rib flank haunch chop cutlet ribeye
sausage: salami chorizo frankfurter bratwurst chipolata pepperoni bologna mortadella haggis chitterling wurst
bread: baguette bun roll bagel sourdough rye brioche croissant ciabatta focaccia naan pita chapati tortilla cob crumpet muffin toast matzo pumpernickel damper bannock
cheese: cheddar stilton brie camembert parmesan mozzarella feta gorgonzola gouda edam cheshire wensleydale gruyere roquefort ricotta emmental mascarpone lancashire halloumi swiss caerphilly provolone limburger
dish: stew soup curry roast pie casserole omelette salad pasta pizza risotto paella lasagne spaghetti goulash chowder fricassee ragout hash haggis kedgeree quiche souffle kebab stroganoff sushi ramen taco burrito enchilada chili moussaka hotpot pilaf pudding steak broth gumbo jambalaya fondue couscous tempura schnitzel cassoulet biryani
soup: broth chowder bisque gazpacho consomme minestrone borscht mulligatawny bouillon gumbo potage cockaleekie bouillabaisse goulash ramen
sauce dressing: gravy ketchup mayonnaise mustard custard pesto tartare hollandaise bechamel vinaigrette horseradish salsa soy tabasco worcester aioli
pasta noodle: spaghetti macaroni lasagne ravioli penne linguine vermicelli tagliatelle fettuccine cannelloni tortellini fusilli rigatoni farfalle gnocchi
meal repast: breakfast lunch luncheon dinner supper tea brunch banquet picnic feast snack barbecue buffet elevenses
dessert pudding sweet: trifle custard jelly pie tart cake pavlova sorbet sundae mousse cheesecake crumble syllabub blancmange meringue junket tiramisu brownie gateau sponge cobbler profiterole
cake pastry: sponge gingerbread fruitcake muffin scone bun doughnut eclair cupcake brownie gateau shortcake teacake tart croissant strudel danish turnover cheesecake pancake waffle flan parkin baklava simnel
biscuit cookie cracker: shortbread gingersnap macaroon wafer digestive flapjack rusk hardtack snap oatcake pretzel ratafia
sweet candy confection: toffee fudge caramel chocolate liquorice lollipop humbug marshmallow nougat gumdrop mint peppermint butterscotch marzipan bonbon lozenge praline jellybean truffle sherbet taffy bullseye
spread preserve: jam marmalade honey butter jelly margarine chutney pate pickle marmite vegemite hummus curd
fat oil grease: butter lard margarine suet tallow dripping ghee olive linseed castor sunflower palm lanolin blubber
drink beverage refreshment: tea coffee cocoa milk water lemonade beer ale wine whisky whiskey brandy rum gin vodka cider juice punch champagne sherry port chocolate cordial cola soda claret mead perry stout toddy grog liqueur squash cocktail tequila porter lager buttermilk eggnog negus posset
wine: claret burgundy port sherry madeira champagne hock chianti riesling chardonnay merlot sauternes muscat malmsey rose moselle bordeaux rioja prosecco shiraz beaujolais marsala cabernet pinot canary sauvignon muscatel
spirit liquor: whisky whiskey brandy rum gin vodka bourbon scotch cognac tequila absinthe schnapps rye arrack moonshine armagnac calvados grappa sake mezcal
beer: ale stout porter lager bitter pilsner mild shandy bock pale
garment clothing clothes apparel attire: coat jacket shirt blouse skirt dress gown trousers breeches jeans shorts waistcoat vest sweater jumper cardigan pullover cloak cape shawl overcoat mackintosh raincoat suit tunic robe frock petticoat pinafore apron stockings socks tights gloves mittens scarf hat cap bonnet kimono sari kilt toga smock dungarees overalls leggings pyjamas nightgown nightshirt corset doublet jerkin pantaloons hose bodice chemise blazer tuxedo anorak parka poncho uniform leotard bikini swimsuit hoodie sarong cassock surplice shoes boots slippers belt tie cravat
coat: overcoat greatcoat mackintosh raincoat anorak parka ulster frockcoat blazer tuxedo duffel redingote cagoule spencer pelisse windcheater norfolk tailcoat topcoat jerkin bolero
hat headgear: cap bonnet bowler beret trilby fedora helmet turban fez panama boater stetson sombrero derby hood crown tiara mitre deerstalker mortarboard balaclava busby bearskin shako tricorne cloche homburg sunbonnet skullcap yarmulke coronet wimple veil
shoe footwear: slipper sandal clog sneaker trainer moccasin brogue loafer pump galosh wellington plimsoll stiletto espadrille oxford sabot flipflop mule overshoe buskin brogan
underwear undergarment lingerie: petticoat corset vest bra brassiere chemise drawers knickers pants boxers slip girdle bloomers crinoline stays camisole thong pantalettes garter
accessory: belt tie scarf glove necktie cravat handkerchief handbag purse sash brooch umbrella parasol fan muff bracelet necklace watch ribbon cufflink bow
jewellery jewelry ornament trinket: ring necklace bracelet brooch earring locket pendant tiara bangle anklet cameo diadem chain choker cufflink amulet coronet signet
gem jewel gemstone stone: diamond ruby emerald sapphire pearl opal amethyst topaz garnet turquoise jade agate onyx jasper carnelian beryl aquamarine peridot amber coral zircon moonstone bloodstone lapis sardonyx chalcedony tourmaline jet malachite
fabric cloth material textile stuff: cotton linen silk wool velvet satin denim muslin canvas tweed calico flannel serge corduroy lace chiffon brocade damask taffeta gingham nylon polyester rayon felt jersey worsted crepe gauze hessian sackcloth cambric chintz organza fustian poplin alpaca cashmere mohair bombazine homespun broadcloth leather fleece velveteen lycra tulle plush baize moleskin kersey sailcloth burlap
fur skin leather hide: ermine sable mink beaver fox rabbit chinchilla sealskin sheepskin buckskin calfskin kid suede morocco cowhide pigskin chamois otter bearskin goatskin astrakhan muskrat deerskin doeskin vellum
thread yarn fibre: cotton silk wool nylon twine worsted jute hemp flax sisal linen coir asbestos mohair raffia
craft handicraft needlework: embroidery knitting crochet sewing quilting tapestry weaving patchwork macrame pottery basketry crewel tatting darning hemstitch needlepoint
metal: iron steel gold silver copper tin lead zinc aluminium aluminum nickel brass bronze platinum mercury titanium tungsten chromium pewter cobalt magnesium uranium manganese sodium potassium calcium lithium bismuth antimony cadmium palladium
alloy: brass bronze steel pewter solder amalgam pinchbeck electrum gunmetal duralumin nichrome
element: hydrogen helium lithium beryllium boron carbon nitrogen oxygen fluorine neon sodium magnesium aluminium silicon phosphorus sulphur sulfur chlorine argon potassium calcium titanium chromium manganese iron cobalt nickel copper zinc gallium germanium arsenic selenium bromine krypton rubidium strontium zirconium silver cadmium tin antimony iodine xenon caesium barium tungsten platinum gold mercury thallium lead bismuth polonium radon radium thorium uranium plutonium cerium lanthanum vanadium palladium iridium osmium
gas vapour: oxygen hydrogen nitrogen helium neon argon chlorine methane ammonia ozone propane butane steam krypton xenon radon ethylene acetylene phosgene ethane air
chemical compound substance: ammonia bleach chlorine vitriol soda lime acid alkali arsenic alcohol ether benzene acetone formaldehyde glycerine nitrate sulphate carbonate chloride oxide phosphate borax potash naphtha peroxide turpentine saltpetre caustic ethanol methanol
acid: vinegar citric sulphuric nitric hydrochloric carbolic lactic acetic formic prussic tartaric vitriol ascorbic oxalic
mineral ore: quartz mica feldspar calcite gypsum haematite magnetite bauxite galena pyrite talc fluorite malachite cinnabar graphite asbestos salt sulphur halite dolomite barytes corundum olivine coal
rock stone: granite limestone sandstone marble slate basalt chalk flint shale gneiss schist quartzite obsidian pumice tuff dolomite conglomerate travertine porphyry lava alabaster serpentine soapstone dolerite
soil earth: clay sand loam peat chalk silt gravel mud marl humus loess compost mould
material: wood stone brick concrete cement plaster glass plastic rubber leather paper cardboard steel iron clay marble ivory bone canvas fibreglass tar thatch timber wax horn wicker porcelain
ceramic pottery china ware: porcelain earthenware stoneware terracotta delft majolica wedgwood faience bone spode
fuel: coal coke petrol gasoline diesel oil gas wood peat charcoal paraffin kerosene ethanol lignite turf anthracite propane uranium
liquid fluid: water milk oil wine blood petrol ink vinegar alcohol juice beer mercury paraffin syrup brine sap turpentine bleach
explosive: dynamite gunpowder gelignite nitroglycerine cordite semtex guncotton bomb grenade petard
poison venom toxin: arsenic cyanide strychnine hemlock belladonna antimony curare laudanum ricin digitalis aconite nightshade mercury ratsbane henbane
drug narcotic medicine: opium morphine heroin cocaine laudanum cannabis marijuana hashish aspirin quinine codeine penicillin caffeine nicotine ecstasy ether chloroform ketamine amphetamine insulin digitalis paracetamol ibuprofen barbiturate valium mescaline methadone
medicine remedy cure: aspirin quinine penicillin ointment tonic pill tablet syrup poultice balm laxative antibiotic antidote castor senna calomel rhubarb laudanum linctus embrocation salve draught physic insulin ipecacuanha liniment powder lozenge plaster morphine cordial
tool implement utensil instrument: hammer saw chisel axe hatchet screwdriver spanner wrench pliers drill plane file rasp spade shovel rake hoe fork trowel sickle scythe shears pickaxe crowbar mallet adze awl gimlet knife scissors hook pincers anvil vice clamp sander auger plough mattock tweezers spokeshave jack pitchfork billhook
implement: plough harrow scythe sickle hoe rake pitchfork spade flail tractor harvester thresher drill mower baler
utensil: spoon fork knife ladle whisk spatula grater sieve colander corkscrew peeler pan saucepan kettle skillet wok strainer tongs rolling masher pestle mortar skewer
cutlery: knife fork spoon teaspoon tablespoon dessertspoon ladle tongs
weapon arm: sword gun rifle pistol revolver musket dagger spear bow lance pike axe knife club bayonet cannon halberd mace sabre rapier cutlass catapult crossbow shotgun grenade bomb missile torpedo tomahawk blunderbuss cudgel machete dirk scimitar javelin harpoon truncheon sling poleaxe arquebus carbine longbow stiletto bludgeon claymore flamethrower boomerang arrow mine
gun firearm: pistol rifle revolver musket shotgun cannon carbine blunderbuss howitzer mortar machinegun flintlock derringer luger bren sten arquebus matchlock airgun culverin colt
sword blade: rapier sabre cutlass scimitar foil broadsword claymore epee katana dagger falchion dirk stiletto bayonet machete razor
armour: helmet breastplate gauntlet shield cuirass hauberk mail visor greave buckler morion gorget
ammunition missile projectile: bullet shell arrow cartridge shot grenade torpedo cannonball bomb dart pellet rocket bolt
furniture: chair table sofa couch bed wardrobe cupboard desk bureau dresser sideboard bookcase stool bench armchair settee ottoman cabinet chest cot cradle divan bookshelf settle washstand footstool escritoire chaise chiffonier commode hatstand shelf lectern rocker nightstand futon hammock
seat chair: stool bench armchair sofa couch settee throne pew rocker recliner saddle deckchair pouffe settle wheelchair form chaise pillion highchair
bed: cot cradle bunk hammock couch berth crib divan pallet futon litter bassinet
table: bureau escritoire sideboard counter bench secretaire trestle altar workbench
bedding: sheet blanket pillow quilt duvet mattress bolster counterpane eiderdown coverlet pillowcase bedspread
room chamber apartment: kitchen bedroom parlour parlor drawing library study bathroom hall nursery attic cellar pantry scullery larder lounge dining office hallway conservatory lobby garret vestibule boudoir cloakroom toilet lavatory classroom ballroom dormitory ward laboratory studio gallery saloon basement loft washroom cell closet antechamber refectory vestry staffroom
building structure edifice: house church castle school hospital factory barn mill palace cathedral temple tower library museum theatre hotel inn shop warehouse prison barracks station cottage mansion abbey monastery lighthouse stable hut chapel office courthouse skyscraper mosque synagogue villa bungalow hall pavilion bank gymnasium hangar garage greenhouse pub cinema fort townhall chateau
house dwelling home residence: cottage bungalow mansion villa flat apartment cabin hut tent palace castle farmhouse lodge manor rectory vicarage parsonage chalet igloo wigwam tepee caravan houseboat hovel shack penthouse tenement terrace townhouse shanty maisonette chateau grange hotel hostel
shelter: tent hut cave shed cabin lodge igloo barn wigwam bivouac awning bunker tarpaulin
fortification fort stronghold defence: castle fortress tower wall moat bastion rampart citadel trench bunker redoubt palisade stockade keep earthwork battlement barbican drawbridge bulwark
shop store business: bakery butcher grocery chemist bookshop pharmacy haberdashery ironmonger draper tobacconist confectioner supermarket newsagent greengrocer florist delicatessen boutique pawnshop jeweller stationer fishmonger milliner hairdresser barbershop saddler bazaar
establishment eatery: pub tavern cafe bistro hostel motel bar saloon brasserie pizzeria diner cafeteria canteen coffeehouse alehouse teashop guesthouse trattoria buffet tearoom
outbuilding: barn stable shed byre cowshed sty kennel henhouse granary coop dairy silo outhouse dovecote hayloft cowhouse pigsty hutch
feature: arch column pillar buttress spire steeple dome turret gargoyle vault portico colonnade frieze cornice pediment cupola lintel minaret capital architrave pilaster pond fountain lawn patio rockery hedge arbour pergola terrace summerhouse statue path shrubbery greenhouse sundial bower
vehicle conveyance transport: car bus lorry truck van train tram bicycle motorcycle carriage coach cart wagon taxi cab ambulance tractor sledge sleigh jeep limousine scooter trolley chariot hansom gig phaeton landau brougham barouche omnibus tricycle tank bulldozer minibus caravan motorbike moped rickshaw automobile stagecoach hearse wheelbarrow snowmobile helicopter aeroplane ship boat dray
carriage coach: gig phaeton landau brougham barouche chaise hansom victoria curricle cabriolet chariot buggy trap dogcart tilbury sulky hackney surrey fly stagecoach diligence droshky troika wagonette stanhope omnibus
car automobile: saloon sedan coupe convertible hatchback limousine estate roadster jeep taxi sports ford bentley jaguar mercedes porsche ferrari cadillac buick chevrolet volkswagen toyota honda volvo audi mini fiat
ship boat vessel craft: yacht schooner frigate brig sloop barge ferry canoe kayak dinghy galleon galley cutter lugger steamer liner tanker trawler tug punt raft gondola lifeboat launch clipper ketch barque corvette destroyer cruiser battleship submarine whaler junk dhow catamaran skiff pinnace collier smack steamboat packet brigantine wherry rowboat trireme caravel merchantman privateer speedboat freighter hovercraft longboat lighter coracle cog
warship: frigate destroyer cruiser battleship corvette submarine dreadnought galley galleon monitor ironclad minesweeper gunboat ram sloop
aircraft plane: aeroplane airplane helicopter glider balloon airship zeppelin jet biplane seaplane bomber fighter spitfire hurricane concorde drone monoplane microlight autogiro airliner boeing
train railway: locomotive express tram monorail freight goods underground metro subway funicular sleeper mail
bridge: viaduct aqueduct suspension footbridge drawbridge cantilever pontoon overpass flyover swing trestle
road way street: lane avenue highway motorway track alley boulevard freeway bypass turnpike bridleway footpath crescent drive byway thoroughfare causeway towpath trail mews
container receptacle: box bag basket barrel bottle jar tin can crate bucket pail cask tub sack trunk chest case jug urn vase drum hamper packet pot carton bin basin tank flask pouch vat keg suitcase canister casket phial tray envelope hogshead skip cup bowl caddy
bag luggage case: suitcase rucksack satchel handbag purse briefcase holdall haversack knapsack trunk valise portmanteau wallet sack pouch carpetbag backpack reticule tote saddlebag duffel
vessel crockery dish tableware: cup mug saucer plate bowl jug teapot glass goblet tumbler beaker tankard platter pot tureen chalice decanter flagon pitcher ewer kettle carafe vase flask urn basin
cask barrel: hogshead tun keg firkin butt puncheon pipe tierce kilderkin
pot: saucepan kettle casserole skillet wok cauldron stockpot griddle roaster stewpan
machine engine: lathe loom mill press crane pump tractor computer printer lawnmower mower drill typewriter turbine dynamo excavator bulldozer thresher locomotive motor generator dishwasher digger winch hoist treadmill robot mangle compressor
appliance: cooker oven refrigerator fridge freezer toaster kettle vacuum dishwasher iron microwave television radio hairdryer blender heater washer dryer stove lamp fan mixer hoover
device gadget apparatus: telephone phone radio television computer laptop camera clock watch calculator tablet smartphone projector microphone gramophone telegraph thermostat alarm timer sensor compass switch remote printer scanner modem router kindle
instrument: thermometer barometer microscope telescope compass sextant theodolite quadrant ruler protractor hygrometer voltmeter ammeter galvanometer seismograph spectroscope oscilloscope gauge altimeter astrolabe chronometer balance micrometer hydrometer speedometer stethoscope sundial scales caliper piano violin viola cello guitar harp flute clarinet oboe bassoon trumpet trombone horn tuba cornet bugle drum tambourine cymbal triangle xylophone organ harpsichord spinet lute lyre mandolin banjo ukulele accordion concertina harmonica bagpipe fiddle recorder piccolo saxophone harmonium clavichord virginal zither sitar dulcimer bell gong timpani castanets pianoforte viol hurdygurdy fife serpent theremin synthesizer keyboard bodhran marimba glockenspiel
clock timepiece: watch sundial hourglass chronometer cuckoo wristwatch stopwatch clepsydra alarm
lamp light lighting: candle lantern torch chandelier bulb gaslight taper headlight flashlight spotlight rushlight beacon flare floodlight candelabrum
fastener fastening: button zip buckle nail screw bolt pin clasp hook rivet nut staple clip lace latch tack velcro toggle hasp brooch stud padlock
stationery: pen pencil paper ink envelope quill crayon chalk eraser stapler notebook biro blotter ruler folder pad
language: python java ruby pascal fortran cobol basic lisp perl javascript rust haskell prolog ada swift
software program: browser spreadsheet compiler editor database game app virus firewall antivirus interpreter debugger
woodwind: flute clarinet oboe bassoon recorder piccolo saxophone fife bagpipe whistle
brass: trumpet trombone horn tuba cornet bugle euphonium flugelhorn sousaphone
percussion drum: tambourine cymbal triangle xylophone gong timpani castanets snare bongo tabor tabla marimba kettledrum
music: jazz blues rock pop folk classical country reggae soul funk disco punk rap opera swing ragtime gospel techno hiphop metal house baroque soca calypso flamenco grunge bluegrass
composition piece: symphony sonata concerto opera overture waltz nocturne prelude fugue march requiem mass cantata oratorio suite song hymn quartet trio rhapsody mazurka polonaise etude ballade serenade rondo toccata minuet scherzo anthem madrigal operetta septet quintet fantasia
song: ballad hymn carol lullaby anthem aria shanty madrigal psalm dirge ditty lament serenade spiritual glee chant lay barcarole lied
voice singer: soprano alto tenor bass baritone contralto treble mezzo countertenor falsetto
musician performer: pianist violinist cellist guitarist organist drummer flautist harpist trumpeter fiddler piper conductor composer bugler minstrel soprano tenor baritone bassist saxophonist lutenist bard troubadour
ensemble group: orchestra band choir quartet trio duo quintet chorus sextet octet
dance: waltz tango polka foxtrot jig reel minuet gavotte quadrille mazurka polonaise ballet samba rumba salsa charleston hornpipe flamenco fandango quickstep tarantella bolero jive cotillion galop lancers twist schottische morris sarabande pavane galliard conga hula
game pastime: chess draughts checkers backgammon dominoes cards whist bridge poker rummy cribbage bingo darts billiards snooker pool skittles marbles hopscotch tag croquet bowls dice ludo monopoly scrabble roulette charades lotto solitaire patience tennis football cricket leapfrog quoits bagatelle faro baccarat piquet euchre mahjong tetris blackjack
suit: hearts clubs diamonds spades trumps
card: ace king queen jack knave joker deuce trey ten
chess chessman: pawn knight bishop rook queen king castle
sport game: football soccer cricket rugby tennis hockey golf baseball basketball volleyball netball badminton squash boxing wrestling fencing swimming rowing sailing skiing skating running athletics gymnastics archery cycling polo lacrosse judo karate fishing hunting shooting croquet bowls rounders surfing hurling curling handball softball falconry racing bobsleigh diving triathlon snooker darts angling
event: sprint hurdles marathon relay javelin discus shot hammer decathlon pentathlon heptathlon steeplechase pole triathlon
exercise activity: running swimming walking cycling yoga pilates aerobics jogging rowing gymnastics dancing hiking climbing skipping pushup stretching
stroke: crawl breaststroke backstroke butterfly freestyle sidestroke
equipment: bat ball racket club stick puck net shuttlecock glove helmet skate ski oar goal bow
position player: goalkeeper striker defender midfielder winger fullback hooker prop pitcher catcher quarterback shortstop batsman bowler wicketkeeper captain forward centre halfback linebacker umpire
hobby pastime pursuit interest: gardening reading painting knitting fishing photography cooking sewing hiking embroidery pottery angling cycling birdwatching archery drawing sketching dancing chess philately sailing woodwork
toy plaything: doll ball top kite teddy hoop marble rattle puzzle yoyo train rocket drum lego jigsaw puppet whistle blocks dollhouse skateboard slingshot jack golliwog
limb part: head arm leg hand foot eye ear nose mouth chin neck shoulder elbow wrist finger thumb knee ankle toe chest back hip stomach belly thigh calf cheek forehead lip tongue tooth heel waist breast throat shin skin hair face jaw palm groin buttock temple brow armpit navel
organ: heart liver lung kidney brain stomach spleen pancreas bladder gall intestine bowel womb uterus eye skin appendix thyroid colon ovary
bone: femur tibia fibula skull rib spine humerus radius ulna collarbone clavicle pelvis sternum scapula patella kneecap vertebra jawbone thigh breastbone coccyx cranium mandible shinbone cheekbone
muscle: biceps triceps quadriceps deltoid hamstring pectoral gluteus calf diaphragm heart
finger digit: thumb index forefinger ring little middle pinkie
sense faculty: sight hearing smell taste touch reason memory imagination speech
tooth: molar incisor canine premolar wisdom fang tusk
hairstyle: beard moustache whiskers goatee sideburns ponytail plait bob fringe bun mohican pigtail mullet braid chignon crewcut dreadlocks ringlet wig afro perm
fluid: blood sweat saliva urine bile phlegm tear mucus lymph choler pus melancholy
disease illness ailment complaint malady sickness infection: cholera typhoid typhus smallpox measles mumps influenza flu malaria tuberculosis consumption diphtheria scarlatina leprosy plague pneumonia bronchitis pleurisy cancer leukaemia diabetes asthma gout rheumatism arthritis jaundice dysentery syphilis polio tetanus rabies hepatitis scurvy rickets dropsy epilepsy anaemia eczema shingles chickenpox croup ague fever cold catarrh apoplexy quinsy erysipelas dyspepsia meningitis tonsillitis appendicitis aids ebola dementia migraine lumbago sciatica gastritis anthrax pox ringworm scabies scrofula neuralgia palsy covid stroke pellagra cystitis
injury wound hurt: cut bruise burn sprain fracture concussion scratch graze scald dislocation laceration gash whiplash blister sting bite scar
symptom ailment: headache fever cough rash nausea vomiting dizziness fatigue sneeze sore toothache earache itching swelling diarrhoea cramp stomachache backache chill indigestion constipation
disorder condition disability: depression schizophrenia anxiety mania autism dementia insomnia amnesia anorexia bulimia neurosis psychosis paranoia hysteria melancholia blindness deafness lameness dyslexia stammer phobia paralysis
nutrient: riboflavin niacin thiamine calcium protein fat fibre carbohydrate iron zinc folate retinol starch sugar
occupation profession trade job vocation calling career worker: doctor lawyer teacher farmer carpenter blacksmith baker butcher tailor shoemaker cobbler mason plumber electrician painter nurse surgeon engineer architect clerk accountant banker merchant grocer miner sailor soldier policeman fireman servant cook gardener miller weaver potter printer journalist editor author writer poet artist sculptor actor singer musician dentist chemist pharmacist librarian secretary typist waiter waitress barber hairdresser driver coachman groom shepherd fisherman hunter gamekeeper postman priest clergyman barrister solicitor judge professor scientist programmer pilot astronaut photographer dressmaker milliner seamstress draper jeweller goldsmith silversmith saddler cooper wheelwright thatcher bricklayer stonemason joiner cabinetmaker bookbinder tinker pedlar auctioneer broker veterinarian midwife governess undertaker chimneysweep upholsterer locksmith glazier tanner dyer fuller chandler brewer innkeeper publican detective
profession career: law medicine engineering teaching journalism architecture carpentry nursing accountancy ministry army navy farming masonry plumbing dentistry weaving tailoring printing banking
servant: butler footman maid housemaid cook housekeeper valet coachman groom nursemaid governess gardener page chambermaid scullion nanny steward parlourmaid lackey stableboy kitchenmaid charwoman ostler chauffeur handmaid
doctor specialist: surgeon dentist psychiatrist paediatrician cardiologist gynaecologist dermatologist neurologist oculist optician apothecary oncologist anaesthetist radiologist obstetrician pathologist urologist
scientist scholar expert: physicist chemist biologist astronomer botanist zoologist geologist mathematician historian linguist philosopher psychologist archaeologist economist anthropologist sociologist entomologist meteorologist naturalist ornithologist geographer philologist theologian statistician
artist: painter sculptor engraver potter illustrator draughtsman photographer etcher cartoonist miniaturist portraitist printmaker
writer author: novelist poet playwright dramatist journalist essayist biographer historian critic columnist diarist satirist chronicler screenwriter
entertainer performer: actor actress clown juggler acrobat magician comedian conjuror ventriloquist dancer singer mime jester puppeteer ballerina contortionist
official officer functionary: mayor sheriff magistrate constable coroner bailiff judge chancellor consul ambassador minister secretary treasurer governor inspector commissioner alderman councillor registrar prefect marshal clerk chamberlain beadle provost ombudsman
politician: president premier chancellor senator congressman governor mayor councillor speaker deputy secretary
criminal offender wrongdoer: thief murderer burglar robber pirate smuggler forger poacher highwayman bandit assassin kidnapper pickpocket swindler rapist arsonist blackmailer traitor gangster hacker counterfeiter bigamist brigand outlaw shoplifter
soldier fighter warrior: infantryman cavalryman private sergeant dragoon hussar lancer grenadier fusilier gunner rifleman archer musketeer sapper cuirassier knight pikeman guardsman marine paratrooper sniper artilleryman yeoman crossbowman samurai gladiator legionary sepoy zouave mercenary guerrilla sentry
unit formation: regiment battalion company platoon brigade division corps squadron squad troop legion battery army cohort detachment section
force service: army navy airforce marines cavalry infantry artillery militia police
rank officer grade: general colonel major captain lieutenant sergeant corporal private admiral commander commodore brigadier marshal ensign cornet midshipman bombardier lance cadet adjutant quartermaster subaltern
title rank: king queen prince princess duke duchess marquis marquess earl count countess viscount baron baroness baronet knight lord lady emperor empress tsar sultan sir esquire dame marchioness viscountess archduke margrave thane dauphin squire
ruler monarch sovereign leader: king queen emperor empress tsar sultan shah kaiser pharaoh caliph emir rajah khan president prince dictator pope chieftain regent maharajah mikado tsarina caesar shogun
clergyman cleric clergy: vicar rector curate bishop archbishop dean canon pope cardinal parson minister rabbi imam deacon archdeacon chaplain abbot prior monk friar pastor nun abbess verger preacher presbyter
order: benedictine cistercian carthusian dominican franciscan jesuit carmelite augustinian capuchin trappist ursuline templar cluniac
relative relation kin kinsman: father mother brother sister son daughter uncle aunt cousin nephew niece grandfather grandmother grandson granddaughter husband wife stepfather stepmother stepson stepdaughter grandparent grandchild parent twin sibling spouse child widow godfather godmother mum dad grandma grandpa
person: man woman child boy girl baby friend stranger neighbour guest widow orphan bachelor spinster adult infant teenager
religion faith creed: christianity islam judaism hinduism buddhism sikhism taoism shinto jainism confucianism zoroastrianism paganism bahai catholicism protestantism anglicanism atheism mormonism methodism
denomination sect church: catholic anglican methodist baptist presbyterian lutheran quaker calvinist congregationalist mormon unitarian pentecostal orthodox adventist episcopalian moravian puritan wesleyan protestant mennonite amish shia sunni
sacrament rite ceremony service: baptism confirmation marriage communion ordination penance funeral wedding christening coronation mass burial eucharist graduation matins vespers evensong compline investiture
sin vice: pride envy gluttony lust sloth wrath greed avarice anger covetousness adultery blasphemy drunkenness vanity idleness
virtue quality trait: faith hope charity prudence justice temperance fortitude courage honesty patience kindness humility loyalty generosity modesty wisdom chastity diligence mercy sincerity perseverance piety frugality gentleness compassion integrity
subject discipline study field: mathematics physics chemistry biology history geography geology astronomy botany zoology literature philosophy psychology sociology economics law medicine theology music art latin greek french german english engineering architecture anthropology archaeology linguistics politics algebra geometry arithmetic grammar logic rhetoric anatomy physiology metallurgy statistics computing divinity classics calculus trigonometry ecology genetics meteorology entomology
science: physics chemistry biology astronomy geology botany zoology psychology ecology genetics anatomy physiology mathematics mechanics optics acoustics meteorology palaeontology biochemistry
mathematics: algebra geometry arithmetic calculus trigonometry statistics topology probability
degree qualification diploma: bachelor master doctorate baccalaureate certificate matriculation phd mba
school: kindergarten nursery primary secondary grammar academy college university seminary conservatory comprehensive boarding polytechnic gymnasium lycee
language tongue: english french german spanish italian portuguese latin greek hebrew arabic russian polish czech hungarian dutch danish swedish norwegian finnish icelandic welsh irish gaelic scots breton turkish persian farsi urdu hindi bengali punjabi tamil sanskrit chinese mandarin cantonese japanese korean vietnamese thai malay swahili zulu yiddish romanian bulgarian serbian croatian ukrainian catalan basque esperanto aramaic cornish manx afrikaans albanian armenian quechua tibetan tagalog mongolian latvian lithuanian estonian maori
nationality people nation race: english french german spanish italian portuguese greek russian polish hungarian dutch danish swedish norwegian finnish irish scottish welsh british american canadian australian chinese japanese korean indian turkish arab jewish swiss austrian belgian egyptian mexican brazilian persian cuban chilean scot frenchman englishman irishman welshman scotsman dutchman spaniard dane swede pole turk african
tribe: sioux cherokee apache mohawk iroquois comanche cheyenne navajo zulu masai maori pawnee huron mohican shawnee choctaw seminole creek viking vandal goth saxon kikuyu hausa yoruba bedouin
country nation state land: england scotland ireland wales france germany spain italy portugal greece russia poland hungary austria switzerland belgium holland netherlands denmark sweden norway finland turkey egypt india china japan australia canada america mexico brazil argentina chile peru cuba kenya nigeria ghana ethiopia israel iran iraq syria pakistan korea thailand vietnam indonesia iceland romania bulgaria serbia croatia ukraine colombia venezuela bolivia ecuador morocco algeria tunisia sudan persia prussia afghanistan nepal
continent: europe asia africa australia america antarctica oceania australasia
planet world: mercury venus earth mars jupiter saturn uranus neptune pluto
body: sun moon star planet comet asteroid meteor satellite galaxy nebula meteorite quasar
sign constellation: aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn aquarius pisces orion cassiopeia pegasus andromeda cygnus
god deity goddess: zeus jupiter mars venus apollo mercury neptune minerva diana juno vulcan bacchus athena aphrodite hermes poseidon hades artemis hera dionysus thor odin loki freya isis osiris ra anubis horus vishnu shiva krishna ganesh kali baal cupid eros
ocean sea: atlantic pacific indian arctic mediterranean baltic caribbean adriatic aegean caspian
currency coin money: pound dollar franc mark yen euro shilling penny crown guinea florin sovereign farthing halfpenny sixpence groat ducat rouble rupee peso lira peseta drachma krone dime nickel quarter cent guilder thaler rand yuan zloty escudo doubloon dinar shekel napoleon threepenny noble sou centime pfennig kopeck
payment charge fee: rent fine toll wage salary pension tip bribe deposit ransom fare tithe royalty commission bonus allowance subscription premium dowry alimony dividend
method means: cash cheque card credit barter draft coin
tax duty: income tithe tariff excise customs toll vat poll rate levy inheritance surtax
unit measure measurement: inch foot yard mile metre kilometre centimetre millimetre furlong fathom league pint quart gallon litre ounce pound stone ton hundredweight gram kilogram tonne acre hectare bushel peck second minute hour degree volt ampere watt ohm joule newton hertz pascal calorie knot grain dram chain rod pole perch cubit span decibel kelvin
length distance: inch foot yard mile metre kilometre centimetre millimetre furlong fathom league chain rod cubit span ell parsec
weight: ounce pound stone ton hundredweight gram kilogram tonne carat grain dram scruple
period: second minute hour day week fortnight month year decade century millennium season era epoch
time: morning afternoon evening night noon midday midnight dawn dusk twilight sunrise sunset daybreak nightfall forenoon
month: january february march april may june july august september october november december
day weekday: monday tuesday wednesday thursday friday saturday sunday
season: spring summer autumn fall winter monsoon
holiday festival: christmas easter halloween thanksgiving whitsun michaelmas epiphany passover hanukkah diwali ramadan lent advent pentecost carnival candlemas lammas purim eid martinmas yule
period era age: jurassic cretaceous triassic permian cambrian devonian silurian carboniferous ordovician pleistocene eocene miocene
style: victorian georgian edwardian elizabethan medieval renaissance baroque tudor stuart regency jacobean
number numeral figure: one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen score zero
ordinal place position: first second third fourth fifth sixth seventh eighth ninth tenth last
fraction proportion part: half third quarter fifth sixth eighth tenth hundredth whole
colour color shade hue tint: red blue green yellow orange purple violet indigo pink brown black white grey gray crimson scarlet vermilion maroon magenta mauve lilac lavender turquoise teal cyan navy azure beige cream ivory gold silver khaki olive tan russet chestnut auburn blonde ochre umber sepia emerald fawn buff puce amber cerise
red: crimson scarlet vermilion maroon magenta ruby cherry cerise carmine
blue: navy azure indigo turquoise sapphire cobalt ultramarine
dye pigment paint: indigo madder woad henna cochineal ochre umber sepia ultramarine vermilion saffron cobalt sienna carmine gouache watercolour oil tempera emulsion enamel whitewash acrylic
shape figure form: circle square triangle rectangle oval ellipse pentagon hexagon octagon diamond cube sphere cone cylinder pyramid prism rhombus trapezium parallelogram polygon star crescent cross heart spiral quadrilateral heptagon decagon arch
solid: cube sphere cone cylinder pyramid prism tetrahedron octahedron cuboid dodecahedron icosahedron
line: chord tangent radius diameter diagonal arc hypotenuse perpendicular secant parabola hyperbola acute obtuse reflex
direction quarter: north south east west northeast northwest southeast southwest left right up down forward backward
side hand: left right top bottom front back inside outside
crime offence: murder theft robbery burglary arson rape treason forgery fraud perjury manslaughter kidnapping assault blackmail smuggling bigamy larceny embezzlement piracy poaching libel bribery vandalism shoplifting extortion heresy blasphemy conspiracy sedition witchcraft counterfeiting trespass slander
punishment penalty sentence: death imprisonment hanging flogging fine transportation banishment exile whipping execution beheading detention pillory stocks caning probation expulsion treadmill guillotine lashing excommunication suspension crucifixion spanking
execution death: hanging beheading burning guillotine crucifixion drowning shooting electrocution strangulation poisoning stoning drawing garrotte suicide starvation
prison: jail gaol dungeon cell borstal penitentiary bridewell reformatory workhouse
text document paper: letter will deed contract treaty certificate passport licence bill invoice receipt report warrant charter lease manuscript affidavit petition diary map memorandum diploma visa cheque statute register
book publication volume: novel dictionary encyclopedia atlas biography autobiography bible diary textbook thriller romance cookbook almanac thesaurus anthology hymnal grammar memoir primer guidebook manual directory psalter missal catalogue album ledger annual paperback journal magazine
publication periodical: newspaper magazine journal pamphlet gazette newsletter brochure comic quarterly weekly bulletin leaflet tract tabloid broadsheet
literature genre writing: novel poem play essay story biography sonnet satire fable epic tragedy comedy romance letter diary memoir drama ballad parable allegory fairytale legend thriller poetry prose fiction western fantasy
poem verse poetry: sonnet ode elegy ballad epic limerick haiku lyric epigram pastoral couplet idyll villanelle lay acrostic epitaph
story tale narrative: fable myth legend parable romance fairytale anecdote allegory saga novella mystery ghost thriller
show performance entertainment drama: comedy tragedy farce melodrama pantomime musical opera ballet revue concert circus masque burlesque vaudeville recital cabaret operetta charade
film movie genre: western comedy thriller horror musical romance documentary cartoon drama epic noir fantasy animation
programme broadcast: news documentary sitcom soap serial quiz cartoon drama sketch
speech address talk: sermon lecture eulogy oration toast prayer harangue monologue soliloquy homily debate
message communication: letter telegram email postcard fax text note telegraph cable wire memo signal dispatch
greeting: hello hi goodbye farewell bow handshake kiss wave curtsy salute nod hug
gesture: nod wave shrug wink bow curtsy salute beckon handshake
expression look: smile frown scowl grin grimace sneer pout blush glare wink smirk
word: noun verb adjective adverb pronoun preposition conjunction interjection article participle determiner gerund
tense mood case: past present future perfect imperfect pluperfect subjunctive indicative imperative nominative accusative genitive dative ablative vocative
punctuation mark: comma colon semicolon period apostrophe hyphen dash bracket hash asterisk exclamation question
symbol: cross star crown crescent swastika anchor asterisk circle arrow plus minus acute grave cedilla umlaut tilde
alphabet script: cyrillic roman greek arabic hebrew runic cuneiform hieroglyphic devanagari latin gothic braille
letter: alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi chi psi omega
font typeface: helvetica arial garamond courier baskerville bodoni verdana caslon georgia times italic gothic
art: painting sculpture drawing music poetry dance photography architecture engraving etching pottery theatre literature calligraphy ballet cinema weaving embroidery ceramics
picture artwork: painting drawing portrait landscape sketch engraving etching watercolour photograph print fresco mural miniature cartoon woodcut lithograph still icon caricature sculpture statue bust silhouette mosaic tapestry triptych poster
style movement: impressionism cubism surrealism romanticism realism expressionism classicism modernism baroque rococo gothic mannerism dadaism futurism symbolism pointillism fauvism
order style: doric ionic corinthian tuscan composite gothic norman romanesque baroque palladian perpendicular georgian tudor byzantine rococo
institution organisation organization body: school university hospital prison bank museum church college library court parliament workhouse asylum orphanage academy society club charity union company government army police corporation guild association
society: rotary fraternity sorority lodge guild choir scouts gang union team league freemasons band masons
group collection: flock herd pack swarm shoal pride gaggle litter brood covey drove crowd gang team bunch bundle heap pile
industry sector: mining farming fishing shipbuilding steel textile coal tourism banking construction forestry manufacturing agriculture automobile iron cotton brewing printing oil
government system: democracy monarchy republic dictatorship oligarchy aristocracy autocracy theocracy anarchy tyranny despotism plutocracy
ideology doctrine philosophy belief theory: communism socialism capitalism fascism liberalism conservatism anarchism nationalism feminism stoicism marxism utilitarianism pacifism existentialism empiricism rationalism idealism materialism pragmatism atheism hedonism darwinism determinism
party: conservative labour liberal democrat republican whig tory communist socialist green nationalist unionist fascist nazi federalist
legislature: senate congress commons lords diet duma knesset cortes reichstag dail
vote election: referendum ballot plebiscite primary poll byelection
event occasion happening function: wedding funeral party birthday concert festival fair exhibition race match conference meeting auction ball picnic parade christening banquet reception carnival tournament bazaar regatta fete reunion graduation contest anniversary bonfire gala procession
party gathering social: ball dance banquet reception picnic barbecue wedding dinner tea feast masquerade soiree
contest competition: race match tournament duel debate quiz marathon election regatta joust league
disaster catastrophe calamity: flood earthquake fire famine drought hurricane shipwreck explosion avalanche plague eruption tornado tsunami epidemic war landslide crash cyclone
conflict: war battle skirmish duel siege brawl riot revolution rebellion feud mutiny quarrel ambush strike invasion crusade
weather: rain snow hail sleet fog mist frost wind storm sunshine thunder lightning drizzle blizzard gale cloud heatwave drought dew haze thunderstorm hurricane smog ice shower
wind storm: gale hurricane breeze tornado typhoon cyclone blizzard mistral sirocco monsoon squall zephyr whirlwind tempest simoom chinook thunderstorm
cloud: cumulus stratus cirrus nimbus cumulonimbus thunderhead altocumulus
landform feature landscape: mountain hill valley plain plateau island peninsula cape cliff canyon desert volcano gorge ravine ridge glacier delta dune cave beach moor marsh swamp forest isthmus fjord fell mesa headland dale basin crater bluff coast lagoon reef heath steppe prairie
water: sea ocean lake river stream pond canal brook creek bay gulf lagoon strait loch reservoir estuary spring fjord channel pool well inlet rivulet sound mere tarn bayou puddle cove waterfall moat
river: thames severn nile amazon danube rhine seine mississippi missouri hudson ganges indus volga tigris euphrates jordan tiber rhone loire congo niger zambezi tweed clyde tyne mersey trent avon brook canal rivulet creek beck burn
mountain peak: everest snowdon vesuvius etna kilimanjaro matterhorn olympus sinai ararat skiddaw helvellyn fuji
habitat environment: forest desert woodland grassland jungle swamp marsh moor tundra savannah wetland reef meadow pond rainforest prairie heath hedgerow mountain seashore
woodland: copse grove thicket spinney jungle plantation coppice orchard rainforest taiga
field land ground: meadow pasture paddock common moor heath park marsh orchard garden lawn pitch
settlement community place: village town city hamlet colony borough suburb camp metropolis port parish commune encampment
region division area territory: county province state district parish shire borough canton department ward colony prefecture hundred diocese
city: london paris rome berlin vienna madrid dublin edinburgh glasgow manchester liverpool birmingham bristol york oxford cambridge bath chicago boston philadelphia washington venice florence naples milan moscow athens amsterdam brussels lisbon prague warsaw budapest cairo delhi calcutta bombay tokyo sydney melbourne toronto montreal jerusalem istanbul constantinople baghdad copenhagen stockholm geneva hamburg munich dresden seattle detroit houston dallas
place: park square market garden library museum theatre station beach cemetery zoo churchyard playground stadium harbour airport church school pub cafe shop pier arena
emotion feeling sentiment passion: love hate hatred anger fear joy sorrow sadness grief happiness envy jealousy pride shame guilt disgust surprise hope despair pity remorse delight anxiety contempt rage terror loneliness gratitude regret affection embarrassment boredom resentment compassion fury horror admiration melancholy dread disappointment astonishment nostalgia
mood state: happiness depression gloom melancholy boredom excitement calm sleep drunkenness coma trance despair poverty health pregnancy
phobia: claustrophobia agoraphobia arachnophobia hydrophobia xenophobia acrophobia
weapon: poison knife gun dagger axe
taste flavour flavor: sweet sour bitter salty vanilla chocolate strawberry lemon mint umami orange raspberry coffee almond
sound noise: bang crash click whistle bark roar scream shout hum buzz rattle thud creak groan whisper hiss rumble murmur howl squeak splash knock bell laugh sigh
cry call: bark bleat moo neigh roar growl howl mew hoot croak cackle crow quack bray grunt squeal chirp purr hiss whinny
habit: smoking drinking gambling swearing snoring gossip lying spitting
diet: vegetarian vegan kosher halal
method: boiling frying roasting grilling baking stewing steaming poaching braising barbecuing toasting
energy power: electricity steam solar wind nuclear hydroelectricity coal gas oil heat light tidal geothermal
force: gravity friction magnetism tension electricity inertia pressure torque
particle: electron proton neutron photon quark neutrino atom ion molecule positron boson meson
organism microbe germ: bacterium virus amoeba fungus alga yeast protozoan plankton bacillus
process: photosynthesis respiration digestion evaporation fermentation condensation oxidation distillation osmosis electrolysis combustion mitosis erosion
theory: relativity evolution gravitation thermodynamics
operation procedure treatment: amputation transplant appendectomy tracheotomy hysterectomy mastectomy bypass vasectomy chemotherapy radiotherapy bleeding transfusion massage acupuncture dialysis surgery vaccination caesarean
therapy: acupuncture homeopathy massage hypnosis psychotherapy physiotherapy aromatherapy osteopathy chemotherapy reflexology
cosmetic makeup toiletry: lipstick mascara powder rouge perfume soap shampoo toothpaste deodorant eyeliner foundation lotion blusher cologne pomade cream razor sponge talcum
perfume scent: lavender musk rose jasmine sandalwood cologne frankincense myrrh ambergris bergamot patchouli violet attar
product: soap bleach detergent polish starch soda broom mop brush duster ammonia
tobacco smoke: cigarette cigar pipe snuff cheroot cigarillo hookah shag
covering: carpet rug mat linoleum tile parquet lino drugget floorboard
furnishing: curtain carpet rug cushion blind lampshade mirror lamp vase clock tapestry cloth
knot: bow reef granny sheepshank bowline clove slipknot hitch noose
sail: mainsail jib spinnaker foresail topsail mizzen lugsail staysail topgallant lateen
harness tack: saddle bridle reins stirrup halter bit girth collar crupper martingale blinkers
gait pace: walk trot canter gallop amble run march stroll
stage age: infancy childhood boyhood girlhood adolescence youth adulthood manhood middle puberty maturity
relationship: friendship marriage kinship courtship engagement partnership rivalry brotherhood
document: will deed writ contract lease mortgage subpoena summons warrant injunction affidavit lawsuit appeal
court: chancery assize magistrates supreme tribunal county appeal admiralty
verdict decision: guilty innocent acquittal conviction suicide
award prize honour medal decoration: knighthood oscar cup trophy gold silver bronze scholarship peerage ribbon certificate rosette emmy grammy fellowship pulitzer shield laurel plaque
insignia regalia emblem: crown sceptre orb badge coat sword flag mace ring robe eagle lion shamrock thistle rose leek star
gift present: book ring watch flower necklace toy chocolate doll bracelet clock brooch card perfume
trap snare: net noose mousetrap gin pitfall cage lure
bait lure: worm fly maggot minnow cheese spinner grub
dwelling home: nest burrow den kennel stable sty hive lair sett web hutch warren cage drey coop aviary holt eyrie lodge
young offspring baby: puppy kitten calf lamb foal cub chick duckling gosling kid piglet fawn tadpole cygnet joey leveret kit eaglet owlet colt
male: bull ram stallion cock drake gander stag boar buck dog tomcat billy hart man boy
female: cow ewe mare hen doe sow bitch vixen lioness hind nanny woman girl
role character: hero heroine villain lead clown narrator fool ghost chorus
magician: witch wizard sorcerer enchantress warlock shaman sorceress conjuror necromancer druid
divination: astrology palmistry tarot augury clairvoyance necromancy numerology phrenology
fence barrier: hedge wall railing gate palisade hurdle paling ditch stile dam
tea: oolong darjeeling assam souchong bohea hyson pekoe congou chamomile peppermint ceylon gunpowder
coffee: espresso cappuccino latte mocha americano arabica macchiato robusta
church place worship: cathedral chapel abbey minster mosque synagogue pagoda kirk basilica temple monastery convent priory tabernacle oratory gurdwara friary nunnery shrine meetinghouse
gland: thyroid adrenal pituitary pancreas prostate thymus pineal parathyroid ovary
hormone: insulin adrenaline oestrogen estrogen testosterone cortisol progesterone melatonin thyroxine oxytocin
liqueur: benedictine chartreuse cointreau amaretto curacao kirsch absinthe sambuca drambuie advocaat anisette
cocktail: martini manhattan daiquiri mojito margarita cosmopolitan julep highball sidecar gimlet
vitamin: riboflavin niacin thiamine folate retinol biotin
ape: gorilla chimpanzee orangutan gibbon bonobo
monkey: baboon macaque mandrill marmoset tamarin capuchin langur colobus rhesus howler
puzzle: crossword jigsaw sudoku riddle maze anagram rebus charade acrostic
quantity amount: dozen pair score half gross handful pint pound ton spoonful
craftsman artisan tradesman: carpenter blacksmith mason potter weaver cobbler cooper joiner wheelwright saddler thatcher goldsmith silversmith glazier tanner tinker locksmith bookbinder plumber shoemaker tailor baker
merchant dealer trader shopkeeper: grocer draper fishmonger ironmonger stationer tobacconist butcher baker jeweller haberdasher greengrocer pedlar hawker chandler chemist bookseller costermonger
professional: doctor lawyer dentist architect accountant engineer teacher solicitor surgeon pharmacist
athlete sportsman: runner swimmer boxer wrestler golfer footballer cricketer gymnast jockey rower sprinter cyclist skier skater fencer batsman bowler jumper
traveller: pilgrim tourist explorer passenger wanderer nomad hiker commuter voyager tramp pioneer
teacher educator: professor tutor governess lecturer schoolmaster schoolmistress headmaster instructor coach don usher
pupil student learner: undergraduate freshman graduate sophomore scholar apprentice prefect schoolboy schoolgirl
sailor seaman: boatswain bosun mate cook captain midshipman coxswain helmsman steward purser mariner admiral
lawyer: barrister solicitor attorney advocate notary conveyancer
judge: magistrate justice recorder coroner umpire referee
worker labourer: miner navvy docker ploughman mechanic farmhand shepherd reaper bricklayer stoker porter
farm: dairy arable ranch poultry croft orchard vineyard
farmer: crofter shepherd dairyman ploughman rancher smallholder sharecropper grazier
rope cord: twine hawser halyard lanyard lasso cable tether lariat
eyewear: spectacles goggles monocle lorgnette bifocals sunglasses eyeglass
handwriting: copperplate italic cursive shorthand longhand
noble nobleman peer aristocrat: duke marquis earl count viscount baron lord prince
outfit costume: suit dress uniform gown tunic robe kimono sari toga kilt tuxedo overalls
joke: pun limerick quip gag prank
agency: police fbi cia interpol
door: portcullis wicket trapdoor hatch
window: casement dormer skylight oriel sash lattice
`;
