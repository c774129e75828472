import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
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
  /** The assignment, entry or quiz with which the message goes. */
  assignmentId?: number;
  entryId?: number;
  quizId?: number;
  /** When it happened, where that is not the time of the transaction. */
  at?: Date;
  /** What a note shares with others is looked up once: they are given the same list. */
  people: readonly number[];
  /** One of them who does not hear of it: it is theirs. */
  butFor?: number;
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
   select n.key, n.category::notification_category, n.subject, n.body, n.path, n."courseId", n."groupId", n."assignmentId", n."entryId", n."quizId", coalesce(n.at, ${p.now}::timestamptz)
   from json_to_recordset(${p.stored}::json) as n(key text, category text, subject text, body text, path text, "courseId" int, "groupId" int,
     "assignmentId" int, "entryId" int, "quizId" int, at timestamptz)
   order by n.key on conflict (key) do nothing returning id, key`,
});

/**
 * So many channels, by their ids, are one block: what a class is told is a row or a few, and a summary is made block by block. The trigger
 * `of_one_channel` has the same number.
 */
const BLOCK = 1_000;

export const TOLD_TAKES = {
  /** For each notification the number of its list of people, and who of them does not hear of it; 0: all do. */
  notificationIds: array(int),
  lists: array(int),
  butFor: array(int),
  /** The people of all lists, each beside the number of the list. */
  listOf: array(int),
  people: array(int),
};
type Told = { readonly [K in keyof typeof TOLD_TAKES]: readonly number[] };

/** Tables of a statement: `told`, a row for each notification; `person`, a row for each in a list. */
export const toldIn = (p: ParametersOf<typeof TOLD_TAKES>): Sql => sql`told as materialized (select *
     from unnest(${p.notificationIds}::int[], ${p.lists}::int[], ${p.butFor}::int[]) t(notification_id, list, but_for)),
   person as materialized (select * from unnest(${p.listOf}::int[], ${p.people}::int[]) p(list, id))`;

/** Through every mail address of these people that they want to be told by: those of a list are looked up once for each category. */
const deliver = statement({
  name: 'notifications_deliver',
  takes: TOLD_TAKES,
  gives: { now: boolean },
  sql: (p) => sql`with ${toldIn(p)},
   kind as materialized (select row_number() over () as nr, t.list, n.category, ${defaultOf(sql`n.category`)} as by_default,
       array_agg(n.id) as notification_ids, array_agg(t.but_for) as but_for
     from told t join notifications n on n.id = t.notification_id group by t.list, n.category),
   channels as (
     select kind.nr, f.frequency, c.id / ${BLOCK} as block, array_agg(c.id order by c.id) as ids
     from kind join person on person.list = kind.list
       join communication_channels c on c.user_id = person.id and ${isConfirmed('c')} and c.type = 'email'
       cross join lateral (select coalesce((select p.frequency from notification_preferences p where p.channel_id = c.id and p.category = kind.category),
         kind.by_default) as frequency ${ONE_BY_ONE}) f
     where f.frequency <> 'never' group by kind.nr, f.frequency, c.id / ${BLOCK}),
   heard as (
     select one.id, channels.frequency, channels.block, case when channels.ids && own.ids
       then array(select x.id from unnest(channels.ids) x(id) where x.id <> all(own.ids)) else channels.ids end as ids
     from channels join kind on kind.nr = channels.nr cross join lateral unnest(kind.notification_ids, kind.but_for) one(id, but_for)
       cross join lateral (select array(select c.id from communication_channels c where c.user_id = one.but_for) as ids ${ONE_BY_ONE}) own ${ONE_BY_ONE}),
   made as (
     insert into notification_deliveries (notification_id, frequency, block, channel_ids)
     select id, frequency, block, ids from heard where ids <> '{}' order by id returning frequency)
   select exists (select 1 from made where frequency = 'immediately') as now`,
});

/** What is told to whom, as the parameters of statements whose tables `told` and `person` are made of it. */
function listed(notes: readonly Note[], ids: ReadonlyMap<string, number>): Told {
  const told = notes.flatMap((note) => {
    const id = ids.get(note.key);
    return id === undefined ? [] : { id, ...note };
  });
  const lists = [...new Set(told.map((note) => note.people))];
  const numbers = new Map(lists.map((list, number) => [list, number]));
  const pairs = lists.flatMap((list, number) => [...new Set(list)].map((person) => ({ number, person })));
  return {
    notificationIds: told.map((note) => note.id),
    lists: told.map((note) => numbers.get(note.people) ?? 0),
    butFor: told.map((note) => note.butFor ?? 0),
    listOf: pairs.map((pair) => pair.number),
    people: pairs.map((pair) => pair.person),
  };
}

const isHeard = ({ people, butFor }: Note): boolean => people.some((person) => person !== butFor);

/**
 * Tells people of what has happened, once however often the job of it runs (notifications#2): gives back who is told of what
 * now, null where that is nobody. What is told is of its own time, or of that of `tx`: mail is for what is news still (mailing.ts). As many
 * statements for one note as for hundreds.
 */
export async function notify(tx: TxCtx, notes: readonly Note[], reach: Reach = 'by mail too'): Promise<Told | null> {
  const heard = notes.filter(isHeard);
  if (heard.length === 0) return null;
  const stored = heard.map(({ people: _people, butFor: _butFor, ...note }) => note);
  const told = listed(heard, new Map((await tx.db.rows(insert, { stored, now: tx.now })).map((row) => [row.key, row.id])));
  if (told.notificationIds.length === 0) return null;
  if (reach === 'without mail') return told;
  const [mailed] = await tx.db.rows(deliver, told);
  if (mailed?.now) await tx.enqueue(MAIL_NOTIFICATIONS, {}, { key: MAIL_NOTIFICATIONS });
  return told;
}
