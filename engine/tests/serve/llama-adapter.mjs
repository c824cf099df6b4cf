// Continues prompts greedily with llama.cpp and a LoRA adapter; the test compares with the engine.
import { readFileSync, writeFileSync } from 'node:fs';
import { getLlama } from 'node-llama-cpp';

const job = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const llama = await getLlama({
  gpu: false,
  build: 'never',
  skipDownload: true,
  maxThreads: 1,
  logLevel: 'error',
});
const model = await llama.loadModel({ modelPath: job.model });
const lora = job.adapter ? { adapters: [{ filePath: job.adapter, scale: 1 }] } : undefined;
const context = await model.createContext({ contextSize: 256, threads: 1, lora });
const sequence = context.getSequence();
const greedy = [];
for (const prompt of job.prompts) {
  await sequence.clearHistory();
  const found = [];
  for await (const token of sequence.evaluate(prompt, { temperature: 0, yieldEogToken: true })) {
    found.push(token);
    if (found.length === job.count) break;
  }
  greedy.push(found);
}
writeFileSync(process.argv[3], JSON.stringify({ greedy }));
process.exit(0);
