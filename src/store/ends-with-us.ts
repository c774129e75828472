import { type ChildProcess, spawn } from 'node:child_process';

/** A shell command that ends a program when its own input ends: then the process that holds the other end has ended, in whatever way. */
const GUARD = 'read -r _ || kill -INT "$1"';

/** Has a program of PostgreSQL's end with this process, however that ends: SIGKILL too, which nobody can answer. */
export function endsWithUs(program: ChildProcess): void {
  // In a group of its own, so that Ctrl-C leaves it alone.
  const watching = spawn('sh', ['-c', GUARD, 'sh', String(program.pid)], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  // Where there is no `sh`, the next start ends an orphan.
  watching.on('error', () => undefined);
  watching.stdin.on('error', () => undefined);
  program.once('exit', () => watching.stdin.end('ended\n'));
}
