import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';
import { isActive } from '../enrollments/relations.ts';

/** To everybody who takes part in its course, as its lists are (activity#13). */
const spread = statement({
  name: 'collaboration_into_streams',
  takes: { collaborationId: int },
  sql: (p) => sql`with source as materialized (
     select c.id, c.course_id, c.created_at, case c.kind when 'conference' then 'Conference' else 'Collaboration' end::stream_type as type
     from collaborations c where c.id = ${p.collaborationId} and c.created_at > now() - interval '1 year'),
   item as (
     insert into stream_items (type, course_id, collaboration_id, created_at, updated_at)
     select type, course_id, id, created_at, created_at from source
     on conflict (collaboration_id) do update set updated_at = stream_items.updated_at returning id)
   insert into stream_item_instances (user_id, stream_item_id, type, course_id, updated_at)
   select distinct e.user_id, item.id, source.type, source.course_id, source.created_at
   from item, source join enrollments e on e.course_id = source.course_id and ${isActive('e')}
   order by e.user_id on conflict do nothing`,
});

export async function notifyOfCollaboration(tx: TxCtx, collaborationId: number): Promise<void> {
  await tx.db.rows(spread, { collaborationId });
}
