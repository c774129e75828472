import { defineConfig } from '@hey-api/openapi-ts';

export default defineConfig({
  input: '../dist/openapi.json',
  output: { path: 'generated', module: { extension: '.ts' } },
  plugins: ['@hey-api/typescript', '@hey-api/sdk', { name: '@hey-api/client-fetch', throwOnError: true }],
  logs: { file: false, level: 'warn' },
});
