import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { FileStorage } from '../../src/config.ts';

export interface ObjectStore {
  storage: FileStorage & { kind: 's3' };
  stop(): Promise<void>;
}

/** What the store takes as the key and the secret of its only user. */
const USER = 'S3RVER';

/** A real S3-compatible store with one empty bucket. */
export async function startObjectStore(): Promise<ObjectStore> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-objects-'));
  const bucket = 'lectern-files';
  const child = fork(new URL('./object-store-process.ts', import.meta.url), [directory, bucket]);
  const ended = once(child, 'exit');
  const [said]: unknown[] = await Promise.race([once(child, 'message'), ended]);
  const { port } = z.object({ port: z.int() }).parse(said);
  return {
    storage: {
      kind: 's3',
      bucket,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: USER, secretAccessKey: USER },
    },
    async stop() {
      child.disconnect();
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
