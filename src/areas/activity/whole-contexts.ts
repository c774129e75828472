import { type Cut, comesAfter, inOrder, nearest } from '../../store/lists.ts';
import { identifier, join, none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { isPosted } from '../discussions/relations.ts';
import type { Contexts } from './contexts.ts';

/**
 * What is said to a whole course or group has one item, and is in the stream of whoever takes part there when the stream is read
 * (activity#7, activity#13, activity#20). A message to most of them has one item as well, that names them (activity#15). So saying it
 * costs the same however many they are.
 */
const TYPES = sql`('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic')`;

/** An item is of those that all have. */
export const isForAll = (i: string): Sql => sql`${identifier(i)}.type in ${TYPES}`;
/** An instance is of what is its user's alone; those of an earlier release are left aside. */
export const isOwn = (x: string): Sql => sql`${identifier(x)}.type not in ${TYPES}`;
/** An item is a message that is for this user, among others. By `any` the planner takes that for rare, and sorts all of a context for a page. */
export const isToldTo = (i: string, user: Piece): Sql => sql`array_position(${identifier(i)}.audience, ${user}) is not null`;

/** Whose stream it is, and whether they see what item `i`, a message, is about. */
export interface Reader extends Contexts {
  messageIsSeen: Sql;
}

const FIELDS = sql`i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id`;
const KEY = [sql`i.updated_at`, sql`i.id`];
const keyOf = (x: string): Sql[] => [sql`${identifier(x)}.updated_at`, sql`${identifier(x)}.stream_item_id`];

/** A group of the caller's has brought the item to the top since it came there for all in its course (activity#10). */
const byGroup = (g: string, { groupIds }: Contexts): Sql =>
  sql`${identifier(g)}.stream_item_id = i.id and ${identifier(g)}.group_id = any(${groupIds}::int[]) and ${identifier(g)}.updated_at > i.updated_at`;

/** What is said to all, where what it is of is to be seen (activity#18). */
const toAll = (topic: Sql): Sql =>
  sql`${isForAll('i')} and (i.topic_id is null or (select ${topic} from discussion_topics t where t.id = i.topic_id))`;
/** Only a topic of a group set has parts in groups: what they brought it while it had one counts no more once it has none (activity#10). */
const HAS_PARTS = sql`t.group_category_id is not null`;
const toAllOfCourse = (p: Reader): Sql =>
  toAll(sql`${isPosted('t')} and (not ${HAS_PARTS} or not exists (select 1 from stream_item_groups g where ${byGroup('g', p)}))`);
const toAllOfGroup = (): Sql => toAll(isPosted('t'));
const toMost = ({ callerId, messageIsSeen }: Reader): Sql =>
  sql`i.audience is not null and ${isToldTo('i', callerId)} and ${messageIsSeen}`;

const newestOf = (where: Sql, cut: Cut): Sql => sql`select ${FIELDS}, i.updated_at from stream_items i where ${where} ${nearest(KEY, cut)}`;

/** Where the rows of a page of all contexts are found, each by an index of its own. */
interface Source {
  number: Sql;
  column: Sql;
  idsOf: (p: Reader) => Sql;
  seen: (p: Reader) => Sql;
}
const COURSES = { column: sql`i.course_id`, idsOf: ({ courseIds }: Reader) => sql`${courseIds}::int[]` };
const GROUPS = { column: sql`i.group_id`, idsOf: ({ groupIds }: Reader) => sql`${groupIds}::int[]` };
interface Sources {
  course: Source;
  group: Source;
}
const OF_ALL: Sources = {
  course: { number: sql`1`, ...COURSES, seen: toAllOfCourse },
  group: { number: sql`2`, ...GROUPS, seen: toAllOfGroup },
};
const OF_MOST: Sources = { course: { number: sql`3`, ...COURSES, seen: toMost }, group: { number: sql`4`, ...GROUPS, seen: toMost } };

const NOT_BEYOND = ({ down }: Cut): Sql => (down ? sql`>=` : sql`<=`);
/** A row of this time may stand on the page: `least` has the time of the page's last row. */
export const isWithin = (updatedAt: Sql, cut: Cut): Sql => sql`${updatedAt} ${NOT_BEYOND(cut)} (select least.updated_at from least)`;
/**
 * The same of an item `i` of the context that this column names. By the context first, so that its index is read as far as that; by the
 * time alone the planner may take the index of times, of the items of the whole school.
 */
const isWithinIn = (column: Sql, id: Sql, least: string, cut: Cut): Sql =>
  sql`(${column}, i.updated_at) ${NOT_BEYOND(cut)} (${id}, (select least.updated_at from ${identifier(least)} least))`;

/** The least time of a page that is made of these rows. */
const leastOf = (rows: string, { size, down }: Cut): Sql => sql`select coalesce((select x.updated_at from ${identifier(rows)} x
      order by ${inOrder(keyOf('x'), down)} offset ${size} - 1 limit 1), ${down ? sql`'-infinity'` : sql`'infinity'`}) as updated_at`;

/** Twice what it is when all have enough, for contexts in which there is nothing. */
const shareOf = ({ courseIds, groupIds }: Contexts, { size }: Cut): Sql =>
  sql`1 + 2 * ${size} / greatest(cardinality(${courseIds}::int[]) + cardinality(${groupIds}::int[]), 1)`;

const sharesOf = ({ course, group }: Sources, p: Reader, cut: Cut, bound: (column: Sql) => Sql): Sql =>
  join(
    [course, group].map(({ number, column, idsOf, seen }) => {
      const items = newestOf(sql`${column} = place.id and ${seen(p)} ${bound(column)}`, { ...cut, size: shareOf(p, cut) });
      return sql`select ${number} as source, place.id, x.* from unnest(${idsOf(p)}) place(id) cross join lateral (
        select i.*, row_number() over (order by ${inOrder(keyOf('i'), cut.down)}) as nth from (${items}) i) x`;
    }),
    ' union all ',
  );

/**
 * Of each context its share of a page, and the least time of a page that is made of these: no page reaches beyond that. So a page looks
 * at little more than its own rows, and at one of each context. Messages come second: whom they are not for steps over them, and so
 * does it no further than a page of what is said to all reaches.
 */
export const shares = (p: Reader, cut: Cut): Sql => sql`with of_all as materialized (${sharesOf(OF_ALL, p, cut, () => none)}),
    least_of_all as materialized (${leastOf('of_all', cut)}),
    share as materialized (select * from of_all union all
      ${sharesOf(OF_MOST, p, cut, (column) => sql`and ${isWithinIn(column, sql`place.id`, 'least_of_all', cut)}`)}),
    least as materialized (${leastOf('share', cut)})`;

/** The shares, and what else there is before the least time in contexts that have more than their share there. */
export function newestOfContexts(p: Reader, cut: Cut): Sql[] {
  const { size, down } = cut;
  const more = [OF_ALL.course, OF_ALL.group, OF_MOST.course, OF_MOST.group].map(
    ({ number, column, seen }) => sql`select more.* from share x cross join lateral (
      select ${FIELDS}, i.updated_at from stream_items i
      where ${column} = x.id and ${seen(p)} and ${comesAfter(KEY, keyOf('x'), down)} and ${isWithinIn(column, sql`x.id`, 'least', cut)}
      order by ${inOrder(KEY, down)} limit ${size}) more
    where x.source = ${number} and x.nth = ${shareOf(p, cut)} and ${isWithin(sql`x.updated_at`, cut)}`,
  );
  return [sql`select x.stream_item_id, x.type, x.topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at from share x`, ...more];
}

const newestInOne =
  (of: keyof Sources) =>
  (p: Reader, id: Piece, cut: Cut): Sql[] =>
    [OF_ALL[of], OF_MOST[of]].map(({ column, idsOf, seen }) =>
      newestOf(sql`${column} = ${id} and ${id} = any(${idsOf(p)}) and ${seen(p)}`, cut),
    );
export const newestOfCourse = newestInOne('course');
export const newestOfGroup = newestInOne('group');

/** Root topics where a group of the caller's has brought them: each once, at the latest time. */
export const newestByGroups = (p: Contexts, which: Sql, cut: Cut): Sql => sql`select x.* from unnest(${p.groupIds}::int[]) place(id)
      cross join lateral (select ${FIELDS}, g.updated_at from stream_item_groups g join stream_items i on i.id = g.stream_item_id
        where g.group_id = place.id and ${byGroup('g', p)} and i.course_id = any(${p.courseIds}::int[]) and ${which} and ${toAll(sql`${isPosted('t')} and ${HAS_PARTS}`)}
          and not exists (select 1 from stream_item_groups o where ${byGroup('o', p)} and (o.updated_at, o.group_id) > (g.updated_at, g.group_id))
        ${nearest([sql`g.updated_at`, sql`g.stream_item_id`], cut)}) x`;
