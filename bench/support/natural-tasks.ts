import { type NaturalQuestion, naturalTask, Paragraph, proseHaystack, Random } from '@memagent/lab';

/** Characters of a token, and tokens of a HotpotQA paragraph, about. */
const [charsPerToken, paragraphTokens] = [4, 141];

/**
 * Tasks over made-up paragraphs, as many as a text of this length needs and some more, with HotpotQA's shape: two gold
 * paragraphs and eight near ones for a question. One by length, one by number of paragraphs.
 */
export function naturalBenchTasks(tokens: number) {
  const documents = Math.ceil(tokens / paragraphTokens);
  const random = new Random('bench');
  const units = proseHaystack.units(random);
  const sentence = () => (units.next().value as string).trim();
  const paragraph = (title: string, ...facts: string[]) => {
    const sentences = [...facts];
    let size = 0;
    while (size < paragraphTokens * charsPerToken - 60) {
      sentences.push(sentence());
      size += sentences.at(-1)!.length;
    }
    return Paragraph.fromSentences(title, sentences);
  };
  const pool = Array.from({ length: Math.ceil(documents * 1.3) + 40 }, (_, i) => paragraph(`Title ${i}`));
  const questions = Array.from({ length: 16 }, (_, i): NaturalQuestion => {
    const gold = [
      paragraph(`Person ${i}`, `The person numbered ${i} has for many years lived in Town ${i}.`),
      paragraph(`Town ${i}`, `The river on which Town ${i} has always stood is called River ${i}.`),
    ];
    return {
      id: `q${i}`,
      question: `On which river lies the town of Person ${i}?`,
      answers: [`River ${i}`],
      gold: gold.map((each) => ({ paragraph: each, sentences: [0] })),
      near: pool.slice(i * 8, i * 8 + 8),
      bridge: true,
    };
  });
  return [
    { task: naturalTask({ name: 'qa_2, by length', questions, pool }), options: { length: tokens } },
    {
      task: naturalTask({ name: `hqa, ${documents} paragraphs`, questions, pool }),
      options: { length: 0, documents },
    },
  ];
}
