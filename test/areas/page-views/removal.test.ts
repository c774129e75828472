import { describe, expect, test } from 'vitest';
import { IdSequence } from '../../../src/areas/page-views/ids.ts';
import { PageViewRecorder } from '../../../src/areas/page-views/recorder.ts';
import { allJobs } from '../../../src/worker.ts';
import { addJob, JOB_SETTINGS, work } from '../../helpers/jobs.ts';
import { pageView } from '../../helpers/page-views.ts';
import { useServer } from '../../helpers/server.ts';

const JOB = 'remove_old_page_views';
const DAY_MS = 86_400_000;
const server = useServer();
const ids = new IdSequence();

async function record(...daysAgo: number[]): Promise<string[]> {
  const recorder = new PageViewRecorder(server.database, console);
  const made = daysAgo.map((days) => ids.next(new Date(Date.now() - days * DAY_MS)));
  for (const id of made) recorder.record(pageView(1, id));
  await recorder.flush();
  return made;
}
const run = async (pageViewsDays: number) => {
  await addJob(server.database, JOB);
  await work(server, { pageViewsDays });
  const { rows } = await server.database.pool.query('select id from page_views order by id');
  return rows.map((row) => row.id);
};

describe(JOB, () => {
  // page-views#9
  test('removes what is older than PAGE_VIEWS_DAYS, and nothing else', async () => {
    const [fresh, young, old] = await record(0, 29.9, 30.1);
    expect(await run(365)).toEqual([old, young, fresh]);
    expect(await run(30)).toEqual([young, fresh]);
    expect(await run(30)).toEqual([young, fresh]);
    expect(await run(1)).toEqual([fresh]);
  });

  // page-views#9
  test('removes those of all users, of a bounded number in each statement', async () => {
    await server.database.pool.query(
      `with made as (insert into users (root_account_id, name, sortable_name, short_name, sort_key)
         select 1, 'name', 'name', 'name', '' from generate_series(1, 1100) returning id)
       insert into page_views (user_id, id, url, http_method, controller, action, account_id, participated, render_time, remote_ip)
       select id, uuidv7(age), 'u', 'GET', 'c', 'a', 1, false, 0, 'ip'
       from made, unnest(array[interval '-100 days', interval '-31 days', interval '-29 days']) age`,
    );
    const remove = allJobs().find((job) => job.name === JOB);
    const sent = await server.statements(async () =>
      remove?.run(server.database, undefined, { ...JOB_SETTINGS, ...server.services, pageViewsDays: 30 }),
    );
    expect(sent).toBe(4);
    const { rows } = await server.database.pool.query(
      `select count(*)::int as all, (count(*) filter (where uuid_extract_timestamp(id) < now() - interval '30 days'))::int as old from page_views where action = 'a'`,
    );
    expect(rows).toEqual([{ all: 1100, old: 0 }]);
  });

  // page-views#9
  test('runs by itself', () => {
    expect(allJobs().find((job) => job.name === JOB)?.schedule).toMatch(/^\S+ \S+ \S+ \S+ \S+$/);
  });
});
