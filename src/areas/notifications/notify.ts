import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, json, text, timestamptz } from '../../store/sql/types.ts';
import { isConfirmed } from '../users/relations.ts';
import { type Category, defaultOf } from './categories.ts';
import { MAIL_NOTIFICATIONS } from './job-names.ts';

/** What people are told of. */
export interface Note {
  /** Names the event: what was told of it once is not told again. */
  key: string;
  category: Category;
  subject: string;
  /** Plain text. */
  body: string;
  /** Where a person reads on, below the server's address. */
  path: string;
  courseId: number | null;
  groupId: number | null;
  /** With these it is gone. */
  assignmentId?: number;
  entryId?: number;
  quizId?: number;
  people: readonly number[];
}

/** The mail of a category goes out otherwise: people are told within the service only. */
type Reach = 'by mail too' | 'without mail';

const KEPT_ROW = {
  id: int,
  key: text,
};
const insert = statement({
  name: 'notifications_insert',
  takes: { stored: json(), now: timestamptz },
  gives: KEPT_ROW,
  sql: (
    p,
  ) => sql`insert into notifications (key, category, subject, body, path, course_id, group_id, assignment_id, entry_id, quiz_id, created_at)
   select n.key, n.category::notification_category, n.subject, n.body, n.path, n."courseId", n."groupId", n."assignmentId", n."entryId", n."quizId", ${p.now}::timestamptz
   from json_to_recordset(${p.stored}::json) as n(key text, category text, subject text, body text, path text, "courseId" int, "groupId" int,
     "assignmentId" int, "entryId" int, "quizId" int)
   order by n.key on conflict (key) do nothing returning id, key`,
});

/**
 * So many channels, by their ids, are one block: what a class is told is a row or a few, and a summary is made block by block. The trigger
 * `of_one_channel` has the same number.
 */
const BLOCK = 1_000;

/** For the people beside the notifications: through every mail address of theirs that they want to be told by. */
const deliver = statement({
  name: 'notifications_deliver',
  takes: { notificationIds: array(int), userIds: array(int) },
  gives: { now: boolean },
  sql: (p) => sql`with made as (
     insert into notification_deliveries (notification_id, frequency, block, channel_ids)
     select n.id, f.frequency, c.id / ${BLOCK}, array_agg(c.id order by c.id)
     from unnest(${p.notificationIds}::int[], ${p.userIds}::int[]) t(notification_id, user_id) join notifications n on n.id = t.notification_id
       join communication_channels c on c.user_id = t.user_id and ${isConfirmed('c')} and c.type = 'email'
       left join notification_preferences p on p.channel_id = c.id and p.category = n.category
       cross join lateral (select coalesce(p.frequency, ${defaultOf(sql`n.category`)}) as frequency) f
     where f.frequency <> 'never'
     group by n.id, f.frequency, c.id / ${BLOCK} order by n.id returning frequency)
   select exists (select 1 from made where frequency = 'immediately') as now`,
});

/** Somebody who is told, by a notification of its own id. */
export interface Receipt {
  notificationId: number;
  userId: number;
}

/**
 * Tells people of what has happened, once however often the job of it runs (design, rule 4): gives back who was told of what
 * now. What is told is of the time of `tx`: mail is for what is news still (mailing.ts). As many statements for one note as for hundreds.
 */
export async function notify(tx: TxCtx, notes: readonly Note[], reach: Reach = 'by mail too'): Promise<Receipt[]> {
  const wanted = notes.filter((note) => note.people.length > 0);
  if (wanted.length === 0) return [];
  const stored = wanted.map(({ people: _people, ...note }) => note);
  const ids = new Map((await tx.db.rows(insert, { stored, now: tx.now })).map((row) => [row.key, row.id]));
  const receipts = wanted.flatMap(({ key, people }) => {
    const notificationId = ids.get(key);
    return notificationId === undefined ? [] : [...new Set(people)].map((userId) => ({ notificationId, userId }));
  });
  if (receipts.length === 0 || reach === 'without mail') return receipts;
  const [mailed] = await tx.db.rows(deliver, {
    notificationIds: receipts.map((one) => one.notificationId),
    userIds: receipts.map((one) => one.userId),
  });
  if (mailed?.now) await tx.enqueue(MAIL_NOTIFICATIONS, {}, { key: MAIL_NOTIFICATIONS });
  return receipts;
}
