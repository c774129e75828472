import { tracingChannel } from 'node:diagnostics_channel';

/** A statement that is sent: its name, or `prisma`, and its text, which holds no values. */
export interface SentStatement {
  name: string;
  text: string;
}

/** Where statements are told of while they are under way; nobody listens unless traces are recorded. */
export const SQL_CHANNEL = 'lectern:sql';
const channel = tracingChannel<unknown, SentStatement>(SQL_CHANNEL);

export const asTraced = <T>({ name, text }: SentStatement, send: () => Promise<T>): Promise<T> =>
  channel.hasSubscribers ? channel.tracePromise(send, { name, text }) : send();
