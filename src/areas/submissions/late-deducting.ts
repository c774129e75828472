import { statement, type TxDb } from '../../store/database.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { gradingType, lateInterval, latePolicyStatus } from '../../store/sql/enums.ts';
import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { boolean, float, int, json, nullable, oneOf, present, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { SUBMISSION_TYPES } from '../../store/stored/assignments.ts';
import type { Letter } from '../../store/stored/courses.ts';
import { canBeTurnedIn, isGradedByLetter } from '../assignments/relations.ts';
import { schemeOf } from '../grading-standards/relations.ts';
import { dueAtOf, VARIES } from '../overrides/relations.ts';
import { changedSince, hasMoved, MOVED_TAKES, type Moved, mayHaveMoved } from './due-changes.ts';
import { isAmong, KEYS_TAKES, type SubmissionKeys } from './keys.ts';
import { pointsDeducted } from './late-rule.ts';
import { secondsLate } from './late-standing.ts';
import { gradedBy, gradeOfScore, gradeOfSum } from './posted-grade.ts';
import { enteredGrade, enteredScore, lateness, writtenAt } from './relations.ts';

/** A course has a policy, whatever it says: its grades are looked at once more after they are written. */
export const hasLatePolicy = (course: Piece): Sql => sql`exists (select 1 from late_policies lp where lp.course_id = ${course})`;

const FACT_ROW = {
  assignmentId: int,
  userId: int,
  deducts: boolean,
  deduction: float,
  interval: lateInterval,
  minimum: float,
  gradingType,
  pointsPossible: nullable(float),
  scheme: nullable(json<Letter[]>()),
  enteredScore: present(float),
  enteredGrade: nullable(text),
  score: present(float),
  grade: nullable(text),
  deducted: nullable(float),
  latePolicyStatus: nullable(latePolicyStatus),
  secondsLateOverride: nullable(int),
  submissionType: nullable(oneOf(SUBMISSION_TYPES)),
  submittedAt: nullable(timestamptz),
  lateness: nullable(float),
  submittable: boolean,
};
type Fact = RowOf<typeof FACT_ROW>;

// What was turned in again since keeps the grade of an attempt before it (submissions#29), and with it what was taken off of that. The score
// that a quiz had so far is a change, too, and no grade of the attempt that waits (quizzes#78).
const ofGraded = (column: 'submission_type' | 'submitted_at'): Sql =>
  sql`case when s.grade_matches_current_submission then s.${identifier(column)} else (select h.${identifier(column)} from grade_changes g
       left join submission_attempts h on h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.attempt = g.attempt
       where g.assignment_id = s.assignment_id and g.user_id = s.user_id order by g.so_far, g.id desc limit 1) end`;

/**
 * What the deductions of graded work follow from, of submissions `s` of assignments `a`. They are held as those are who grade them, so that
 * whoever has just commented on one, and holds its key by that, never waits for another who has.
 */
const facts = (which: Sql): Sql => sql`select a.id as "assignmentId", s.user_id as "userId",
     lp.late_submission_deduction_enabled as deducts, lp.late_submission_deduction as deduction, lp.late_submission_interval as interval,
     case when lp.late_submission_minimum_percent_enabled then lp.late_submission_minimum_percent else 0 end as minimum,
     a.grading_type as "gradingType", a.points_possible as "pointsPossible", case when ${isGradedByLetter('a')} then ${schemeOf('a')} end as scheme,
     ${enteredScore('s')} as "enteredScore", ${enteredGrade('s')} as "enteredGrade", s.score, s.grade, s.points_deducted as deducted,
     s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride", ${ofGraded('submission_type')} as "submissionType",
     ${ofGraded('submitted_at')} as "submittedAt", ${lateness(ofGraded('submitted_at'), dueAtOf(sql`s.user_id`))} as lateness, ${canBeTurnedIn('a')} as submittable
   from late_policies lp join assignments a on a.course_id = lp.course_id and not a.deleted
     join submissions s on s.assignment_id = a.id and s.score is not null and not s.missing_grade
   where ${which} order by a.id, s.user_id for no key update of s`;

const ofSome = statement({
  name: 'late_facts',
  takes: KEYS_TAKES,
  gives: FACT_ROW,
  sql: (p) => facts(isAmong(p, sql`s.assignment_id`, sql`s.user_id`)),
});
const ofAssignment = statement({
  name: 'late_facts_of_assignment',
  takes: { assignmentId: int },
  gives: FACT_ROW,
  sql: (p) => facts(sql`a.id = ${p.assignmentId}`),
});

const OF_POLICY = sql`not a.deleted and exists (select 1 from late_policies lp where lp.course_id = a.course_id ${ONE_BY_ONE})`;
// Assignments are looked for first, and then their submissions: few have changed, and most are due to everybody at once.
const ofChanged = statement({
  name: 'late_facts_of_changed',
  takes: { since: timestamptz, ...MOVED_TAKES },
  gives: FACT_ROW,
  sql: (p) =>
    facts(sql`s.assignment_id = any(array(
       select a.id from assignments a where ${changedSince('a', p.since)} and ${OF_POLICY}
       union all select a.id from assignments a
         where a.course_id = any(${p.enrolled}::int[] || ${p.regrouped}::int[]) and ${mayHaveMoved(p)} and ${VARIES} and ${OF_POLICY}))
     and (a.updated_at > ${p.since} or ${hasMoved(p.since, sql`s.user_id`)})`),
});

interface Deduction {
  assignmentId: number;
  userId: number;
  score: number;
  grade: string | null;
  deducted: number | null;
  enteredScore: number | null;
  enteredGrade: string | null;
}

const TAKES = { rows: json<readonly Deduction[]>(), now: timestamptz };
const changed = (
  rows: Piece,
  now: Piece,
): Sql => sql`update submissions s set score = r.score, grade = r.grade, points_deducted = r.deducted,
       entered_score = r."enteredScore", entered_grade = r."enteredGrade", updated_at = ${writtenAt(now)}
     from json_to_recordset(${rows}::json) as r("assignmentId" int, "userId" int, score float8, grade text, deducted float8, "enteredScore" float8,
       "enteredGrade" text)
     where s.assignment_id = r."assignmentId" and s.user_id = r."userId"`;

const write = statement({ name: 'write_deductions', takes: TAKES, sql: (p) => changed(p.rows, p.now) });

// Of a grade that was just given the history keeps what it came to.
const writeGiven = statement({
  name: 'write_deductions_of_given',
  takes: TAKES,
  sql: (p) => sql`with s as (${changed(p.rows, p.now)} returning s.assignment_id, s.user_id, s.score, s.grade)
   update grade_changes g set score = s.score, grade = s.grade from s where g.assignment_id = s.assignment_id and g.user_id = s.user_id
     and g.id = (select max(h.id) from grade_changes h where h.assignment_id = s.assignment_id and h.user_id = s.user_id)`,
});

/** What a score comes to by the policy; null where it is that already. */
function deductionOf(fact: Fact): Deduction | null {
  const { assignmentId, userId, enteredScore: entered, gradingType, pointsPossible } = fact;
  const by = gradedBy(fact);
  const deducted = pointsDeducted(fact, { score: entered, pointsPossible, gradingType, secondsLate: secondsLate(fact) });
  if (deducted === 0) {
    if (fact.deducted === null) return null;
    return { assignmentId, userId, ...gradeOfScore(entered, by), deducted: null, enteredScore: null, enteredGrade: null };
  }
  const left = gradeOfSum(entered - deducted, by);
  const { grade } = gradeOfScore(entered, by);
  const stands = fact.deducted === deducted && fact.score === left.score && fact.grade === left.grade && fact.enteredGrade === grade;
  return stands ? null : { assignmentId, userId, ...left, deducted, enteredScore: entered, enteredGrade: grade };
}

interface Writing {
  now: Date;
  /** They have just been graded. */
  given: boolean;
}

async function deduct(db: TxDb, found: readonly Fact[], { now, given }: Writing): Promise<void> {
  const rows = found.flatMap((fact) => deductionOf(fact) ?? []);
  if (rows.length > 0) await db.rows(given ? writeGiven : write, { rows, now });
}

/** Takes off what the policy of the course says of these submissions, which have just been graded or have come to stand otherwise. */
export const deductFrom = async (db: TxDb, submissions: SubmissionKeys, writing: Writing): Promise<void> =>
  deduct(db, await db.rows(ofSome, submissions), writing);

/** Deducts anew from all grades of an assignment whose points, kind of grade or policy have changed; whoever calls this holds it. */
export const deductFromAssignment = async (db: TxDb, assignmentId: number, now: Date): Promise<void> =>
  deduct(db, await db.rows(ofAssignment, { assignmentId }), { now, given: false });

/** Deducts anew where assignments, or when they are due to whom, have changed since: other submissions may be late now. */
export const deductFromChanged = async (db: TxDb, since: Date, moved: Moved, now: Date): Promise<void> =>
  deduct(db, await db.rows(ofChanged, { since, ...moved }), { now, given: false });
