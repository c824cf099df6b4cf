import { defineConfig } from 'tsdown';

export default defineConfig({
  workspace: ['packages/*'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: true,
  fixedExtension: false,
});
