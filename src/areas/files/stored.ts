import { type Database, statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, float, int, nullable, present, text } from '../../store/sql/types.ts';
import { FILE_IS_THERE } from './relations.ts';

const BATCH = 1000;

const ofFiles = statement({
  name: 'stored_of_files',
  takes: { after: int, batch: int },
  gives: { id: int, storageKey: present(text), size: float, needed: boolean },
  sql: (p) => sql`select f.id, f.storage_key as "storageKey", f.size::float8 as size, ${FILE_IS_THERE} as needed
   from attachments f where f.id > ${p.after} and f.storage_key is not null order by f.id limit ${p.batch}`,
});
// Uploads that may yet become files: no others can any more.
const ofUploads = statement({
  name: 'stored_of_uploads',
  takes: { after: int, batch: int },
  gives: { id: int, storageKey: present(text), size: nullable(float), needed: boolean },
  sql: (p) => sql`select u.id, u.storage_key as "storageKey", u.size::float8 as size, false as needed
   from uploads u where u.id > ${p.after} and u.state = 'received' and u.storage_key is not null order by u.id limit ${p.batch}`,
});

/** Bytes in storage that a row names. `needed`: without them a file could not be opened. */
export interface Stored {
  storageKey: string;
  size: number;
  needed: boolean;
}

/** Every key in storage that the database names, some of them several times. */
export async function* storedFiles(database: Database): AsyncGenerator<Stored> {
  for (const statement of [ofFiles, ofUploads])
    for (let after = 0, read = BATCH; read === BATCH; ) {
      const rows = await database.rows(statement, { after, batch: BATCH });
      for (const { storageKey, size, needed } of rows) yield { storageKey, size: size ?? 0, needed };
      read = rows.length;
      after = rows.at(-1)?.id ?? after;
    }
}
