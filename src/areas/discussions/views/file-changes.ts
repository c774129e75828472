import { type Database, statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, int } from '../../../store/sql/types.ts';
import { systemContext } from '../../accounts/bootstrap.ts';
import { rebuildSoon } from './building.ts';

const carrying = statement({
  name: 'topics_of_entries_with_files',
  takes: { fileIds: array(int) },
  gives: { id: int },
  sql: (p) =>
    sql`select distinct e.topic_id as id from discussion_entries e where e.attachment_id = any(${p.fileIds}::int[]) and not e.deleted order by id`,
});

const changed = statement({
  name: 'entries_with_files_changed',
  takes: { topicId: int, fileIds: array(int) },
  sql: (p) => sql`with topic as (update discussion_topics set version = version + 1 where id = ${p.topicId} returning version)
   update discussion_entries e set version = topic.version from topic
   where e.topic_id = ${p.topicId} and e.attachment_id = any(${p.fileIds}::int[]) and not e.deleted`,
});

/** A view holds the files of entries: those that are renamed or deleted change their entries in it (discussions#58). */
export async function noteFileChanges(database: Database, fileIds: readonly number[]): Promise<void> {
  for (const { id: topicId } of await database.rows(carrying, { fileIds }))
    await systemContext(database).tx(async (tx) => {
      await tx.db.rows(changed, { topicId, fileIds });
      await rebuildSoon(tx, topicId);
    });
}
