import { removalOf } from '../../store/removal.ts';
import { sql } from '../../store/sql/sql.ts';
import type { Job } from '../area.ts';

/** For so long an operator may be asked what became of a mail; longer than that nobody needs what was written to whom. */
const KEPT_DAYS = 30;

/** In whatever state: what waits is not sent any more by then, and what became of one in `sending` nobody will know. */
const remove = removalOf({ name: 'mails_remove', table: sql`mails`, keptDays: KEPT_DAYS, where: () => sql`true` });

export const removeOldMails: Job = {
  name: 'remove_old_mails',
  schedule: '25 3 * * *',
  deferrable: true,
  run: remove,
};
