import type { Ctx } from '../../access/context.ts';
import type { CourseStanding } from '../../access/standing.ts';
import { statement } from '../../store/database.ts';
import type { TODO_KINDS } from '../../store/schema/todo.ts';
import {
  dueBetween,
  GIVEN_COURSES,
  givenCourses,
  OWN_COURSES,
  ofStaff,
  SELECTED_COLUMNS,
  type SelectedRow,
  selectedJson,
  waiting,
} from '../assignments/of-courses.ts';
import type { TodoItem } from './schemas.ts';

export type Kind = (typeof TODO_KINDS)[number];

/** Of each kind (D11.4). */
const MOST = 15;
const DAY_MS = 86_400_000;
const BACK_MS = 28 * DAY_MS;
const AHEAD_MS = 7 * DAY_MS;

// The caller, the time now, and from when to when work is due.
const [CALLER, NOW, FROM, TO] = ['$1', '$2::timestamptz', '$3::timestamptz', '$4::timestamptz'];

/** Ignored for good, or since it last changed; `more` says what else has to be so. */
const ignored = (kind: Kind, more = 'true'): string => `exists (select 1 from ignored_todos i
    where i.user_id = ${CALLER} and i.assignment_id = a.id and i.kind = '${kind}' and (i.permanent or (i.ignored_at >= a.updated_at and ${more})))`;

const TO_SUBMIT = `mine.studies and not (a.submission_types <@ '{none,on_paper}')
  and not exists (select 1 from submissions s where s.assignment_id = a.id and s.user_id = ${CALLER} and s.attempt is not null)
  and not ${ignored('submitting')}`;
/** Staff are never held back (D7.9). */
const OPEN = `(mine.staff or (coalesce(dates.unlock_at <= ${NOW}, true) and coalesce(dates.lock_at > ${NOW}, true)))`;

const NOTHING_NEW = `not exists (select 1 from submissions n
    where n.assignment_id = a.id and n.state in ('submitted', 'pending_review') and n.submitted_at > i.ignored_at)`;
const TO_GRADE = `mine.grades and (a.published or not mine.drafts)
  and exists (select 1 from submissions t where ${waiting('a.id', 'a.course_id', 'mine.who')}) and not ${ignored('grading', NOTHING_NEW)}`;

const todoOf = (name: string, own: string) =>
  statement<SelectedRow & { kind: Kind }>(
    name,
    `with ${own},
     dates as materialized (
       (select 'grading' as kind, g.* from (${ofStaff(TO_GRADE)}) g order by g.due_at, g.id limit ${MOST})
       union all
       (select 'submitting', d.* from (${dueBetween({ from: FROM, to: TO, open: TO_SUBMIT, dated: OPEN })}) d
         order by d.due_at, d.id limit ${MOST}))
     select ${SELECTED_COLUMNS}, dates.kind from dates join assignments a on a.id = dates.id order by dates.kind, dates.due_at, a.id`,
  );

const ofCaller = todoOf('todo', OWN_COURSES);
const ofCourse = todoOf('todo_of_course', GIVEN_COURSES('$5'));

function itemJson(ctx: Ctx, row: SelectedRow & { kind: Kind }): TodoItem {
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

const values = (ctx: Ctx): unknown[] => {
  const now = ctx.now.getTime();
  return [ctx.caller.userId, ctx.now, new Date(now - BACK_MS), new Date(now + AHEAD_MS)];
};

/** part-a, Users; D11.4: grading first, each by due date, in one statement. */
export async function listTodo(ctx: Ctx): Promise<TodoItem[]> {
  const rows = await ctx.db.rows(ofCaller, values(ctx));
  return rows.map((row) => itemJson(ctx, row));
}

/** The same of one course. */
export async function listTodoOfCourse(ctx: Ctx, at: CourseStanding): Promise<TodoItem[]> {
  const rows = await ctx.db.rows(ofCourse, [...values(ctx), givenCourses(ctx, [at])]);
  return rows.map((row) => itemJson(ctx, row));
}
