import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that wait for processes of their own begin first: in a fresh clone nothing tells that they take long, and the run would end with one of them. */
const LONG = ['/test/client/', '/test/processes/', '/test/trials/', '/test/demo/', '/test/store/embedded.test.ts'];
const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((part) => moduleId.includes(part));

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/helpers/global-setup.ts'],
    sequence: { sequencer: LongFirst },
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
    expect: { poll: { timeout: 110_000 } },
  },
});
