import { z } from 'zod';
import { Quiz, type QuizEvent, QuizEvents, QuizGroups, QuizQuestion } from '../src/areas/quizzes/schemas.ts';
import { sortKeySql } from '../src/store/sort-key.ts';
import { sql } from '../src/store/sql/sql.ts';
import type { Filled } from './filled.ts';
import { BASE_URL, floor, type Operation } from './floors.ts';
import { courseSteps, GROUPS, type GradedCourse } from './graded-course.ts';
import { POINTS, QUESTIONS, questions, storedAnswers } from './quiz-questions.ts';
import { analyze, type Size, type Step } from './sizes.ts';

/** A course with quizzes, of a teacher and students of the graded course. Quizzes, their questions and attempts are numbered from 1 on. */
export interface QuizCourse {
  courseId: number;
  teacherId: number;
  /** Who has begun the attempts. */
  studentId: number;
  /** In the course, from that one on. */
  students: number;
  quizzes: number;
  /** Those of quizzes come after these. */
  assignments: number;
}

const QUIZ_GROUPS = 3;
/** At each quiz: the student has begun so many times, and finished none. */
export const ATTEMPTS_EACH = 40;
/** Quizzes with a number that this divides show one question at a time. */
const ONE_BY_ONE = 5;

/** The attempts at quizzes that show all their questions, which are answered in any order. */
export const freeAttempts = ({ quizzes: count }: Pick<QuizCourse, 'quizzes'>): number[] =>
  Array.from({ length: count * ATTEMPTS_EACH }, (_, i) => i + 1).filter((id) => quizOf(id) % ONE_BY_ONE !== 0);

export const quizOf = (attemptId: number): number => 1 + Math.floor((attemptId - 1) / ATTEMPTS_EACH);

/** A course of its own, so that what else is measured stays what it was; without the one student whose courses are listed. */
export const quizCourse = (size: Size, { courseId, teacherId, firstStudentId, students, assignments }: GradedCourse): QuizCourse => ({
  courseId: Math.max(courseId, size.courses) + 1,
  teacherId,
  studentId: firstStudentId + 1,
  students: students - 1,
  quizzes: size.quizzes,
  assignments,
});

const course = ({ courseId, teacherId, studentId, students }: QuizCourse): Step[] => [
  ...courseSteps({ courseId, teacherId, firstStudentId: studentId, students }, 'Quizzes', 'QUI-1'),
  {
    text: `insert into assignment_groups (id, course_id, name, position, group_weight) overriding system value
      select ${GROUPS} + g, $1, 'Group ' || g, g, 0 from generate_series(1, ${QUIZ_GROUPS}) g`,
    values: [courseId],
  },
];

const DUE = `case when n % 4 < 3 then timestamptz '2026-10-01 21:59:59+00' + n * 7919 % $2::int * interval '1 day' end`;
const DESCRIPTION = `'<p>' || repeat('Answer each question in a word or two. ', 2 + n % 4) || '</p>'`;
const TITLE = `'Quiz ' || to_char(n * 7919 % 1000, 'FM000')`;
/** One in ten is not published. */
const PUBLISHED = 'n % 10 <> 7';
/** Most are graded. */
const TYPE = `case n % 6 when 4 then 'practice_quiz' when 5 then 'graded_survey' else 'assignment' end`;
/** Which quizzes are graded, and so have assignments. */
const GRADED = 'n % 6 <> 4';

const quizzes = ({ courseId, quizzes: count, assignments }: QuizCourse): Step[] => [
  {
    text: `insert into assignments (id, course_id, assignment_group_id, position, name, description, submission_types, allowed_extensions,
        points_possible, grading_type, due_at, published)
      overriding system value
      select $3::int + n, $1, ${GROUPS + 1} + n % ${QUIZ_GROUPS}, 1 + n / ${QUIZ_GROUPS}, ${TITLE}, ${DESCRIPTION}, '{online_quiz}', '{}',
        ${QUESTIONS * POINTS}, 'points', ${DUE}, ${PUBLISHED}
      from generate_series(1, $2::int) n where ${GRADED}`,
    values: [courseId, count, assignments],
  },
  {
    text: `insert into assignment_overrides (assignment_id, course_section_id, due_at_overridden, due_at)
      select $3::int + n, (select min(id) + 1 from course_sections where course_id = $1), true, ${DUE} + interval '1 day'
      from generate_series(1, $2::int) n where ${GRADED} and n % 10 = 3`,
    values: [courseId, count, assignments],
  },
  {
    text: `insert into quizzes (id, course_id, assignment_id, title, description, type, time_limit, shuffle_answers, show_correct_answers, scoring_policy,
        allowed_attempts, one_question_at_a_time, cant_go_back, access_code, due_at, published, question_count, points_possible)
      overriding system value
      select n, $1, case when ${GRADED} then $3::int + n end, ${TITLE}, ${DESCRIPTION}, (${TYPE})::quiz_type, 1440, n % 3 = 0, true, 'keep_highest', -1,
        n % ${ONE_BY_ONE} = 0, false, case when n % 8 = 0 then 'open' end, ${DUE}, ${PUBLISHED}, ${QUESTIONS}, ${QUESTIONS * POINTS}
      from generate_series(1, $2::int) n`,
    values: [courseId, count, assignments],
  },
  analyze('quizzes', 'assignments'),
];

const STORED = JSON.stringify(questions.map((one, i) => ({ position: i + 1, type: one.question_type, answers: storedAnswers(one) })));

const attempts = ({ quizzes: count, studentId }: QuizCourse): Step[] => [
  {
    text: `insert into quiz_questions (id, quiz_id, position, name, text, type, points_possible, answers) overriding system value
      select (q.id - 1) * ${QUESTIONS} + n.position, q.id, n.position, 'Question ' || n.position, '<p>What is it?</p>', n.type::question_type, ${POINTS}, n.answers
      from quizzes q cross join json_to_recordset($1::json) as n(position int, type text, answers jsonb) order by q.id, n.position`,
    values: [STORED],
  },
  {
    text: `insert into quiz_versions (quiz_id, version, questions)
      select n.quiz_id, 1, jsonb_agg(jsonb_build_object('id', n.id, 'position', n.position, 'name', n.name, 'text', n.text, 'type', n.type,
        'pointsPossible', n.points_possible, 'answers', n.answers) order by n.position) from quiz_questions n group by n.quiz_id`,
  },
  {
    text: `insert into quiz_attempts (id, quiz_id, user_id, number, version, validation_token, started_at, end_at) overriding system value
      select n, 1 + (n - 1) / ${ATTEMPTS_EACH}, $2, 1 + (n - 1) % ${ATTEMPTS_EACH}, 1, 'token ' || n, now(), now() + interval '1 day'
      from generate_series(1, $1::int * ${ATTEMPTS_EACH}) n`,
    values: [count, studentId],
  },
];

/** The published quiz whose groups are listed, and how many it has, all of them after its questions and without any. */
export const GROUPED_QUIZ = 2;
const QUESTION_GROUPS = 15;

const questionGroups: Step = {
  text: `insert into quiz_groups (quiz_id, position, name, pick_count, question_points)
    select ${GROUPED_QUIZ}, ${QUESTIONS} + n, 'Group ' || n, 1 + n % 3, n / 2.0 from generate_series(1, ${QUESTION_GROUPS}) n order by n`,
};

/** The first attempt at it, and how often something happened in it. */
const WATCHED_ATTEMPT = (GROUPED_QUIZ - 1) * ATTEMPTS_EACH + 1;
const EVENTS = 2_000;

const events: Step = {
  text: `insert into quiz_events (attempt_id, digest, type, at, data)
    select ${WATCHED_ATTEMPT}, sha256(n::text::bytea), case when n % 3 = 0 then 'page_blurred' else 'question_viewed' end,
      timestamptz '2026-01-12 08:00:00+00' + n * interval '1 second', jsonb_build_object('n', n)
    from generate_series(1, ${EVENTS}) n order by n`,
};

export const quizSteps = (here: QuizCourse): Step[] => [...course(here), ...quizzes(here), ...attempts(here), questionGroups, events];

interface QuizRow {
  id: number;
  course_id: number;
  title: string;
  description: string | null;
  type: Quiz['quiz_type'];
  assignment_id: number | null;
  assignment_group_id: number | null;
  time_limit: number | null;
  shuffle_answers: boolean;
  hide_results: Quiz['hide_results'];
  show_correct_answers: boolean;
  scoring_policy: Quiz['scoring_policy'];
  allowed_attempts: number;
  one_question_at_a_time: boolean;
  question_count: number;
  points_possible: number;
  cant_go_back: boolean;
  /** Where those ask who edit. */
  access_code?: string | null;
  ip_filter?: string | null;
  due_at: string | null;
  lock_at: string | null;
  unlock_at: string | null;
  published: boolean;
}

/** Of those of the store none is locked, and each that is graded has its assignment. */
const quizzesJson = (rows: QuizRow[]): Quiz[] =>
  rows.map((row) => {
    const url = `${BASE_URL}/courses/${row.course_id}/quizzes/${row.id}`;
    return {
      id: row.id,
      title: row.title,
      html_url: url,
      mobile_url: `${url}?force_user=1&persist_headless=1`,
      description: row.description,
      quiz_type: row.type,
      assignment_id: row.assignment_id,
      assignment_group_id: row.assignment_group_id,
      time_limit: row.time_limit,
      shuffle_answers: row.shuffle_answers,
      hide_results: row.hide_results,
      show_correct_answers: row.show_correct_answers,
      scoring_policy: row.scoring_policy,
      allowed_attempts: row.allowed_attempts,
      one_question_at_a_time: row.one_question_at_a_time,
      question_count: row.question_count,
      points_possible: row.points_possible,
      cant_go_back: row.cant_go_back,
      due_at: row.due_at,
      lock_at: row.lock_at,
      unlock_at: row.unlock_at,
      published: row.published,
      locked_for_user: false,
      require_lockdown_browser: false,
      require_lockdown_browser_for_results: false,
      access_code: row.access_code,
      ip_filter: row.ip_filter,
    };
  });

const COLUMNS = `q.id, q.course_id, q.title, q.description, q.type, q.assignment_id, q.time_limit, q.shuffle_answers, q.hide_results,
  q.show_correct_answers, q.scoring_policy, q.allowed_attempts, q.one_question_at_a_time, q.question_count, q.points_possible, q.cant_go_back,
  q.lock_at, q.unlock_at, q.published, (select a.assignment_group_id from assignments a where a.id = q.assignment_id) as assignment_group_id`;

/** Overrides of the store are sections', and of the due date. */
export const OVERRIDES = 'assignment_overrides o where o.assignment_id = q.assignment_id and o.due_at_overridden';
const STUDENT_DUE = `case when due.overridden then due.due_at else q.due_at end as due_at`;
const OF_STUDENT = `left join lateral (select true as overridden, max(o.due_at) as due_at from ${OVERRIDES}
    and o.course_section_id in (select e.course_section_id from enrollments e
      where e.course_id = $1 and e.user_id = $2 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))
    having count(*) > 0) due on true`;
/** No override of the store is that of all sections. */
const STAFF_DUE = `case when q.due_at is null then null else greatest(q.due_at, due.due_at) end as due_at`;
const OF_STAFF = `cross join lateral (select max(o.due_at) as due_at from ${OVERRIDES}) due`;

export const order = `order by q.due_at nulls last, ${sortKeySql(sql`q.title`).text}, q.id`;
export const first = (of: string): string =>
  `(select q.* from quizzes q where q.course_id = $1 and not q.deleted and ${of} ${order} limit 10) q`;

const listed = { path: (store: Filled) => `/courses/${store.quizCourseId}/quizzes`, answer: z.array(Quiz) };
const id = (store: Filled): number => store.quizCourseId;

interface GroupRow {
  id: number;
  quiz_id: number;
  name: string;
  pick_count: number;
  question_points: number;
  position: number;
}

/** The database has fields by their length. */
const answerJson = (answer: QuizQuestion['answers'][number]): QuizQuestion['answers'][number] => ({
  id: answer.id,
  answer_text: answer.answer_text,
  answer_weight: answer.answer_weight,
  numerical_answer_type: answer.numerical_answer_type,
  answer_exact: answer.answer_exact,
  answer_error_margin: answer.answer_error_margin,
  answer_match_left: answer.answer_match_left,
  answer_match_right: answer.answer_match_right,
  match_id: answer.match_id,
  blank_id: answer.blank_id,
});

const questionGroupsJson = (rows: GroupRow[]): QuizGroups => ({
  quiz_groups: rows.map((row) => ({
    id: row.id,
    quiz_id: row.quiz_id,
    name: row.name,
    pick_count: row.pick_count,
    question_points: row.question_points,
    assessment_question_bank_id: null,
    position: row.position,
  })),
});

interface EventRow {
  id: number;
  at: string;
  type: string;
  data: QuizEvent['event_data'];
}

export const quizOperations: readonly Operation[] = [
  {
    name: 'GET /courses/:id/quizzes/:id/submissions/:id/events',
    as: 'teacher',
    path: (store) => `/courses/${store.quizCourseId}/quizzes/${GROUPED_QUIZ}/submissions/${WATCHED_ATTEMPT}/events`,
    answer: QuizEvents,
    floor: floor<EventRow>({
      id: () => WATCHED_ATTEMPT,
      text: `select e.id, e.at, e.type, e.data from quiz_events e where e.attempt_id = $1 order by e.at, e.id limit 10`,
      present: (rows) => ({
        quiz_submission_events: rows.map((row) => ({ id: row.id, created_at: row.at, event_type: row.type, event_data: row.data })),
      }),
    }),
  },
  {
    name: 'GET /courses/:id/quizzes/:id/groups',
    as: 'teacher',
    path: (store) => `/courses/${store.quizCourseId}/quizzes/${GROUPED_QUIZ}/groups`,
    answer: QuizGroups,
    floor: floor<GroupRow>({
      id: () => GROUPED_QUIZ,
      text: `select g.id, g.quiz_id, g.name, g.pick_count, g.question_points, g.position from quiz_groups g where g.quiz_id = $1
        order by g.position, g.id limit 10`,
      present: questionGroupsJson,
    }),
  },
  {
    name: 'GET /courses/:id/quizzes/:id/questions',
    as: 'teacher',
    path: (store) => `/courses/${store.quizCourseId}/quizzes/${GROUPED_QUIZ}/questions`,
    answer: z.array(QuizQuestion),
    floor: floor<QuizQuestion>({
      id: () => GROUPED_QUIZ,
      text: `select n.id, n.quiz_id, n.group_id as quiz_group_id, n.position, n.name as question_name, n.text as question_text, n.type as question_type,
          n.points_possible, n.answers
        from quiz_questions n where n.quiz_id = $1 order by n.position, n.id limit 10`,
      present: (rows) => rows.map((row) => ({ ...row, answers: row.answers.map(answerJson) })),
    }),
  },
  {
    ...listed,
    name: 'GET /courses/:id/quizzes (student)',
    as: 'quizStudent',
    floor: floor<QuizRow>({
      id,
      values: (courseId, store) => [courseId, store.quizStudentId],
      text: `select ${COLUMNS}, ${STUDENT_DUE} from ${first('q.published')} ${OF_STUDENT} ${order}`,
      present: quizzesJson,
    }),
  },
  {
    ...listed,
    name: 'GET /courses/:id/quizzes (teacher)',
    as: 'teacher',
    floor: floor<QuizRow>({
      id,
      text: `select ${COLUMNS}, q.access_code, q.ip_filter, ${STAFF_DUE} from ${first('true')} ${OF_STAFF} ${order}`,
      present: quizzesJson,
    }),
  },
];
