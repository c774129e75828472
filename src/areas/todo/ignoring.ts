import type { Ctx } from '../../access/context.ts';
import { accessElsewhere } from '../../access/elsewhere.ts';
import { isGrader, may } from '../../access/permissions.ts';
import { foundIn, notFound } from '../../kernel/errors.ts';
import { readId } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { TodoKind } from '../../store/generated/enums.ts';
import { todoKind } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int, timestamptz } from '../../store/sql/types.ts';
import { seesUnpublished } from '../accounts/accounts.ts';

const PREFIX = 'assignment_';

/** What an address names; 404 for anything else. */
function named(asset: string, kind: string): { assignmentId: number; kind: TodoKind } {
  const assignmentId = asset.startsWith(PREFIX) ? readId(asset.slice(PREFIX.length)) : undefined;
  const known = Object.values(TodoKind).find((one) => one === kind);
  if (assignmentId === undefined || known === undefined) throw notFound();
  return { assignmentId, kind: known };
}

const place = statement({
  name: 'todo_assignment',
  takes: { assignmentId: int },
  gives: { courseId: int, published: boolean },
  sql: (p) => sql`select course_id as "courseId", published from assignments where id = ${p.assignmentId} and not deleted`,
});

/** It is the caller's to do: a student's to turn in, a grader's to grade, and there for them; 404 else. */
async function requireOwn(ctx: Ctx, assignmentId: number, kind: TodoKind): Promise<void> {
  const { courseId, published } = foundIn(await ctx.db.rows(place, { assignmentId }));
  const at = await accessElsewhere(ctx, 'course', { by: 'id', id: courseId });
  const own = kind === 'grading' ? isGrader(at) : at.roles.has('student');
  if (!own || !may(at, 'todo.read')) throw notFound();
  if (!published && !(await seesUnpublished(ctx.db, at))) throw notFound();
}

// What is ignored for good stays so.
const ignore = statement({
  name: 'todo_ignore',
  takes: { callerId: int, assignmentId: int, kind: todoKind, now: timestamptz, permanent: boolean },
  sql: (
    p,
  ) => sql`insert into ignored_todos as i (user_id, assignment_id, kind, ignored_at, permanent) values (${p.callerId}, ${p.assignmentId}, ${p.kind}, ${p.now}, ${p.permanent})
   on conflict (user_id, assignment_id, kind) do update
     set ignored_at = greatest(i.ignored_at, excluded.ignored_at), permanent = i.permanent or excluded.permanent`,
});

/** `ignore` and `ignore_permanently` (todo#8, todo#9). */
export async function ignoreTodo(
  ctx: Ctx,
  address: { asset: string; kind: string },
  permanent: boolean | undefined,
): Promise<{ ignored: true }> {
  const { assignmentId, kind } = named(address.asset, address.kind);
  await requireOwn(ctx, assignmentId, kind);
  await ctx.db.rows(ignore, { callerId: ctx.caller.userId, assignmentId, kind, now: ctx.now, permanent: permanent ?? false });
  return { ignored: true };
}
