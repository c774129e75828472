import { z } from 'zod';
import type { Ctx, TxCtx } from '../../access/context.ts';
import { plainRoute } from '../../http/plain-routes.ts';
import { sign, verify } from '../../http/signing.ts';
import { foundIn } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { channelState } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int, text } from '../../store/sql/types.ts';
import { queueMail } from '../mail/mails.ts';

const PURPOSE = 'channel confirmation';
const Signed = z.object({ channel: z.int() });

/** Good for as long as the channel is: only who reads the mail has it. */
const confirmationUrl = (ctx: Pick<Ctx, 'webUrl' | 'services'>, channel: number): string =>
  `${ctx.webUrl}/confirm/${sign(ctx.services.secretKey, PURPOSE, { channel })}`;

interface NewChannel {
  id: number;
  userId: number;
  type: string;
  address: string;
  state: 'unconfirmed' | 'active' | 'retired';
}

const please = (ctx: Pick<Ctx, 'webUrl' | 'services'>, channel: number): string =>
  `Please confirm that this address is yours:\n\n  ${confirmationUrl(ctx, channel)}\n`;

/** Asks whether a new mail address is its user's own. Only mail can be sent: a number stays unconfirmed. */
export async function mailConfirmation(tx: TxCtx, channel: NewChannel): Promise<void> {
  if (channel.type !== 'email' || channel.state !== 'unconfirmed') return;
  const text = `${please(tx, channel.id)}\nIf you did not ask for this, there is nothing that you have to do.\n`;
  await queueMail(tx, { userId: channel.userId, address: channel.address, subject: 'Please confirm your address', text });
}

const NEW_ACCOUNT_ROW = {
  shortName: text,
  login: text,
  account: text,
  id: int,
  userId: int,
  type: text,
  address: text,
  state: channelState,
};
const newAccount = statement({
  name: 'user_new_account',
  takes: { userId: int },
  gives: NEW_ACCOUNT_ROW,
  sql: (
    p,
  ) => sql`select u.short_name as "shortName", p.unique_id as "login", r.name as "account", c.id, c.user_id as "userId", c.type, c.address, c.state
   from users u join accounts r on r.id = u.root_account_id join pseudonyms p on p.user_id = u.id
     join communication_channels c on c.user_id = u.id and c.type = 'email'
   where u.id = ${p.userId}`,
});

/** Tells a new user of the account (users#27), where there is a mail address to tell it to. */
export async function mailNewAccount(tx: TxCtx, userId: number): Promise<void> {
  const [made] = await tx.db.rows(newAccount, { userId });
  if (!made) return;
  const text = `Hello ${made.shortName},\n\nan account was made for you at ${made.account}. Your login is ${made.login}.\n`;
  await queueMail(tx, {
    userId,
    address: made.address,
    subject: `Your account at ${made.account}`,
    text: made.state === 'unconfirmed' ? `${text}\n${please(tx, made.id)}` : text,
  });
}

const confirm = statement({
  name: 'channel_confirm',
  takes: { channel: int, looksOnly: boolean },
  gives: { userId: int },
  sql: (p) => sql`with confirmed as (
     update communication_channels set state = 'active', updated_at = now()
     where id = ${p.channel} and state = 'unconfirmed' and not ${p.looksOnly} returning user_id)
   select user_id as "userId" from confirmed
   union select user_id from communication_channels where id = ${p.channel} and (state = 'active' or state = 'unconfirmed' and ${p.looksOnly})`,
});

/** The link in the mail. It writes although it is a GET, because that is what a link can be; a second time, and a HEAD, changes nothing. */
export const confirmationRoute = plainRoute({
  path: '/confirm/:token',
  operationId: 'confirmChannel',
  summary: 'The link of a confirmation mail: makes the channel active',
  tag: 'Communication channels',
  async answer({ database, services, changesNothing: looksOnly }, token) {
    const signed = Signed.safeParse(verify(services.secretKey, PURPOSE, token));
    const { userId } = foundIn(signed.success ? await database.rows(confirm, { channel: signed.data.channel, looksOnly }) : []);
    return {
      writtenFor: userId,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
      body: 'Your address is confirmed.\n',
    };
  },
});
