/**
 * Kinds of living and natural things. A line is `id, grammar, adjectives: names of the kind = members`. Grammar: `c`
 * takes an article and a plural, `m` takes neither; a member with `~` takes neither whatever its kind. Adjectives are
 * named in lexicon.ts; `-` is none.
 */
export const natureKinds = `
mammal c beast: animal/creature/beast/mammal/wild animal = fox|badger|hedgehog|otter|stoat|weasel|hare|squirrel|mole|beaver|lynx|bear|wolf|wild boar|elk|bison|leopard|tiger|panther|jackal|hyena|mongoose|porcupine|raccoon|kangaroo|baboon|chimpanzee|giraffe|antelope|reindeer
pet c beast: pet/animal/creature = kitten|tabby cat|guinea pig|hamster|tame rat|white mouse|tortoise|ferret|goldfish|budgerigar|spaniel|terrier|chameleon|gerbil|Siamese cat|iguana|chinchilla|lapdog
dog c beast: dog/hound/canine/breed of dog = greyhound|mastiff|terrier|spaniel|bloodhound|poodle|collie|sheepdog|dachshund|bulldog|whippet|labrador|beagle|pointer|retriever|setter|Newfoundland|Alsatian|wolfhound|pug
livestock c beast: farm animal/animal/beast/creature = heifer|bullock|ox|ewe|ram|nanny goat|billy goat|sow|piglet|lamb|mule|donkey|Shetland pony|carthorse|dairy cow|llama|Jersey cow|mare|buffalo|yak
poultry c beast: bird/fowl/kind of poultry/feathered creature = bantam|hen|cockerel|gander|turkey|guinea fowl|muscovy duck|mallard|gosling|pullet|peacock|pheasant|quail|pigeon
bird c beast: bird/feathered creature/winged creature/fowl = nightingale|blackbird|thrush|starling|goldfinch|bullfinch|linnet|canary|parrot|cockatoo|raven|jackdaw|magpie|crow|owl|heron|stork|swan|cormorant|puffin|gull|kingfisher|woodpecker|cuckoo|swallow|lark|robin|wren|macaw
raptor c beast: bird/bird of prey/hunting bird/winged creature = falcon|kestrel|buzzard|goshawk|sparrowhawk|osprey|golden eagle|merlin|barn owl|harrier|red kite|eagle owl
fish c beast: fish/kind of fish/species of fish/creature from the water = trout|salmon|pike|perch|carp|tench|eel|herring|mackerel|cod|haddock|halibut|turbot|sturgeon|grayling|bream|mullet|tuna|plaice|sea bass|catfish|flounder
shellfish c beast: shellfish/seafood/sea creature = lobster|crab|oyster|mussel|cockle|whelk|scallop|prawn|shrimp|crayfish|limpet|winkle|clam
insect c -: insect/creature/kind of insect = bee|silkworm|cricket|stag beetle|hawk moth|butterfly|dragonfly|grasshopper|ladybird|ant|wasp|hornet|praying mantis|glow-worm|locust|cockroach|stick insect
bug c -: creature/insect/small creature/pest = spider|scorpion|centipede|tick|flea|leech|slug|hornet|wasp|cockroach|millipede|tarantula|mosquito|horsefly
reptile c beast: reptile/creature/animal/cold-blooded creature = adder|python|grass snake|lizard|gecko|crocodile|turtle|tortoise|cobra|viper|rattlesnake|alligator|slow-worm
tree c plant: tree/kind of tree/species of tree = oak|ash|elm|beech|birch|willow|poplar|yew|larch|cedar|hornbeam|sycamore|rowan|hawthorn|alder|chestnut|walnut|linden|cypress|spruce|juniper|magnolia|plane|laburnum|eucalyptus
flower c plant: flower/bloom/blossom/flowering plant = rose|tulip|dahlia|peony|sweet pea|hollyhock|lily|iris|foxglove|marigold|geranium|chrysanthemum|daffodil|crocus|orchid|carnation|lupin|pansy|begonia|hyacinth|snowdrop|primrose|camellia|fuchsia|delphinium|zinnia
herb m -: herb/plant/kitchen plant = basil|thyme|rosemary|sage|parsley|mint|dill|chervil|tarragon|marjoram|fennel|lovage|chives|coriander|oregano|lemon balm|sorrel|hyssop
fruit c food: fruit/kind of fruit/sort of fruit = apple|pear|plum|cherry|apricot|peach|fig|quince|medlar|lemon|orange|melon|pineapple|pomegranate|nectarine|greengage|damson|banana|mango|tangerine|grapefruit|date|papaya|persimmon|lime
berry c food: berry/fruit/soft fruit = strawberry|raspberry|blackcurrant|gooseberry|blackberry|bilberry|cranberry|mulberry|elderberry|redcurrant|loganberry|blueberry
nut c food: nut/kind of nut = walnut|hazelnut|almond|pistachio|chestnut|cashew|pecan|peanut|macadamia|brazil nut
vegetable c food: vegetable/crop/kind of vegetable = cabbage|turnip|carrot|parsnip|leek|onion|potato|marrow|pumpkin|cauliflower|radish|beetroot|artichoke|cucumber|runner bean|pea|aubergine|courgette|lettuce|tomato|broad bean|sweet potato|swede|Brussels sprout
root c food: vegetable/root/crop = turnip|carrot|parsnip|beetroot|radish|potato|swede|sugar beet|yam|celeriac
grain m -: grain/cereal/crop = barley|oats|rye|wheat|millet|buckwheat|maize|rice|sorghum|spelt|durum wheat
cashcrop m -: crop/plant = tobacco|cotton|flax|hops|hemp|indigo|tea|coffee|sugar cane|lavender|saffron|rubber|mustard|clover
spice m -: spice/seasoning/flavouring/condiment = pepper|cinnamon|nutmeg|ginger|cloves|cardamom|saffron|turmeric|cumin|mace|paprika|allspice|vanilla|aniseed|caraway|chilli|mustard seed
mushroom c -: mushroom/fungus/toadstool = chanterelle|truffle|morel|puffball|cep|fly agaric|oyster mushroom|death cap|field mushroom
metal m -: metal/ore = tin|copper|lead|iron|silver|gold|zinc|nickel|platinum|mercury|cobalt|tungsten|aluminium|manganese|chromium|titanium
mineral m -: mineral/substance/material = coal|salt|slate|chalk|granite|marble|sulphur|clay|limestone|gypsum|alabaster|sandstone|peat|quartz|soapstone|basalt
gem c thing: gem/precious stone/jewel/gemstone = ruby|emerald|sapphire|diamond|opal|pearl|jasper|amethyst|topaz|turquoise|moonstone|onyx|aquamarine|agate|carnelian
weather m -: weather/kind of weather/bad weather = thunder|lightning|fog|hail|snow|drizzle|gales|mist|sleet|high winds|frost|blizzards
water c -: body of water/kind of water/stretch of water = millpond|lagoon|reservoir|canal|tarn|quarry pool|fjord|estuary|mountain lake|horse pond|weir|moat|creek
landform c -: landform/kind of place/feature of the land = ravine|cliff|glacier|marsh|volcano|cave|gorge|peat bog|waterfall|sand dune|mountain pass|headland|desert|moor
bodypart c -: part of the body/limb/body part = wrist|ankle|collarbone|elbow|shoulder|kneecap|thumb|jaw|hip|shin|heel|big toe|forearm|little finger|nose|rib|skull|knee
`;
