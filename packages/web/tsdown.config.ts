import { defineConfig } from 'tsdown';

// Only its own: the page is built beside it by vite.
export default defineConfig({ entry: ['src/index.ts'], clean: ['dist/*.js', 'dist/*.d.ts'] });
