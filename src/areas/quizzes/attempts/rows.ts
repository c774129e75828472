import { statement } from '../../../store/database.ts';
import { keyedList } from '../../../store/lists.ts';
import { hideResults } from '../../../store/sql/enums.ts';
import { identifier, type Piece, type Sql, sql } from '../../../store/sql/sql.ts';
import type { ParametersOf } from '../../../store/sql/statement.ts';
import { array, boolean, float, int, nullable, type RowOf, someOf, text, timestamptz } from '../../../store/sql/types.ts';
import { isGraded, isStudentWithin } from '../../enrollments/relations.ts';
import { allowedTo, isFinished } from '../relations.ts';
import { GRACE_MS } from './rules.ts';

export const GRACE = sql`interval '${GRACE_MS} milliseconds'`;

const ATTEMPT_ROW = {
  id: int,
  quizId: int,
  userId: int,
  number: int,
  validationToken: text,
  startedAt: timestamptz,
  endAt: nullable(timestamptz),
  finishedAt: nullable(timestamptz),
  score: nullable(float),
  pending: boolean,
  fudgePoints: float,
  /** The score that is kept of all attempts of the student. */
  keptScore: nullable(float),
  muted: boolean,
  /** The caller reads it as who grades it. */
  graded: boolean,
  hideResults: nullable(hideResults),
  /** -1: without end. */
  allowedAttempts: int,
  /** How many are begun. */
  begun: int,
  /** One of them is not finished. */
  unfinished: boolean,
};
export type AttemptRow = RowOf<typeof ATTEMPT_ROW>;

/** What counts of all attempts `k` of one student at a quiz with this policy, as `keptOf` (scoring/scoring.ts) says it of rows. */
export const keptAmong = (k: string, policy: Sql): Sql => sql`case ${policy} when 'keep_latest'
    then (array_agg(${identifier(k)}.score order by ${identifier(k)}.number desc) filter (where ${isFinished(k)}))[1]
    else max(${identifier(k)}.score) end`;

/** The columns of attempts `t` of quizzes `q`. */
const COLUMNS = sql`t.id, t.quiz_id as "quizId", t.user_id as "userId", t.number, t.validation_token as "validationToken", t.started_at as "startedAt",
  t.end_at as "endAt", t.finished_at as "finishedAt", t.score, t.pending, t.fudge_points as "fudgePoints", ${allowedTo(sql`t.user_id`)} as "allowedAttempts",
  q.hide_results as "hideResults", coalesce((select a.muted from assignments a where a.id = q.assignment_id), false) as muted,
  (select ${keptAmong('k', sql`q.scoring_policy`)} from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id) as "keptScore",
  (select max(k.number) from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id) as begun,
  exists (select 1 from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id and k.finished_at is null) as unfinished`;

const courseOf = (quiz: Piece): Sql => sql`(select course_id from quizzes where id = ${quiz})`;
/** Of a student of the course: of who is none any more it is nobody's to read (quizzes#56). */
const ofStudents = (course: Piece): Sql => isStudentWithin(course, sql`t.user_id`, sql`null`);

const TAKES = { quizId: int, userIds: array(int), ...someOf({ reach: nullable(array(int)) }) };
const list = (name: string, select: (p: ParametersOf<typeof TAKES>) => Sql) =>
  keyedList({
    name,
    takes: TAKES,
    gives: ATTEMPT_ROW,
    select,
    around: (page) => sql`select ${COLUMNS}, t.graded from (${page}) t join quizzes q on q.id = t.quiz_id`,
    key: [
      { sql: sql`t.user_id`, type: 'int' },
      { sql: sql`t.number`, type: 'int' },
    ],
    keyOf: (row) => [row.userId, row.number],
  });

/** The attempts of a quiz, by student and number: those of these people, and to who grades those of the students in a reach. */
export const attemptsOfQuiz = {
  toOthers: list(
    'attempts_of_students',
    (p) => sql`select t.*, false as graded from quiz_attempts t
     where t.quiz_id = ${p.quizId} and t.user_id = any(${p.userIds}::int[]) and ${ofStudents(courseOf(p.quizId))}`,
  ),
  toGraders: list(
    'attempts_of_quiz',
    // Who is in the list as none of these people is in it as graded, and is not looked up again.
    (
      p,
    ) => sql`select t.*, case when t.user_id = any(${p.userIds}::int[]) then ${isGraded(courseOf(p.quizId), sql`t.user_id`, p.reach)} else true end as graded
     from quiz_attempts t where t.quiz_id = ${p.quizId} and ${ofStudents(courseOf(p.quizId))}
       and (${isGraded(courseOf(p.quizId), sql`t.user_id`, p.reach)} or t.user_id = any(${p.userIds}::int[]))`,
  ),
};

/** One of a student of a course, for who grades in a reach. */
export const attemptById = statement({
  name: 'quiz_attempt',
  takes: { courseId: int, quizId: int, id: int, reach: nullable(array(int)) },
  gives: ATTEMPT_ROW,
  sql: (p) => sql`select ${COLUMNS}, ${isGraded(sql`q.course_id`, sql`t.user_id`, p.reach)} as graded
   from quiz_attempts t join quizzes q on q.id = t.quiz_id
   where t.id = ${p.id} and q.id = ${p.quizId} and q.course_id = ${p.courseId} and not q.deleted and ${ofStudents(sql`q.course_id`)}`,
});
