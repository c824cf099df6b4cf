import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scriptedModel } from '@memagent/core';
import { createServer, listen } from '@memagent/server';
import { pageFolder } from '@memagent/web';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Milliseconds from a key to the frame that shows the next step: the median of twenty. */
export async function framesOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const slider = document.querySelector<HTMLElement>('[role=slider]')!;
    slider.focus();
    const taken: number[] = [];
    for (let i = 0; i < 20; i++) {
      const began = performance.now();
      slider.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }),
      );
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      taken.push(performance.now() - began);
    }
    return taken.sort((a, b) => a - b)[10]!;
  });
}

/** What axe finds that would keep somebody out. */
export async function serious(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate(
    'axe.run(document, { iframes: false, resultTypes: ["violations"] }).then(({ violations }) => violations)',
  )) as axe.Result[];
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

/** A paragraph that fills a chunk of 64 tokens. */
export const paragraph = (i: number) =>
  `Paragraph ${i} speaks of nothing in particular, at some length, so that it fills a chunk by itself. It names number ${i * 7}, and goes on about the weather until nothing more can be said of it.\n\n`;

/** A server whose model answers at once: it rewrites its memory at every seventh chunk. */
export async function instantServer(stateFolder: string) {
  const model = scriptedModel({
    window: 2000,
    reply: (prompt) => {
      const text = prompt.segments.map((segment) => segment.text).join('');
      const number = Number(/Paragraph (\d+) /.exec(text)?.[1] ?? 0);
      if (text.includes('Your answer:')) return 'All of them.';
      return number % 7 === 0
        ? `Paragraph ${number} names number ${number * 7}. The weather goes on.`
        : (/<memory>\n([\s\S]*?)\n<\/memory>/.exec(text)?.[1] ?? 'Nothing.');
    },
  });
  const server = await createServer({
    models: { instant: async () => model },
    stateFolder,
    web: pageFolder(),
  });
  return listen(server);
}

/** A line of a run's metrics. */
export const metrics = (step: number) => ({
  step,
  rewardMean: step / 10,
  ...(step === 1 ? { heldOutAccuracy: 0.1 } : {}),
  entropy: 0.8,
  kl: 0.001,
  clipFraction: 0.01,
  gradNorm: 0.1,
  memoryTokens: 20,
  responseTokens: 4,
  keptShare: 0.6,
  trajectories: 16,
});

/** A training run and an evaluation as the trainer and the lab leave them. */
export async function makeRuns(folder: string): Promise<void> {
  const training = join(folder, 'remember');
  await mkdir(training, { recursive: true });
  await writeFile(
    join(training, 'metrics.jsonl'),
    [1, 2].map((step) => `${JSON.stringify(metrics(step))}\n`).join(''),
  );
  const trajectory = (reward: number, kept: string) => ({
    step: 2,
    task: 'remember/1',
    question: 'What was word for red?',
    expected: ['delta'],
    answer: reward === 1 ? 'delta' : 'coral',
    reward,
    conversations: [
      {
        kind: 'step',
        prompt: `<|section|><|s1|>${kept}<|memory|><|question|>What was word for red?<|select|>`,
        response: '<|s1|><|end|>',
      },
      {
        kind: 'answer',
        prompt: `<|memory|><|m1|>${kept}<|question|>What was word for red?<|answer|>`,
        response: 'delta<|end|>',
      },
    ],
  });
  await writeFile(
    join(training, 'samples.jsonl'),
    [trajectory(0, 'Old stone near tree.'), trajectory(1, 'Remember word for red: delta.')]
      .map((each) => `${JSON.stringify(each)}\n`)
      .join(''),
  );
  const evaluation = join(folder, 'natural');
  await mkdir(evaluation);
  const row = {
    policy: null,
    variant: null,
    n: 50,
    verifier: 'contains',
    failures: 0,
    seconds: 1,
    tokensIn: 1,
    tokensOut: 1,
  };
  await writeFile(
    join(evaluation, 'summary.json'),
    JSON.stringify([
      { ...row, task: 'qa_1', length: 4096, system: 'memagent', accuracy: 0.46, low: 0.33, high: 0.596 },
      { ...row, task: 'qa_1', length: 4096, system: 'bm25', accuracy: 0.08, low: 0.032, high: 0.188 },
    ]),
  );
  await writeFile(
    join(evaluation, 'report.html'),
    '<!doctype html><title>Report</title><h1>Evaluation of natural questions</h1><script>parent.pwned = 1; top.pwned = 1</script>',
  );
}
