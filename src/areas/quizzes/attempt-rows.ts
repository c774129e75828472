import { isGraded, isStudentWithin } from '../../access/reach.ts';
import { statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import type { AttemptsSoFar } from './attempt-rules.ts';
import type { QuizRecord } from './fields.ts';

export interface AttemptRow extends Pick<QuizRecord, 'allowedAttempts' | 'hideResults'>, AttemptsSoFar {
  id: number;
  quizId: number;
  userId: number;
  number: number;
  validationToken: string;
  startedAt: Date;
  endAt: Date | null;
  finishedAt: Date | null;
  score: number | null;
  pending: boolean;
  fudgePoints: number;
  /** Of all attempts of the student. */
  keptScore: number | null;
  muted: boolean;
  /** The caller reads it as who grades it. */
  graded: boolean;
}

/** Of attempts `t` of quizzes `q`. `keptOf` (scoring.ts), said of all rows of the student. */
const COLUMNS = `t.id, t.quiz_id as "quizId", t.user_id as "userId", t.number, t.validation_token as "validationToken", t.started_at as "startedAt",
  t.end_at as "endAt", t.finished_at as "finishedAt", t.score, t.pending, t.fudge_points as "fudgePoints", q.allowed_attempts as "allowedAttempts",
  q.hide_results as "hideResults", coalesce((select a.muted from assignments a where a.id = q.assignment_id), false) as muted,
  (select case q.scoring_policy when 'keep_latest' then (array_agg(k.score order by k.number desc) filter (where k.finished_at is not null))[1]
      else max(k.score) end from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id) as "keptScore",
  (select max(k.number) from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id) as begun,
  exists (select 1 from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id and k.finished_at is null) as unfinished`;

const COURSE = '(select course_id from quizzes where id = $1)';
/** Of a student of the course, whom the caller grades who grades in a reach. */
const graded = (course: string, reach: string): string =>
  `(${isStudentWithin(course, 't.user_id', 'null')} and ${isGraded(course, 't.user_id', reach)})`;

const list = (name: string, select: string, parameters: number) =>
  keyedList<AttemptRow>({
    name,
    select,
    parameters,
    around: (page) => `select ${COLUMNS}, t.graded from (${page}) t join quizzes q on q.id = t.quiz_id`,
    key: [
      { sql: 't.user_id', type: 'int' },
      { sql: 't.number', type: 'int' },
    ],
    keyOf: (row) => [row.userId, row.number],
  });

/** Of a quiz ($1), by student and number: of these people ($2), and to who grades in a reach ($3) of the students there. */
export const attemptsOfQuiz = {
  toOthers: list(
    'attempts_of_students',
    'select t.*, false as graded from quiz_attempts t where t.quiz_id = $1 and t.user_id = any($2::int[])',
    2,
  ),
  toGraders: list(
    'attempts_of_quiz',
    // Who is in the list as none of these people is in it as graded, and is not looked up again.
    `select t.*, case when t.user_id = any($2::int[]) then ${graded(COURSE, '$3')} else true end as graded
     from quiz_attempts t where t.quiz_id = $1 and (${graded(COURSE, '$3')} or t.user_id = any($2::int[]))`,
    3,
  ),
};

/** One ($3) of a quiz ($2) of a course ($1), for who grades in a reach ($4). */
export const attemptById = statement<AttemptRow>(
  'quiz_attempt',
  `select ${COLUMNS}, ${graded('q.course_id', '$4')} as graded
   from quiz_attempts t join quizzes q on q.id = t.quiz_id
   where t.id = $3 and q.id = $2 and q.course_id = $1 and not q.deleted`,
);

/** A quiz ($2) of a course ($1), for who sees unpublished ones ($3). */
export const quizInCourse = statement<{ id: number }>(
  'quiz_in_course',
  'select id from quizzes where course_id = $1 and id = $2 and not deleted and (published or $3::boolean)',
);
