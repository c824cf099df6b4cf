import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

// Whatever the shell says (a test runner says `test`): what is built is what people get.
process.env.NODE_ENV = 'production';

const common: UserConfig = {
  root: import.meta.dirname,
  resolve: { conditions: ['memagent-source', 'module', 'browser'] },
  plugins: [react()],
  logLevel: 'warn',
};

/** The page as `memagent serve` serves it: charts are loaded where they are shown. */
const page: UserConfig = {
  ...common,
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
};

/** The reading view alone, as one script and one style: what an exported file carries along. */
const viewer: UserConfig = {
  ...common,
  publicDir: false,
  build: {
    outDir: 'dist/page',
    emptyOutDir: false,
    target: 'es2023',
    cssCodeSplit: false,
    rolldownOptions: {
      input: 'src/viewer.tsx',
      output: {
        format: 'iife',
        entryFileNames: 'viewer.js',
        assetFileNames: 'viewer[extname]',
        codeSplitting: false,
      },
    },
  },
};

export default defineConfig(({ mode }) => (mode === 'viewer' ? viewer : page));
