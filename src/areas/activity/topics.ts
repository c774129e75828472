import type { Ctx } from '../../access/context.ts';
import { readable } from '../../http/plain-text.ts';
import { statement } from '../../store/database.ts';
import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, json, nullable, type RowOf, text } from '../../store/sql/types.ts';
import { administersCourse } from '../accounts/relations.ts';
import { asksForPost, isTopic } from '../discussions/relations.ts';
import { isStaffOf, ofObserver, ofStudent, readsAsEditorIn, studentOf, takesPart } from '../enrollments/relations.ts';
import { isMemberOf, moderates } from '../groups/relations.ts';
import { datesFor, groupsOfStudents, sectionsOfStudents, VIEWER_OF_MINE } from '../overrides/relations.ts';
import type { ReaderKind } from './asking.ts';

interface RootEntryRow {
  userId: number;
  userName: string;
  message: string;
}

const TOPIC_ROW = {
  id: int,
  title: text,
  /** Null too where the assignment has yet to open (assignments#31). */
  message: nullable(text),
  assignmentId: nullable(int),
  requireInitialPost: boolean,
  posted: boolean,
  entryCount: int,
  /** The newest at the top, newest first; none where the caller has to post first (activity#8). */
  entries: json<RootEntryRow[]>(),
};
export type TopicItem = RowOf<typeof TOPIC_ROW>;

/**
 * Topics `t` that are not the same to everybody: those of the groups of a set, those that ask for a post first, those of assignments.
 * They are read by a statement of their own, which takes longer, and is sent where there are any.
 */
export const PARTICULAR = sql`t.group_category_id is not null or ${asksForPost('t')} or t.assignment_id is not null`;

const ENTRIES_SHOWN = 3;
const TOP_LEVEL = sql`e.root_entry_id is null and not e.deleted`;

/** How many entries at the top level the topics of an array have together. */
export const ENTRY_COUNT = (ids: Sql): Sql =>
  sql`(select count(*) from discussion_entries e where e.topic_id = any(${ids}) and ${TOP_LEVEL})`;

/** The newest of each topic, found in its index, and of these the newest. */
const newest = (ids: Sql): Sql => sql`select newest.* from unnest(${ids}) r(id) cross join lateral (
      select e.id, e.user_id, e.message from discussion_entries e where e.topic_id = r.id and ${TOP_LEVEL}
      order by e.id desc limit ${ENTRIES_SHOWN}) newest
    order by newest.id desc limit ${ENTRIES_SHOWN}`;
export const entriesOf = (ids: Sql): Sql => sql`coalesce((select json_agg(json_build_object('userId', n.user_id,
      'userName', (select u.short_name from users u where u.id = n.user_id), 'message', ${readable(sql`n.message`)}) order by n.id desc) from (${newest(ids)}) n), '[]')`;

/** Staff of a course; who is that nowhere is not asked. */
const IS_STAFF: Readonly<Record<ReaderKind, (caller: Piece, course: Sql) => Sql>> = {
  anybody: (caller, course) => sql`(${isStaffOf(course, caller)} or ${administersCourse(course, caller)})`,
  student: () => sql`false`,
};
/** Staff whom dates and modules never hold back. */
const IS_EDITOR: typeof IS_STAFF = {
  anybody: (caller, course) => sql`(${readsAsEditorIn(course, caller)} or ${administersCourse(course, caller)})`,
  student: () => sql`false`,
};
const courseOf = (t: string): Sql =>
  sql`coalesce(${identifier(t)}.course_id, (select g.course_id from groups g where g.id = ${identifier(t)}.group_id))`;

/** Who may moderate a topic need not post first (discussions#50). */
export const mayModerate = (to: ReaderKind, t: string, caller: Piece): Sql =>
  sql`(${IS_STAFF[to](caller, courseOf(t))} or ${moderates(sql`${identifier(t)}.group_id`, caller)})`;

/** Whose dates an assignment has for the caller: their own as a student, those of the students whom they observe (overrides#4). */
const mine = (
  caller: Piece,
): Sql => sql`mine as materialized (select own.*, ${sectionsOfStudents(sql`own.course_id`, sql`own.students`)} as sections,
      ${groupsOfStudents(sql`own.course_id`, sql`own.students`)} as groups from (select e.course_id,
      array_agg(${studentOf('e')}) as students
    from enrollments e where e.user_id = ${caller} and ${takesPart('e')} and (${ofStudent('e')} or ${ofObserver('e')})
    group by e.course_id) own)`;
const DATES = datesFor(VIEWER_OF_MINE.student);

/** Topics as the caller has them. */
function shown(name: string, to: ReaderKind) {
  const isStaff = IS_STAFF[to];
  return statement({
    name,
    takes: { callerId: int, ids: array(int) },
    gives: TOPIC_ROW,
    sql: (p) => sql`with ${mine(p.callerId)}
     select t.id, t.title, case when open.now then ${readable(sql`t.message`)} end as message, t.assignment_id as "assignmentId", t.require_initial_post as "requireInitialPost", has.posted,
       ${ENTRY_COUNT(sql`reach.ids`)} as "entryCount",
       case when not ${asksForPost('t')} or has.posted or exempt.now then ${entriesOf(sql`reach.ids`)} else '[]' end as entries
     from discussion_topics t
       -- It and those of its children that the caller sees (discussions#76).
       cross join lateral (select coalesce((select array_agg(c.id) || t.id from discussion_topics c
         where t.group_category_id is not null and c.root_topic_id = t.id and ${isTopic('c')}
           and (${isStaff(p.callerId, sql`t.course_id`)} or ${isMemberOf(sql`c.group_id`, p.callerId)})), array[t.id]) as ids) reach
       cross join lateral (select ${asksForPost('t')} and exists (select 1 from discussion_entries e
         where e.user_id = ${p.callerId} and e.topic_id = any(reach.ids) and not e.deleted) as posted) has
       cross join lateral (select ${mayModerate(to, 't', p.callerId)} as now) exempt
       -- The text of what is one thing with an assignment is nobody's before that opens, but for who may edit it (discussions#86).
       cross join lateral (select t.assignment_id is null or ${IS_EDITOR[to](p.callerId, sql`t.course_id`)} or not exists (select 1 from assignments a
         left join mine on mine.course_id = a.course_id ${DATES} where a.id = t.assignment_id and dates.unlock_at > now()) as now) open
     where t.id = any(${p.ids}::int[])`,
  });
}

const shownTo = {
  anybody: shown('stream_topics', 'anybody'),
  student: shown('stream_topics_to_student', 'student'),
} as const;

/** Particular topics. */
export const topicsById = async (ctx: Ctx, ids: readonly number[], to: ReaderKind): Promise<TopicItem[]> =>
  ids.length === 0 ? [] : ctx.db.rows(shownTo[to], { callerId: ctx.caller.userId, ids });
