import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

// What takes longer: a llama-server built from source, the real engine (its Python is made by engine/test.sh), browsers,
// PostgreSQL, installs from packed packages, long readings.
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ['packages/*/src/**/*.full.test.ts', 'test/**/*.full.test.ts'],
      testTimeout: 900_000,
      hookTimeout: 1_800_000,
      fileParallelism: false,
    },
  }),
);
