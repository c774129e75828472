import type { Ctx } from '../../access/context.ts';
import type { CourseStanding } from '../../access/standing.ts';
import type { Page, PageRequest } from '../../http/pagination.ts';
import { type Db, statement } from '../../store/database.ts';
import { containing, folded } from '../../store/folding.ts';
import { numberedList } from '../../store/lists.ts';
import { sortKeySql } from '../../store/sort-key.ts';
import { callerDates } from '../overrides/caller-dates.ts';
import type { Dates } from '../overrides/dates.ts';
import { byReader, namesAs, type Reader, readerOf, sightAs, valuesAs } from '../overrides/sight.ts';
import type { Fields, QuizRecord } from './fields.ts';

/** A quiz as the caller reads it: its dates are the caller's (D7.8). */
export interface QuizRow extends Omit<Fields, keyof Dates>, Dates {
  id: number;
  courseId: number;
  assignmentId: number | null;
  assignmentGroupId: number | null;
  questionCount: QuizRecord['questionCount'];
  pointsPossible: QuizRecord['pointsPossible'];
}

/**
 * Quizzes stand in for their assignments `a`, from which the dates of the caller are worked out: base dates are the same on both
 * sides (D7.11), and a quiz without an assignment has no overrides.
 */
export const AS_ASSIGNMENT = 'q.assignment_id as id, q.course_id, q.due_at, q.unlock_at, q.lock_at';

/** Of its assignment, else the one it is to go to, else the first of the course (part-b, `assignment_group_id`). */
const GROUP = `case when a.type in ('assignment', 'graded_survey') then coalesce(
    (select s.assignment_group_id from assignments s where s.id = a.id),
    (select g.id from assignment_groups g where g.id = a.assignment_group_id and not g.deleted),
    (select g.id from assignment_groups g where g.course_id = a.course_id and not g.deleted order by g.position, g.id limit 1)) end`;

const COLUMNS = `a.quiz_id as id, a.course_id as "courseId", a.id as "assignmentId", ${GROUP} as "assignmentGroupId", a.title, a.description,
  a.type, a.time_limit as "timeLimit", a.shuffle_answers as "shuffleAnswers", a.hide_results as "hideResults",
  a.show_correct_answers as "showCorrectAnswers", a.scoring_policy as "scoringPolicy", a.allowed_attempts as "allowedAttempts",
  a.one_question_at_a_time as "oneQuestionAtATime", a.cant_go_back as "cantGoBack", a.access_code as "accessCode",
  a.ip_filter as "ipFilter", a.published, a.question_count as "questionCount", a.points_possible as "pointsPossible",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt"`;

const studies = (reader: Reader): boolean => sightAs(reader) === 'student';
/** So many parameters a statement takes first: the course, the reader, and of students whether unpublished ones are seen. */
const taken = (reader: Reader): number => 1 + namesAs(reader, '$1', 2).taken + (studies(reader) ? 1 : 0);

/** Of a course ($1), to somebody (namesAs). Whoever edits sees all, others what is published, or counts as that (D9.2, D9.5). */
const readable = (
  reader: Reader,
): string => `select q.id as quiz_id, ${AS_ASSIGNMENT}, q.title, q.description, q.type, q.assignment_group_id, q.time_limit,
    q.shuffle_answers, q.hide_results, q.show_correct_answers, q.scoring_policy, q.allowed_attempts, q.one_question_at_a_time,
    q.cant_go_back, q.access_code, q.ip_filter, q.published, q.question_count, q.points_possible
  from quizzes q where q.course_id = $1 and not q.deleted ${studies(reader) ? `and (q.published or $${taken(reader)}::boolean)` : ''}`;
/** D9.6. */
const orderOf = (row: string, id: string): string => `order by ${row}.due_at nulls last, ${sortKeySql(`${row}.title`)}, ${row}.${id}`;
const IN_ORDER = orderOf('q', 'id');

function withDates(reader: Reader, page: string): string {
  const dates = callerDates(sightAs(reader), namesAs(reader, '$1', 2));
  return `with ${dates.with} a as (${page}) select ${COLUMNS} from a ${dates.join} ${orderOf('a', 'quiz_id')}`;
}

const valuesOf = (ctx: Ctx, at: CourseStanding, drafts: boolean): unknown[] => {
  const reader = readerOf(at);
  return [at.course.id, ...valuesAs(reader, ctx, at), ...(studies(reader) ? [!drafts] : [])];
};

const list = (name: string, more: ((parameter: string) => string) | null) =>
  byReader((reader) =>
    numberedList<QuizRow>({
      name: `${name}_for_${reader}`,
      select: `${readable(reader)} ${more?.(`$${taken(reader) + 1}`) ?? ''} ${IN_ORDER}`,
      parameters: taken(reader) + (more ? 1 : 0),
      around: (page) => withDates(reader, page),
    }),
  );
const all = list('quizzes', null);
const named = list('quizzes_named', (term) => `and ${folded('q.title')} like ${folded(`${term}::text`)}`);
const byId = byReader((reader) =>
  statement<QuizRow>(`quiz_for_${reader}`, withDates(reader, `${readable(reader)} and q.id = $${taken(reader) + 1}`)),
);

export function readQuizzes(
  ctx: Ctx,
  at: CourseStanding,
  drafts: boolean,
  searchTerm: string | undefined,
  page: PageRequest,
): Promise<Page<QuizRow>> {
  const reader = readerOf(at);
  const given = valuesOf(ctx, at, drafts);
  return searchTerm === undefined
    ? all[reader].read(ctx.db, given, page)
    : named[reader].read(ctx.db, [...given, containing(searchTerm)], page);
}

/** In a transaction or outside one. */
export const readQuiz = (ctx: Ctx, db: Db, at: CourseStanding, drafts: boolean, id: number): Promise<QuizRow[]> =>
  db.rows(byId[readerOf(at)], [...valuesOf(ctx, at, drafts), id]);
