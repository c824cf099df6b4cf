// A process that rolls the toy out for the test that started it; its recipe comes as an argument.
import { parseTrainRecipe } from '../trainer/recipe.ts';
import { serveRolloutsOf } from '../trainer/roller-here.ts';
import { toyModule, toyTokenizer } from './toy.ts';

const recipe = parseTrainRecipe(JSON.parse(process.argv[2]!), 'the toy');
await serveRolloutsOf({ recipe, out: '', tokenizer: toyTokenizer, own: toyModule });
process.exit(0);
