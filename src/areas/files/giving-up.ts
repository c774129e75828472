import { filesAreHeld } from '../../store/backup-hold.ts';
import { type Db, statement } from '../../store/database.ts';
import type { FileStore } from '../../store/file-store.ts';
import { sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';

/** What an upload has brought into storage. */
export interface Brought {
  id: number;
  storageKey: string;
}

/**
 * Takes what an abandoned upload brought out of storage, and then the note of it. Where storage or database is away, or a backup
 * runs, both are left to the job for abandoned uploads: why the upload failed is what its client is to hear.
 */
export async function takeOut(db: Db, files: FileStore, { id, storageKey }: Brought): Promise<void> {
  if (await filesAreHeld(db).catch(() => true)) return;
  await files
    .remove(storageKey)
    .then(
      () => db.prisma.upload.deleteMany({ where: { id } }),
      () => undefined,
    )
    .catch(() => undefined);
}

const givenUp = statement({
  name: 'upload_given_up',
  takes: { broughtId: int },
  gives: { id: int },
  sql: (p) => sql`update uploads set state = 'abandoned' where id = ${p.broughtId} returning id`,
});

/**
 * Ends an upload whose transaction failed, or seemed to: one that is still there is kept by nothing. It waits for a transaction
 * whose COMMIT is on its way. `gone`: that was committed; `unknown`: nobody could say, and the job does what is to be done.
 */
export async function giveUp(db: Db, files: FileStore, brought: Brought): Promise<'ended' | 'gone' | 'unknown'> {
  const rows = await db.rows(givenUp, { broughtId: brought.id }).catch(() => undefined);
  if (rows === undefined) return 'unknown';
  if (rows.length === 0) return 'gone';
  await takeOut(db, files, brought);
  return 'ended';
}
