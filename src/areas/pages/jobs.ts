import { z } from 'zod';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';
import type { Job } from '../area.ts';
import { PUBLISH_PAGE } from './job-names.ts';
import { isPage } from './relations.ts';

const OfPage = z.object({ pageId: z.int() });

// By the database's clock, which told the worker that the time has come.
const publish = statement({
  name: 'scheduled_page_published',
  takes: { pageId: int },
  sql: (p) => sql`update wiki_pages p set published = true, publish_at = null, updated_at = now()
   where p.id = ${p.pageId} and ${isPage('p')} and p.publish_at <= now()`,
});

export const pageJobs: readonly Job[] = [
  {
    name: PUBLISH_PAGE,
    async run(database, payload) {
      await database.rows(publish, OfPage.parse(payload));
    },
  },
];
