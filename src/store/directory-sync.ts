import { open } from 'node:fs/promises';
import { platform } from 'node:os';

/** Has the names in a directory outlive a power cut. On Windows directories cannot be opened, and need not be. */
export async function syncDirectory(directory: string): Promise<void> {
  if (platform() === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
