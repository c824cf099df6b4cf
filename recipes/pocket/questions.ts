// The ten questions of the example text, read in one pass: what is right, and what reached the memory.
//   node --conditions=memagent-source --import tsx recipes/pocket/questions.ts [model.gguf]
import { readFile } from 'node:fs/promises';
import { askMany, llamaModel, openDocument, pocketDefaults, pocketPath } from 'memagent';

interface Question {
  readonly question: string;
  readonly answers: readonly string[];
  readonly evidence: readonly string[];
  readonly kind: string;
}

const examples = new URL('../../examples/', import.meta.url).pathname;
const questions: Question[] = JSON.parse(await readFile(`${examples}questions.json`, 'utf8'));
const model = await llamaModel({ path: process.argv[2] ?? pocketPath()!, defaults: pocketDefaults });
const began = performance.now();
const answers = await askMany({
  document: await openDocument(`${examples}lighthouse.md`),
  question: questions.map(({ question }) => question),
  model,
});
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
