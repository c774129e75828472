import { DAY_MS } from '../../kernel/dates.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, nullable, uuid } from '../../store/sql/types.ts';
import type { Job } from '../area.ts';
import { firstIdAt } from './ids.ts';

const USERS = 500;

// Users by their ids, and of each the old ones by the key, which holds the time: views have no other index, which every request
// would have to keep.
const remove = statement({
  name: 'page_views_remove',
  takes: { after: int, before: uuid },
  gives: { last: nullable(int) },
  sql: (p) => sql`with these as (select id from users where id > ${p.after} order by id limit ${USERS}),
     gone as (delete from page_views v using these where v.user_id = these.id and v.id < ${p.before}::uuid)
   select max(id) as last from these`,
});

/** Page views end after PAGE_VIEWS_DAYS (page-views#9): those of a bounded number of users at a time, so that no transaction is long. */
export const removeOldPageViews: Job = {
  name: 'remove_old_page_views',
  schedule: '20 * * * *',
  deferrable: true,
  async run(database, _payload, { pageViewsDays }) {
    const before = firstIdAt(new Date(Date.now() - pageViewsDays * DAY_MS));
    for (let after: number | null = 0; after !== null; ) after = (await database.rows(remove, { after, before }))[0]?.last ?? null;
  },
};
