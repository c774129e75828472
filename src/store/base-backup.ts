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
 * The copy as a query of a replication connection. `pg` hands a query of one's own whatever comes for it; the types know of
 * no more than `submit`.
 */
class BaseBackup extends Readable implements pg.Submittable {
  #connection: pg.Connection | undefined;
  #archives = 0;
  #whole = false;

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(COPY);
  }

  /** Messages that have come already go on coming; then the server waits until this is read. */
  handleCopyData({ chunk }: CopyData): void {
    if (chunk[0] === ARCHIVE_BEGINS && ++this.#archives > ARCHIVES) this.destroy(new Error('the server has further tablespaces'));
    // The driver uses the memory of its messages again.
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

  // Where the copy begins, which tablespaces there are, and where it ends.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}

/**
 * A physical copy of a whole server, taken while it works, as one tar archive: its directory with all of the log that it needs to be
 * whole. It is as of its end, and holds whatever was committed before it began. The server starts from it as after a crash, or follows
 * the one that it was taken of where there is a `standby.signal` in it. Who is named by the address has the right to replicate.
 */
export async function takeBaseBackup(url: string): Promise<Readable> {
  const replicating = new URL(url);
  replicating.searchParams.set('replication', 'true');
  const client = new pg.Client({ connectionString: replicating.href, application_name: 'lectern backup', keepAlive: true });
  const copy = new BaseBackup();
  client.on('error', (error) => copy.lose(error));
  client.on('end', () => copy.lose(new Error('the connection has ended')));
  await client.connect();
  copy.once('close', () => void client.end());
  return client.query(copy);
}
