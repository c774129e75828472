import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A directory of the bench's own, until it is removed. */
export async function temporaryDirectory(purpose: string): Promise<{ path: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), `lectern-bench-${purpose}-`));
  return { path: directory, remove: () => rm(directory, { recursive: true, force: true }) };
}
