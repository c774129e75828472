import type { TxCtx } from '../../access/context.ts';
import { cut } from '../../http/plain-text.ts';
import { statement } from '../../store/database.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { identifier, type Sql, sql } from '../../store/sql/sql.ts';
import { array, int, present, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { isMuted, isPublished } from '../assignments/relations.ts';
import { isOpen } from '../courses/relations.ts';
import { gradesStudent, isActive, isActiveStudentOf, ofStudent } from '../enrollments/relations.ts';
import { type Note, notify } from '../notifications/notify.ts';
import { wasGraded } from '../submissions/relations.ts';

/** Who grades a submission `s` (access#1). */
const GRADERS = sql`select g.user_id from enrollments g where g.course_id = s.course_id and ${isActive('g')}
    and ${gradesStudent('g', sql`s.course_id`, sql`s.user_id`)}`;

/**
 * Each `source` with the id of its item. They are grouped rather than joined: of how many there are PostgreSQL has no idea, and would compare
 * each with each.
 */
const BESIDE = sql`select x.assignment_id, x.user_id, max(x.item_id) as item_id, max(x.course_id) as course_id, max(x.for_student) as for_student,
       max(x.for_graders) as for_graders
     from (select assignment_id, user_id, null::int as item_id, course_id, for_student, for_graders from source
       union all select assignment_id, student_id, id, null, null, null from item) x
     group by x.assignment_id, x.user_id having max(x.item_id) is not null`;

/**
 * Submissions, each of an assignment and a student, in the streams of students, where a grade or what others said is to be seen, and in
 * those of the graders, where the student has said something (activity#12).
 */
const spread = statement({
  name: 'submissions_into_streams',
  takes: { assignmentIds: array(int), userIds: array(int) },
  sql: (p) => sql`with source as materialized (
     select s.*, greatest(case when not ${isMuted('a')} then s.graded_at end, (select max(c.created_at) from submission_comments c
         where c.assignment_id = s.assignment_id and c.user_id = s.user_id and c.author_id <> s.user_id and not c.hidden)) as for_student,
       (select max(c.created_at) from submission_comments c
         where c.assignment_id = s.assignment_id and c.user_id = s.user_id and c.author_id = s.user_id) as for_graders
     from (select distinct t.assignment_id, t.user_id from unnest(${p.assignmentIds}::int[], ${p.userIds}::int[]) t(assignment_id, user_id)) one
       join submissions s on s.assignment_id = one.assignment_id and s.user_id = one.user_id
       join assignments a on a.id = s.assignment_id and not a.deleted),
   item as (
     insert into stream_items (type, course_id, assignment_id, student_id, created_at, updated_at)
     select 'Submission', course_id, assignment_id, user_id, created_at, greatest(for_student, for_graders)
     from source where for_student is not null or for_graders is not null order by assignment_id, user_id
     on conflict (assignment_id, student_id) do update set updated_at = greatest(stream_items.updated_at, excluded.updated_at)
     returning id, assignment_id, student_id)
   insert into stream_item_instances as x (user_id, stream_item_id, type, course_id, updated_at)
   select p.user_id, s.item_id, 'Submission', s.course_id, p.at
   from (${BESIDE}) s cross join lateral (
     select e.user_id, s.for_student as at from enrollments e where s.for_student is not null and e.course_id = s.course_id
       and e.user_id = s.user_id and ${ofStudent('e')} and ${isActive('e')}
     union
     select g.user_id, s.for_graders from (${GRADERS}) g where s.for_graders is not null and g.user_id <> s.user_id) p
   order by s.item_id, p.user_id
   on conflict (stream_item_id, user_id) do update set updated_at = greatest(x.updated_at, excluded.updated_at)`,
});

/** Which submission is told of, and the name of its assignment. */
const TOLD_OF_ROW = {
  assignmentId: int,
  userId: int,
  courseId: int,
  name: text,
};
type ToldOf = RowOf<typeof TOLD_OF_ROW>;
const TOLD_OF = sql`s.assignment_id as "assignmentId", s.user_id as "userId", s.course_id as "courseId", a.name`;

const pathOf = ({ courseId, assignmentId, userId }: ToldOf): string =>
  `/courses/${courseId}/assignments/${assignmentId}/submissions/${userId}`;

const GRADED_ROW = {
  gradedAt: present(timestamptz),
  ...TOLD_OF_ROW,
};
type Graded = RowOf<typeof GRADED_ROW>;

/** Of assignment `a` in course `c`: its students may see it, and are told of what is said and given there (notifications#1). */
const IS_THERE_FOR_STUDENTS = sql`${isPublished('a')} and ${isOpen('c')}`;

/** Grades that are to be seen, of students who are there. */
const graded = statement({
  name: 'grades_to_notify_of',
  takes: { assignmentId: int, userIds: array(int) },
  gives: GRADED_ROW,
  sql: (
    p,
  ) => sql`select ${TOLD_OF}, s.graded_at as "gradedAt" from submissions s join assignments a on a.id = s.assignment_id join courses c on c.id = s.course_id
   where s.assignment_id = ${p.assignmentId} and s.user_id = any(${p.userIds}::int[]) and ${wasGraded('s')} and not ${isMuted('a')} and not a.deleted
     and ${IS_THERE_FOR_STUDENTS} and ${isActiveStudentOf(sql`s.course_id`, sql`s.user_id`)}
   order by s.user_id`,
});

/** The mail does not say which grade: who opens it may not be alone. */
const noteOfGrade = (told: Graded): Note => ({
  key: `grade:${told.assignmentId}:${told.userId}:${told.gradedAt.getTime()}`,
  category: 'Grading',
  subject: `Graded: ${told.name}`,
  body: '',
  path: pathOf(told),
  courseId: told.courseId,
  groupId: null,
  people: [told.userId],
});

export async function notifyOfSubmissions(tx: TxCtx, assignmentId: number, userIds: readonly number[]): Promise<void> {
  await tx.db.rows(spread, { assignmentIds: userIds.map(() => assignmentId), userIds });
  await notify(tx, (await tx.db.rows(graded, { assignmentId, userIds })).map(noteOfGrade));
}

const SAID_ROW = {
  id: int,
  author: text,
  comment: text,
  people: array(int),
  ...TOLD_OF_ROW,
};
type Said = RowOf<typeof SAID_ROW>;

/** To the student what others say, once it is to be seen; to the graders what the student says. */
const said = statement({
  name: 'comments_to_notify_of',
  takes: { commentIds: array(int) },
  gives: SAID_ROW,
  sql: (p) => sql`select ${TOLD_OF}, sc.id, u.short_name as author, sc.comment,
     array(select p.user_id from (
       select e.user_id from enrollments e where sc.author_id <> sc.user_id and e.course_id = s.course_id and e.user_id = s.user_id
         and ${ofStudent('e')} and ${isActive('e')} and ${IS_THERE_FOR_STUDENTS}
       union
       select g.user_id from (${GRADERS}) g where sc.author_id = sc.user_id) p where p.user_id <> sc.author_id) as people
   from submission_comments sc cross join lateral (select * from submissions one
       where one.assignment_id = sc.assignment_id and one.user_id = sc.user_id ${ONE_BY_ONE}) s
     join assignments a on a.id = s.assignment_id and not a.deleted join courses c on c.id = s.course_id join users u on u.id = sc.author_id
   where sc.id = any(${p.commentIds}::int[]) and not sc.hidden order by sc.id`,
});

const noteOfComment = (told: Said): Note => ({
  key: `comment:${told.id}`,
  category: 'Submission Comment',
  subject: `New comment: ${told.name}`,
  body: `By ${told.author}\n\n${cut(told.comment)}`,
  path: pathOf(told),
  courseId: told.courseId,
  groupId: null,
  people: told.people,
});

export async function notifyOfComments(tx: TxCtx, commentIds: readonly number[]): Promise<void> {
  const rows = await tx.db.rows(said, { commentIds });
  await tx.db.rows(spread, { assignmentIds: rows.map((row) => row.assignmentId), userIds: rows.map((row) => row.userId) });
  await notify(tx, rows.map(noteOfComment));
}

/** Of assignments `a` that are not deleted, of the course `c`. */
const ITS_COURSE = sql`join courses c on c.id = a.course_id and not a.deleted`;
/**
 * Of notification `n`: the grade or the comment that it tells of, where it is of one, is there for this user to see. Which one it is
 * the key alone names.
 */
export const isGradeOrCommentThere = (n: string, user: Sql): Sql => sql`case
    when ${identifier(n)}.key ~ '^grade:[0-9]+:' then exists (select 1 from submissions s join assignments a on a.id = s.assignment_id ${ITS_COURSE}
      where s.assignment_id = split_part(${identifier(n)}.key, ':', 2)::int and s.user_id = ${user} and ${wasGraded('s')} and not ${isMuted('a')}
        and ${isPublished('a')})
    when ${identifier(n)}.key ~ '^comment:[0-9]+$' then exists (select 1 from submission_comments sc join assignments a on a.id = sc.assignment_id ${ITS_COURSE}
      where sc.id = split_part(${identifier(n)}.key, ':', 2)::int and not sc.hidden and (sc.user_id <> ${user} or ${isPublished('a')}))
    else true end`;
