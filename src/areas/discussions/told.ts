import { statement, type TxDb } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';

/** How far subscribers have been told of the entries of a topic: it is the activity area that tells them. */

const toldThrough = statement({
  name: 'topic_told_through',
  takes: { topicId: int, through: int },
  sql: (p) => sql`update discussion_topics set told_through = greatest(told_through, ${p.through}) where id = ${p.topicId}`,
});

/** Up to this entry. It holds the topic, as whoever writes in it does: so it is what a transaction does last, and goes out with COMMIT. */
export function markToldThrough(db: TxDb, topicId: number, through: number): void {
  void db.rows(toldThrough, { topicId, through });
}

const toldBefore = statement({
  name: 'topic_told_before_entry',
  takes: { entryId: int },
  gives: { topicId: int },
  sql: (p) => sql`update discussion_topics t set told_through = least(t.told_through, e.id - 1)
   from discussion_entries e where e.id = ${p.entryId} and t.id = e.topic_id returning t.id as "topicId"`,
});

/** From this entry on its topic is told of again; undefined where there is no such entry. */
export async function tellAgainFrom(db: TxDb, entryId: number): Promise<number | undefined> {
  return (await db.rows(toldBefore, { entryId }))[0]?.topicId;
}
