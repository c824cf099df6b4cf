import { type Model, openaiModel, poolModel } from '@memagent/core';
import type { Environment } from '@memagent/core/node';
import type { Config } from '../config/schema.ts';

export interface ServedOptions {
  readonly settings: Config;
  readonly env: Environment;
  readonly notice: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** One or more addresses with commas between, each with `#model` where its server has several. */
export async function servedModel(
  addresses: string,
  options: ServedOptions,
  fallback?: string,
): Promise<Model> {
  const { settings, env, notice, signal } = options;
  const urls = addresses
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  const apiKey = env.MEMAGENT_API_KEY || env.OPENAI_API_KEY;
  const models = await Promise.all(
    urls.map((url) => {
      const [baseUrl, named] = url.split('#') as [string, string | undefined];
      const model = named || fallback;
      return openaiModel({
        baseUrl,
        ...(model ? { model } : {}),
        ...(apiKey ? { apiKey } : {}),
        ...(settings.window ? { window: settings.window } : {}),
        ...(settings.price ? { price: settings.price } : {}),
        ...(signal ? { signal } : {}),
        ...(urls.length > 1 ? { retries: 0 } : {}),
        onRetry: (failure, waitMs) =>
          notice(`${failure.message}: trying again in ${(waitMs / 1000).toFixed(1)} s.`),
      });
    }),
  );
  return models.length === 1 ? models[0]! : poolModel(models, { onWarning: notice });
}
