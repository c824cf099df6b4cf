import type { LoggedEvent, ReadingInfo } from './events.ts';
import { Track } from './track.ts';

/** How the page hears of a reading. */
export type Connection = 'connecting' | 'live' | 'lost' | 'ended';

const over = new Set(['done', 'failed', 'cancelled']);

/** A reading as the page holds it: fed with events, it tells those who look at it that there is more. */
export class LiveReading {
  info: ReadingInfo;
  readonly tracks: Track[];
  connection: Connection = 'connecting';
  /** The last event that was taken. */
  lastId = 0;
  readonly #listeners = new Set<() => void>();
  #version = 0;
  #waiting = false;

  constructor(info: ReadingInfo) {
    this.info = info;
    this.tracks = info.questions.map((question, i) => new Track(i, question));
  }

  get isOver(): boolean {
    return over.has(this.info.state);
  }

  /** Takes the next event: one that was seen before is left, and one that comes too early is refused. */
  take(event: LoggedEvent): void {
    if (event.id <= this.lastId) return;
    if (event.id !== this.lastId + 1) throw new Error(`Event ${event.id} came after ${this.lastId}.`);
    this.lastId = event.id;
    if (event.type === 'state') {
      this.info = { ...this.info, state: event.state as ReadingInfo['state'], error: event.error };
    } else {
      const track = this.tracks[event.index];
      if (event.type === 'started') track?.start(event);
      else if (event.type === 'step') track?.add(event);
      else if (event.type === 'warning') track?.warn(event);
      else track?.finish(event);
      if (this.info.state === 'queued') this.info = { ...this.info, state: 'running' };
    }
    this.changed();
  }

  describe(info: ReadingInfo): void {
    this.info = info;
    this.changed();
  }

  connect(connection: Connection): void {
    this.connection = connection;
    this.changed();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;

  /** Tells at most once a frame, however many events came. */
  changed(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    const tell = () => {
      this.#waiting = false;
      this.#version++;
      for (const listener of this.#listeners) listener();
    };
    // A page in the background draws no frames.
    if (typeof requestAnimationFrame === 'undefined' || document.hidden) setTimeout(tell, 50);
    else requestAnimationFrame(tell);
  }
}
