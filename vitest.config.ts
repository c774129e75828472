import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/helpers/global-setup.ts'],
    pool: 'forks',
    // What one worker has compiled no other compiles again, in this run or a later one.
    execArgv: ['--import', new URL('src/compile-cache.ts', import.meta.url).href],
    maxWorkers: 4,
    // Files share a worker's modules, loaded by Node as the server's are: nothing in src keeps state in a module.
    isolate: false,
    experimental: { viteModuleRunner: false },
    // Wide, because machines that check changes may be slow: they bound what hangs, not what is slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
