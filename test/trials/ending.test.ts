import { expect, test } from 'vitest';
import { endsAll, freePort, LIMIT_MS, POLLING, Started, statusOf } from '../helpers/started.ts';

endsAll();

test('who ends the sending of requests ends the Lectern that it has started', { timeout: LIMIT_MS }, async () => {
  const port = await freePort();
  const ready = `http://127.0.0.1:${port}/health/ready`;
  const trial = new Started(process.execPath, ['trials/fuzz/main.ts'], { FUZZ_PORT: String(port), FUZZ_REQUESTS: '100000' });
  await trial.serves(`http://127.0.0.1:${port}`);
  trial.child.kill('SIGTERM');
  expect(await trial.exit, trial.output).toBe(1);
  await expect.poll(() => statusOf(ready), POLLING).toBeUndefined();
});
