import type { Ctx } from '../../access/context.ts';
import { standingsInCourses } from '../../access/elsewhere.ts';
import type { CourseStanding, SelfStanding } from '../../access/standing.ts';
import { statement } from '../../store/database.ts';
import type { TodoKind } from '../../store/generated/enums.ts';
import {
  ATTENDED_TAKES,
  dueBetween,
  dueShownToStudent,
  OWN_TAKES,
  type Selected,
  type SelectedRow,
  selectedJson,
  shownRows,
  toGrade,
  waiting,
} from '../assignments/of-courses.ts';
import { coursesStoodIn, type OwnCourses, runningCourses } from '../assignments/own-courses.ts';
import { type Partners, partnerFields, type StandingsIn, standingsOf } from '../assignments/partners.ts';
import { withRubrics } from '../assignments/rows.ts';
import type { Assignment } from '../assignments/schemas.ts';
import type { TodoItem } from './schemas.ts';

export type Kind = TodoKind;

/** Of each kind (D11.4). */
const MOST = 15;
const DAY_MS = 86_400_000;
const BACK_MS = 28 * DAY_MS;
const AHEAD_MS = 7 * DAY_MS;

// The caller, from when to when work is due, the courses, and the time now, which staff are not held back by.
const [CALLER, FROM, TO] = ['$1', '$2::timestamptz', '$3::timestamptz'];
const OWN = 4;
const NOW = `$${OWN + OWN_TAKES + ATTENDED_TAKES}::timestamptz`;

/** Ignored for good, or since it last changed; `more` says what else has to be so. */
const ignored = (kind: Kind, more = 'true'): string => `coalesce((select i.permanent or (i.ignored_at >= a.updated_at and ${more})
    from ignored_todos i where i.user_id = ${CALLER} and i.assignment_id = a.id and i.kind = '${kind}'), false)`;

// Most of what is past is turned in.
const TO_SUBMIT = `(select s.attempt from submissions s where s.assignment_id = found.id and s.user_id = ${CALLER}) is null
  and mine.studies and not (a.submission_types <@ '{none,on_paper}')
  and not ${ignored('submitting')}`;
/** Staff are never held back (D7.9). */
const OPEN = `coalesce(dates.unlock_at <= ${NOW}, true) and coalesce(dates.lock_at > ${NOW}, true)`;

const NOTHING_NEW = `not exists (select 1 from submissions n
    where n.assignment_id = a.id and n.state in ('submitted', 'pending_review') and n.submitted_at > i.ignored_at)`;
const TO_GRADE = `exists (select 1 from submissions t where ${waiting('a.id', 'a.course_id', 'mine.graded')}) and not ${ignored('grading', NOTHING_NEW)}`;

type Row = SelectedRow & { kind: Kind };

const firstOf = (kind: Kind, found: string): string =>
  `select '${kind}' as kind, d.* from (${found}) d order by d.due_at, d.id limit ${MOST}`;
const SUBMITTING = dueBetween('staff', { own: OWN, from: FROM, to: TO, most: MOST, open: TO_SUBMIT });
const TO_STUDENT = { own: OWN, from: FROM, to: TO, most: MOST, open: TO_SUBMIT, dated: OPEN };

const ofStudent = statement<Row>('todo_of_student', dueShownToStudent(TO_STUDENT, `, 'submitting' as kind`));
const ofStaff = statement<Row>(
  'todo_of_staff',
  shownRows({
    own: OWN,
    dates: `(${firstOf('grading', toGrade(TO_GRADE))}) union all (${firstOf('submitting', SUBMITTING)})`,
    columns: ', dates.kind',
    order: 'dates.kind, dates.due_at, a.id',
  }),
);

function itemJson(ctx: Ctx, row: Selected<Row>, assignment: Assignment): TodoItem {
  const address = `${ctx.baseUrl}/api/v1/users/self/todo/assignment_${row.id}/${row.kind}`;
  return {
    type: row.kind,
    assignment,
    ignore: `${address}?permanent=0`,
    ignore_permanently: `${address}?permanent=1`,
    html_url: row.kind === 'submitting' ? `${assignment.html_url}#submit` : assignment.html_url,
    ...(row.kind === 'grading' ? { needs_grading_count: row.needsGrading ?? 0 } : {}),
    context_type: 'course',
    course_id: row.courseId,
    group_id: null,
  };
}

const byDueDate = (one: Row, other: Row): number =>
  (one.dueAt?.getTime() ?? Number.POSITIVE_INFINITY) - (other.dueAt?.getTime() ?? Number.POSITIVE_INFINITY) || one.id - other.id;
const firstDue = (rows: readonly Row[]): Row[] => rows.toSorted(byDueDate).slice(0, MOST);

/** Grading first, each by due date (D11.4): a statement for who attends a course, and one for who works in one. */
async function toDo(ctx: Ctx, courses: OwnCourses, partners: Partners, standings: StandingsIn): Promise<TodoItem[]> {
  const now = ctx.now.getTime();
  const values = [ctx.caller.userId, new Date(now - BACK_MS), new Date(now + AHEAD_MS), ...courses.given];
  const attended = courses.attends ? await ctx.db.rows(ofStudent, [...values, ...courses.attended, ctx.now]) : [];
  const taught = courses.works ? await ctx.db.rows(ofStaff, values) : [];
  const of = (kind: Kind) => taught.filter((row) => row.kind === kind);
  const rows = [...of('grading'), ...firstDue([...attended, ...of('submitting')])];
  const shown = await withRubrics(ctx.db, rows);
  const added = await partnerFields(ctx, partners, standings, shown);
  return shown.map((row) => itemJson(ctx, row, { ...selectedJson(ctx, row, courses.placeOf(row.courseId)), ...added.get(row.id) }));
}

/** part-a, Users; D11.4. */
export const listTodo = (ctx: Ctx, { self }: SelfStanding, partners: Partners): Promise<TodoItem[]> =>
  toDo(ctx, runningCourses(self), partners, async (ids) => standingsOf(await standingsInCourses(ctx.db, ctx.caller, ids)));

/** The same of one course. */
export const listTodoOfCourse = async (ctx: Ctx, at: CourseStanding, partners: Partners): Promise<TodoItem[]> =>
  toDo(ctx, await coursesStoodIn(ctx, [at]), partners, async () => standingsOf([at]));
