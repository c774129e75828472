import { type Cut, comesAfter, inOrder, nearest } from '../../store/lists.ts';
import { identifier, join, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { isPosted } from '../discussions/relations.ts';
import type { Contexts } from './contexts.ts';

/**
 * What is said to a whole course or group has one item, and is in the stream of whoever takes part there when the stream is read
 * (activity#7, activity#13, activity#20). So saying it costs the same however many they are.
 */
const TYPES = sql`('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic')`;

/** An item is of those. */
export const isForAll = (i: string): Sql => sql`${identifier(i)}.type in ${TYPES}`;
/** An instance is of what is its user's alone; those of an earlier release are left aside. */
export const isOwn = (x: string): Sql => sql`${identifier(x)}.type not in ${TYPES}`;

const FIELDS = sql`i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id`;
const KEY = [sql`i.updated_at`, sql`i.id`];
const keyOf = (x: string): Sql[] => [sql`${identifier(x)}.updated_at`, sql`${identifier(x)}.stream_item_id`];

/** What item `i` is of is to be seen (activity#18). */
const isSeen = (topic: Sql): Sql =>
  sql`${isForAll('i')} and (i.topic_id is null or (select ${topic} from discussion_topics t where t.id = i.topic_id))`;

/** A group of the caller's has brought the item to the top since it came there for all in its course (activity#10). */
const byGroup = (g: string, { groupIds }: Contexts): Sql =>
  sql`${identifier(g)}.stream_item_id = i.id and ${identifier(g)}.group_id = any(${groupIds}::int[]) and ${identifier(g)}.updated_at > i.updated_at`;

const ofCourse = (p: Contexts): Sql =>
  isSeen(
    sql`${isPosted('t')} and (t.group_category_id is null or not exists (select 1 from stream_item_groups g where ${byGroup('g', p)}))`,
  );
const ofGroup = isSeen(isPosted('t'));

const newestOf = (where: Sql, cut: Cut): Sql => sql`select ${FIELDS}, i.updated_at from stream_items i where ${where} ${nearest(KEY, cut)}`;

/** Where the rows of a page of all contexts are found. */
const PLACES = [
  { column: sql`i.course_id`, ofGroup: sql`false`, idsOf: ({ courseIds }: Contexts) => sql`${courseIds}::int[]`, seen: ofCourse },
  { column: sql`i.group_id`, ofGroup: sql`true`, idsOf: ({ groupIds }: Contexts) => sql`${groupIds}::int[]`, seen: () => ofGroup },
] as const;

const LEAST = sql`(select least.updated_at from least)`;
/** No page holds what is beyond; a row may be. */
export const isWithin = (updatedAt: Sql, { down }: Cut): Sql => sql`${updatedAt} ${down ? sql`>=` : sql`<=`} ${LEAST}`;

const shareOf = ({ courseIds, groupIds }: Contexts, { size }: Cut): Sql => {
  const count = sql`(cardinality(${courseIds}::int[]) + cardinality(${groupIds}::int[]))`;
  return sql`(${size} + ${count} - 1) / greatest(${count}, 1)`;
};

/**
 * Of each context its share of a page, and the least time of a page that is made of these: no page reaches beyond that. So a page looks
 * at little more than its own rows, and at one of each context.
 */
export function shares(p: Contexts, cut: Cut): Sql {
  const { size, down } = cut;
  const found = PLACES.map(({ column, ofGroup: kind, idsOf, seen }) => {
    const items = newestOf(sql`${column} = place.id and ${seen(p)}`, { ...cut, size: shareOf(p, cut) });
    return sql`select ${kind} as of_group, place.id, x.* from unnest(${idsOf(p)}) place(id) cross join lateral (
        select i.*, row_number() over (order by ${inOrder(keyOf('i'), down)}) as nth from (${items}) i) x`;
  });
  return sql`with share as materialized (${join(found, ' union all ')}),
    least as materialized (select coalesce((select x.updated_at from share x order by ${inOrder(keyOf('x'), down)} offset ${size} - 1 limit 1),
      ${down ? sql`'-infinity'` : sql`'infinity'`}) as updated_at)`;
}

/** The shares, and what else there is before the least time in contexts that have more than their share there. */
export function newestOfAll(p: Contexts, cut: Cut): Sql[] {
  const { size, down } = cut;
  const more = PLACES.map(
    ({ column, ofGroup: kind, seen }) => sql`select more.* from share x cross join lateral (
      select ${FIELDS}, i.updated_at from stream_items i
      where ${column} = x.id and ${seen(p)} and ${comesAfter(KEY, keyOf('x'), down)} and ${isWithin(sql`i.updated_at`, cut)}
      order by ${inOrder(KEY, down)} limit ${size}) more
    where x.of_group = ${kind} and x.nth = ${shareOf(p, cut)} and ${isWithin(sql`x.updated_at`, cut)}`,
  );
  return [sql`select x.stream_item_id, x.type, x.topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at from share x`, ...more];
}

export const newestOfCourse = (p: Contexts, id: Piece, cut: Cut): Sql =>
  newestOf(sql`i.course_id = ${id} and ${id} = any(${p.courseIds}::int[]) and ${ofCourse(p)}`, cut);
export const newestOfGroup = (p: Contexts, id: Piece, cut: Cut): Sql =>
  newestOf(sql`i.group_id = ${id} and ${id} = any(${p.groupIds}::int[]) and ${ofGroup}`, cut);

/** Root topics where a group of the caller's has brought them: each once, at the latest time. */
export const newestByGroups = (p: Contexts, which: Sql, cut: Cut): Sql => sql`select x.* from unnest(${p.groupIds}::int[]) place(id)
      cross join lateral (select ${FIELDS}, g.updated_at from stream_item_groups g join stream_items i on i.id = g.stream_item_id
        where g.group_id = place.id and ${byGroup('g', p)} and i.course_id = any(${p.courseIds}::int[]) and ${which} and ${ofGroup}
          and not exists (select 1 from stream_item_groups o where ${byGroup('o', p)} and (o.updated_at, o.group_id) > (g.updated_at, g.group_id))
        ${nearest([sql`g.updated_at`, sql`g.stream_item_id`], cut)}) x`;
