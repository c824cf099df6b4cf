import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { ReadingEvent } from '@memagent/core';
import { missing } from '../../files.ts';
import type { EventLog, LoggedEvent, SentEvent, StateEvent } from '../storage.ts';

/** The events of one reading as JSON lines, each written before anybody is told of it. */
export class FileEventLog implements EventLog {
  readonly #file: FileHandle;
  readonly #told: () => void;
  #position = 0;
  #last = 0;
  readonly steps = new Map<number, number>();
  readonly answered = new Set<number>();
  /** The state that the log ends with. */
  ended: string | undefined;

  private constructor(file: FileHandle, told: () => void) {
    this.#file = file;
    this.#told = told;
  }

  /** Opens a log to go on with; a last line that a crash tore is overwritten. `told` is called when it has more. */
  static async open(path: string, told: () => void = () => undefined): Promise<FileEventLog> {
    const file = await open(path, 'a+', 0o600).then(async (made) => {
      // Appending handles ignore positions on Linux; one that writes where told is needed after a torn line.
      await made.close();
      return open(path, 'r+');
    });
    const log = new FileEventLog(file, told);
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

  async append(event: ReadingEvent | StateEvent): Promise<void> {
    const logged = { id: this.#last + 1, at: new Date().toISOString(), ...event } as LoggedEvent;
    const line = Buffer.from(`${JSON.stringify(logged)}\n`);
    await this.#file.write(line, 0, line.length, this.#position);
    // A killed process loses nothing that was written. Steps survive a power failure in the journal, which is on disk
    // before the event is made; only the end has nothing else that keeps it.
    if (event.type === 'answer' || event.type === 'state') await this.#file.datasync();
    this.#position += line.length;
    this.#note(logged);
    this.#told();
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

/** Puts a state at the end of a log, unless it stands there. */
export async function appendState(path: string, event: StateEvent): Promise<void> {
  const log = await FileEventLog.open(path);
  try {
    if (log.ended !== event.state) await log.append(event);
  } finally {
    await log.close();
  }
}

/** A follower of a log: each call tells what came since the last. */
export function followEvents(path: string, after: number): () => AsyncGenerator<SentEvent> {
  let from = 0;
  return async function* () {
    for await (const { event, line, end } of readEvents(path, from)) {
      from = end;
      if (event.id > after) yield { event, line };
    }
  };
}

/** The whole lines of a log from a byte on, with the byte at which each ends. */
async function* readEvents(
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
