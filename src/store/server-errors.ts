import pg from 'pg';

/** The error the server gave, out of whatever wraps it. */
function serverError(error: unknown): pg.DatabaseError | undefined {
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof pg.DatabaseError) return e;
  return undefined;
}

/** Whether the server has refused a statement and nothing more: its connection takes the next one. */
export const isRefusedStatement = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity === 'ERROR';

export const sqlState = (error: unknown): string | undefined => serverError(error)?.code;

const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';

/** The name of the constraint that a write ran into; whoever owns the constraint says what that means to a client. */
export function violatedConstraint(error: unknown): string | undefined {
  const found = serverError(error);
  return found?.code === UNIQUE_VIOLATION || found?.code === CHECK_VIOLATION ? found.constraint : undefined;
}

/** Says which statement failed, and not with which values; its cause says why. */
export class StatementFailed extends Error {
  constructor(statement: string, options: { cause: unknown }) {
    super(`a statement failed: ${statement}`, options);
  }
}

/** An error that came over the socket has the stack of that: it is given the one of whoever waits for the answer. */
export async function withStackOfCaller<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** Nobody can be asked just now, and why not, in one word. */
export class StoreUnavailable extends Error {
  readonly reason: string;

  constructor(reason: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** PostgreSQL's states that no request is to blame for, and that may have passed when it is sent again, in one word each. */
const STATES: Readonly<Record<string, string>> = {
  '25006': 'read_only',
  '25P03': 'idle_in_transaction_timeout',
  '25P04': 'transaction_timeout',
  '40001': 'serialization_failure',
  '40P01': 'deadlock',
  '53100': 'disk_full',
  '53200': 'out_of_memory',
  '53300': 'too_many_connections',
  '55P03': 'lock_timeout',
  '57014': 'statement_timeout',
  '57P01': 'admin_shutdown',
  '57P02': 'crash_shutdown',
  '57P03': 'cannot_connect_now',
};
/** The reasons of all other states, by the two characters that they begin with. */
const CLASSES: Readonly<Record<string, string>> = {
  '08': 'connection_exception',
  '53': 'insufficient_resources',
  '57': 'operator_intervention',
  '58': 'system_error',
};

const INSUFFICIENT_PRIVILEGE = '42501';

/** The server's words where it has refused what whoever runs it can mend: a right, a limit, a disk. Undefined for all else. */
export function refusalOf(error: unknown): string | undefined {
  const found = serverError(error);
  if (!found) return undefined;
  return found.code === INSUFFICIENT_PRIVILEGE || reasonOf(found) !== undefined ? found.message : undefined;
}

/** The driver's words, which are all that it says. */
const OF_THE_DRIVER: Readonly<Record<string, string>> = {
  'timeout exceeded when trying to connect': 'connection_timeout',
  'timeout expired': 'connection_timeout',
  'Connection terminated due to connection timeout': 'connection_timeout',
  'Query read timeout': 'connection_timeout',
  'Connection terminated': 'connection_lost',
  'Connection terminated unexpectedly': 'connection_lost',
  'Client was closed and is not queryable': 'connection_lost',
  'Client has encountered a connection error and is not queryable': 'connection_lost',
};

/** Codes of the operating system: nobody is there, there is no room, or no directory to write to, as where a disk is not mounted. */
const OF_THE_SYSTEM = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOSPC EDQUOT EROFS ENOTDIR EACCES EIO ESTALE EMFILE ENFILE'.split(
    ' ',
  ),
);

/** What an object store answers of an object that is not there; the second where it says nothing but the status. */
const NO_SUCH_OBJECT = new Set(['NoSuchKey', 'NotFound']);

/**
 * Why an object store did not do what it was asked. Whatever it refuses is not the client's doing, and whoever runs it mends that: rights, a
 * bucket of another region, a clock. What is no answer of an object store (a page of a proxy before it) is as good as none.
 */
function objectStoreReason(error: Error, answer: unknown): string | undefined {
  const status = typeof answer === 'object' && answer !== null && 'httpStatusCode' in answer ? Number(answer.httpStatusCode) : 0;
  if (status === 404 && NO_SUCH_OBJECT.has(error.name)) return undefined;
  if (status >= 300 && status < 500 && status !== 429) return 'object_store_refuses';
  return status === 0 && error.name === 'TimeoutError' ? 'object_store_timeout' : 'object_store';
}

/**
 * A client that hangs up fails its request with the same codes, which are no store's. Two kinds of errors are: those of calls to the system,
 * which name the call, and those of an object store, which hold what is known of its answer.
 */
function systemReason(error: Error): string | undefined {
  const code = 'code' in error && typeof error.code === 'string' && OF_THE_SYSTEM.has(error.code) ? error.code : undefined;
  if ('syscall' in error) return code;
  if (!('$metadata' in error)) return undefined;
  return (error.name === 'TimeoutError' ? undefined : code) ?? objectStoreReason(error, error.$metadata);
}

function reasonOf(error: Error): string | undefined {
  if (error instanceof StoreUnavailable) return error.reason;
  if (error instanceof pg.DatabaseError) return STATES[error.code ?? ''] ?? CLASSES[error.code?.slice(0, 2) ?? ''];
  return OF_THE_DRIVER[error.message] ?? systemReason(error);
}

/**
 * Why a store gave no answer where the request is not to blame for that, as the log names it: it is away, starts again, is full, or a bound
 * was reached. Undefined for all else.
 */
export function unavailability(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    const reason = reasonOf(e);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
