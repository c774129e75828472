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

/** What this process writes into a lock file. Its number alone may belong to another process after a power cut or in another container. */
const mark = (): string => `${process.pid}\n${startOf(process.pid) ?? ''}\n`;

/** The number of the process that a lock file names, if that very process still runs. */
function holderIn(text: string): number | undefined {
  const [number = '', start = ''] = text.split('\n');
  const pid = Number(number);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  // Releases before this one wrote the number alone.
  if (start === '') return pid !== process.pid && /\bnode\b/.test(commandOf(pid) ?? 'node') ? pid : undefined;
  return (startOf(pid) ?? start) === start ? pid : undefined;
}

/** The number of the process that holds the lock; undefined where no living one does. */
export const holderOf = (file: string): number | undefined => holderIn(textOf(file) ?? '');

/** Removes the lock file of a process that is gone. */
function clear(file: string, left: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    // Another process was quicker, and holds the lock now.
    if (textOf(aside) !== left) linkSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Takes the lock for this process, as long as it lives, or says who holds it. Of several processes at once one gets it. */
export function lock(file: string): { release(): void } | { heldBy: number } {
  const draft = `${file}.${process.pid}.new`;
  try {
    // It is linked when its text is complete, so that nobody reads a part.
    writeFileSync(draft, mark());
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
