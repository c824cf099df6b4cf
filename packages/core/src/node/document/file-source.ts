import { open } from 'node:fs/promises';
import { abortable } from '../../document/from-text.ts';
import { MemAgentError } from '../../errors.ts';
import type { ByteSource } from './byte-source.ts';

const blockBytes = 1 << 17;

/** A file's bytes. `bytes` is its size for a regular file; pipes and devices have none and can be read once. */
export function fileSource(path: string, name: string, bytes?: number): ByteSource {
  let opened = false;
  return {
    name,
    bytes,
    ...(bytes === undefined && { once: true }),
    async open(signal) {
      if (bytes === undefined && opened) throw onceError(name);
      opened = true;
      const all = blocks(path, name, signal);
      // Only a pipe can keep its reader waiting.
      return { bytes: bytes === undefined ? abortable(all, signal) : all };
    },
  };
}

async function* blocks(
  path: string,
  name: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  const handle = await open(path, 'r').catch((error) => {
    throw fileError(error, name);
  });
  try {
    const buffer = Buffer.allocUnsafeSlow(blockBytes);
    while (true) {
      signal?.throwIfAborted();
      const { bytesRead } = await handle.read(buffer, 0, blockBytes, null).catch((error) => {
        throw fileError(error, name);
      });
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** The first bytes of a file, and how many it has. */
export async function readHead(
  path: string,
  name: string,
  count: number,
): Promise<{ head: Uint8Array; bytes: number }> {
  const handle = await open(path, 'r').catch((error) => {
    throw fileError(error, name);
  });
  try {
    const buffer = Buffer.alloc(count);
    const { bytesRead } = await handle.read(buffer, 0, count, 0);
    return { head: buffer.subarray(0, bytesRead), bytes: (await handle.stat()).size };
  } catch (error) {
    throw fileError(error, name);
  } finally {
    await handle.close();
  }
}

/** A failure of the file system in words. */
export function fileError(error: unknown, name: string): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  const [what, hint] = reasons[code ?? ''] ?? [];
  if (what === undefined) return error;
  return new MemAgentError('bad-input', `${name}: ${what}.`, { hint, cause: error });
}

const reasons: Record<string, [what: string, hint: string]> = {
  ENOENT: [
    'there is no such file or folder',
    'Check the path; a pattern such as "src/**/*.ts" needs quotes in a shell.',
  ],
  ENOTDIR: ['a part of the path is not a folder', 'Check the path.'],
  EACCES: ['no permission to read it', 'Change its permissions, or run as a user who may read it.'],
  EPERM: ['no permission to read it', 'Change its permissions, or run as a user who may read it.'],
  EISDIR: ['it is a folder', 'Name the folder itself or a pattern such as "folder/**".'],
  ELOOP: ['its links lead in a circle', 'Name the file itself.'],
  ENAMETOOLONG: ['the path is too long', 'Check the path: was the text itself given instead of its file?'],
  EMFILE: ['too many files are open', 'Close other programs, or raise the limit with ulimit -n.'],
  EIO: ['the disk could not be read', 'Copy the file to another disk and try that.'],
};

/** The error for a second reading of what can be read once. */
export function onceError(name: string): MemAgentError {
  return new MemAgentError('bad-input', `${name} can be read only once, and has been.`, {
    hint: 'Save it to a file and give that instead.',
  });
}
