import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MemAgentError } from '../../errors.ts';
import {
  type Journal,
  type JournalAnswer,
  type JournalHeader,
  type JournalRecord,
  type JournalStep,
  type JournalWriter,
  journalRecord,
  journalVersion,
} from '../../journal/journal.ts';
import { Lock } from './lock.ts';

/** A reading as a list shows it. */
export interface ReadingSummary {
  readonly id: string;
  readonly created: string;
  readonly modified: Date;
  readonly document: string;
  readonly question: string;
  readonly model: string;
  readonly policy: string;
  readonly steps: number;
  readonly answer?: string;
  readonly answered?: boolean;
  readonly partial?: string;
}

/** A reading with all it holds. */
export interface StoredReading {
  readonly header: JournalHeader;
  readonly steps: readonly JournalStep[];
  readonly answer?: JournalAnswer;
}

/**
 * Journals as files of JSON lines, one a reading, readable by their owner alone because they hold document text.
 *
 * @example const journal = new FileJournal(journalFolder());
 */
export class FileJournal implements Journal {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  async load(id: string): Promise<JournalRecord[] | undefined> {
    const text = await readFile(this.path(id), 'utf8').catch(missing);
    return text === undefined ? undefined : parseRecords(text, this.path(id)).records;
  }

  async open(id: string, keep: number): Promise<JournalWriter | undefined> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const lock = await Lock.take(join(this.folder, `${id}.lock`));
    if (!lock) return undefined;
    let file: FileHandle | undefined;
    try {
      const path = this.path(id);
      const size = keep === 0 ? 0 : await this.sizeOf(id, keep);
      file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
      await file.truncate(size);
      return new FileWriter(file, size, lock);
    } catch (cause) {
      await file?.close();
      await lock.release();
      throw cause instanceof MemAgentError ? cause : unwritable(this.folder, cause);
    }
  }

  /** The bytes of a journal's first records. */
  private async sizeOf(id: string, keep: number): Promise<number> {
    const text = (await readFile(this.path(id), 'utf8').catch(missing)) ?? '';
    const { ends } = parseRecords(text, this.path(id));
    return ends[Math.min(keep, ends.length) - 1] ?? 0;
  }

  /** Every reading, newest first. */
  async list(): Promise<ReadingSummary[]> {
    const found = await Promise.all(
      (await this.files()).map(({ id, modified }) => this.summary(id, modified)),
    );
    return found
      .filter((reading) => reading !== undefined)
      .sort((a, b) => b.modified.getTime() - a.modified.getTime());
  }

  private async summary(id: string, modified: Date): Promise<ReadingSummary | undefined> {
    const stored = await this.stored(id).catch(() => undefined);
    if (!stored) return undefined;
    const { header, steps, answer } = stored;
    return {
      id,
      created: header.created,
      modified,
      document: header.document,
      question: header.question,
      model: header.model,
      policy: header.policy,
      steps: steps.length,
      ...(answer ? { answer: answer.answer, answered: answer.answered } : {}),
      ...(answer?.partial ? { partial: answer.partial } : {}),
    };
  }

  /** The reading whose id begins so. */
  async find(prefix: string): Promise<StoredReading> {
    const id = resolvePrefix(
      prefix,
      (await this.files()).map((file) => file.id),
    );
    const stored = await this.stored(id);
    if (stored) return stored;
    throw new MemAgentError('journal', `The journal of reading ${id} has no header.`, {
      hint: `\`memagent forget ${id}\` removes it.`,
    });
  }

  private async stored(id: string): Promise<StoredReading | undefined> {
    const records = (await this.load(id)) ?? [];
    const header = records.find((record) => record.type === 'reading');
    const answer = records.findLast((record) => record.type === 'answer');
    if (!header) return undefined;
    return {
      header,
      steps: records.filter((record) => record.type === 'step'),
      ...(answer ? { answer } : {}),
    };
  }

  /** Removes readings for good; gives how many there were. One that is being written is left and named. */
  async forget(
    which: readonly string[] | { readonly olderThan: Date } | 'all',
  ): Promise<{ forgotten: string[]; busy: string[] }> {
    const files = await this.files();
    const ids = files.map(({ id }) => id);
    const chosen =
      which === 'all'
        ? ids
        : 'olderThan' in which
          ? files.filter(({ modified }) => modified < which.olderThan).map(({ id }) => id)
          : which.map((prefix) => resolvePrefix(prefix, ids));
    const forgotten: string[] = [];
    const busy: string[] = [];
    for (const id of new Set(chosen)) {
      const lock = await Lock.take(join(this.folder, `${id}.lock`));
      if (!lock) {
        busy.push(id);
        continue;
      }
      await rm(this.path(id), { force: true });
      await lock.release();
      forgotten.push(id);
    }
    return { forgotten, busy };
  }

  private async files(): Promise<{ id: string; modified: Date }[]> {
    const names = ((await readdir(this.folder).catch(missing)) ?? []).filter((name) =>
      name.endsWith('.jsonl'),
    );
    return Promise.all(
      names.map(async (name) => ({
        id: name.slice(0, -6),
        modified: (await stat(join(this.folder, name))).mtime,
      })),
    );
  }

  private path(id: string): string {
    return join(this.folder, `${id}.jsonl`);
  }
}

/** The one id that begins so. */
function resolvePrefix(prefix: string, ids: readonly string[]): string {
  const found = prefix === '' ? [] : ids.filter((id) => id.startsWith(prefix));
  if (found.length === 1) return found[0]!;
  throw new MemAgentError(
    'bad-input',
    found.length > 1 ? `Several readings begin with "${prefix}".` : `There is no reading "${prefix}".`,
    {
      hint: '`memagent readings` lists them.',
    },
  );
}

class FileWriter implements JournalWriter {
  private readonly file: FileHandle;
  private readonly lock: Lock;
  private position: number;

  constructor(file: FileHandle, position: number, lock: Lock) {
    this.file = file;
    this.position = position;
    this.lock = lock;
  }

  async append(record: JournalRecord): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(record)}\n`);
    try {
      await this.file.write(line, 0, line.length, this.position);
      await this.file.datasync();
    } catch (cause) {
      throw unwritable('the journal', cause);
    }
    this.position += line.length;
  }

  async close(): Promise<void> {
    await this.file.close();
    await this.lock.release();
  }
}

/** The records of a journal and the byte at which each ends. A last line that a crash tore is left out. */
function parseRecords(text: string, path: string): { records: JournalRecord[]; ends: number[] } {
  const records: JournalRecord[] = [];
  const ends: number[] = [];
  let byte = 0;
  for (let from = 0; from < text.length; ) {
    const to = text.indexOf('\n', from);
    if (to < 0) break;
    const line = text.slice(from, to);
    byte += Buffer.byteLength(line) + 1;
    from = to + 1;
    const record = parseLine(line, path, text.indexOf('\n', from) < 0);
    if (!record) break;
    records.push(record);
    ends.push(byte);
  }
  return { records, ends };
}

function parseLine(line: string, path: string, lastLine: boolean): JournalRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    // A power failure can leave a last line of zeros or half a record; anything before it must be whole.
    if (lastLine) return undefined;
    throw damaged(path, cause);
  }
  const version = (value as { version?: unknown } | null)?.version;
  if (version !== undefined && version !== journalVersion) {
    throw new MemAgentError(
      'journal',
      `${path} was written in format ${String(version)}; this version reads format ${journalVersion}.`,
      {
        hint: 'Ask with --fresh to start over, or remove it with `memagent forget`.',
      },
    );
  }
  const parsed = journalRecord.safeParse(value);
  if (!parsed.success) throw damaged(path, parsed.error);
  return parsed.data;
}

const damaged = (path: string, cause: unknown) =>
  new MemAgentError('journal', `${path} is damaged.`, {
    hint: 'Ask with --fresh to start over, or remove it with `memagent forget`.',
    cause,
  });

const unwritable = (what: string, cause: unknown) =>
  new MemAgentError('journal', `Cannot write ${what}: ${(cause as Error).message}.`, {
    hint: 'Make room or set MEMAGENT_HOME to a folder that can be written; --no-journal reads without one.',
    cause,
  });

function missing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
