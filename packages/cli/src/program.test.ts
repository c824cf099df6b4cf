import { describe, expect, it } from 'vitest';
import { runHere } from './testing/in-process.ts';

describe('memagent', () => {
  it('prints its version', async () => {
    expect(await runHere(['--version'])).toMatchObject({ code: 0, stdout: '1.2.3\n' });
  });

  it('has examples in the help of every command', async () => {
    const { stdout } = await runHere(['--help']);
    const names = [...stdout.matchAll(/^ {2}([a-z]+)(?: |$)/gm)]
      .map((match) => match[1]!)
      .filter((name) => name !== 'help');
    expect(names).toEqual([
      'ask',
      'chat',
      'summarize',
      'estimate',
      'readings',
      'show',
      'forget',
      'models',
      'doctor',
      'eval',
      'traces',
      'serve',
      'mcp',
      'train',
      'engine',
    ]);
    for (const name of names) {
      const help = await runHere([name, '--help']);
      expect(help.code).toBe(0);
      expect(help.stdout).toContain('Examples:\n  $ ');
    }
  });

  it('suggests what may have been meant', async () => {
    const ran = await runHere(['redings']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('Did you mean readings?');
  });

  it('refuses wrong options', async () => {
    expect(await runHere(['ask', 'a', 'b', '--policy', 'guess'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('overwrite, gated, select'),
    });
    expect(await runHere(['ask', 'a', 'b', '--chunk-tokens', '0'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('whole number'),
    });
    expect(await runHere(['ask', 'a', 'b', '--price', 'x'])).toMatchObject({ code: 2 });
  });
});
