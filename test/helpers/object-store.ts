import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { FileStorage } from '../../src/store/file-store.ts';

export interface ObjectStore {
  storage: FileStorage & { kind: 's3' };
  /** Ends it at once; what has been stored stays. */
  away(): Promise<void>;
  /** Starts the store again, at the same address and with what was stored. */
  back(): Promise<void>;
  stop(): Promise<void>;
}

/** What the store takes as the key and the secret of its only user. */
const USER = 'S3RVER';

const BUCKET = 'lectern-files';

/** Port 0 is any that is free. */
async function run(directory: string, port: number) {
  const child = fork(new URL('./object-store-process.ts', import.meta.url), [directory, BUCKET, String(port)]);
  const ended = once(child, 'exit');
  const [said]: unknown[] = await Promise.race([once(child, 'message'), ended]);
  const end = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { port: z.object({ port: z.int() }).parse(said).port, end };
}

/** A real S3-compatible store with one empty bucket. */
export async function startObjectStore(): Promise<ObjectStore> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-objects-'));
  let running = await run(directory, 0);
  const { port } = running;
  return {
    storage: {
      kind: 's3',
      bucket: BUCKET,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: USER, secretAccessKey: USER },
    },
    away: () => running.end(),
    async back() {
      running = await run(directory, port);
    },
    async stop() {
      await running.end();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
