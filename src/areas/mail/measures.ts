import { statement } from '../../store/database.ts';
import type { Measure } from '../area.ts';

const sending = statement<{ count: number }>('mails_sending_count', `select count(*) as count from mails where state = 'sending'`);

export const mailMeasures: readonly Measure[] = [
  {
    name: 'lectern_mails_sending',
    help: 'Mails that were handed to the mail server without its answer: those under way now, and those that were cut off and are not sent again',
    async read(database) {
      const [row] = await database.rows(sending, []);
      return row?.count ?? 0;
    },
  },
];
