import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { MemAgentError } from '@memagent/core';
import { type EvalTrace, evalTrace, traceKey } from './trace.ts';

/** The traces in a file, the latest of each sample; none where there is no file. A torn last line is left out. */
export async function readTraces(path: string): Promise<EvalTrace[]> {
  const found = new Map<string, EvalTrace>();
  let problem: { line: number; why: string } | undefined;
  let line = 0;
  try {
    for await (const text of createInterface({
      input: createReadStream(path, 'utf8'),
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      line += 1;
      if (text.trim() === '') continue;
      // Something follows the bad line, so it was not torn by a crash: it was damaged.
      if (problem) throw damaged(path, problem);
      const parsed = parse(text);
      if (typeof parsed === 'string') problem = { line, why: parsed };
      else {
        const key = traceKey(parsed);
        found.delete(key);
        found.set(key, parsed);
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return [...found.values()];
}

function parse(text: string): EvalTrace | string {
  try {
    const checked = evalTrace.safeParse(JSON.parse(text));
    if (checked.success) return checked.data;
    const issue = checked.error.issues[0]!;
    return `${issue.path.join('.')}: ${issue.message}`;
  } catch (error) {
    return (error as Error).message;
  }
}

const damaged = (path: string, { line, why }: { line: number; why: string }) =>
  new MemAgentError('bad-input', `Line ${line} of ${path} is no trace: ${why}.`, {
    hint: 'Remove the line, or evaluate into another folder.',
  });

/** A file of traces, open for more. */
export class TraceFile {
  private readonly file: FileHandle;

  private constructor(file: FileHandle) {
    this.file = file;
  }

  /** Opens a file for appending; a torn last line is cut off first. */
  static async open(path: string): Promise<TraceFile> {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, 'a+');
    const { size } = await file.stat();
    const block = 1 << 16;
    let end = size;
    // The last line is long (a reading's memories are in it): look for its beginning block by block.
    for (let at = size; at > 0; at -= block) {
      const from = Math.max(0, at - block);
      const { buffer } = await file.read(Buffer.alloc(at - from), 0, at - from, from);
      const newline = buffer.lastIndexOf(10);
      end = newline < 0 ? from : from + newline + 1;
      if (newline >= 0) break;
    }
    if (end < size) await file.truncate(end);
    return new TraceFile(file);
  }

  /** On disk when it returns. */
  async append(trace: EvalTrace): Promise<void> {
    await this.file.appendFile(`${JSON.stringify(trace)}\n`);
    await this.file.datasync();
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}
