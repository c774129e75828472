import type { TxCtx } from '../../access/context.ts';
import { type Database, statement } from '../../store/database.ts';
import { notificationFrequency } from '../../store/sql/enums.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import { int, json } from '../../store/sql/types.ts';
import { systemContext } from '../accounts/bootstrap.ts';
import type { Job, JobMeans } from '../area.ts';
import { NEWS_FOR_DAYS, type NewMail, queueMails } from '../mail/mails.ts';
import { isConfirmed } from '../users/relations.ts';
import { defaultOf, type Frequency } from './categories.ts';
import { MAIL_DAILY, MAIL_NOTIFICATIONS, MAIL_WEEKLY } from './job-names.ts';

interface Address {
  userId: number;
  address: string;
}
interface Line {
  subject: string;
  path: string;
}
type Waiting = Address & Line & { body: string };
interface Summary extends Address {
  /** What waits for the address, and of that the latest, oldest first. */
  count: number;
  listed: Line[];
}

/** How many mails a transaction makes, or a few more, that it is short. */
const CHUNK = 250;
/** What one summary lists. */
const MOST_LISTED = 100;

/** The channels of deliveries `gone` that were taken, where they are in use still, want to be told, and it is news still (notifications#7). */
const MAILABLE = sql`gone cross join lateral unnest(gone.channel_ids) channel(id) join notifications n on n.id = gone.notification_id
  join communication_channels c on c.id = channel.id and ${isConfirmed('c')} join users u on u.id = c.user_id and not u.deleted
  left join notification_preferences p on p.channel_id = c.id and p.category = n.category
  where coalesce(p.frequency, ${defaultOf(sql`n.category`)}) <> 'never' and n.created_at > now() - interval '${NEWS_FOR_DAYS} days'
    - case gone.frequency when 'weekly' then interval '7 days' when 'daily' then interval '1 day' else interval '0' end`;

/** Who takes a row makes its mails: of two jobs at once, each takes others. */
const take = statement({
  name: 'take_deliveries',
  gives: { taken: int, waiting: json<Waiting[]>() },
  sql: () => sql`with free as materialized (
     select d.id, d.block, cardinality(d.channel_ids) as channels from notification_deliveries d where d.frequency = 'immediately'
     order by d.block, d.id limit ${CHUNK} for update skip locked),
   next as (select f.id, sum(f.channels) over (order by f.block, f.id) - f.channels as before from free f),
   gone as (delete from notification_deliveries where id in (select n.id from next n where n.before < ${CHUNK}) returning *)
   select (select count(*) from gone) as taken, coalesce((select json_agg(json_build_object('userId', c.user_id, 'address', c.address,
       'subject', n.subject, 'body', n.body, 'path', n.path) order by n.id, c.id) from ${MAILABLE}), '[]') as waiting`,
});

/** Whether what a notification tells of is there for a user still, by the ids of both. */
type IsThere = (notification: Sql, user: Sql) => Sql;

/** All that waits for a block of channels, and is there still: what one is told comes in one mail. */
const summariesOf = (isThere: IsThere) =>
  statement({
    name: 'take_summaries',
    takes: { frequency: notificationFrequency },
    gives: { taken: int, summaries: json<Summary[]>() },
    sql: (p) => sql`with free as materialized (
     select d.id from notification_deliveries d where d.frequency = ${p.frequency}::notification_frequency and d.block = (
       select min(o.block) from notification_deliveries o where o.frequency = ${p.frequency}::notification_frequency) for update skip locked),
   gone as (delete from notification_deliveries where id in (select id from free) returning *),
   line as (select c.id, c.user_id, c.address, n.id as notification_id, json_build_object('subject', n.subject, 'path', n.path) as json,
       row_number() over (partition by c.id order by n.id desc) as nth
     from ${MAILABLE} and ${isThere(sql`gone.notification_id`, sql`u.id`)}),
   summary as (select line.id, line.user_id, line.address, count(*) as count,
       json_agg(line.json order by line.notification_id) filter (where line.nth <= ${MOST_LISTED}) as listed
     from line group by line.id, line.user_id, line.address)
   select (select count(*) from gone) as taken, coalesce((select json_agg(json_build_object('userId', s.user_id, 'address', s.address,
       'count', s.count, 'listed', s.listed) order by s.id) from summary s), '[]') as summaries`,
  });

const addressOf = ({ webUrl }: JobMeans, path: string): string => `${webUrl}${path}`;

const mailOf = (services: JobMeans, { userId, address, subject, body, path }: Waiting): NewMail => ({
  userId,
  address,
  subject,
  text: `${body === '' ? '' : `${body}\n\n`}${addressOf(services, path)}\n`,
});

const TITLES = { daily: 'Your summary of the day', weekly: 'Your summary of the week' } as const;

function summaryOf(services: JobMeans, frequency: keyof typeof TITLES, { userId, address, count, listed }: Summary): NewMail {
  const lines = listed.map((one) => `${one.subject}\n  ${addressOf(services, one.path)}\n`);
  const more = count > listed.length ? [`And ${count - listed.length} more before.\n`] : [];
  return { userId, address, subject: TITLES[frequency], text: [...lines, ...more].join('\n') };
}

/** Does one transaction after the other until there is nothing left to take. */
async function untilNoneIsLeft(database: Database, chunk: (tx: TxCtx) => Promise<number>): Promise<void> {
  while ((await systemContext(database).tx(chunk)) > 0);
}

/** Mail of notifications at once (notifications#5). */
export const mailAtOnce: Job = {
  name: MAIL_NOTIFICATIONS,
  deferrable: true,
  run: (database, _payload, services) =>
    untilNoneIsLeft(database, async (tx) => {
      const [found] = await tx.db.rows(take, {});
      await queueMails(
        tx,
        (found?.waiting ?? []).map((one) => mailOf(services, one)),
      );
      return found?.taken ?? 0;
    }),
};

const mailSummaries = (
  takeSummaries: ReturnType<typeof summariesOf>,
  name: string,
  frequency: keyof typeof TITLES & Frequency,
  schedule: string,
): Job => ({
  name,
  schedule,
  deferrable: true,
  run: (database, _payload, services) =>
    untilNoneIsLeft(database, async (tx) => {
      const [found] = await tx.db.rows(takeSummaries, { frequency });
      await queueMails(
        tx,
        (found?.summaries ?? []).map((one) => summaryOf(services, frequency, one)),
      );
      return found?.taken ?? 0;
    }),
});

/** Summaries at the end of each day, and of each week (notifications#5), of what is there still (notifications#7): who knows the sources says so. */
export function summaryJobs(isThere: IsThere): readonly Job[] {
  const takeSummaries = summariesOf(isThere);
  return [
    mailSummaries(takeSummaries, MAIL_DAILY, 'daily', '0 18 * * *'),
    mailSummaries(takeSummaries, MAIL_WEEKLY, 'weekly', '30 18 * * 0'),
  ];
}
