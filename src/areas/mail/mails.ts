import type { TxCtx } from '../../access/context.ts';
import { insertedRow } from '../../store/database.ts';
import { and, eq } from '../../store/drizzle.ts';
import { mails } from '../../store/schema/mail.ts';

export const DELIVER = 'deliver_mail';

export interface NewMail {
  /** Whom it is for. */
  userId: number;
  address: string;
  subject: string;
  text: string;
}

/** Mail that goes out once the transaction has committed, once (design, rule 4). */
export async function queueMail(tx: TxCtx, mail: NewMail): Promise<void> {
  const row = insertedRow(await tx.db.orm.insert(mails).values(mail).returning({ id: mails.id }));
  await tx.enqueue(DELIVER, { mail: row.id });
}

/** What waits for a user who is gone is not sent any more. */
export async function cancelMail(tx: TxCtx, userId: number): Promise<void> {
  await tx.db.orm
    .update(mails)
    .set({ state: 'unsent', settledAt: tx.now })
    .where(and(eq(mails.userId, userId), eq(mails.state, 'waiting')));
}
