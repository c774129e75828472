import { statement } from '../../store/database.ts';
import { identifier, type Sql, sql } from '../../store/sql/sql.ts';
import { int, timestamptz } from '../../store/sql/types.ts';

const BATCH = 5_000;

/** Removes a bounded number of old notifications that are neither in use any more nor on their way by mail. */
export const notificationRemoval = (inUse: (n: Sql) => Sql) =>
  statement({
    name: 'notifications_remove',
    takes: { before: timestamptz },
    gives: { removed: int },
    sql: (p) => sql`with gone as (delete from notifications where id in (select n.id from notifications n where n.created_at < ${p.before}
       and not ${inUse(identifier('n'))}
       and not exists (select 1 from notification_deliveries d where d.notification_id = n.id) order by n.created_at limit ${BATCH}) returning 1)
   select count(*) as removed from gone`,
  });
