import type { TxCtx } from '../../access/context.ts';
import { type Database, statement } from '../../store/database.ts';
import { notificationFrequency } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, json } from '../../store/sql/types.ts';
import { systemContext } from '../accounts/bootstrap.ts';
import type { Job, JobMeans } from '../area.ts';
import { NEWS_FOR_DAYS, type NewMail, queueMails } from '../mail/mails.ts';
import { isConfirmed } from '../users/relations.ts';
import { defaultOf, type Frequency } from './categories.ts';
import { MAIL_DAILY, MAIL_NOTIFICATIONS, MAIL_WEEKLY } from './job-names.ts';

interface Waiting {
  channelId: number;
  userId: number;
  address: string;
  subject: string;
  body: string;
  path: string;
}

/** The channels of deliveries `d` that were taken, where they are in use still, want to be told, and it is news still (notifications#7). */
const MAILABLE = sql`join notifications n on n.id = d.notification_id
  join communication_channels c on c.id = d.channel_id and ${isConfirmed('c')} join users u on u.id = c.user_id and not u.deleted
  left join notification_preferences p on p.channel_id = c.id and p.category = n.category
  where coalesce(p.frequency, ${defaultOf(sql`n.category`)}) <> 'never' and n.created_at > now() - interval '${NEWS_FOR_DAYS} days'
    - case d.frequency when 'weekly' then interval '7 days' when 'daily' then interval '1 day' else interval '0' end`;

/** Who takes a row makes its mail: of two jobs at once, each takes others. */
const take = statement({
  name: 'take_deliveries',
  takes: { chunk: int },
  gives: { taken: int, waiting: json<Waiting[]>() },
  sql: (p) => sql`with d as (
     delete from notification_deliveries x using (
       select w.notification_id, w.channel_id from notification_deliveries w where w.frequency = 'immediately'
       order by w.channel_id, w.notification_id limit ${p.chunk} for update skip locked) next
     where x.notification_id = next.notification_id and x.channel_id = next.channel_id returning x.*)
   select (select count(*) from d) as taken, coalesce((select json_agg(json_build_object('channelId', c.id, 'userId', c.user_id, 'address', c.address,
       'subject', n.subject, 'body', n.body, 'path', n.path) order by n.id, c.id) from d ${MAILABLE}), '[]') as waiting`,
});

/** The same for all that waits for so many channels: what one is told comes in one mail. */
const takeSummaries = statement({
  name: 'take_summaries',
  takes: { channels: int, frequency: notificationFrequency },
  gives: { taken: int, waiting: json<Waiting[]>() },
  sql: (p) => sql`with next as materialized (
     select distinct w.channel_id from notification_deliveries w where w.frequency = ${p.frequency}::notification_frequency order by w.channel_id limit ${p.channels}),
   held as materialized (select c.id from communication_channels c where c.id in (select channel_id from next) order by c.id for no key update skip locked),
   d as (delete from notification_deliveries x where x.frequency = ${p.frequency}::notification_frequency and x.channel_id in (select id from held) returning x.*)
   select (select count(*) from d) as taken, coalesce((select json_agg(json_build_object('channelId', c.id, 'userId', c.user_id, 'address', c.address,
       'subject', n.subject, 'body', '', 'path', n.path) order by c.id, n.id) from d ${MAILABLE}), '[]') as waiting`,
});

/** So many in a transaction, that it is short. */
const CHUNK = 250;
const CHANNELS = 50;
/** What one summary lists. */
const MOST_LISTED = 100;

const addressOf = ({ webUrl }: JobMeans, path: string): string => `${webUrl}${path}`;

const mailOf = (services: JobMeans, { userId, address, subject, body, path }: Waiting): NewMail => ({
  userId,
  address,
  subject,
  text: `${body === '' ? '' : `${body}\n\n`}${addressOf(services, path)}\n`,
});

const TITLES = { daily: 'Your summary of the day', weekly: 'Your summary of the week' } as const;

function summaryOf(services: JobMeans, frequency: keyof typeof TITLES, waiting: readonly Waiting[]): NewMail[] {
  const [first] = waiting;
  if (!first) return [];
  const listed = waiting.slice(-MOST_LISTED).map((one) => `${one.subject}\n  ${addressOf(services, one.path)}\n`);
  const more = waiting.length > MOST_LISTED ? [`And ${waiting.length - MOST_LISTED} more before.\n`] : [];
  return [{ userId: first.userId, address: first.address, subject: TITLES[frequency], text: [...listed, ...more].join('\n') }];
}

/** Does one transaction after the other until there is nothing left to take. */
async function untilNoneIsLeft(database: Database, chunk: (tx: TxCtx) => Promise<number>): Promise<void> {
  while ((await systemContext(database).tx(chunk)) > 0);
}

const mailAtOnce: Job = {
  name: MAIL_NOTIFICATIONS,
  deferrable: true,
  run: (database, _payload, services) =>
    untilNoneIsLeft(database, async (tx) => {
      const [found] = await tx.db.rows(take, { chunk: CHUNK });
      await queueMails(
        tx,
        (found?.waiting ?? []).map((one) => mailOf(services, one)),
      );
      return found?.taken ?? 0;
    }),
};

const mailSummaries = (name: string, frequency: keyof typeof TITLES & Frequency, schedule: string): Job => ({
  name,
  schedule,
  deferrable: true,
  run: (database, _payload, services) =>
    untilNoneIsLeft(database, async (tx) => {
      const [found] = await tx.db.rows(takeSummaries, { channels: CHANNELS, frequency });
      const byChannel = Map.groupBy(found?.waiting ?? [], (one) => one.channelId);
      await queueMails(
        tx,
        [...byChannel.values()].flatMap((waiting) => summaryOf(services, frequency, waiting)),
      );
      return found?.taken ?? 0;
    }),
});

/** Mail of notifications (notifications#5): at once, at the end of each day, and of each week. */
export const notificationJobs: readonly Job[] = [
  mailAtOnce,
  mailSummaries(MAIL_DAILY, 'daily', '0 18 * * *'),
  mailSummaries(MAIL_WEEKLY, 'weekly', '30 18 * * 0'),
];
