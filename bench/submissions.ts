import { z } from 'zod';
import { Submission, SubmissionsOfStudent } from '../src/areas/submissions/schemas.ts';
import type { Filled } from './filled.ts';
import { BASE_URL, floor, type Operation } from './floors.ts';
import { LISTED_ASSIGNMENT } from './graded-course.ts';
import { type Frame, frameColumn, totalsIn } from './totals.ts';

export interface SubmissionRow {
  id: number;
  user_id: number;
  assignment_id: number;
  course_id: number;
  attempt: number | null;
  body: string | null;
  url: string | null;
  submission_type: Submission['submission_type'];
  submitted_at: string | null;
  grade: string | null;
  score: number | null;
  graded_at: string | null;
  grader_id: number | null;
  grade_matches_current_submission: boolean;
  late: boolean;
  seconds_late: number;
  state: Submission['workflow_state'];
}

/** As a grader sees those of the store, and their student: everything is turned in, nothing muted, no files. */
export function submission(row: SubmissionRow): Submission {
  const url = `${BASE_URL}/courses/${row.course_id}/assignments/${row.assignment_id}/submissions/${row.user_id}`;
  return {
    id: row.id,
    user_id: row.user_id,
    assignment_id: row.assignment_id,
    attempt: row.attempt,
    body: row.body,
    url: row.url,
    submission_type: row.submission_type,
    submitted_at: row.submitted_at,
    graded_at: row.graded_at,
    grader_id: row.grader_id,
    grade_matches_current_submission: row.grade_matches_current_submission,
    late: row.late,
    missing: false,
    seconds_late: row.seconds_late,
    late_policy_status: null,
    workflow_state: row.state,
    html_url: url,
    preview_url: `${url}?preview=1`,
    grade: row.grade,
    score: row.score,
    entered_grade: row.grade,
    entered_score: row.score,
    points_deducted: null,
  };
}

const STUDENT = `e.type = 'StudentEnrollment' and e.state in ('active', 'completed')`;
/** Of submissions `s` of students of course $1; `due` is when it is due to the student. */
export const submissionColumns = (
  due: string,
): string => `s.id, s.user_id, s.assignment_id, s.course_id, s.attempt, s.body, s.url, s.submission_type,
  s.submitted_at, s.grade, s.score, s.graded_at, s.grader_id, s.grade_matches_current_submission, s.state,
  coalesce(s.submitted_at >= ${due} + interval '1 second', false) as late, greatest(floor(extract(epoch from s.submitted_at - ${due})), 0)::float8 as seconds_late`;
/** Of an assignment `a`, to the student of `s`; the overrides of the store are sections'. */
export const DUE = `case when exists (select 1 from assignment_overrides o where o.assignment_id = s.assignment_id and o.due_at_overridden offset 0)
  then coalesce((select max(o.due_at) from assignment_overrides o join enrollments e on e.course_section_id = o.course_section_id
    where o.assignment_id = s.assignment_id and o.due_at_overridden and e.user_id = s.user_id and e.course_id = s.course_id and ${STUDENT}), a.due_at)
  else a.due_at end`;
const isStudent = `exists (select 1 from enrollments e where e.course_id = s.course_id and e.user_id = s.user_id and ${STUDENT})`;

interface GroupedRow extends SubmissionRow {
  student_id: number;
  frame: Frame | null;
}

/** In the store everybody has submissions; those of one stand together. */
function grouped(rows: readonly GroupedRow[]): SubmissionsOfStudent[] {
  const frame = rows[0]?.frame;
  if (!frame) return [];
  const totals = totalsIn(frame);
  const found: SubmissionsOfStudent[] = [];
  for (const row of rows) {
    let student = found.at(-1);
    if (student?.user_id !== row.student_id) {
      student = { user_id: row.student_id, submissions: [] };
      found.push(student);
    }
    student.submissions.push(submission(row));
  }
  for (const student of found) {
    const { current, final } = totals(new Map(student.submissions.map((one) => [one.assignment_id, one.score ?? null])));
    student.computed_current_score = current;
    student.computed_final_score = final;
  }
  return found;
}

export const GROUPED = 'students/submissions?student_ids[]=all&grouped=1&include[]=total_scores';
export const FLAT = 'students/submissions?student_ids[]=all&per_page=100';

export const submissionOperations: readonly Operation[] = [
  {
    name: 'GET /courses/:id/assignments/:id/submissions',
    as: 'teacher',
    path: (store) => `/courses/${store.gradedCourseId}/assignments/${LISTED_ASSIGNMENT}/submissions`,
    answer: z.array(Submission),
    floor: floor<SubmissionRow>({
      id: () => LISTED_ASSIGNMENT,
      text: `select ${submissionColumns(DUE)}
        from (select * from submissions s where s.assignment_id = $1 and ${isStudent} order by s.user_id limit 10) s
          join assignments a on a.id = s.assignment_id order by s.user_id`,
      present: (rows) => rows.map(submission),
    }),
  },
  {
    name: 'GET /courses/:id/students/submissions?grouped=1&include[]=total_scores',
    as: 'teacher',
    path: (store) => `/courses/${store.gradedCourseId}/${GROUPED}`,
    answer: z.array(SubmissionsOfStudent),
    floor: floor<GroupedRow>({
      id: (store: Filled) => store.gradedCourseId,
      text: `with page as materialized (select u.id, u.sort_key from users u where not u.deleted and u.id in (
            select e.user_id from enrollments e where e.course_id = $1 and ${STUDENT}) order by u.sort_key, u.id limit 10),
          a as materialized (select a.id, a.due_at from assignments a where a.course_id = $1 and not a.deleted),
          due as materialized (select o.assignment_id, e.user_id, max(o.due_at) as due_at from a join assignment_overrides o on o.assignment_id = a.id and o.due_at_overridden
            join enrollments e on e.course_id = $1 and e.course_section_id = o.course_section_id and ${STUDENT} and e.user_id in (select id from page)
            group by o.assignment_id, e.user_id)
        select page.id as student_id, ${submissionColumns('coalesce(due.due_at, a.due_at)')},
          ${frameColumn('row_number() over (order by page.sort_key, page.id, s.assignment_id) = 1')}
        from page join submissions s on s.course_id = $1 and s.user_id = page.id join a on a.id = s.assignment_id
          left join due on due.assignment_id = s.assignment_id and due.user_id = s.user_id
        order by page.sort_key, page.id, s.assignment_id`,
      present: grouped,
    }),
  },
  {
    name: 'GET /courses/:id/students/submissions?per_page=100',
    as: 'teacher',
    path: (store) => `/courses/${store.gradedCourseId}/${FLAT}`,
    answer: z.array(Submission),
    floor: floor<SubmissionRow>({
      id: (store: Filled) => store.gradedCourseId,
      text: `select ${submissionColumns(DUE)}
        from (select s.* from submissions s join assignments a on a.id = s.assignment_id and not a.deleted
            where s.course_id = $1 and ${isStudent} order by s.assignment_id, s.user_id limit 100) s
          join assignments a on a.id = s.assignment_id order by s.assignment_id, s.user_id`,
      present: (rows) => rows.map(submission),
    }),
  },
];
