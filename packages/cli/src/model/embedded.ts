import { MemAgentError, type Model } from '@memagent/core';
import { llamaModel } from '@memagent/llama';
import { pocketDefaults, pocketPath, pocketToken } from '@memagent/pocket';
import type { Config } from '../config/schema.ts';
import { withDefaults } from './with-defaults.ts';

/** What is said once when the shipped model answers because no other was named. */
export const pocketNotice =
  'Reading with pocket, the small model that ships with memagent: it finds facts that the text states. ' +
  'For more, name a bigger one with --model; `memagent doctor` shows what is at hand.';

/** The shipped model. */
export async function pocketModel(settings: Config, parallel: number): Promise<Model> {
  const path = pocketPath();
  if (path !== undefined) return embeddedModel(path, settings, parallel, 'pocket');
  throw new MemAgentError(
    'model-unavailable',
    'No model was named, and this copy of memagent came without its pocket model.',
    {
      hint: 'Name one with --model: a GGUF file, a pulled model (`memagent models pull owner/name`) or the address of a server. `memagent doctor` shows what is at hand.',
    },
  );
}

/** A GGUF in this process; one with pocket's vocabulary is used as pocket is. */
export async function embeddedModel(
  path: string,
  settings: Config,
  parallel: number,
  name?: string,
): Promise<Model> {
  const model = await llamaModel({
    path,
    parallel,
    ...(name ? { name } : {}),
    ...(settings.threads ? { threads: settings.threads } : {}),
    ...(settings.window ? { window: settings.window } : {}),
    ...(settings.lora ? { lora: settings.lora.map(parseLora) } : {}),
  });
  return model.tokenizer.special(pocketToken) === undefined ? model : withDefaults(model, pocketDefaults);
}

/** `adapter.gguf` or `adapter.gguf=0.5`. */
export function parseLora(text: string): { path: string; scale?: number } {
  const match = /^(.*)=([\d.]+)$/.exec(text);
  return match ? { path: match[1]!, scale: Number(match[2]) } : { path: text };
}
