/** Plain nouns, written for needle keys and prose. */
export const nouns: readonly string[] = `
abbey acorn actor admiral album alcove almond altar anchor angle ankle antler anvil apple apron arcade arch archer arena
armor arrow artist ash atlas attic auction author autumn avenue axe badge badger bag baker balcony ball balloon ballad
bamboo band banker banner barber barge bark barley barn baron barrel basin basket bat bath battery bay beach beacon bead
beam bean bear beard beaver bed bee beetle bell belt bench berry bicycle bird biscuit bishop blade blanket blossom
boat bolt bonnet book boot border bottle boulder bow bowl box bracelet branch bread breeze brick bride bridge broom
brook broth brother brush bucket buckle bud buffalo bugle builder bullet bundle burrow bush butcher butter button
cabbage cabin cabinet cable cactus cage cake calendar camel camera camp canal candle cannon canoe canvas canyon cap cape
captain caravan card cargo carpet carriage carrot cart carver castle cat cattle cave cavern cedar ceiling cellar chain
chair chalk chamber chapel chapter chariot charm chart cheese cherry chess chest chimney chisel church cider cinder
circle circus citizen clam clay clerk cliff cloak clock cloth cloud clover coach coal coast coat cobbler coffee coin
collar colony column comb comet compass cook cookie coral cork corn corner cottage cotton couch cougar council counter
court cousin cove cow crab cradle craft crane crate crater crayon creek crest cricket crow crown crystal cup cupboard
curtain cushion cycle dagger dairy daisy dam dancer dawn deck deer delta den desert desk diamond dinner dish ditch dock
doctor dog doll dolphin dome donkey door dove dragon drawer dress drum duck duke dune dust dwarf eagle ear earth easel
echo eel egg elbow elk elm ember emperor engine envelope evening fabric factory falcon farm farmer feast feather fence
fern ferry fiddle field fig finch finger fire fish fisher flag flame flask fleet flint flock flood floor flour flower
flute fog forest forge fork fort fossil fountain fox frame freighter frog frost fruit furnace gadget galaxy gallery
garden garlic garment garnet gate gazelle gem general geyser ghost giant ginger giraffe glacier glass globe glove goat
goblet goose gorge gourd grain grape grass gravel grove guard guest guide guitar gull gull hall hammer hammock hamster
harbor hare harness harp harvest hat hawk hazel hearth hedge heel helmet hen herald herb hermit heron highway hill
hinge hive holly honey hood hook horn horse hostel hotel hound house hunter hut ice inkwell inlet inn iris iron island
ivy jacket jade jaguar jar jasmine jewel jester journal judge jug juggler jungle juniper kayak kennel kettle key king
kitchen kite kitten knife knight knot label lace ladder lady lagoon lake lamb lamp lance lantern lark lasso laurel lawn
lawyer leaf leather ledge ledger legend lemon lens leopard letter lever library lighthouse lily lime linen lion lizard
lobster locket lodge log loom lotus lynx lyre machine magnet magpie maiden mallet mansion mantle maple map marble mare
market marsh mask mason mast match meadow medal melon merchant meteor mill miller mine mineral mirror mist mitten moat
mole monk monkey moon moose morning moss moth motor mountain mouse mule museum musician mustard nail napkin nation
necklace needle nest net nettle newspaper night nomad noodle notebook novel nurse nut oak oar oasis oat ocean octopus
office olive onion opal orbit orchard orchid organ otter oven owl owner ox oyster paddle page painter palace palm
pan panda panther paper parade parcel park parrot parsley partner pasture patch path patrol peach peacock pear pearl
pebble pedal pelican pen penguin pepper perch petal phantom piano picture pie pier pigeon pilgrim pillar pillow pilot
pine pipe pirate plain planet plank plate plaza plough plum pocket poem poet pond pony poplar poppy porch port porter
portrait postcard pot potato potter prairie priest prince printer prism puddle pulley pumpkin puppet puzzle pyramid
quail quarry quarter queen quilt quiver rabbit raccoon radio raft rail rain rake ram ranch ranger raven razor reef
reel reindeer ribbon rice rider ridge ring river road robe robin robot rocket roof rooster root rope rose rudder rug
ruler sack saddle safe saffron sail sailor salad salmon salt sand sandal satchel sauce saucer scale scarf scholar school
scissors scooter scout screw scroll sculptor sea seal seed senator shadow shark shawl sheep shelf shell shepherd shield
ship shoe shore shovel shrine shrub signal silk singer siren sister sketch skiff skirt sled sleeve smith snail snake
soap socket sofa soil soldier song soup spade sparrow spear sphere spice spider spindle spire sponge spoon spring
spruce square squirrel stable staff stage stair stamp star statue steam steeple stem stone stool storm stove stream
street string studio sugar suit summer summit surgeon swallow swamp swan sword syrup table tailor tanner tapestry tavern
tea teacher temple tent terrace theater thicket thimble thistle thorn thread throne thunder ticket tide tiger timber
toad tomato tool torch tower town tractor trader trail train tray treasure tree trellis trench trumpet trunk tulip
tundra tunnel turban turnip turtle twig umbrella uncle valley van vase vault veil vendor vessel vest village vine
violin visitor voice volcano voyage wagon waiter wall walnut walrus waltz warden wardrobe watch water wave weasel weaver
wedge well whale wharf wheat wheel whistle widow willow window wing winter wizard wolf woodpecker wool workshop wreath
wren yacht yard yarn zebra zeppelin
`
  .trim()
  .split(/\s+/);

/** Things that are bought, counted and carried, in singular and plural. */
export const goods: readonly (readonly [one: string, many: string])[] = `
apple apples|pear pears|plum plums|lemon lemons|melon melons|onion onions|carrot carrots|turnip turnips|cabbage cabbages
loaf loaves|cake cakes|pie pies|egg eggs|cheese cheeses|candle candles|lantern lanterns|rope ropes|barrel barrels
basket baskets|bottle bottles|bucket buckets|blanket blankets|book books|map maps|letter letters|parcel parcels
ticket tickets|coin coins|ring rings|pearl pearls|hat hats|scarf scarves|glove gloves|boot boots|coat coats|shirt shirts
chair chairs|table tables|mirror mirrors|clock clocks|lamp lamps|key keys|hammer hammers|shovel shovels|saw saws
kettle kettles|pan pans|plate plates|spoon spoons|knife knives|vase vases|drum drums|flute flutes|violin violins
sail sails|oar oars|anchor anchors|brick bricks|plank planks|tile tiles|pipe pipes|wheel wheels|saddle saddles
umbrella umbrellas|notebook notebooks|pencil pencils|battery batteries|cable cables|radio radios|camera cameras
`
  .trim()
  .split(/[|\n]/)
  .map((pair) => pair.split(' ') as [string, string]);
