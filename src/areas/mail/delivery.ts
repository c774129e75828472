import { z } from 'zod';
import { type Database, statement } from '../../store/database.ts';
import { mailState } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int, text } from '../../store/sql/types.ts';
import type { Job, JobMeans } from '../area.ts';
import type { MailConnections } from './connections.ts';
import { DELIVER, NEWS_FOR_DAYS } from './mails.ts';

const Payload = z.object({ mail: z.int() });

const MAIL_ROW = {
  address: text,
  subject: text,
  text: text,
};
const waits = statement({
  name: 'mail_waits',
  takes: { id: int },
  gives: { old: boolean },
  sql: (p) => sql`select created_at < now() - interval '${NEWS_FOR_DAYS} days' as old from mails where id = ${p.id} and state = 'waiting'`,
});
const claim = statement({
  name: 'mail_claim',
  takes: { id: int },
  gives: MAIL_ROW,
  sql: (p) => sql`update mails set state = 'sending' where id = ${p.id} and state = 'waiting' returning address, subject, text`,
});
const settle = statement({
  name: 'mail_settle',
  takes: { id: int, is: mailState },
  sql: (p) => sql`update mails set state = ${p.is}, settled_at = now() where id = ${p.id}`,
});
const putOff = statement({
  name: 'mail_put_off',
  takes: { id: int },
  sql: (p) => sql`update mails set state = 'waiting' where id = ${p.id}`,
});

/**
 * Sends a mail once. Whoever moves its row to `sending` hands it over, so that of two runs at once one sends, and a run after
 * one that was killed in the middle sends nothing: whether the mail server had the mail by then, nobody knows. Where it surely
 * had not, the mail waits again and the job fails, to be run again later.
 */
export const deliverMail: Job = {
  name: DELIVER,
  slots: 'mail',
  async run(database, payload, { mailServer, mailFrom, log }) {
    const { mail: id } = Payload.parse(payload);
    const [waiting] = await database.rows(waits, { id });
    if (!waiting) return 'gone';
    if (mailServer !== null && !waiting.old) return deliver(database, id, mailServer, { mailFrom, log });
    await database.rows(settle, { id, is: 'unsent' });
    return 'unsent';
  },
};

const deliver = (
  database: Database,
  id: number,
  mailServer: MailConnections,
  { mailFrom: from, log }: Pick<JobMeans, 'mailFrom' | 'log'>,
): Promise<string> =>
  mailServer.use(async (server) => {
    const [mail] = await database.rows(claim, { id });
    if (!mail) return 'gone';
    const outcome = await server.send({ from, to: mail.address, subject: mail.subject, text: mail.text });
    if (outcome.is === 'put off') {
      await database.rows(putOff, { id });
      throw outcome.why;
    }
    // Nothing fails by it that the queue would tell of.
    if (outcome.is === 'refused') log.warn({ mail: id, answer: outcome.why.message }, 'the mail server has refused a mail for good');
    await database.rows(settle, { id, is: outcome.is });
    return outcome.is;
  });
