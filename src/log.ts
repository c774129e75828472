import pg from 'pg';
import pino, { type DestinationStream, type Logger } from 'pino';
import { logOutput } from './log-output.ts';

const frames = ({ stack = '' }: Error): string => stack.slice(Math.max(stack.search(/^ {4}at /m) - 1, 0));

function told(error: Error, message: string, more: object = {}): Error {
  const cause = error.cause === undefined ? {} : { cause: withoutValues(error.cause) };
  const copy = Object.assign(new Error(message, cause), more);
  copy.stack = `${error.name}: ${message}${frames(error)}`;
  return copy;
}

/**
 * An error as it may be logged: without the values of a statement that failed, which PostgreSQL puts into the detail. They are what people
 * wrote, their addresses, and hashes of passwords (conventions#63).
 */
export function withoutValues<T>(error: T): T | Error {
  if (error instanceof pg.DatabaseError) {
    const { code, table, column, constraint } = error;
    return told(error, error.message, { code, table, column, constraint });
  }
  if (error instanceof Error && error.cause !== undefined) return told(error, error.message, error);
  return error;
}

export const openLog = (level: string, destination: DestinationStream = logOutput(process.stdout.fd)): Logger =>
  pino(
    {
      level,
      redact: ['req.headers.authorization'],
      serializers: { err: (error: Error) => pino.stdSerializers.err(withoutValues(error)) },
    },
    destination,
  );
