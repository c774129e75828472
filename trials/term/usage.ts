import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { postgresSeconds } from '../../bench/processor.ts';

/** How many seconds of a processor the PostgreSQL of a site has used. NaN where the system does not tell it. */
export async function postgresSecondsOf(directory: string): Promise<number> {
  const file = path.join(directory, 'postgres', 'postgres', 'postmaster.pid');
  const [pid = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  return postgresSeconds(pid);
}
