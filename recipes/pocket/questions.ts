// The ten questions of the example text, one at a time or all in one pass: what is right, and what reached the memory.
//   node --conditions=memagent-source --import tsx recipes/pocket/questions.ts [--together] [--of recipes/pocket/other-words/town] [model.gguf]
// --of: another text (.md) and its questions (.json).
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type AnswerEvent, askMany, llamaModel, openDocument, pocketDefaults, pocketPath } from 'memagent';

interface Question {
  readonly question: string;
  readonly answers: readonly string[];
  readonly evidence: readonly string[];
  readonly kind: string;
}

const { values, positionals } = parseArgs({
  options: { together: { type: 'boolean' }, of: { type: 'string' } },
  allowPositionals: true,
});
const examples = new URL('../../examples/', import.meta.url).pathname;
const [text, asks] = values.of
  ? [`${values.of}.md`, `${values.of}.json`]
  : [`${examples}lighthouse.md`, `${examples}questions.json`];
const questions: Question[] = JSON.parse(await readFile(asks, 'utf8'));
const model = await llamaModel({ path: positionals[0] ?? pocketPath()!, defaults: pocketDefaults });
const began = performance.now();
const asked = questions.map(({ question }) => question);
const answers: AnswerEvent[] = [];
for (const some of values.together ? [asked] : asked.map((question) => [question]))
  answers.push(
    ...(await askMany({
      document: await openDocument(text),
      question: some,
      model,
    })),
  );
let right = 0;
for (const [i, { question, answers: wanted, evidence, kind }] of questions.entries()) {
  const { answer, answered, memory } = answers[i]!;
  const isRight = answered && wanted.some((value) => answer.toLowerCase().includes(value.toLowerCase()));
  const kept = evidence.filter((sentence) =>
    memory.lines.some((line) => line.text.includes(sentence)),
  ).length;
  if (isRight) right += 1;
  console.log(
    `${isRight ? 'right' : 'wrong'}  ${kind.padEnd(14)}  evidence ${kept}/${evidence.length}  ${question} → ${answered ? answer : '(none)'} [${wanted[0]}]`,
  );
}
console.log(JSON.stringify({ right, of: questions.length, seconds: (performance.now() - began) / 1000 }));
await model.close();
