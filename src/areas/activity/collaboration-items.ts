import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';

/** To everybody who takes part in its course, as its lists are (activity#13), by one row. */
const place = statement({
  name: 'collaboration_into_streams',
  takes: { collaborationId: int },
  sql: (p) => sql`insert into stream_items (type, course_id, collaboration_id, created_at, updated_at)
   select case c.kind when 'conference' then 'Conference' else 'Collaboration' end::stream_type, c.course_id, c.id, c.created_at, c.created_at
   from collaborations c where c.id = ${p.collaborationId} and c.created_at > now() - interval '1 year'
   on conflict (collaboration_id) do nothing`,
});

export async function notifyOfCollaboration(tx: TxCtx, collaborationId: number): Promise<void> {
  await tx.db.rows(place, { collaborationId });
}
