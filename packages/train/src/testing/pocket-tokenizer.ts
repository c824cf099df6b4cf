import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readGgufMetadata, type Tokenizer, tokenizerFromGguf } from '@memagent/core';

/** The shipped model's tokenizer, for benches of this package. */
export async function pocketTokenizer(): Promise<Tokenizer> {
  const file = await open(fileURLToPath(new URL('../../../pocket/pocket.gguf', import.meta.url)));
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
