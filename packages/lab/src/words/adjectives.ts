/** Plain adjectives, written for needle keys and prose. */
export const adjectives: readonly string[] = `
able absent acid active actual agile airy alert alive alpine amber ample ancient angry annual apt arctic arid artful
ashen awake aware awful azure bald bare basic bent bitter black blank bleak blind blond blue blunt bold bony bored
bouncy brainy brash brave breezy brief bright brisk brittle broad broken bronze brown bulky bumpy busy calm candid
careful careless central certain cheap cheerful chilly chrome chubby civic civil classic clean clear clever cloudy
clumsy coarse coastal cold colossal common compact complex cool copper coral cordial cosmic costly cosy crafty crazy
creamy crimson crisp crooked crude cruel crusty curious curly daily damp dapper daring dark dazzling dear decent deep
delicate dense dim direct dirty distant dizzy docile double drafty drowsy dry dull dusky dusty eager early earnest
earthy easy eerie elder elegant empty endless eternal even exact exotic expert faded faint fair faithful false famous
fancy fast fatal feeble fertile festive fierce fiery final fine firm flaky flat fleet flimsy floral fluffy foggy fond
foolish formal fragile frail frank free fresh friendly frosty frozen frugal full funny fuzzy gallant gaunt gentle giant
giddy gifted glad glassy gleaming gloomy glossy golden good graceful grand grassy grateful grave gray greasy great
green grim gritty gruff grumpy handy happy hardy harsh hasty hazy healthy hearty heavy hefty helpful hidden hollow
homely honest hot huge humble humid hungry hushed icy ideal idle immense indigo inland inner ivory jagged jaunty jolly
jovial joyful juicy keen kind lame large late lavish lazy lean level light lilac limp linear little lively local lofty
lonely long loose loud lovely loyal lucid lucky lunar lush magenta major marine maroon massive mature meek mellow merry
mighty mild milky minor minty misty mobile modern modest moist mossy muddy murky muted narrow native naval navy neat
nervous new nimble noble noisy northern nosy novel numb oaken obscure odd oily old olive open orange ornate outer oval
pale patient peaceful pearly perfect petty pink placid plain plucky polar polite poor portly posh prickly prime proper
proud purple quaint quick quiet rainy rapid rare rash raw ready rebel red regal remote rich rigid ripe robust rocky
roomy rosy rough round royal ruby rugged rural rustic rusty sable sacred sad salty sandy savage scarlet secret serene
severe shabby shady shaggy sharp shiny short shy silent silky silver simple sincere sleek sleepy slender slick slim
slow small smart smoky smooth snowy sober soft solar solemn solid sour southern spare sparse speedy spicy stable stark
steady steep stern sticky stiff still stormy stout strange strict strong sturdy subtle sudden sugary sunny super supple
swift tall tame tan tangy tardy tart teal tender tense thick thin thirsty thorny thrifty tidal tidy tight tiny tired
topaz tough tranquil tricky tropical true trusty turquoise twin upbeat upper urban useful vague valiant vast velvet
vibrant violet vital vivid warm wary watchful wavy weary western wet white wicked wide wild willing windy winter wiry
wise witty wooden woolly worthy yellow young zealous zesty
`
  .trim()
  .split(/\s+/);
