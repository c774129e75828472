import { configDefaults, defineConfig } from 'vitest/config';

// Written, but not yet seen green from end to end: each is taken out of this list once it is.
const UNPROVEN = [
  'test/access/**',
  'test/areas/{accounts,courses,enrollments,groups,sections}/**',
  'test/areas/users/{account-users,channels,creation,deletion,editing,logins,tokens}.test.ts',
  'test/client/**',
  'test/guards/{permissions,statements}.test.ts',
  'test/http/{conventions,fuzz,openapi}.test.ts',
  'test/jobs/**',
  'test/processes/**',
  'test/store/database.test.ts',
];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...UNPROVEN],
    globalSetup: ['test/helpers/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Files share a worker's modules, loaded by Node as the server's are: nothing in src keeps state in a module.
    isolate: false,
    experimental: { viteModuleRunner: false },
    // Wide, because machines that check changes may be slow: they bound what hangs, not what is slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
