import { type FileHandle, open } from 'node:fs/promises';
import {
  type GgufMetadata,
  MemAgentError,
  readGgufMetadata,
  type Tokenizer,
  tokenizerFromGguf,
} from '@memagent/core';

/** What we need to know of a GGUF file before and beside loading it. */
export interface GgufHeader {
  readonly gguf: GgufMetadata;
  readonly architecture: string;
  readonly name: string | undefined;
  /** The tokens that the model was trained to see at once. */
  readonly contextLength: number;
  readonly layers: number;
  /** Keys and values of one token, in half precision. */
  readonly kvBytesPerToken: number;
  readonly chatTemplate: string | undefined;
  readonly tokens: readonly string[];
  /** For each token: 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte. */
  readonly tokenTypes: ArrayLike<number>;
}

/** Reads what a GGUF file says about itself. */
export async function readGgufHeader(path: string): Promise<GgufHeader> {
  const file = await openFile(path);
  try {
    return headerOf(path, await metadataOf(path, file));
  } finally {
    await file.close();
  }
}

/** The tokenizer of a GGUF file, without loading its weights. */
export async function ggufTokenizer(path: string): Promise<Tokenizer> {
  return tokenizerFromGguf((await readGgufHeader(path)).gguf);
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path, 'r');
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new MemAgentError(
      'model-unavailable',
      missing ? `There is no model at ${path}.` : `${path} cannot be read: ${(error as Error).message}.`,
      { hint: 'Check the path, or fetch the model first.', cause: error },
    );
  }
  throw new MemAgentError('model-unavailable', `${path} is not a file.`, {
    hint: 'Name the .gguf file itself.',
  });
}

async function metadataOf(path: string, file: FileHandle): Promise<GgufMetadata> {
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
  const magic = Buffer.from(await read(0, 4)).toString('latin1');
  if (magic !== 'GGUF') {
    throw new MemAgentError('model-unavailable', `${path} is not a GGUF file.`, {
      hint: 'The embedded engine runs GGUF files; other formats are converted with convert_hf_to_gguf.py of llama.cpp.',
    });
  }
  try {
    return await readGgufMetadata({ read });
  } catch (error) {
    throw new MemAgentError(
      'model-unavailable',
      `${path} is cut off or damaged: ${(error as Error).message}`,
      {
        hint: 'Compare its size with the source, and fetch it again.',
        cause: error,
      },
    );
  }
}

function headerOf(path: string, gguf: GgufMetadata): GgufHeader {
  const all = gguf.metadata;
  const text = (key: string) => {
    const value = all.get(key);
    return typeof value === 'string' ? value : undefined;
  };
  const architecture = text('general.architecture') ?? '';
  // Some models have these by layer; the largest is on the safe side.
  const number = (key: string, otherwise: number) => {
    const value = all.get(`${architecture}.${key}`);
    if (typeof value === 'number') return value;
    return value !== undefined && typeof value === 'object'
      ? Math.max(...Array.from(value, Number))
      : otherwise;
  };
  const tokens = all.get('tokenizer.ggml.tokens') as readonly string[] | undefined;
  if (architecture === '' || tokens === undefined) {
    throw new MemAgentError('model-unavailable', `${path} holds no language model.`, {
      hint:
        text('general.type') === 'adapter'
          ? 'This is an adapter: give it as `lora` of its base model.'
          : 'Name the GGUF of a language model.',
    });
  }
  const layers = number('block_count', 0);
  const heads = number('attention.head_count', 1);
  const headWidth = number('embedding_length', 0) / heads;
  const kvWidth = number('attention.key_length', headWidth) + number('attention.value_length', headWidth);
  return {
    gguf,
    architecture,
    name: text('general.name'),
    contextLength: number('context_length', 2048),
    layers,
    kvBytesPerToken: 2 * layers * number('attention.head_count_kv', heads) * kvWidth,
    chatTemplate: text('tokenizer.chat_template'),
    tokens,
    tokenTypes: (all.get('tokenizer.ggml.token_type') as ArrayLike<number> | undefined) ?? [],
  };
}
