import type { Random } from '../random.ts';

/** First names of many languages. */
export const firstNames: readonly string[] = `
Ada Adam Adele Agnes Ahmed Aisha Akira Alan Albert Alice Alma Amara Amelia Amir Ana Anders Andre Angela Anita Anna Anton
Arjun Arthur Astrid Axel Barbara Basil Beatrice Ben Bianca Boris Brenda Bruno Camila Carl Carmen Cecil Cecilia Celine
Chen Chiara Chloe Clara Claude Conrad Cora Cyrus Dagmar Daisy Daniel Daria David Deepa Delia Dennis Diana Diego Dmitri
Dora Doris Edgar Edith Edmund Eduardo Elena Elias Elif Elisa Ella Elsa Emil Emma Enzo Eric Erika Esther Ethan Eva Fadi
Faith Farid Fatima Felix Fiona Flora Florian Frank Freya Frida Gabriel Gemma George Gerda Gina Gita Gloria Grace Greta
Gunnar Hannah Hans Harriet Haruki Hassan Hazel Hector Heidi Helen Henry Hilda Hiro Hugo Ian Ibrahim Ida Igor Ilse Imani
Ines Ingrid Irene Iris Isaac Ivan Jack Jacob Jana Jasper Javier Jean Jill Joan Joel Jonas Jorge Julia June Kai Karim
Karin Kate Keiko Kenji Klara Kofi Lara Lars Laura Lena Leo Leila Liam Lily Linda Lola Lorenzo Louis Lucia Lucy Luis
Lydia Mabel Magda Maja Malik Marco Maria Marta Martin Mateo Matilda Max Maya Mei Mikhail Mila Milo Miriam Mona Nadia
Naomi Nasir Nathan Nikhil Nina Noah Nora Olaf Olga Olive Omar Oscar Otto Pablo Paula Pavel Pedro Petra Priya Quentin
Rachel Rafael Ravi Rita Robert Rosa Rosalind Ruben Ruth Sadie Samir Samuel Sara Selma Silvia Simon Sofia Sonia Stefan
Stella Sven Tamara Tariq Teresa Theo Thomas Tilda Tobias Tomas Ursula Valentin Vera Victor Viola Walter Wanda Wendy
Xavier Yara Yasmin Yusuf Zara Zoe
`
  .trim()
  .split(/\s+/);

const surnameStarts =
  `Al Ar Ash Bal Bar Bel Ber Black Bran Bren Brook Bur Cal Car Cas Chan Clay Cor Cran Dal Dar Del
Dor Dun East El Es Fair Fal Far Fen Fer Gal Gar Glen Gran Gren Hal Ham Har Haw Hel Hol Hor Jan Kel Ken Kil Kir Lam Lan
Lar Lin Lor Mal Mar Mel Mer Mon Mor Nel Nor Oak Or Pal Par Pem Pen Per Ral Ran Ren Ros Row Sal San Sel Shel Sor Stan
Star Tal Tan Tem Ter Thorn Tor Tren Val Van Var Ver Wal War Wel Wes Whit Wil Win Wood Yar Zan`.split(/\s+/);
const surnameEnds =
  `bach berg bridge brook bury by cott croft dale dano den der don dorf er ero es field ford gate ham
hart heim hurst ides ier in inen ini ino ison kin land ler ley low man mann mark mer mont more nell ner oni ov ova quist
ridge rin sby shaw sen ski smith son stein stone strom ton tova vale vani vich ward way wick win worth`.split(
    /\s+/,
  );
const placeStarts =
  `Al Amber An Ar Ash Aven Bal Bel Birch Black Bran Bright Cal Cam Car Cedar Clear Cold Cor Dar Deep
Dol Dun East Eden El Fal Fern Fir Gar Glen Gold Gran Green Har Haven Hel High Hol Iron Kal Kin Lake Lan Lin Lor Low Mar
Mel Mill Mon Mor Nar New Nor North Oak Or Par Pine Port Quar Ral Raven Red Ros San Sel Silver South Star Stone Sun Tal
Tar Thorn Tor Val Ver Vin Wal Wes West White Wil Win Wolf Yar Zel`.split(/\s+/);
const placeEnds =
  `bay beck bourne bridge brook burg burgh bury by castle chester cliff combe cove crest dale den don
dorf fall fell field ford gate grad grove ham harbor haven heim hill holm hurst ia ica in keep land lea leigh mere minster
mont mora mouth nas ona or ovia pool port ridge ros run rund sea shore sk stad stead sted stow ter thal ton tor ula vale
vania view ville wald water well wich wick wood worth`.split(/\s+/);
const companyEnds =
  `Analytics Brothers Builders Chemicals Dynamics Electric Energy Engineering Foods Foundry Freight
Holdings Industries Instruments Labs Logistics Machines Media Mills Motors Networks Optics Partners Paper Pharma Power
Press Robotics Shipping Software Steel Systems Textiles Tools Trading Works`.split(/\s+/);
const consonants = 'b c d f g h j k l m n p r s t v w z br cr dr fl gr kl pl pr sh sk sl st th tr'.split(' ');
const vowels = 'a e i o u ai ea ou'.split(' ');
const codas = ['', '', '', 'l', 'm', 'n', 'r', 's', 't', 'nd', 'rk'];

/** A surname made of syllables: about 8,000 different ones. */
export const surname = (random: Random): string => random.pick(surnameStarts) + random.pick(surnameEnds);

/** A place name made of syllables: about 7,000 different ones. */
export const placeName = (random: Random): string => random.pick(placeStarts) + random.pick(placeEnds);

/** A first name and a surname. */
export const personName = (random: Random): string => `${random.pick(firstNames)} ${surname(random)}`;

/** A company: a surname or place and a trade. */
export const companyName = (random: Random): string =>
  `${random.chance(0.5) ? surname(random) : placeName(random)} ${random.pick(companyEnds)}`;

/** A word that no dictionary has but a mouth can say; two or three syllables. */
export function pseudoWord(random: Random, syllables = random.int(2, 3)): string {
  let word = '';
  for (let i = 0; i < syllables; i++) word += random.pick(consonants) + random.pick(vowels);
  return word + random.pick(codas);
}
