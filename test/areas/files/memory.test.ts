import { expect, inject, test } from 'vitest';
import { startServer } from '../../../bench/child.ts';
import { MB, passFile } from '../../../bench/files.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();

const MEGABYTES = 80;
/** Less than the file, and less than V8 would let pile up by itself. The bench does the same with a gigabyte. */
const GROWS_BY_LESS_THAN = 56 * MB;

test('a file passes through the server without staying in its memory, up and down', async () => {
  const lectern = await startServer(new URL('../../../bench/server.ts', import.meta.url), {
    databaseUrl: server.database.url,
    store: null,
  });
  try {
    const { grown } = await passFile(lectern, inject('adminToken'), MEGABYTES);
    expect(grown).toBeLessThan(GROWS_BY_LESS_THAN);
  } finally {
    await lectern.stop();
  }
});
