import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { ReadingEvent } from '@memagent/core';
import { missing } from '../files.ts';

/** How a reading ended, or that it waits or runs again. */
export interface StateEvent {
  readonly type: 'state';
  readonly state: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** An event as it is kept and sent: numbered from 1 without gaps. */
export type LoggedEvent = (ReadingEvent | StateEvent) & { readonly id: number; readonly at: string };

/** The events of one reading as JSON lines, each written before anybody is told of it. */
export class EventLog {
  readonly #file: FileHandle;
  #position: number;
  #last: number;
  /** The last chunk whose step is in the log, for each question. */
  readonly steps = new Map<number, number>();
  /** The questions whose answers are in the log since it last changed its state. */
  readonly answered = new Set<number>();
  /** The state that the log ends with. */
  ended: string | undefined;

  private constructor(file: FileHandle, position: number, last: number) {
    this.#file = file;
    this.#position = position;
    this.#last = last;
  }

  /** Opens a log to go on with; a last line that a crash tore is overwritten. */
  static async open(path: string): Promise<EventLog> {
    const file = await open(path, 'a+', 0o600).then(async (made) => {
      // Appending handles ignore positions on Linux; one that writes where told is needed after a torn line.
      await made.close();
      return open(path, 'r+');
    });
    const log = new EventLog(file, 0, 0);
    try {
      for await (const { event, end } of readEvents(path)) {
        log.#position = end;
        log.#note(event);
      }
      await file.truncate(log.#position);
    } catch (error) {
      await file.close();
      throw error;
    }
    return log;
  }

  async append(event: ReadingEvent | StateEvent): Promise<LoggedEvent> {
    const logged = { id: this.#last + 1, at: new Date().toISOString(), ...event } as LoggedEvent;
    const line = Buffer.from(`${JSON.stringify(logged)}\n`);
    await this.#file.write(line, 0, line.length, this.#position);
    // A killed process loses nothing that was written. Steps survive a power failure in the journal, which is on disk
    // before the event is made; only the end has nothing else that keeps it.
    if (event.type === 'answer' || event.type === 'state') await this.#file.datasync();
    this.#position += line.length;
    this.#note(logged);
    return logged;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #note(event: LoggedEvent): void {
    this.#last = event.id;
    this.ended = event.type === 'state' ? event.state : undefined;
    if (event.type === 'step') this.steps.set(event.index, event.chunk);
    if (event.type === 'answer') this.answered.add(event.index);
    if (event.type === 'state') this.answered.clear();
  }
}

/** The whole lines of a log from a byte on, with the byte at which each ends. */
export async function* readEvents(
  path: string,
  from = 0,
): AsyncGenerator<{ event: LoggedEvent; line: string; end: number }> {
  const exists = await open(path, 'r').catch(missing);
  if (!exists) return;
  await exists.close();
  let held: Buffer = Buffer.alloc(0);
  let end = from;
  for await (const block of createReadStream(path, { start: from })) {
    held = held.length === 0 ? (block as Buffer) : Buffer.concat([held, block as Buffer]);
    let at = 0;
    for (let to = held.indexOf(10); to >= 0; to = held.indexOf(10, at)) {
      const line = held.toString('utf8', at, to);
      let event: LoggedEvent;
      try {
        event = JSON.parse(line);
      } catch {
        return;
      }
      end += to - at + 1;
      at = to + 1;
      yield { event, line, end };
    }
    held = held.subarray(at);
  }
}
