import { codeOf } from './kernel/error-codes.ts';
import { OperatorError } from './kernel/operator-error.ts';
import { refusalOf, StoreUnavailable, unavailability } from './store/server-errors.ts';

/** Why the process cannot start, in a sentence for whoever starts it. */
export class StartError extends OperatorError {}

/**
 * The reason of an error in words. A host name with several addresses fails with one error for each. A failed connection says nothing
 * itself, so that its cause is given. A request to an object store says what it was about to do, and its cause follows.
 */
export function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ');
  if (!(error instanceof Error)) return String(error);
  if (error.cause === undefined) return error.message;
  return error instanceof StoreUnavailable ? reason(error.cause) : `${error.message}: ${reason(error.cause)}`;
}

/** Why the first connection to the database cannot be made: the variable that decides it, and the reason. A replica lets nobody listen. */
export const noDatabase = (variable: string, error: unknown): StartError =>
  new StartError(
    unavailability(error) === 'read_only'
      ? `The database is a replica (${variable}), which is read alone: name its primary there, and the replica in DATABASE_READ_URLS.`
      : `The database cannot be reached (${variable}): ${reason(error)}`,
  );

/**
 * Says why what is started gets no further with its database: it has no connection left, or its user lacks a right. Any other error, and one
 * that is a sentence already, is given back as it is.
 */
export function stoppedByDatabase(variable: string, error: unknown): unknown {
  if (error instanceof OperatorError || !(error instanceof Error)) return error;
  const refusal = refusalOf(error);
  if (refusal !== undefined) return new StartError(`The database refuses what is asked of it (${variable}): ${refusal}`);
  return error instanceof StoreUnavailable || error.cause instanceof StoreUnavailable ? noDatabase(variable, error) : error;
}

export const noDatabaseYet = (dataDir: string): StartError =>
  new StartError(`DATA_DIR holds no database yet, ${dataDir}: run \`start\` or \`migrate\` first, or set DATA_DIR to another directory.`);

/** Names the variable of a directory that cannot be used. An error that is not about a file is given back as it is. */
export function noDirectory(variable: string, error: unknown): unknown {
  const ofFiles = error instanceof Error && 'syscall' in error && typeof codeOf(error) === 'string';
  return ofFiles ? new StartError(`${variable} names a directory that cannot be used: ${error.message}`) : error;
}

/** An address on which a process listens, and the variable that sets its port. */
interface Listening {
  host: string;
  port: number;
  variable: 'PORT' | 'WORK_PORT';
}

const cannotListen = ({ host, port, variable }: Listening): Readonly<Record<string, string>> => ({
  EADDRINUSE: `HOST and ${variable} name an address that is in use already, ${host.includes(':') ? `[${host}]` : host}:${port}: set ${variable} to another one.`,
  EADDRNOTAVAIL: 'HOST names an address that this machine does not have.',
  EACCES: `${variable} is one that this user may not listen on.`,
  ENOTFOUND: 'HOST names no address.',
  EAI_AGAIN: 'HOST names no address that can be found now.',
});

export const oneAddress = (port: number): StartError =>
  new StartError(`PORT and WORK_PORT name one address, that of the port ${port}: set one of them to another one.`);

/** Says why an address cannot be listened on. Any other error is given back as it is. */
export function noAddress(error: unknown, listening: Listening): unknown {
  const told = cannotListen(listening)[String(codeOf(error))];
  return told === undefined ? error : new StartError(told);
}
