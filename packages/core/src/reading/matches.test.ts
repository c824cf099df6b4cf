import { describe, expect, it } from 'vitest';
import { textDocument } from '../document/index.ts';
import { type ScriptedModelOptions, scriptedModel } from '../model/scripted-model.ts';
import { testTokenizer } from '../model/test-tokenizer.ts';
import { pocketTokens } from '../profile/pocket.ts';
import { ask } from './ask.ts';

const said = 'The password of the northern tower is bluebird.';
const filler = Array.from({ length: 60 }, (_, i) => `Paragraph ${i} speaks about nothing at all.`).join(
  '\n\n',
);
const options = {
  document: textDocument(`${filler}\n\n${said}\n\nThe northern wind was cold.\n\n${filler}`),
  question: 'What is the password of the northern tower?',
  profile: 'pocket',
  policy: 'select' as const,
  hints: true,
  budgets: { chunk: 500, memory: 200, question: 100, output: 200 },
};
const modelThat = (reply: ScriptedModelOptions['reply']) =>
  scriptedModel({ tokenizer: testTokenizer(pocketTokens), reply });
const keeping = modelThat(() => '<|keep|>');
const linesOf = async (more: Partial<Parameters<typeof ask>[0]>) => {
  const { memory } = await ask({ ...options, model: keeping, ...more });
  return memory.lines.map((line) => line.text);
};

describe('keepMatches', () => {
  it('keeps what says most of the rare words of the question, though the model keeps nothing', async () => {
    expect(await linesOf({})).toEqual([]);
    expect(await linesOf({ keepMatches: true })).toEqual([said]);
  });

  it('says where the line comes from, and that the model had not chosen it', async () => {
    const { memory } = await ask({ ...options, model: keeping, keepMatches: true });
    const { source, matched } = memory.lines[0]!;
    expect(matched).toBe(true);
    let text = '';
    for await (const piece of options.document.open()) text += piece.text;
    expect(text.slice(source!.start, source!.end)).toBe(said);
  });

  it('adds to what the model chooses, and nothing twice', async () => {
    const first = modelThat((prompt) => {
      const text = prompt.segments.map((segment) => segment.text).join('');
      const number = /<\|s(\d+)\|>The password/.exec(text)?.[1];
      return number ? `<|s1|><|s${number}|>` : '<|keep|>';
    });
    const chosen = await ask({ ...options, model: first });
    expect(chosen.memory.lines).toHaveLength(2);
    expect((await ask({ ...options, model: first, keepMatches: true })).memory.text).toBe(chosen.memory.text);
  });

  it('keeps what says in other words what is asked for, a word of the kind that is asked for above all', async () => {
    const told = 'Doctor Finch owned a viola, and kept it in his surgery.';
    const document = textDocument(`${filler}\n\n${told}\n\nThe harvest was late.\n\n${filler}`);
    const asked = { document, question: 'Which instrument belonged to the physician?' };
    expect(await linesOf(asked)).toEqual([]);
    expect(await linesOf({ ...asked, keepMatches: true })).toEqual([told]);
  });

  it('keeps in other words only what says more of the question than any line before', async () => {
    const asked = 'Which instrument belonged to the physician?';
    const alike = ['Doctor Finch owned a viola.', 'Doctor Marsh owned a trumpet.'];
    const more = 'The instrument that Doctor Lund owned was a lute.';
    const lines = (...told: string[]) =>
      linesOf({
        document: textDocument(`${filler}\n\n${told.join(`\n\n${filler}\n\n`)}\n\n${filler}`),
        question: asked,
        keepMatches: true,
      });
    expect(await lines(...alike)).toEqual([alike[0]]);
    expect(await lines(alike[0]!, more)).toContain(more);
    expect(await lines(more, alike[0]!)).toEqual([more]);
  });

  it('takes two of a chunk at most', async () => {
    const many = Array.from(
      { length: 5 },
      (_, i) => `The password of the northern tower was changed ${i} times.`,
    );
    expect(await linesOf({ document: textDocument(many.join('\n\n')), keepMatches: true })).toHaveLength(2);
  });

  it('lets go of a match when one far better comes, and takes none far worse; what was chosen stays', async () => {
    const worse = 'The northern tower was closed.';
    const before = textDocument([filler, worse, filler, said, filler].join('\n\n'));
    const after = textDocument([filler, said, filler, worse, filler].join('\n\n'));
    const alone = textDocument([filler, worse, filler].join('\n\n'));
    expect(await linesOf({ document: alone, keepMatches: true })).toEqual([worse]);
    expect(await linesOf({ document: before, keepMatches: true })).toEqual([said]);
    expect(await linesOf({ document: after, keepMatches: true })).toEqual([said]);
    const choosing = modelThat((prompt) => {
      const text = prompt.segments.map((segment) => segment.text).join('');
      const number = /<\|s(\d+)\|>The northern tower/.exec(text)?.[1];
      return number ? `<|s${number}|>` : '<|keep|>';
    });
    expect(await linesOf({ document: before, model: choosing, keepMatches: true })).toEqual([worse, said]);
  });

  it('does nothing without hints or under another policy, and is a reading of its own otherwise', async () => {
    const reading = async (more: object) => (await ask({ ...options, model: keeping, ...more })).reading;
    expect(await linesOf({ hints: false, keepMatches: true })).toEqual([]);
    expect(await reading({ hints: false, keepMatches: true })).toBe(await reading({ hints: false }));
    expect(await reading({ policy: 'gated', keepMatches: true })).toBe(await reading({ policy: 'gated' }));
    expect(await reading({ keepMatches: true })).not.toBe(await reading({}));
  });
});
