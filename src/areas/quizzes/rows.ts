import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import type { Page, PageRequest } from '../../http/pagination.ts';
import { type Db, statement } from '../../store/database.ts';
import { containing, folded } from '../../store/folding.ts';
import { numberedList } from '../../store/lists.ts';
import { sortKeySql } from '../../store/sort-key.ts';
import { hideResults, quizType, scoringPolicy } from '../../store/sql/enums.ts';
import { none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { boolean, float, int, nullable, type RowOf, someOf, text, timestamptz, type ValuesOf } from '../../store/sql/types.ts';
import { callerDates } from '../overrides/caller-dates.ts';
import { byReader, namesAs, READER_TAKES, type Reader, readerOf, sightAs, valuesAs } from '../overrides/sight.ts';

/** A quiz as the caller reads it: its dates are the caller's (D7.8). */
const QUIZ_ROW = {
  id: int,
  courseId: int,
  assignmentId: nullable(int),
  assignmentGroupId: nullable(int),
  questionCount: int,
  pointsPossible: float,
  title: text,
  description: nullable(text),
  type: quizType,
  /** In minutes. */
  timeLimit: nullable(int),
  shuffleAnswers: boolean,
  hideResults: nullable(hideResults),
  showCorrectAnswers: boolean,
  scoringPolicy,
  /** -1: without end. */
  allowedAttempts: int,
  oneQuestionAtATime: boolean,
  cantGoBack: boolean,
  accessCode: nullable(text),
  ipFilter: nullable(text),
  published: boolean,
  dueAt: nullable(timestamptz),
  unlockAt: nullable(timestamptz),
  lockAt: nullable(timestamptz),
};
export type QuizRow = RowOf<typeof QUIZ_ROW>;

/**
 * Quizzes stand in for their assignments `a`, from which the dates of the caller are worked out: base dates are the same on both
 * sides (D7.11), and a quiz without an assignment has no overrides.
 */
export const AS_ASSIGNMENT = sql`q.assignment_id as id, q.course_id, q.due_at, q.unlock_at, q.lock_at`;

/** Of its assignment, else the one it is to go to, else the first of the course (part-b, `assignment_group_id`). */
const GROUP = sql`case when a.type in ('assignment', 'graded_survey') then coalesce(
    (select s.assignment_group_id from assignments s where s.id = a.id),
    (select g.id from assignment_groups g where g.id = a.assignment_group_id and not g.deleted),
    (select g.id from assignment_groups g where g.course_id = a.course_id and not g.deleted order by g.position, g.id limit 1)) end`;

const COLUMNS = sql`a.quiz_id as id, a.course_id as "courseId", a.id as "assignmentId", ${GROUP} as "assignmentGroupId", a.title, a.description,
  a.type, a.time_limit as "timeLimit", a.shuffle_answers as "shuffleAnswers", a.hide_results as "hideResults",
  a.show_correct_answers as "showCorrectAnswers", a.scoring_policy as "scoringPolicy", a.allowed_attempts as "allowedAttempts",
  a.one_question_at_a_time as "oneQuestionAtATime", a.cant_go_back as "cantGoBack", a.access_code as "accessCode",
  a.ip_filter as "ipFilter", a.published, a.question_count as "questionCount", a.points_possible as "pointsPossible",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt"`;

const studies = (reader: Reader): boolean => sightAs(reader) === 'student';
/** What is read of quizzes takes: of students whether unpublished ones are seen. */
const TAKES = { courseId: int, ...READER_TAKES, ...someOf({ seesUnpublished: boolean }) };
type Takes = ParametersOf<typeof TAKES>;

/** Of a course, to somebody. Whoever edits sees all, others what is published, or counts as that (D9.2, D9.5). */
const readable = (
  reader: Reader,
  p: Takes,
): Sql => sql`select q.id as quiz_id, ${AS_ASSIGNMENT}, q.title, q.description, q.type, q.assignment_group_id, q.time_limit,
    q.shuffle_answers, q.hide_results, q.show_correct_answers, q.scoring_policy, q.allowed_attempts, q.one_question_at_a_time,
    q.cant_go_back, q.access_code, q.ip_filter, q.published, q.question_count, q.points_possible
  from quizzes q where q.course_id = ${p.courseId} and not q.deleted ${studies(reader) ? sql`and (q.published or ${p.seesUnpublished}::boolean)` : none}`;
/** D9.6. */
const orderOf = (row: Piece, id: Piece): Sql => sql`order by ${row}.due_at nulls last, ${sortKeySql(sql`${row}.title`)}, ${row}.${id}`;
const IN_ORDER = orderOf(sql`q`, sql`id`);

function withDates(reader: Reader, p: Takes, page: Sql): Sql {
  const dates = callerDates(sightAs(reader), namesAs(reader, p.courseId, p));
  return sql`with ${dates.with} a as (${page}) select ${COLUMNS} from a ${dates.join} ${orderOf(sql`a`, sql`quiz_id`)}`;
}

const valuesOf = (ctx: Ctx, at: CourseAccess, drafts: boolean): ValuesOf<typeof TAKES> => ({
  courseId: at.course.id,
  ...valuesAs(readerOf(at), ctx, at),
  seesUnpublished: !drafts,
});

const all = byReader((reader) =>
  numberedList({
    name: `quizzes_for_${reader}`,
    takes: TAKES,
    gives: QUIZ_ROW,
    select: (p) => sql`${readable(reader, p)} ${IN_ORDER}`,
    around: (page, p) => withDates(reader, p, page),
  }),
);
const named = byReader((reader) =>
  numberedList({
    name: `quizzes_named_for_${reader}`,
    takes: { ...TAKES, pattern: text },
    gives: QUIZ_ROW,
    select: (p) => sql`${readable(reader, p)} and ${folded(sql`q.title`)} like ${folded(sql`${p.pattern}::text`)} ${IN_ORDER}`,
    around: (page, p) => withDates(reader, p, page),
  }),
);
const byId = byReader((reader) =>
  statement({
    name: `quiz_for_${reader}`,
    takes: { ...TAKES, id: int },
    gives: QUIZ_ROW,
    sql: (p) => withDates(reader, p, sql`${readable(reader, p)} and q.id = ${p.id}`),
  }),
);

export function readQuizzes(
  ctx: Ctx,
  at: CourseAccess,
  drafts: boolean,
  searchTerm: string | undefined,
  page: PageRequest,
): Promise<Page<QuizRow>> {
  const reader = readerOf(at);
  const given = valuesOf(ctx, at, drafts);
  return searchTerm === undefined
    ? all[reader].read(ctx.db, given, page)
    : named[reader].read(ctx.db, { ...given, pattern: containing(searchTerm) }, page);
}

/** In a transaction or outside one. */
export const readQuiz = (ctx: Ctx, db: Db, at: CourseAccess, drafts: boolean, id: number): Promise<QuizRow[]> =>
  db.rows(byId[readerOf(at)], { ...valuesOf(ctx, at, drafts), id });
