import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { codeOf } from '../kernel/error-codes.ts';
import { commandOf, isAlive, startOf } from './living.ts';

/** Undefined where there is no such file. */
export function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The number alone may long belong to somebody else: after a power cut, or in a container, where everyone begins to count at 1. */
const mark = (): string => `${process.pid}\n${startOf(process.pid) ?? ''}\n`;

/** The process that a lock file names, if that very one still runs. */
function holderIn(text: string): number | undefined {
  const [number = '', start = ''] = text.split('\n');
  const pid = Number(number);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  // Releases before this one wrote the number alone.
  if (start === '') return pid !== process.pid && /\bnode\b/.test(commandOf(pid) ?? 'node') ? pid : undefined;
  return (startOf(pid) ?? start) === start ? pid : undefined;
}

/** Who holds the lock; undefined: nobody who lives. */
export const holderOf = (file: string): number | undefined => holderIn(textOf(file) ?? '');

/** Takes what a process that is gone has left behind out of the way. */
function clear(file: string, left: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    // Somebody was quicker and holds the lock since.
    if (textOf(aside) !== left) linkSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Takes the lock for this process, for as long as it lives, or says who holds it. Of several at once one gets it. */
export function lock(file: string): { release(): void } | { heldBy: number } {
  const draft = `${file}.${process.pid}.new`;
  // A file that is there has its whole text.
  writeFileSync(draft, mark());
  try {
    for (;;) {
      try {
        linkSync(draft, file);
        return { release: () => rmSync(file, { force: true }) };
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      const text = textOf(file);
      if (text === undefined) continue;
      const heldBy = holderIn(text);
      if (heldBy !== undefined) return { heldBy };
      clear(file, text);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}
