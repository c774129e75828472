import type { TxCtx } from '../../access/context.ts';

/** Of a course: the file that has left its place, and the one that has taken it. */
interface ReplacedFile {
  id: number;
  by: number;
}

/**
 * Modules in which a file stands go on with what has taken its place, in that transaction (files#31): without, they would lose it, and hold
 * the new one back from nobody. Their area knows files: it is a port.
 */
export type ModulesGoOn = (tx: TxCtx, replaced: ReplacedFile) => Promise<void>;

declare module '../../access/context.ts' {
  interface Services {
    readonly modulesGoOn: ModulesGoOn;
  }
}
