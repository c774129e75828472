import type { Ctx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { accessInCourses } from '../../access/elsewhere.ts';
import { assignmentsHeld } from '../../access/gates.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { keyedList, nearest } from '../../store/lists.ts';
import { type Piece, quoted, type Sql, sql } from '../../store/sql/sql.ts';
import { array, int, timestamptz } from '../../store/sql/types.ts';
import { coursesOf, OWN_TAKES } from '../assignments/course-memberships.ts';
import { dueBetween, namedFor, SELECTED_ROW, selectedJson, shownRows } from '../assignments/due-assignments.ts';
import { accessOf, linkedFields } from '../assignments/linked-content.ts';
import { canBeTurnedIn } from '../assignments/relations.ts';
import { completed } from '../assignments/rows.ts';
import type { Assignment } from '../assignments/schemas.ts';
import { coursesByIds } from '../courses/courses.ts';
import { courseIdsOf } from '../courses/named-courses.ts';
import { IN_TIME_MS, isMissing, isSaidToBeMissing, KNOWN_TO_STUDENT } from '../submissions/relations.ts';
import { OVERRIDE_COLUMNS, OVERRIDE_ROW, overrideJson } from './overrides.ts';
import type { MissingSubmission, PlannerOverride } from './schemas.ts';
import { studentOf } from './subjects.ts';

const EVER = new Date('0001-01-01T00:00:00Z');

/** Where none is set, last. */
const LAST = '9999-12-31T23:59:59.999Z';
const byDueDate = (due: Piece): Sql => sql`coalesce(${due}, ${quoted(LAST)}::timestamptz)`;

const missing = (
  student: Piece,
  now: Piece,
): Sql => sql`(select ${isMissing('s', { due: sql`found.due_at`, submittable: canBeTurnedIn('a'), now })}
    from (select) one left join submissions s on s.assignment_id = found.id and s.user_id = ${student} and ${KNOWN_TO_STUDENT})`;
/** Whatever the dates are (submissions#93): what else than by a due date that is past is missing. */
const said = (student: Piece): Sql => sql`array(select s.assignment_id from own join submissions s on s.course_id = own.course_id
    and s.user_id = ${student} and ${isSaidToBeMissing('s')} join assignments a on a.id = s.assignment_id and ${KNOWN_TO_STUDENT})`;

const listed = keyedList({
  name: 'missing_submissions',
  takes: { studentId: int, from: timestamptz, to: timestamptz, now: timestamptz, ...OWN_TAKES },
  mayTake: { openAt: timestamptz, held: array(int) },
  gives: SELECTED_ROW,
  select: (p, cut) => {
    const past = {
      own: p,
      from: sql`${p.from}::timestamptz`,
      to: sql`${p.to}::timestamptz`,
      down: cut.down,
      open: missing(p.studentId, sql`${p.now}::timestamptz`),
    };
    return sql`select due.* from (
      (select due.* from (${dueBetween('student', past)}) due where true ${cut.filters} ${nearest([sql`due.due_at`, sql`due.id`], cut)})
      union all select due.* from (${namedFor('student', said(p.studentId))}) due
        where (due.due_at between ${p.from}::timestamptz and ${p.to}::timestamptz) is not true) due where true`;
  },
  filters: {
    openAt: (p) => sql`coalesce(due.unlock_at <= ${p.openAt}, true) and coalesce(due.lock_at > ${p.openAt}, true)`,
    held: (p) => sql`due.id <> all(${p.held}::int[])`,
  },
  around: (page, p) => shownRows({ own: p, dates: page }),
  key: [
    { sql: byDueDate(sql`due.due_at`), around: byDueDate(sql`dates.due_at`), type: 'timestamptz' },
    { sql: sql`due.id`, around: sql`a.id`, type: 'int' },
  ],
  keyOf: (row) => [row.dueAt?.toISOString() ?? LAST, row.id],
});

const marked = statement({
  name: 'planner_overrides_of_assignments',
  takes: { callerId: int, assignments: array(int), quizzes: array(int), topics: array(int) },
  gives: OVERRIDE_ROW,
  sql: (p) => sql`select ${OVERRIDE_COLUMNS} from planner_overrides o where o.user_id = ${p.callerId} and not o.deleted and (
     (o.plannable_type = 'assignment' and o.plannable_id = any(${p.assignments}::int[]))
     or (o.plannable_type = 'quiz' and o.plannable_id = any(${p.quizzes}::int[]))
     or (o.plannable_type = 'discussion_topic' and o.plannable_id = any(${p.topics}::int[])))`,
});

/** The type and the id under which the planner names what an assignment is (planner#11). */
const nameOf = ({ id, quiz_id: quiz, discussion_topic: topic }: Assignment): [PlannerOverride['plannable_type'], number] =>
  quiz !== undefined ? ['quiz', quiz] : topic ? ['discussion_topic', topic.id] : ['assignment', id];

async function marksOf(ctx: Ctx, assignments: readonly Assignment[]): Promise<(one: Assignment) => PlannerOverride | null> {
  const names = assignments.map(nameOf);
  const ids = (type: PlannerOverride['plannable_type']) => names.flatMap(([kind, id]) => (kind === type ? id : []));
  const rows = await ctx.db.rows(marked, {
    callerId: ctx.caller.userId,
    assignments: ids('assignment'),
    quizzes: ids('quiz'),
    topics: ids('discussion_topic'),
  });
  const byName = new Map(rows.map((row) => [`${row.plannableType} ${row.plannableId}`, overrideJson(row)]));
  return (one) => byName.get(nameOf(one).join(' ')) ?? null;
}

interface MissingQuery {
  include?: ReadonlySet<string> | undefined;
  filter?: ReadonlySet<string> | undefined;
  course_ids?: readonly IdForm[] | undefined;
}

/** planner#16: by due date. */
export async function listMissing(ctx: Ctx, at: UserAccess, query: MissingQuery, page: PageRequest): Promise<Page<MissingSubmission>> {
  const { id: studentId, found: self } = await studentOf(ctx, at);
  const { include = new Set(), filter = new Set() } = query;
  const asked = new Set(await courseIdsOf(ctx, query.course_ids ?? []));
  const named = self.courses.filter(({ id }) => asked.size === 0 || asked.has(id));
  const courses = coursesOf({ ...self, courses: named }, () => true);
  const values = { studentId, from: EVER, to: new Date(ctx.now.getTime() - IN_TIME_MS), now: ctx.now, ...courses.values };
  const held = filter.has('submittable') ? await assignmentsHeld(ctx, courses.gated) : [];
  const found = await listed.read(ctx.db, values, page, {
    openAt: filter.has('submittable') ? ctx.now : undefined,
    held: held.length === 0 ? undefined : held,
  });
  const rows = await completed(ctx, courses.gated, found.rows);
  const added = await linkedFields(ctx, async (ids) => accessOf(await accessInCourses(ctx.db, ctx.caller, ids)), rows);
  const assignments = rows.map((row) => ({ ...selectedJson(ctx, row, courses.displayOf(row.courseId)), ...added.get(row.id) }));
  const markOf = include.has('planner_overrides') ? await marksOf(ctx, assignments) : undefined;
  const shown = include.has('course') ? await coursesByIds(ctx, [...new Set(rows.map((row) => row.courseId))]) : undefined;
  return mapPage(
    found,
    assignments.map((one) => ({
      ...one,
      ...(markOf ? { planner_override: markOf(one) } : {}),
      ...(shown ? { course: shown.get(one.course_id) } : {}),
    })),
  );
}
