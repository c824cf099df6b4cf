import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { ApiError } from '../http/api-error.ts';

/** A document's bytes in a file of this machine, before it is known whether they are new. */
export interface Staged {
  readonly sha256: string;
  readonly bytes: number;
}

/** What there is left of each limit. */
export interface Room {
  readonly disk: number;
  readonly owner: number;
}

/** Refuses more bytes than there is room for. */
export function checkRoom(bytes: number, room: Room): void {
  if (bytes > room.owner) {
    throw new ApiError(413, 'documents_too_large', 'This key may not keep so many bytes of documents.');
  }
  if (bytes > room.disk) {
    throw new ApiError(507, 'no_room', 'There is no room for more documents. Remove some, and try again.');
  }
}

/** Writes bytes to a file as they come, hashed on the way. */
export async function stage(bytes: AsyncIterable<Uint8Array>, path: string, room: Room): Promise<Staged> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const block of bytes) {
      hash.update(block);
      size += block.length;
      checkRoom(size, room);
      await file.writeFile(block);
    }
    await file.datasync();
  } finally {
    await file.close();
  }
  if (size === 0) throw new ApiError(400, 'empty_document', 'The document is empty.');
  return { sha256: hash.digest('hex'), bytes: size };
}
