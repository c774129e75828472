import { z } from 'zod';
import type { AssignmentDates } from '../src/areas/assignments/schemas.ts';
import { QuizAttempts, QuizOverrideSets, QuizReport } from '../src/areas/quizzes/schemas.ts';
import { BASE_URL, floor, jsonTime, type Operation } from './floors.ts';
import { first, GROUPED_QUIZ, OVERRIDES, order, type QuizCourse } from './quizzes.ts';
import type { Step } from './sizes.ts';

/** All that the teacher can have asked for of one quiz; nobody remembers the work that wrote it. */
export const quizReportSteps = ({ teacherId }: QuizCourse): Step[] => [
  {
    text: `insert into quiz_reports (quiz_id, user_id, type, all_versions, progress)
      values (${GROUPED_QUIZ}, $1, 'student_analysis', false, 0), (${GROUPED_QUIZ}, $1, 'student_analysis', true, 0), (${GROUPED_QUIZ}, $1, 'item_analysis', false, 0)`,
    values: [teacherId],
  },
];

interface DatesRow {
  id: number;
  due_at: string | null;
  unlock_at: string | null;
  lock_at: string | null;
  overrides: { id: number; title: string; due_at: string | null }[] | null;
}

/** Overrides of the store are of the due date. Fields that not every one has come last. */
function dates({ due_at, unlock_at, lock_at, overrides }: DatesRow): AssignmentDates[] {
  const later = (overrides ?? []).map(({ id, title, due_at: due }) => ({ due_at: jsonTime(due), unlock_at, lock_at, id, title }));
  return [{ due_at, unlock_at, lock_at, base: true }, ...later];
}

const dateSets = (rows: DatesRow[]): QuizOverrideSets => ({
  quiz_assignment_overrides: rows.map((row) => {
    const all = dates(row);
    return { quiz_id: row.id, due_dates: all, all_dates: all };
  }),
});

interface ReportRow {
  id: number;
  type: QuizReport['report_type'];
  all_versions: boolean;
  created_at: string;
  updated_at: string;
}

const READABLE = { student_analysis: 'Student Analysis', item_analysis: 'Item Analysis' };

const report = (row: ReportRow, courseId: number): QuizReport => ({
  id: row.id,
  quiz_id: GROUPED_QUIZ,
  report_type: row.type,
  readable_type: READABLE[row.type],
  includes_all_versions: row.all_versions,
  anonymous: false,
  generatable: true,
  created_at: row.created_at,
  updated_at: row.updated_at,
  url: `${BASE_URL}/api/v1/courses/${courseId}/quizzes/${GROUPED_QUIZ}/reports/${row.id}`,
  file: null,
  progress_url: null,
});

interface AttemptRow {
  id: number;
  user_id: number;
  number: number;
  started_at: string;
  end_at: string;
  validation_token: string;
}

/** Attempts of the store are not finished, and may be as many as one wants. */
const attempts = (rows: AttemptRow[]): QuizAttempts => ({
  quiz_submissions: rows.map((row) => ({
    id: row.id,
    quiz_id: GROUPED_QUIZ,
    user_id: row.user_id,
    attempt: row.number,
    started_at: row.started_at,
    finished_at: null,
    end_at: row.end_at,
    score: null,
    kept_score: null,
    fudge_points: null,
    workflow_state: 'untaken',
    attempts_left: -1,
    time_spent: Math.floor((Date.now() - Date.parse(row.started_at)) / 1000),
    validation_token: row.validation_token,
  })),
});

export const quizListOperations: readonly Operation[] = [
  {
    name: 'GET /courses/:id/quizzes/:id/submissions',
    as: 'quizStudent',
    path: (store) => `/courses/${store.quizCourseId}/quizzes/${GROUPED_QUIZ}/submissions`,
    answer: QuizAttempts,
    moving: /"time_spent":\d+/g,
    floor: floor<AttemptRow>({
      id: () => GROUPED_QUIZ,
      values: (id, store) => [id, store.quizStudentId],
      text: `select t.id, t.user_id, t.number, t.started_at, t.end_at, t.validation_token from quiz_attempts t where t.quiz_id = $1 and t.user_id = $2
        order by t.user_id, t.number limit 10`,
      present: attempts,
    }),
  },
  {
    name: 'GET /courses/:id/quizzes/assignment_overrides',
    as: 'teacher',
    path: (store) => `/courses/${store.quizCourseId}/quizzes/assignment_overrides`,
    answer: QuizOverrideSets,
    floor: floor<DatesRow>({
      id: (store) => store.quizCourseId,
      text: `select q.id, q.due_at, q.unlock_at, q.lock_at, (select json_agg(json_build_object('id', o.id, 'title', s.name, 'due_at', o.due_at) order by o.id)
          from ${OVERRIDES.replace(' where ', ' join course_sections s on s.id = o.course_section_id where ')}) as overrides
        from ${first('true')} ${order}`,
      present: dateSets,
    }),
  },
  {
    name: 'GET /courses/:id/quizzes/:id/reports',
    as: 'teacher',
    path: (store) => `/courses/${store.quizCourseId}/quizzes/${GROUPED_QUIZ}/reports`,
    answer: z.array(QuizReport),
    floor: floor<ReportRow>({
      id: () => GROUPED_QUIZ,
      values: (id, store) => [id, store.teacherId],
      text: `select r.id, r.type, r.all_versions, r.created_at, r.updated_at from quiz_reports r where r.quiz_id = $1 and r.user_id = $2 order by r.id`,
      present: (rows, store) => rows.map((row) => report(row, store.quizCourseId)),
    }),
  },
];
