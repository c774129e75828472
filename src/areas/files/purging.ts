import { queueOf, type TxCtx } from '../../access/context.ts';
import { filesAreHeld } from '../../store/backup-hold.ts';
import { type Database, statement } from '../../store/database.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, present, text } from '../../store/sql/types.ts';
import type { Job } from '../area.ts';

const PURGE = 'purge_files';

/** Has the bytes of deleted files taken away. The job has one key, so that one run does for many deletions. */
export const purgeSoon = (tx: TxCtx): Promise<void> => tx.enqueue(PURGE, {}, { key: PURGE });

const BATCH = 100;

const deleted = statement({
  name: 'files_to_purge',
  takes: { batch: int },
  gives: { id: int, storageKey: present(text), shared: boolean },
  sql: (p) => sql`select f.id, f.storage_key as "storageKey",
     exists (select 1 from attachments other where other.storage_key = f.storage_key
       and (not other.deleted or other.carried or other.turned_in) ${ONE_BY_ONE}) as shared
   from attachments f where f.deleted and not (f.carried or f.turned_in) and f.storage_key is not null order by f.id limit ${p.batch}`,
});
const purged = statement({
  name: 'files_purged',
  takes: { ids: array(int) },
  sql: (p) => sql`update attachments set storage_key = null where id = any(${p.ids}::int[])`,
});

const AGAIN_MS = 60_000;

/** While a backup runs, which copies what was deleted after it had begun. */
const purgeLater = (database: Database): Promise<void> =>
  database.transaction((db) => queueOf(db).enqueue(PURGE, {}, { key: PURGE, runAt: new Date(Date.now() + AGAIN_MS) }));

export const purgeFiles: Job = {
  name: PURGE,
  deferrable: true,
  async run(database, _payload, { files }) {
    for (;;) {
      const rows = await database.rows(deleted, { batch: BATCH });
      if (rows.length === 0) return;
      if (await filesAreHeld(database)) return purgeLater(database);
      // First the bytes, then the note of it: killed in between, it removes them once more, which does nothing.
      for (const { storageKey, shared } of rows) if (!shared) await files.remove(storageKey);
      await database.rows(purged, { ids: rows.map((row) => row.id) });
    }
  },
};

// From here on such an upload can be neither received nor confirmed, so that its bytes are nobody's.
const abandoned = statement({
  name: 'uploads_abandoned',
  takes: { batch: int },
  gives: { id: int, storageKey: nullable(text) },
  sql: (p) => sql`update uploads set state = 'abandoned' where id in (select u.id from uploads u
     where u.created_at < now() - interval '1 day' and u.state <> 'confirmed' order by u.created_at, u.id limit ${p.batch})
   returning id, storage_key as "storageKey"`,
});
const forgotten = statement({
  name: 'uploads_forgotten',
  takes: { ids: array(int) },
  sql: (p) => sql`delete from uploads where id = any(${p.ids}::int[])`,
});
const done = statement({
  name: 'uploads_done',
  sql: () => sql`delete from uploads where created_at < now() - interval '1 day' and state = 'confirmed'`,
});

/** files#32: uploads that were never confirmed go after a day, and what is noted of the confirmed ones with them. */
export const removeAbandonedUploads: Job = {
  name: 'remove_abandoned_uploads',
  schedule: '17 * * * *',
  deferrable: true,
  async run(database, _payload, { files }) {
    await database.rows(done, {});
    for (;;) {
      const rows = await database.rows(abandoned, { batch: BATCH });
      if (rows.length === 0) return;
      // They are found again by the next run.
      if (await filesAreHeld(database)) return;
      for (const { storageKey } of rows) if (storageKey !== null) await files.remove(storageKey);
      await database.rows(forgotten, { ids: rows.map((row) => row.id) });
    }
  },
};
