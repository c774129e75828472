import { readdir, readFile } from 'node:fs/promises';

const TICKS_PER_SECOND = 100;

/** The fields of /proc/<pid>/stat after the name of the program, which may hold spaces itself. */
async function statOf(pid: string): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

const sum = (fields: readonly string[], from: number, to: number): number =>
  fields.slice(from, to).reduce((total, field) => total + Number(field), 0);

export const parentOf = async (pid: string): Promise<string> => (await statOf(pid))[1] ?? '';

/**
 * How many seconds of a processor a PostgreSQL of this machine has used: its postmaster, those of its processes that have ended and those
 * that run. NaN where the system does not tell it so.
 */
export async function postgresSeconds(postmasterPid: string): Promise<number> {
  const postmaster = await statOf(postmasterPid);
  if (postmaster.length < 2) return Number.NaN;
  const others = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(others.map(statOf));
  const children = stats.filter(([, parent]) => parent === postmasterPid);
  // utime, stime, cutime and cstime.
  const ticks = sum(postmaster, 11, 15) + children.reduce((total, one) => total + sum(one, 11, 13), 0);
  return ticks / TICKS_PER_SECOND;
}
