import { stat } from 'node:fs/promises';
import { MemAgentError } from '@memagent/core';
import type { NativeContext, NativeLora, NativeModel } from './addon.ts';
import type { GgufHeader } from './gguf-header.ts';
import { type LoadedAddon, loadAddon } from './load-addon.ts';

/** A LoRA adapter and how strongly it applies. */
export interface Lora {
  readonly path: string;
  /** 1 unless told otherwise. */
  readonly scale?: number;
}

/** What to open and how. */
export interface OpenOptions {
  readonly path: string;
  readonly header: GgufHeader;
  readonly gpu: false | 'auto';
  readonly window: number;
  readonly sequences: number;
  readonly batchSize: number;
  readonly threads: number;
  readonly flashAttention: boolean;
  readonly lora: readonly Lora[];
}

/** Weights and a context on them, with the adapters applied. */
export interface OpenModel {
  readonly model: NativeModel;
  readonly context: NativeContext;
  close(): Promise<void>;
}

const gib = 2 ** 30;
/** llama.cpp rounds the cells of a sequence up to this. */
const cellBlock = 256;

/** Loads weights and adapters and makes a context, or says what stands in the way. */
export async function openModel(options: OpenOptions): Promise<OpenModel> {
  const { path, header, sequences, lora } = options;
  const loaded = await loadAddon(options.gpu);
  const { addon } = loaded;
  if (!addon.getIsArchSupported(header.architecture)) {
    throw new MemAgentError(
      'model-unavailable',
      `${path} is a ${header.architecture} model, which llama.cpp does not know.`,
      {
        hint: 'Use a GGUF of an architecture that llama.cpp supports, or a newer version of this package.',
      },
    );
  }
  const cells = Math.ceil(options.window / cellBlock) * cellBlock * sequences;
  const bytes = (await stat(path)).size + cells * header.kvBytesPerToken;
  if (!loaded.gpu) checkMemory(path, bytes);
  const gpuLayers = loaded.gpu ? layersThatFit(loaded, header, bytes) : 0;
  const model = new addon.AddonModel(path, { addonExports: addon, gpuLayers, useMmap: true });
  const disposals: (() => Promise<void>)[] = [() => model.dispose()];
  const close = async () => {
    for (const dispose of disposals.splice(0).reverse()) await dispose();
  };
  try {
    await initialize(() => model.init(), loaded, path, `${path} cannot be loaded`);
    const loras = await loadLoras(loaded, model, lora);
    disposals.push(async () => {
      for (const { adapter } of loras) await adapter.dispose();
    });
    const context = new addon.AddonContext(model, {
      contextSize: cells,
      batchSize: options.batchSize,
      sequences,
      flashAttention: options.flashAttention,
      threads: options.threads,
      swaFullCache: true,
    });
    await initialize(
      () => context.init(),
      loaded,
      path,
      `There is no room for ${sequences} × ${options.window} tokens`,
    );
    disposals.push(() => context.dispose());
    if (loras.length > 0) {
      context.setLoras(
        loras.map(({ adapter }) => adapter),
        loras.map(({ scale }) => scale),
      );
    }
    return { model, context, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function initialize(
  init: () => Promise<boolean>,
  loaded: LoadedAddon,
  path: string,
  what: string,
): Promise<void> {
  let cause: unknown;
  try {
    if (await init()) return;
  } catch (error) {
    cause = error;
  }
  const complaints = await loaded.takeComplaints();
  if (cause instanceof Error) complaints.push(cause.message);
  const memory = complaints.some((line) => /alloc|memory/i.test(line));
  throw new MemAgentError(
    'model-unavailable',
    `${what}: ${complaints.slice(-3).join('; ') || 'llama.cpp gave no reason'}.`,
    {
      hint: memory
        ? 'Choose a smaller window, fewer parallel readings or a smaller quantization.'
        : `Check that ${path} is complete (compare its size with the source) and fetch it again if not.`,
      cause,
    },
  );
}

async function loadLoras(
  loaded: LoadedAddon,
  model: NativeModel,
  loras: readonly Lora[],
): Promise<{ adapter: NativeLora; scale: number }[]> {
  const adapters: { adapter: NativeLora; scale: number }[] = [];
  for (const { path, scale = 1 } of loras) {
    const adapter = new loaded.addon.AddonModelLora(model, path);
    try {
      await model.loadLora(adapter);
    } catch (error) {
      const complaints = await loaded.takeComplaints();
      const why = complaints.at(-1) ?? (error as Error).message;
      throw new MemAgentError(
        'model-unavailable',
        `The LoRA adapter ${path} does not fit the model: ${why}.`,
        {
          hint: 'Use the base model it was trained on, in GGUF, and an adapter converted to GGUF.',
          cause: error,
        },
      );
    }
    adapters.push({ adapter, scale });
  }
  return adapters;
}

/** Linux promises memory that it does not have and then ends the process: better to say so before. */
function checkMemory(path: string, bytes: number): void {
  const available = process.availableMemory();
  if (bytes < available) return;
  const size = (count: number) => `${(count / gib).toFixed(1)} GiB`;
  throw new MemAgentError(
    'model-unavailable',
    `${path} needs about ${size(bytes)} of memory; ${size(available)} are free.`,
    {
      hint: 'Choose a smaller window, fewer parallel readings, a smaller quantization or a smaller model.',
    },
  );
}

/** How many layers go to the GPU: all, if they fit with some room for the computation. */
function layersThatFit({ addon }: LoadedAddon, header: GgufHeader, bytes: number): number {
  const { total, used } = addon.getGpuVramInfo();
  const share = ((total - used) * 0.9) / bytes;
  return share >= 1 ? header.layers + 1 : Math.floor(share * (header.layers + 1));
}
