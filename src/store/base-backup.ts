import { Readable } from 'node:stream';
import pg from 'pg';

/** What PostgreSQL may say within a copy before it comes to its tablespaces' archives: each message begins with a letter of its kind. */
const ARCHIVE_BEGINS = 'n'.charCodeAt(0);
const BYTES = 'd'.charCodeAt(0);

/** The default tablespace, which is all that an embedded server has. */
const ARCHIVES = 1;

const COPY = `BASE_BACKUP (LABEL 'lectern', WAL 'true', CHECKPOINT 'fast', MANIFEST 'no')`;

interface CopyData {
  chunk: Buffer;
}

/**
 * The copy, as a query on a replication connection. `pg` hands all messages to a query object of one's own; its type declarations know of
 * no method but `submit`.
 */
class BaseBackup extends Readable implements pg.Submittable {
  #connection: pg.Connection | undefined;
  #archives = 0;
  #whole = false;

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(COPY);
  }

  /** After the pause, messages that have arrived already are still handed over; then the server waits until this stream is read. */
  handleCopyData({ chunk }: CopyData): void {
    if (chunk[0] === ARCHIVE_BEGINS && ++this.#archives > ARCHIVES) this.destroy(new Error('the server has further tablespaces'));
    // The driver reuses the memory of its messages.
    else if (chunk[0] === BYTES && !this.push(Buffer.from(chunk.subarray(1)))) this.#connection?.stream.pause();
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  handleReadyForQuery(): void {
    this.#whole = true;
    this.push(null);
  }

  lose(error: Error): void {
    if (!this.#whole) this.destroy(error);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  // These messages say where the copy begins, which tablespaces there are, and where it ends.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}

/**
 * Takes a physical copy of a whole server while it works, as one tar archive: the server's directory with the part of the log that makes
 * it consistent. It shows the state at the end of the copy, and holds whatever was committed before it began. A server starts from it as
 * after a crash, or follows the copied one if there is a `standby.signal` in it. The user in `url` needs the right to replicate.
 */
export async function takeBaseBackup(url: string): Promise<Readable> {
  const replicating = new URL(url);
  replicating.searchParams.set('replication', 'true');
  const client = new pg.Client({ connectionString: replicating.href, application_name: 'lectern backup', keepAlive: true });
  const copy = new BaseBackup();
  // One that is lost before anybody reads it, as where it is not let in, would end the process.
  copy.on('error', () => undefined);
  client.on('error', (error) => copy.lose(error));
  client.on('end', () => copy.lose(new Error('the connection has ended')));
  await client.connect();
  copy.once('close', () => void client.end());
  return client.query(copy);
}
