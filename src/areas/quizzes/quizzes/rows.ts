import type { Ctx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { type Gate, gatedFor, gatesOf } from '../../../access/gates.ts';
import { isStaff } from '../../../access/permissions.ts';
import { forViewers, readerOf, VIEWER_TAKES, type Viewer, type ViewerKind, viewerValues } from '../../../access/viewer.ts';
import { mapPage, type Page, type PageRequest } from '../../../kernel/pages.ts';
import { statement } from '../../../store/database.ts';
import { containing, folded } from '../../../store/folding.ts';
import { numberedList } from '../../../store/lists.ts';
import { sortKeySql } from '../../../store/sort-key.ts';
import { hideResults, quizType, scoringPolicy } from '../../../store/sql/enums.ts';
import { identifier, join, none, type Piece, type Sql, sql } from '../../../store/sql/sql.ts';
import type { ParametersOf } from '../../../store/sql/statement.ts';
import { array, boolean, float, int, nullable, type RowOf, someOf, text, timestamptz, type ValuesOf } from '../../../store/sql/types.ts';
import { datesFor, viewerInCourse } from '../../overrides/relations.ts';
import { isUnlockedFor } from '../relations.ts';

/** What a quiz has of its own, each in a column of the same name. */
const OWN = {
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
  questionCount: int,
  pointsPossible: float,
};
const columnOf = (name: string): Sql => identifier(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** A quiz as the caller reads it: its dates are the caller's (quizzes#17). */
const QUIZ_ROW = {
  id: int,
  courseId: int,
  assignmentId: nullable(int),
  assignmentGroupId: nullable(int),
  ...OWN,
  dueAt: nullable(timestamptz),
  unlockAt: nullable(timestamptz),
  lockAt: nullable(timestamptz),
  /** The dates of everybody, whatever overrides say. */
  baseDueAt: nullable(timestamptz),
  baseUnlockAt: nullable(timestamptz),
  baseLockAt: nullable(timestamptz),
  /** An extension lets the caller in, whatever the quiz's dates say (quizzes#93). */
  unlocked: boolean,
};
type FoundRow = RowOf<typeof QUIZ_ROW>;
/** A quiz with the module that keeps it from the caller, if one does. */
export type QuizRow = FoundRow & { gate: Gate | null };

/**
 * Quizzes stand in for their assignments `a`, from which the dates of the caller are worked out: base dates are the same on both
 * sides (quizzes#23), and a quiz without an assignment has no overrides.
 */
export const AS_ASSIGNMENT = sql`q.assignment_id as id, q.course_id, q.due_at, q.unlock_at, q.lock_at`;

/** The group of assignments of a graded quiz: its assignment's, else the one it is to go to, else the course's first (quizzes#28). */
const GROUP = sql`case when a.type in ('assignment', 'graded_survey') then coalesce(
    (select s.assignment_group_id from assignments s where s.id = a.id),
    (select g.id from assignment_groups g where g.id = a.assignment_group_id and not g.deleted),
    (select g.id from assignment_groups g where g.course_id = a.course_id and not g.deleted order by g.position, g.id limit 1)) end`;

const OWN_COLUMNS = join(
  Object.keys(OWN).map((name) => sql`q.${columnOf(name)}`),
  ', ',
);
const COLUMNS = sql`a.quiz_id as id, a.course_id as "courseId", a.id as "assignmentId", ${GROUP} as "assignmentGroupId",
  ${join(
    Object.keys(OWN).map((name) => sql`a.${columnOf(name)} as ${identifier(name)}`),
    ', ',
  )},
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt"`;

/** What is read of quizzes takes: of students whether unpublished ones are seen. */
const TAKES = { courseId: int, ...VIEWER_TAKES, ...someOf({ seesUnpublished: boolean }) };
type Takes = ParametersOf<typeof TAKES>;

const unlocked = (kind: ViewerKind, p: Takes): Sql =>
  kind === 'student' ? sql`${isUnlockedFor(sql`a.quiz_id`, p.viewerStudents)} as unlocked` : sql`false as unlocked`;

/** Of a course, to somebody. Whoever edits sees all, others what is published, or counts as that (quizzes#18). */
const readable = (kind: ViewerKind, p: Takes): Sql => sql`select q.id as quiz_id, ${AS_ASSIGNMENT}, q.assignment_group_id, ${OWN_COLUMNS}
  from quizzes q where q.course_id = ${p.courseId} and not q.deleted ${kind === 'student' ? sql`and (q.published or ${p.seesUnpublished}::boolean)` : none}`;
/** quizzes#13. */
const orderOf = (row: Piece, id: Piece): Sql => sql`order by ${row}.due_at nulls last, ${sortKeySql(sql`${row}.title`)}, ${row}.${id}`;
const IN_ORDER = orderOf(sql`q`, sql`id`);

function withDates(kind: ViewerKind, p: Takes, page: Sql): Sql {
  const { with: tables, viewer } = viewerInCourse(kind, p.courseId, p);
  return sql`with ${tables} a as (${page}) select ${COLUMNS}, ${unlocked(kind, p)} from a ${datesFor(viewer)} ${orderOf(sql`a`, sql`quiz_id`)}`;
}

const valuesOf = (ctx: Ctx, at: CourseAccess, drafts: boolean): ValuesOf<typeof TAKES> => ({
  courseId: at.course.id,
  ...viewerValues(readerOf(ctx.caller, at)),
  seesUnpublished: isStaff(at) || !drafts,
});

const all = forViewers((kind) =>
  numberedList({
    name: `quizzes_for_${kind}`,
    takes: TAKES,
    gives: QUIZ_ROW,
    select: (p) => sql`${readable(kind, p)} ${IN_ORDER}`,
    around: (page, p) => withDates(kind, p, page),
  }),
);
const named = forViewers((kind) =>
  numberedList({
    name: `quizzes_named_for_${kind}`,
    takes: { ...TAKES, pattern: text },
    gives: QUIZ_ROW,
    select: (p) => sql`${readable(kind, p)} and ${folded(sql`q.title`)} like ${folded(sql`${p.pattern}::text`)} ${IN_ORDER}`,
    around: (page, p) => withDates(kind, p, page),
  }),
);
const chosen = forViewers((kind) =>
  numberedList({
    name: `quizzes_chosen_for_${kind}`,
    takes: { ...TAKES, ids: array(int) },
    gives: QUIZ_ROW,
    select: (p) => sql`${readable(kind, p)} and q.id = any(${p.ids}::int[]) ${IN_ORDER}`,
    around: (page, p) => withDates(kind, p, page),
  }),
);
const byId = forViewers((kind) =>
  statement({
    name: `quiz_for_${kind}`,
    takes: { ...TAKES, id: int },
    gives: QUIZ_ROW,
    sql: (p) => withDates(kind, p, sql`${readable(kind, p)} and q.id = ${p.id}`),
  }),
);

/** What keeps quizzes from a viewer: what is one thing with an assignment is held back as that. */
export async function withGates<Row extends Pick<FoundRow, 'id' | 'assignmentId'>>(
  ctx: Ctx,
  at: CourseAccess,
  viewer: Viewer,
  rows: readonly Row[],
): Promise<(Row & { gate: Gate | null })[]> {
  const gateOf = await gatesOf(ctx, gatedFor(at, viewer), {
    assignments: rows.flatMap(({ assignmentId }) => assignmentId ?? []),
    quizzes: rows.flatMap((row) => (row.assignmentId === null ? row.id : [])),
  });
  return rows.map((row) => ({
    ...row,
    gate: row.assignmentId === null ? gateOf('quizzes', row.id) : gateOf('assignments', row.assignmentId),
  }));
}

export async function readQuizzes(
  ctx: Ctx,
  at: CourseAccess,
  { drafts, searchTerm, ids }: { drafts: boolean; searchTerm?: string | undefined; ids?: readonly number[] | undefined },
  page: PageRequest,
): Promise<Page<QuizRow>> {
  const viewer = readerOf(ctx.caller, at);
  const given = valuesOf(ctx, at, drafts);
  const read = (): Promise<Page<FoundRow>> => {
    if (ids !== undefined) return chosen[viewer.kind].read(ctx.db, { ...given, ids }, page);
    return searchTerm === undefined
      ? all[viewer.kind].read(ctx.db, given, page)
      : named[viewer.kind].read(ctx.db, { ...given, pattern: containing(searchTerm) }, page);
  };
  const found = await read();
  return mapPage(found, await withGates(ctx, at, viewer, found.rows));
}

/** A quiz that the caller sees, by its id; in a transaction or outside one. */
export async function readQuiz(ctx: Ctx, at: CourseAccess, drafts: boolean, id: number): Promise<QuizRow[]> {
  const viewer = readerOf(ctx.caller, at);
  return withGates(ctx, at, viewer, await ctx.db.rows(byId[viewer.kind], { ...valuesOf(ctx, at, drafts), id }));
}
