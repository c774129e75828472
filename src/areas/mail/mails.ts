import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { enqueueEach } from '../../store/sql/jobs.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, json, text } from '../../store/sql/types.ts';

export const DELIVER = 'deliver_mail';

/**
 * What has waited for longer is not sent any more: it is news no longer, and a school that is restored from last month's copy
 * would send all that waited then. The queue itself tries for four days.
 */
export const NEWS_FOR_DAYS = 5;

export interface NewMail {
  /** Whom it is for. */
  userId: number;
  address: string;
  subject: string;
  text: string;
}

/** Mail that goes out once the transaction has committed, and once only (delivery.ts). */
export async function queueMail(tx: TxCtx, mail: NewMail): Promise<void> {
  const row = await tx.db.prisma.mail.create({ data: mail, select: { id: true } });
  await tx.enqueue(DELIVER, { mail: row.id });
}

const insertMany = statement({
  name: 'mails_insert',
  takes: { mails: json() },
  gives: { id: int },
  sql: (p) => sql`insert into mails (user_id, address, subject, text)
   select m."userId", m.address, m.subject, m.text
   from json_to_recordset(${p.mails}::json) as m("userId" int, address text, subject text, text text) returning id`,
});
const sendMany = statement({
  name: 'mails_send',
  takes: { deliver: text, ids: array(int) },
  sql: (p) => enqueueEach(p.deliver, sql`jsonb_build_object('mail', id)`, sql`unnest(${p.ids}::int[]) id`),
});

/** Queues many mails, in as many statements as one. */
export async function queueMails(tx: TxCtx, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = await tx.db.rows(insertMany, { mails });
  await tx.db.rows(sendMany, { deliver: DELIVER, ids: rows.map((row) => row.id) });
}

/** What waits for a user who is gone is not sent any more, nor what waits for one address that they have removed. */
export async function cancelMail(tx: TxCtx, of: { userId: number; address?: string }): Promise<void> {
  await tx.db.prisma.mail.updateMany({ where: { ...of, state: 'waiting' }, data: { state: 'unsent', settledAt: tx.now } });
}
