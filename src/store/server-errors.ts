import pg from 'pg';

/** The error the server gave, out of whatever wraps it. */
function serverError(error: unknown): pg.DatabaseError | undefined {
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof pg.DatabaseError) return e;
  return undefined;
}

export const sqlState = (error: unknown): string | undefined => serverError(error)?.code;

const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';

/** The name of the constraint that a write ran into; whoever owns the constraint says what that means to a client. */
export function violatedConstraint(error: unknown): string | undefined {
  const found = serverError(error);
  return found?.code === UNIQUE_VIOLATION || found?.code === CHECK_VIOLATION ? found.constraint : undefined;
}

/** What came over the socket knows nothing of who asked. */
export async function traced<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
