import { z } from 'zod';
import type { AssignmentDates } from '../src/areas/assignments/schemas.ts';
import { QuizOverrideSets, QuizReport } from '../src/areas/quizzes/schemas.ts';
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

export const quizListOperations: readonly Operation[] = [
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
