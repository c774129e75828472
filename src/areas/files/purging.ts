import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import type { Job } from '../area.ts';

const PURGE = 'purge_files';

/** Has the bytes of deleted files taken away. The job has one key, so that one run does for many deletions. */
export const purgeSoon = (tx: TxCtx): Promise<void> => tx.enqueue(PURGE, {}, { key: PURGE });

const BATCH = 100;

const deleted = statement<{ id: number; storageKey: string; shared: boolean }>(
  'files_to_purge',
  `select f.id, f.storage_key as "storageKey",
     exists (select 1 from attachments other where other.storage_key = f.storage_key
       and (not other.deleted or other.carried or other.turned_in)) as shared
   from attachments f where f.deleted and not (f.carried or f.turned_in) and f.storage_key is not null order by f.id limit $1`,
);
const purged = statement<never>('files_purged', 'update attachments set storage_key = null where id = any($1::int[])');

export const purgeFiles: Job = {
  name: PURGE,
  async run(database, _payload, { files }) {
    for (;;) {
      const rows = await database.rows(deleted, [BATCH]);
      if (rows.length === 0) return;
      // First the bytes, then the note of it: killed in between, it removes them once more, which does nothing.
      for (const { storageKey, shared } of rows) if (!shared) await files.remove(storageKey);
      await database.rows(purged, [rows.map((row) => row.id)]);
    }
  },
};

// From here on such an upload can be neither received nor confirmed, so that its bytes are nobody's.
const abandoned = statement<{ id: number; storageKey: string | null }>(
  'uploads_abandoned',
  `update uploads set state = 'abandoned' where id in (select u.id from uploads u
     where u.created_at < now() - interval '1 day' and u.state <> 'confirmed' order by u.created_at, u.id limit $1)
   returning id, storage_key as "storageKey"`,
);
const forgotten = statement<never>('uploads_forgotten', 'delete from uploads where id = any($1::int[])');
const done = statement<never>('uploads_done', `delete from uploads where created_at < now() - interval '1 day' and state = 'confirmed'`);

/** D4.3: uploads that were never confirmed go after a day, and what is noted of the confirmed ones with them. */
export const removeAbandonedUploads: Job = {
  name: 'remove_abandoned_uploads',
  schedule: '17 * * * *',
  async run(database, _payload, { files }) {
    await database.rows(done, []);
    for (;;) {
      const rows = await database.rows(abandoned, [BATCH]);
      if (rows.length === 0) return;
      for (const { storageKey } of rows) if (storageKey !== null) await files.remove(storageKey);
      await database.rows(forgotten, [rows.map((row) => row.id)]);
    }
  },
};
