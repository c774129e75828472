import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const TICKS_PER_SECOND = 100;

/** The fields of /proc/<pid>/stat after the name of the program, which may hold spaces itself. */
async function statOf(pid: string): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

const sum = (fields: readonly string[], from: number, to: number): number =>
  fields.slice(from, to).reduce((total, field) => total + Number(field), 0);

/**
 * How many seconds of a processor the PostgreSQL of a site has used: its postmaster, those of its processes that have ended and those
 * that run. NaN where the system does not tell it so.
 */
export async function postgresSeconds(directory: string): Promise<number> {
  const file = path.join(directory, 'postgres', 'postgres', 'postmaster.pid');
  const [pid = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const postmaster = await statOf(pid);
  if (postmaster.length < 2) return Number.NaN;
  const others = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(others.map(statOf));
  const children = stats.filter(([, parent]) => parent === pid);
  // utime, stime, cutime and cstime.
  const ticks = sum(postmaster, 11, 15) + children.reduce((total, one) => total + sum(one, 11, 13), 0);
  return ticks / TICKS_PER_SECOND;
}
