import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['memagent-source'] },
  ssr: { resolve: { conditions: ['memagent-source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/*.full.test.ts', '**/node_modules/**'],
    testTimeout: 30_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
