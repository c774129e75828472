import { statement } from '../../store/database.ts';
import type { Job } from '../area.ts';

const DAY_MS = 86_400_000;
const BATCH = 5_000;

const remove = statement<{ removed: number }>(
  'page_views_remove',
  `with old as (select user_id, id from page_views where created_at < $1 order by created_at limit ${BATCH}),
     gone as (delete from page_views v using old where v.user_id = old.user_id and v.id = old.id returning 1)
   select count(*) as removed from gone`,
);

/** Page views end after PAGE_VIEWS_DAYS (D3.12): a bounded number at a time, so that nobody waits for a long transaction. */
export const removeOldPageViews: Job = {
  name: 'remove_old_page_views',
  schedule: '20 * * * *',
  async run(database, _payload, { pageViewsDays }) {
    const before = new Date(Date.now() - pageViewsDays * DAY_MS);
    for (let removed = BATCH; removed === BATCH; ) removed = (await database.rows(remove, [before]))[0]?.removed ?? 0;
  },
};
