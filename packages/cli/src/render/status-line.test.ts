import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { StatusLine } from './status-line.ts';

function terminal(isTTY: boolean) {
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  const out = { write, isTTY, columns: 20 };
  return {
    io: { env: { NO_COLOR: '1' }, cwd: '/', stdin: Readable.from([]), stdout: out, stderr: out },
    text: () => text,
  };
}

describe('StatusLine', () => {
  it('replaces itself on a terminal, no wider than that, and leaves no trace', () => {
    const { io, text } = terminal(true);
    const line = new StatusLine(io, () => 'chunk 1 of about 48 · fast');
    line.update();
    expect(text()).toBe('\r\x1b[2K⠙ chunk 1 of about…');
    line.above('warning\n');
    line.close();
    expect(text().endsWith('\r\x1b[2Kwarning\n')).toBe(true);
  });
  it('is sparse elsewhere', () => {
    const { io, text } = terminal(false);
    const line = new StatusLine(io, () => 'chunk 1');
    line.update();
    line.above('warning\n');
    line.close();
    expect(text()).toBe('warning\n');
  });
});
