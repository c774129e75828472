import type { TxCtx } from '../../access/context.ts';
import { iso } from '../../http/timestamps.ts';
import { statement } from '../../store/database.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import { array, int, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { isMuted, isPublished } from '../assignments/relations.ts';
import { isCourse, isGoingOn, isUnpublished } from '../courses/relations.ts';
import { isActive, isOpenTo, ofStaff, ofStudent } from '../enrollments/relations.ts';
import type { Note } from '../notifications/notify.ts';
import { dueAtOfAll } from '../overrides/relations.ts';
import { isTurnedIn } from '../submissions/relations.ts';
import { notifyByMessage } from './messages.ts';

const TOLD_OF_ROW = {
  id: int,
  courseId: int,
  name: text,
  people: array(int),
};
type ToldOf = RowOf<typeof TOLD_OF_ROW>;

/** Those who see the assignment (assignments#34), but for who has changed it. */
const changed = statement({
  name: 'assignment_to_notify_of',
  takes: { assignmentId: int, userId: int },
  gives: TOLD_OF_ROW,
  sql: (p) => sql`select a.id, a.course_id as "courseId", a.name, array(select distinct e.user_id from enrollments e
     where e.course_id = a.course_id and ${isActive('e')} and e.user_id <> ${p.userId}
       and (${ofStaff('e')} or (not ${isUnpublished('c')} and ${isPublished('a')}))) as people
   from assignments a join courses c on c.id = a.course_id and ${isCourse('c')}
   where a.id = ${p.assignmentId} and not a.deleted and not ${isMuted('a')}`,
});

const pathOf = ({ courseId, id }: ToldOf): string => `/courses/${courseId}/assignments/${id}`;

/** The same of a quiz that has no assignment, and is not muted by any (quizzes#20). */
const changedQuiz = statement({
  name: 'quiz_to_notify_of',
  takes: { quizId: int, userId: int },
  gives: TOLD_OF_ROW,
  sql: (p) => sql`select q.id, q.course_id as "courseId", q.title as name, array(select distinct e.user_id from enrollments e
     where e.course_id = q.course_id and ${isActive('e')} and e.user_id <> ${p.userId} and ${isOpenTo('e', 'c')}) as people
   from quizzes q join courses c on c.id = q.course_id and ${isCourse('c')}
   where q.id = ${p.quizId} and not q.deleted and ${isPublished('q')}`,
});

// It may have yet to open (notifications#4): mails name it, and hold no text of it.
const noteOf = ({ courseId, name, people }: ToldOf, key: string, path: string): Note => ({
  key,
  category: 'Assignment Changed',
  subject: `Changed: ${name}`,
  body: '',
  path,
  courseId,
  groupId: null,
  people,
});

export async function notifyOfAssignmentChange(tx: TxCtx, assignmentId: number, userId: number, at: number): Promise<void> {
  const rows = await tx.db.rows(changed, { assignmentId, userId });
  await notifyByMessage(
    tx,
    rows.map((told) => ({ ...noteOf(told, `assignment:${told.id}:${at}`, pathOf(told)), assignmentId: told.id })),
  );
}

export async function notifyOfQuizChange(tx: TxCtx, quizId: number, userId: number, at: number): Promise<void> {
  const rows = await tx.db.rows(changedQuiz, { quizId, userId });
  await notifyByMessage(
    tx,
    rows.map((told) => ({ ...noteOf(told, `quiz:${told.id}:${at}`, `/courses/${told.courseId}/quizzes/${told.id}`), quizId: told.id })),
  );
}

const DUE_SOON_ROW = {
  ...TOLD_OF_ROW,
  dueAt: timestamptz,
  key: text,
};
const WITHIN_A_DAY = sql`between now() and now() + interval '1 day'`;
/** Assignments `a` that are due within a day, to everybody or to some. */
const SOON = sql`select a.id, a.course_id, a.name, a.due_at, a.group_category_id from assignments a join courses c on c.id = a.course_id and ${isGoingOn('c')} and ${isPublished('a')}
   where not a.deleted and (a.due_at ${WITHIN_A_DAY}
     or exists (select 1 from assignment_overrides o where o.assignment_id = a.id and o.due_at ${WITHIN_A_DAY}))`;
/** Work that is due to a student within a day, by the student's own date, and is not turned in yet. */
const DUE = sql`select a.id, a.course_id, a.name, d.due_at, 'due:' || a.id || ':' || (extract(epoch from d.due_at) * 1000)::bigint as key,
     array_agg(d.user_id order by d.user_id) as people
   from soon a cross join lateral (${dueAtOfAll(
     sql`select e.user_id from enrollments e where e.course_id = a.course_id and ${ofStudent('e')} and ${isActive('e')}`,
   )} ${ONE_BY_ONE}) d
   where d.due_at ${WITHIN_A_DAY}
     and not exists (select 1 from submissions s where s.assignment_id = a.id and s.user_id = d.user_id and ${isTurnedIn('s')} ${ONE_BY_ONE})
   group by a.id, a.course_id, a.name, d.due_at`;
/** Whom these notifications told. */
const TOLD_BY = (ids: Sql): Sql => sql`select unnest(i.audience) from stream_items i where i.notification_id = any(${ids})
     union all select x.user_id from stream_items i join stream_item_instances x on x.stream_item_id = i.id where i.notification_id = any(${ids})`;
/**
 * A date may come to some later than to others: they join the course, or an override goes. Each time that somebody is left to be told of a
 * date has a key of its own, made of how many were before: two jobs at once, which saw the same, tell them once.
 */
const dueSoon = statement({
  name: 'assignments_due_soon',
  gives: DUE_SOON_ROW,
  sql: () => sql`with soon as materialized (${SOON}), due as materialized (${DUE})
   select due.id, due.course_id as "courseId", due.name, due.due_at as "dueAt",
     due.key || case when before.ids = '{}' then '' else ':' || cardinality(before.ids) end as key, remaining.people
   from due
     cross join lateral (select array(select n.id from notifications n where n.assignment_id = due.id
       and (n.key = due.key or starts_with(n.key, due.key || ':'))) as ids) before
     cross join lateral (select array(select unnest(due.people) except (${TOLD_BY(sql`before.ids`)})) as people) remaining
   where remaining.people <> '{}'`,
});

/** Each student once for each due date, however often it is looked for. */
export async function remindOfDueDates(tx: TxCtx): Promise<void> {
  const rows = await tx.db.rows(dueSoon, {});
  await notifyByMessage(
    tx,
    rows.map((told) => ({
      key: told.key,
      category: 'Due Date',
      subject: `Due soon: ${told.name}`,
      body: `Due at ${iso(told.dueAt)}`,
      path: pathOf(told),
      courseId: told.courseId,
      groupId: null,
      assignmentId: told.id,
      people: told.people,
    })),
  );
}
