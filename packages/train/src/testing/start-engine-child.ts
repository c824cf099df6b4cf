import { startEngine } from '../engine/start-engine.ts';

// Starts an engine and waits to be killed.
const [model, checkpoints] = process.argv.slice(2);
const { url } = await startEngine({ model: model!, checkpoints: checkpoints!, device: 'cpu', threads: 1 });
process.stdout.write(`${url}\n`);
