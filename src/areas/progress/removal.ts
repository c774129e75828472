import { removalOf } from '../../store/removal.ts';
import { sql } from '../../store/sql/sql.ts';
import type { Job } from '../area.ts';

/** Clients ask until the work is done; a month covers who comes back to a page that was left open. */
const KEPT_DAYS = 30;

const remove = removalOf({
  name: 'progresses_remove',
  table: sql`progresses`,
  keptDays: KEPT_DAYS,
  where: (before) => sql`x.state in ('completed', 'failed') and x.updated_at < ${before}`,
});

export const removeOldProgresses: Job = {
  name: 'remove_old_progresses',
  schedule: '28 3 * * *',
  deferrable: true,
  run: remove,
};
