import { queueOf } from '../../access/context.ts';
import { statement, type TxDb } from '../../store/database.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { gradingType } from '../../store/sql/enums.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, boolean, float, int, json, nullable, type RowOf, timestamptz } from '../../store/sql/types.ts';
import type { Letter } from '../../store/stored/courses.ts';
import type { Job } from '../area.ts';
import { canBeTurnedIn, isGradedByLetter, isPublished, mayHaveComeToCount } from '../assignments/relations.ts';
import { isGoingOn } from '../courses/relations.ts';
import { isActive, ofStudent } from '../enrollments/relations.ts';
import { publishEvent } from '../events/events.ts';
import { schemeOf } from '../grading-standards/relations.ts';
import { dueAtOf } from '../overrides/relations.ts';
import { coursesOf, MOVED_TAKES, mayHaveMoved, STUDENTS_MOVED } from './due-changes.ts';
import { isAmong, keyRows, keysOf, type SubmissionKeys } from './keys.ts';
import { deductFromChanged } from './late-deducting.ts';
import { missingScore } from './late-rule.ts';
import { gradedBy, gradeOfSum } from './posted-grade.ts';
import { isMissing, writtenAt } from './relations.ts';

const CANDIDATE_ROW = {
  id: int,
  courseId: int,
  enabled: boolean,
  deduction: float,
  gradingType,
  pointsPossible: nullable(float),
  scheme: nullable(json<Letter[]>()),
};

type Candidate = RowOf<typeof CANDIDATE_ROW>;

/** Assignments `a` whose missing work may have to be graded; held, so that nobody changes meanwhile what grades are written by. */
const candidates = (
  which: Sql,
): Sql => sql`select a.id, a.course_id as "courseId", lp.missing_submission_deduction_enabled as enabled, lp.missing_submission_deduction as deduction,
     a.grading_type as "gradingType", a.points_possible as "pointsPossible", case when ${isGradedByLetter('a')} then ${schemeOf('a')} end as scheme
   from late_policies lp join courses c on c.id = lp.course_id and ${isGoingOn('c')} join assignments a on a.course_id = c.id
   where not a.deleted and ${isPublished('a')} and ${which}
   order by a.id for share of a`;

const ofCourse = statement({
  name: 'missing_in_course',
  takes: { courseId: int, assignmentIds: array(int) },
  gives: CANDIDATE_ROW,
  sql: (p) => candidates(sql`lp.course_id = ${p.courseId} and a.id = any(${p.assignmentIds}::int[])`),
});

const between = (column: Sql, since: Piece): Sql => sql`(${column} > ${since} and ${column} <= now())`;

// What has come to be due since, or counts since: the course is offered, or draft state is off. Each
// course with a policy is looked at by itself: most assignments of a school, and most overrides, are of others.
const since = statement({
  name: 'missing_since',
  takes: { since: timestamptz },
  gives: CANDIDATE_ROW,
  sql: (p) =>
    candidates(sql`a.id = any(array(select due.id from late_policies lp
       cross join lateral (select c.account_id, c.updated_at from courses c where c.id = lp.course_id and ${isGoingOn('c')} ${ONE_BY_ONE}) c
       cross join lateral (select a.id from assignments a where a.course_id = lp.course_id and not a.deleted and (a.updated_at > ${p.since}
         or c.updated_at > ${p.since} or ${mayHaveComeToCount('a', p.since)} or ${between(sql`a.due_at`, p.since)}
         or exists (select 1 from assignment_overrides o where o.assignment_id = a.id and ${between(sql`o.due_at`, p.since)} ${ONE_BY_ONE})) ${ONE_BY_ONE}) due
       where lp.missing_submission_deduction_enabled))`),
});

/** What may be due at other times to those who have moved. */
const ofMoved = statement({
  name: 'missing_of_moved',
  takes: MOVED_TAKES,
  gives: CANDIDATE_ROW,
  sql: (p) =>
    candidates(
      sql`lp.missing_submission_deduction_enabled and a.course_id = any(${p.enrolled}::int[] || ${p.regrouped}::int[]) and ${mayHaveMoved(p)}`,
    ),
});

interface MissingGrade {
  assignmentId: number;
  /** Null: missing work gets none. */
  score: number | null;
  grade: string | null;
}

/** The work of this student for `a`, as their submission `s` stands. */
const isMissingWorkOf = (student: Piece): Sql => isMissing('s', { due: dueAtOf(student), submittable: canBeTurnedIn('a') });

/** Null: of all students of these assignments. */
const TAKES = { rows: json<readonly MissingGrade[]>(), assignmentIds: nullable(array(int)), userIds: nullable(array(int)) };
const isMeant = (p: ParametersOf<typeof TAKES>, student: Piece): Sql =>
  sql`(${p.userIds}::int[] is null or ${isAmong(p, sql`a.id`, student)})`;
const gradesIn = (rows: Piece): Sql => sql`json_to_recordset(${rows}::json) as r("assignmentId" int, score float8, grade text)`;
const CHANGED = { assignmentId: int, userIds: array(int) };
const told = sql`select assignment_id as "assignmentId", array_agg(user_id order by user_id) as "userIds" from s group by assignment_id order by assignment_id`;
const kept = sql`kept as (insert into grade_changes (assignment_id, user_id, attempt, score, grade, created_at)
     select assignment_id, user_id, attempt, score, grade, updated_at from s)`;

// Nobody's grade, and no work, is ever written over: the row itself decides, however many do this or turn in at once.
const give = statement({
  name: 'grade_missing_work',
  takes: TAKES,
  gives: CHANGED,
  sql: (
    p,
  ) => sql`with s as (insert into submissions as s (assignment_id, user_id, course_id, state, score, grade, graded_at, missing_grade, updated_at)
     select a.id, pupils.user_id, a.course_id, 'graded', r.score, r.grade, now(), true, now()
     from ${gradesIn(p.rows)} join assignments a on a.id = r."assignmentId"
       cross join lateral (select distinct e.user_id from enrollments e
         where e.course_id = a.course_id and ${ofStudent('e')} and ${isActive('e')} and ${isMeant(p, sql`e.user_id`)}) pupils
       left join lateral (select * from submissions s where s.assignment_id = a.id and s.user_id = pupils.user_id ${ONE_BY_ONE}) s on true
     where r.score is not null and s.score is null and ${isMissingWorkOf(sql`pupils.user_id`)}
     order by 1, 2
     on conflict (assignment_id, user_id) do update set state = 'graded', score = excluded.score, grade = excluded.grade,
       graded_at = ${writtenAt(sql`now()`)}, grader_id = null, missing_grade = true, grade_matches_current_submission = true, updated_at = ${writtenAt(sql`now()`)}
     where s.score is null and (s.submitted_at is null or s.late_policy_status = 'missing')
     returning *), ${kept} ${told}`,
});

const settle = statement({
  name: 'settle_missing_grades',
  takes: TAKES,
  gives: CHANGED,
  sql: (
    p,
  ) => sql`with n as (select s.assignment_id, s.user_id, case when ${isMissingWorkOf(sql`s.user_id`)} then r.score end as score, case when ${isMissingWorkOf(sql`s.user_id`)} then r.grade end as grade
       from ${gradesIn(p.rows)} join assignments a on a.id = r."assignmentId" join (
         select s.* from ${gradesIn(p.rows)} join submissions s on s.assignment_id = r."assignmentId" where ${p.userIds}::int[] is null and s.missing_grade
         union all select s.* from ${keyRows(p, 't')}
           cross join lateral (select * from submissions s where s.assignment_id = t.assignment_id and s.user_id = t.user_id ${ONE_BY_ONE}) s
         where s.missing_grade) s on s.assignment_id = a.id),
     s as (update submissions s set score = n.score, grade = n.grade, missing_grade = n.score is not null, updated_at = ${writtenAt(sql`now()`)},
       graded_at = case when n.score is not null then ${writtenAt(sql`now()`)} end,
       state = case when n.score is not null then 'graded'::submission_state when s.submitted_at is null then 'unsubmitted' else 'submitted' end
     from n where s.assignment_id = n.assignment_id and s.user_id = n.user_id and s.missing_grade and (s.score, s.grade) is distinct from (n.score, n.grade)
     returning s.*), ${kept} ${told}`,
});

function gradeOf(assignment: Candidate): MissingGrade {
  const { id: assignmentId, enabled, deduction, gradingType, pointsPossible } = assignment;
  if (!enabled) return { assignmentId, score: null, grade: null };
  return { assignmentId, ...gradeOfSum(missingScore(deduction, gradingType, pointsPossible), gradedBy(assignment)) };
}

async function gradeMissing(db: TxDb, rows: readonly MissingGrade[], only: SubmissionKeys | null): Promise<void> {
  if (rows.length === 0) return;
  const values = { rows, assignmentIds: only?.assignmentIds ?? null, userIds: only?.userIds ?? null };
  const settled = await db.rows(settle, values);
  const tx = { ...queueOf(db), now: new Date() };
  for (const one of [...settled, ...(await db.rows(give, values))]) await publishEvent(tx, 'submissions', one);
}

/** Missing work of a course gets the grade that the policy now says, or loses it (submissions#99): that of these submissions. */
export async function settleMissing(db: TxDb, courseId: number, only: SubmissionKeys): Promise<void> {
  const assignmentIds = [...new Set(only.assignmentIds)];
  await gradeMissing(db, (await db.rows(ofCourse, { courseId, assignmentIds })).map(gradeOf), only);
}

/** Grades the missing work of one assignment, or takes such grades back, as the policy now says. */
export const settleMissingOf = async (db: TxDb, courseId: number, assignmentId: number): Promise<void> =>
  gradeMissing(db, (await db.rows(ofCourse, { courseId, assignmentIds: [assignmentId] })).map(gradeOf), null);

// One row for all: whoever holds it does what has come to be due since the last, and nobody else meanwhile. What was being written then
// is looked at again.
const begin = statement({
  name: 'missing_work_begin',
  gives: { since: timestamptz },
  sql: () => sql`select swept_at - interval '5 minutes' as since from late_policy_sweeps for update skip locked`,
});
const end = statement({ name: 'missing_work_end', sql: () => sql`update late_policy_sweeps set swept_at = now()` });

/** The submissions of those who have moved, of these assignments of their courses. */
function submissionsOf(rows: readonly Candidate[], moved: readonly { courseId: number; userId: number }[]): SubmissionKeys {
  const people = Map.groupBy(moved, ({ courseId }) => courseId);
  return keysOf(rows.flatMap(({ id, courseId }) => (people.get(courseId) ?? []).map(({ userId }) => ({ assignmentId: id, userId }))));
}

/** submissions#99: what has come to be due is graded within a minute. */
export const gradeMissingWork: Job = {
  name: 'grade_missing_work',
  schedule: '* * * * *',
  async run(database) {
    await database.transaction(async (db) => {
      const [sweep] = await db.rows(begin, {});
      if (!sweep) return;
      const moved = await db.rows(STUDENTS_MOVED, sweep);
      const courses = coursesOf(moved);
      const due = await db.rows(since, sweep);
      await gradeMissing(db, due.map(gradeOf), null);
      const changed = new Set(due.map(({ id }) => id));
      const others = (await db.rows(ofMoved, courses)).filter(({ id }) => !changed.has(id));
      await gradeMissing(db, others.map(gradeOf), submissionsOf(others, moved));
      await deductFromChanged(db, sweep.since, courses, new Date());
      await db.rows(end, {});
    });
  },
};
