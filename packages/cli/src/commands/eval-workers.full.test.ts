import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readByRules, startHoldingServer, startReadingServer } from '../testing/reading-server.ts';
import { Sandbox } from '../testing/run-command.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.create();
});
afterAll(() => sandbox.remove());

const args = (url: string, out: string, ...more: string[]) => [
  ...['eval', 'run', '--tasks', 'niah_single_1,chain', '--lengths', '1k,2k', '--samples', '3', '--out', out],
  ...['--systems', 'memagent,lexical', '--model', url, '--window', '8192', ...more],
];
const rows = async (out: string) =>
  (JSON.parse(await readFile(sandbox.path(`${out}/summary.json`), 'utf8')) as Record<string, unknown>[]).map(
    ({ seconds: _, ...row }) => row,
  );

describe('memagent eval run --workers', () => {
  it('gives the same summary as one process', async () => {
    const server = await startReadingServer({
      reply: (prompt) => readByRules(prompt.replace(/ for (\S+) mentioned/, ' for $1 keyword: $1')),
    });
    try {
      const [one, three] = [
        await sandbox.run(args(server.url, 'one')),
        await sandbox.run(args(server.url, 'three', '--workers', '3')),
      ];
      expect(one.code).toBe(0);
      expect(three.stderr).not.toContain('error');
      expect(three.code).toBe(0);
      expect(await rows('three')).toEqual(await rows('one'));
    } finally {
      await server.close();
    }
  });

  it.each([
    ['when one of them dies', 1, 'A worker of the evaluation ended: SIGKILL'],
    ['on Ctrl-C', 130, 'Stopped with'],
  ])('ends with its workers, keeping what is finished, %s', async (how, exit, message) => {
    const { server, waiting } = await startHoldingServer(4);
    try {
      const running = sandbox.start(
        args(server.url, `stopped-${exit}`, '--workers', '2', '--concurrency', '2'),
      );
      await waiting;
      const { pid } = running.child;
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
      const workers = children.trim().split(' ').map(Number);
      expect(workers.length).toBeGreaterThanOrEqual(2);
      process.kill(how === 'on Ctrl-C' ? pid! : workers.at(-1)!, how === 'on Ctrl-C' ? 'SIGINT' : 'SIGKILL');
      const { code, stderr } = await running.done;
      expect(stderr).toContain(message);
      expect(code).toBe(exit);
      for (const worker of workers) expect(() => process.kill(worker, 0)).toThrow();
    } finally {
      await server.close();
    }
  });
});
