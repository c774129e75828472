import { statement } from '../../store/database.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, float, int, json, nullable, text, timestamptz } from '../../store/sql/types.ts';
import type { Assessment } from '../../store/stored/submissions.ts';
import { perCount } from './group-members.ts';
import { isAmong, KEYS_TAKES, keyRows } from './keys.ts';
import { writtenAt } from './relations.ts';
import { CHANGED_ROW, changedColumns } from './rows.ts';

/** What a grade, an assessment and a taken grade write: of one student or group, and of many assignments at once. */

/** What a grade that is given or taken away ends: the policy of the course looks at it anew. */
export const AS_GIVEN = sql`entered_score = null, entered_grade = null, points_deducted = null, missing_grade = false`;

/** Grades submissions, which are made where they are missing; gives them back as `s`. The rows are theirs, in the order of their keys. */
const graded = (
  rows: Sql,
): Sql => sql`insert into submissions as s (assignment_id, user_id, course_id, state, score, grade, graded_at, grader_id, assessment, updated_at)
     ${rows}
     on conflict (assignment_id, user_id) do update set state = 'graded', score = excluded.score, grade = excluded.grade,
       graded_at = ${writtenAt(sql`excluded.graded_at`)}, grader_id = excluded.grader_id, assessment = coalesce(excluded.assessment, s.assessment),
       grade_matches_current_submission = true, ${AS_GIVEN}, updated_at = ${writtenAt(sql`excluded.updated_at`)}
     returning *`;
/** Keeps each grade with its grader. */
const kept = sql`insert into grade_changes (assignment_id, user_id, attempt, score, grade, grader_id, created_at)
     select assignment_id, user_id, attempt, score, grade, grader_id, graded_at from s`;

export const give = perCount(
  {
    name: 'give_grade',
    takes: {
      assignmentId: int,
      courseId: int,
      userIds: array(int),
      score: nullable(float),
      grade: nullable(text),
      now: timestamptz,
      graderId: int,
      assessment: nullable(json<Assessment>()),
      dueAt: nullable(timestamptz),
    },
    gives: CHANGED_ROW,
  },
  (p, students, alone) => sql`with a as (select * from assignments where id = ${p.assignmentId}),
   s as (${graded(sql`select ${p.assignmentId}, m, ${p.courseId}, 'graded', ${p.score}::float8, ${p.grade}::text, ${p.now}::timestamptz, ${p.graderId}::int, ${p.assessment}::jsonb, ${p.now} from ${students} order by m`)}),
   kept as (${kept})
   select ${changedColumns(sql`${p.dueAt}::timestamptz`, alone)} from s join a on true order by s.user_id`,
);

/** A grade of one submission among many. */
export interface GradeRow {
  assignmentId: number;
  userId: number;
  score: number;
  grade: string;
  /** Null: it stays as it is. */
  assessment: Assessment | null;
}

export const giveMany = statement({
  name: 'give_grades',
  takes: { rows: json<readonly GradeRow[]>(), courseId: int, now: timestamptz, graderId: int },
  sql: (
    p,
  ) => sql`with s as (${graded(sql`select r."assignmentId", r."userId", ${p.courseId}, 'graded', r.score, r.grade, ${p.now}::timestamptz, ${p.graderId}::int, r.assessment, ${p.now}
       from json_to_recordset(${p.rows}::json) as r("assignmentId" int, "userId" int, score float8, grade text, assessment jsonb) order by 1, 2`)})
   ${kept}`,
});

/** Takes grades away where there are any, and keeps by whom; gives whose they were. */
const taken = (which: Sql, { now, graderId }: { now: Piece; graderId: Piece }): Sql => sql`with s as (update submissions s
     set state = case when s.submitted_at is null then 'unsubmitted'::submission_state else 'submitted' end,
       score = null, grade = null, graded_at = null, grader_id = null, grade_matches_current_submission = true,
       ${AS_GIVEN}, updated_at = ${writtenAt(now)}
     where ${which} and (s.score is not null or s.grade is not null)
     returning assignment_id, user_id, attempt, updated_at)
   insert into grade_changes (assignment_id, user_id, attempt, grader_id, created_at)
   select assignment_id, user_id, attempt, ${graderId}::int, updated_at from s returning user_id as "userId"`;

export const takeAway = statement({
  name: 'take_grade_away',
  takes: { assignmentId: int, graded: array(int), now: timestamptz, graderId: int },
  gives: { userId: int },
  sql: (p) => taken(sql`s.assignment_id = ${p.assignmentId} and s.user_id = any(${p.graded}::int[])`, p),
});

export const takeManyAway = statement({
  name: 'take_grades_away',
  takes: { ...KEYS_TAKES, now: timestamptz, graderId: int },
  gives: { userId: int },
  sql: (p) => taken(isAmong(p, sql`s.assignment_id`, sql`s.user_id`), p),
});

/** Graders assess these submissions, of rows `r`: with the one assessment of theirs that each has. */
const noted = (rows: Sql, { now, graderId }: { now: Piece; graderId: Piece }): Sql =>
  sql`insert into rubric_assessments (assignment_id, user_id, type, assessor_id, created_at, updated_at)
     select r.assignment_id, r.user_id, 'grading', ${graderId}::int, ${now}::timestamptz, ${now}::timestamptz from ${rows} order by 1, 2
     on conflict (assignment_id, user_id) where type = 'grading'
     do update set assessor_id = excluded.assessor_id, updated_at = excluded.updated_at`;

export const wasAssessed = statement({
  name: 'submission_was_assessed',
  takes: { assignmentId: int, userId: int },
  sql: (p) => sql`select from submissions where assignment_id = ${p.assignmentId} and user_id = ${p.userId} and assessment is not null`,
});

// Made where it is missing, and held: of two assessments at once the later is added to the earlier. Who assesses the group is noted at
// once: its other submissions are held already.
export const holdAssessment = statement({
  name: 'hold_assessment',
  takes: { assignmentId: int, courseId: int, userId: int, graded: array(int), graderId: int, now: timestamptz },
  gives: { assessment: nullable(json<Assessment>()) },
  sql: (
    p,
  ) => sql`with s as (insert into submissions as s (assignment_id, user_id, course_id) values (${p.assignmentId}, ${p.userId}, ${p.courseId})
     on conflict (assignment_id, user_id) do update set updated_at = s.updated_at returning s.assessment),
   noted as (${noted(sql`(select ${p.assignmentId}::int as assignment_id, m as user_id from s, unnest(${p.graded}::int[]) m) r`, p)})
   select s.assessment from s`,
});

/** Makes many submissions, in the order of their keys: of two who hold some of them the later waits for the first. */
export const makeMany = statement({
  name: 'make_submissions_of_many',
  takes: { ...KEYS_TAKES, courseId: int },
  sql: (p) => sql`insert into submissions (assignment_id, user_id, course_id)
   select r.assignment_id, r.user_id, ${p.courseId} from ${keyRows(p, 'r')}
   order by 1, 2 on conflict do nothing`,
});
export const holdMany = statement({
  name: 'hold_submissions_of_many',
  takes: KEYS_TAKES,
  gives: { assignmentId: int, userId: int, assessment: nullable(json<Assessment>()) },
  sql: (p) => sql`select s.assignment_id as "assignmentId", s.user_id as "userId", s.assessment
   from submissions s join ${keyRows(p, 'r')}
     on r.assignment_id = s.assignment_id and r.user_id = s.user_id
   order by 1, 2 for no key update of s`,
});

export const assess = statement({
  name: 'assess_submissions',
  takes: { assignmentId: int, graded: array(int), assessment: json<Assessment>(), now: timestamptz },
  sql: (p) =>
    sql`update submissions s set assessment = ${p.assessment}::jsonb, updated_at = ${writtenAt(p.now)} where assignment_id = ${p.assignmentId} and user_id = any(${p.graded}::int[])`,
});

export const assessMany = statement({
  name: 'assess_submissions_of_many',
  takes: { rows: json<readonly Pick<GradeRow, 'assignmentId' | 'userId' | 'assessment'>[]>(), now: timestamptz },
  sql: (p) => sql`update submissions s set assessment = r.assessment, updated_at = ${writtenAt(p.now)}
   from json_to_recordset(${p.rows}::json) as r("assignmentId" int, "userId" int, assessment jsonb)
   where s.assignment_id = r."assignmentId" and s.user_id = r."userId"`,
});

export const noteManyAssessed = statement({
  name: 'note_assessed_of_many',
  takes: { ...KEYS_TAKES, graderId: int, now: timestamptz },
  sql: (p) => noted(keyRows(p, 'r'), p),
});
