import type { Io } from '../io.ts';
import { coloursFor } from '../io.ts';
import { shorten } from './text.ts';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Seconds between two lines where the line cannot be replaced. */
const sparse = 10;

/** One line on standard error that is replaced in place on a terminal, and written now and then elsewhere. */
export class StatusLine {
  private readonly io: Io;
  private readonly text: () => string;
  private timer: NodeJS.Timeout | undefined;
  private shown = false;
  private frame = 0;
  private written = performance.now();

  constructor(io: Io, text: () => string) {
    this.io = io;
    this.text = text;
    if (!this.live) return;
    this.timer = setInterval(() => this.draw(), 120);
    this.timer.unref();
  }

  private get live(): boolean {
    return this.io.stderr.isTTY === true && this.io.env.TERM !== 'dumb';
  }

  /** Something has changed. */
  update(): void {
    const now = performance.now();
    if (this.live) this.draw();
    else if (now - this.written >= sparse * 1000) {
      this.written = now;
      this.io.stderr.write(`${this.text()}\n`);
    }
  }

  /** Writes above the line. */
  above(text: string): void {
    this.clear();
    this.io.stderr.write(text);
  }

  private draw(): void {
    const { stderr, env } = this.io;
    const c = coloursFor(stderr, env);
    this.frame = (this.frame + 1) % frames.length;
    const text = shorten(this.text(), Math.max(10, (stderr.columns ?? 80) - 3));
    stderr.write(`\r\x1b[2K${c.cyan(frames[this.frame]!)} ${text}`);
    this.shown = true;
  }

  private clear(): void {
    if (this.shown) this.io.stderr.write('\r\x1b[2K');
    this.shown = false;
  }

  /** Ends it and leaves no trace. */
  close(): void {
    clearInterval(this.timer);
    this.clear();
  }
}
