import { type FileHandle, open } from 'node:fs/promises';
import { o200k, readGgufMetadata, type Tokenizer, tokenizerFromGguf } from '@memagent/core';
import { pocketPath } from '@memagent/pocket';

/** A byte-level BPE that people use: the shipped model's, or o200k where there is none. */
export async function benchTokenizer(name?: string): Promise<{ name: string; tokenizer: Tokenizer }> {
  const path = name === undefined || name === 'pocket' ? pocketPath() : undefined;
  if (path) return { name: 'pocket', tokenizer: await ggufTokenizer(path) };
  if (name !== undefined && name !== 'o200k') throw new Error(`There is no tokenizer "${name}" here.`);
  return { name: 'o200k', tokenizer: await o200k() };
}

/** The tokenizer of a GGUF file. */
export async function ggufTokenizer(path: string): Promise<Tokenizer> {
  const file: FileHandle = await open(path, 'r');
  try {
    const read = async (offset: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    };
    return tokenizerFromGguf(await readGgufMetadata({ read }));
  } finally {
    await file.close();
  }
}
