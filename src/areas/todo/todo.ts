import type { Ctx } from '../../access/context.ts';
import type { CourseStanding } from '../../access/standing.ts';
import { type Statement, statement } from '../../store/database.ts';
import type { TODO_KINDS } from '../../store/schema/todo.ts';
import {
  type Besides,
  dueBetween,
  dueShownToStudent,
  GIVEN_COURSES,
  givenCourses,
  isThere,
  OWN_COURSES,
  type Selected,
  type SelectedRow,
  selectedJson,
  shownRows,
  toGrade,
  waiting,
} from '../assignments/of-courses.ts';
import { withRubrics } from '../assignments/rows.ts';
import { type Sight, sightOf } from '../overrides/sight.ts';
import type { TodoItem } from './schemas.ts';

export type Kind = (typeof TODO_KINDS)[number];

/** Of each kind (D11.4). */
const MOST = 15;
const DAY_MS = 86_400_000;
const BACK_MS = 28 * DAY_MS;
const AHEAD_MS = 7 * DAY_MS;

// The caller, from when to when work is due, and the time now, which staff are not held back by.
const [CALLER, FROM, TO, NOW] = ['$1', '$2::timestamptz', '$3::timestamptz', '$4::timestamptz'];

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
const TO_GRADE = `exists (select 1 from submissions t where ${waiting('a.id', 'a.course_id', 'mine.who')}) and not ${ignored('grading', NOTHING_NEW)}`;

type Row = SelectedRow & { kind: Kind };

const firstOf = (kind: Kind, found: string): string =>
  `select '${kind}' as kind, d.* from (${found}) d order by d.due_at, d.id limit ${MOST}`;
const SUBMITTING = dueBetween('staff', { from: FROM, to: TO, most: MOST, open: TO_SUBMIT });
const TO_STUDENT = { from: FROM, to: TO, most: MOST, open: TO_SUBMIT, dated: OPEN };

const asStudent = (own: string): string => dueShownToStudent(own, TO_STUDENT, `, 'submitting' as kind`);
const asStaff = (own: string): string =>
  shownRows({
    own,
    dates: `(${firstOf('grading', toGrade(TO_GRADE))}) union all (${firstOf('submitting', SUBMITTING)})`,
    columns: ', dates.kind',
    order: 'dates.kind, dates.due_at, a.id',
  });

const ofStudent = statement<Row & Besides>('todo_of_student', asStudent(OWN_COURSES));
const ofStaff = statement<Row>('todo_of_staff', asStaff(OWN_COURSES));
const inCourse = {
  student: statement<Row & Besides>('todo_of_student_in_course', asStudent(GIVEN_COURSES('$5'))),
  staff: statement<Row>('todo_of_staff_in_course', asStaff(GIVEN_COURSES('$4'))),
};

function itemJson(ctx: Ctx, row: Selected<Row>): TodoItem {
  const assignment = selectedJson(ctx, row);
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

const itemsJson = async (ctx: Ctx, rows: readonly Row[]): Promise<TodoItem[]> =>
  (await withRubrics(ctx.db, rows)).map((row) => itemJson(ctx, row));

const values = (ctx: Ctx, sight: Sight): unknown[] => {
  const now = ctx.now.getTime();
  const bounds = [ctx.caller.userId, new Date(now - BACK_MS), new Date(now + AHEAD_MS)];
  return sight === 'student' ? [...bounds, ctx.now] : bounds;
};

const byDueDate = (one: Row, other: Row): number =>
  (one.dueAt?.getTime() ?? Number.POSITIVE_INFINITY) - (other.dueAt?.getTime() ?? Number.POSITIVE_INFINITY) || one.id - other.id;

/** What a student is to submit, and whether the caller works in a course. */
async function toSubmit(ctx: Ctx, asked: Statement<Row & Besides>, more: readonly unknown[]): Promise<{ rows: Row[]; works: boolean }> {
  const found = await ctx.db.rows(asked, [...values(ctx, 'student'), ...more]);
  return { rows: firstDue(found.filter(isThere)), works: found[0]?.works ?? false };
}

const firstDue = (rows: readonly Row[]): Row[] => rows.toSorted(byDueDate).slice(0, MOST);

/** part-a, Users; D11.4: grading first, each by due date. In one statement more for who works in a course. */
export async function listTodo(ctx: Ctx): Promise<TodoItem[]> {
  const { rows, works } = await toSubmit(ctx, ofStudent, []);
  if (!works) return itemsJson(ctx, rows);
  const others = await ctx.db.rows(ofStaff, values(ctx, 'staff'));
  const of = (kind: Kind) => others.filter((row) => row.kind === kind);
  return itemsJson(ctx, [...of('grading'), ...firstDue([...rows, ...of('submitting')])]);
}

/** The same of one course. */
export async function listTodoOfCourse(ctx: Ctx, at: CourseStanding): Promise<TodoItem[]> {
  const sight = sightOf(at);
  const given = givenCourses(ctx, [at]);
  if (sight === 'student') return itemsJson(ctx, (await toSubmit(ctx, inCourse.student, [given])).rows);
  return itemsJson(ctx, await ctx.db.rows(inCourse.staff, [...values(ctx, sight), given]));
}
