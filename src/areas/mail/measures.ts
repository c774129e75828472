import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';
import type { Measure } from '../area.ts';

const sending = statement({
  name: 'mails_sending_count',
  gives: { count: int },
  sql: () => sql`select count(*) as count from mails where state = 'sending'`,
});

export const mailMeasures: readonly Measure[] = [
  {
    name: 'lectern_mails_sending',
    help: 'Mails that were handed to the mail server without its answer: those under way now, and those that were cut off and are not sent again',
    async read(database) {
      const [row] = await database.rows(sending, {});
      return row?.count ?? 0;
    },
  },
];
