import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { codeOf } from '../kernel/error-codes.ts';

/** Whether the system lists its processes in /proc, as Linux does; elsewhere `ps` is asked. */
const PROC = existsSync('/proc/self/stat');

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function ask(pid: number, column: string): string | undefined {
  try {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    return execFileSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env,
    }).trim();
  } catch {
    return undefined;
  }
}

/** The fields of /proc/<pid>/stat after the name of the program, which may contain anything. */
const stat = (pid: number): string[] | undefined => {
  const text = read(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
};
const STATE = 0;
const STARTED = 19;

/** Whether a process with this number runs, whoever owns it. One that has ended and waits for its parent does not run. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
  return !PROC || !['Z', 'X'].includes(stat(pid)?.[STATE] ?? 'X');
}

/** Tells a process from every other that has, had or will have its number. Undefined where the system does not say. */
export function startOf(pid: number): string | undefined {
  if (!PROC) return ask(pid, 'lstart') || undefined;
  const started = stat(pid)?.[STARTED];
  return started && `${read('/proc/sys/kernel/random/boot_id')?.trim()} ${started}`;
}

/** The program that a process runs, and what it was given. Undefined where the system does not say. */
export const commandOf = (pid: number): string | undefined =>
  PROC ? read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') : ask(pid, 'command');
