import type { TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { invalidField } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, text, timestamptz } from '../../store/sql/types.ts';
import { ofStudent, takesPart } from '../enrollments/relations.ts';
import { dueAtOf, VARIES } from '../overrides/relations.ts';
import { closedPeriodsIn, fallsInto } from './relations.ts';

// Of an assignment that is due at one time to all, its own date says it; students are looked at only where it varies.
const inClosed = statement({
  name: 'work_in_closed_periods',
  takes: { courseId: int, assignmentIds: array(int), now: timestamptz },
  gives: { isAny: boolean, work: array(text) },
  sql: (p) => sql`with periods as materialized (${closedPeriodsIn(p.courseId, p.now)}),
   a as materialized (select a.id, a.course_id, a.due_at, a.group_category_id from assignments a
     where exists (select 1 from periods) and a.id = any(${p.assignmentIds}::int[]) and not a.deleted)
   select exists (select 1 from periods) as "isAny", array(
     select concat_ws(' ', a.id, gp.id) from a join periods gp on ${fallsInto(sql`a.due_at`)}
     union
     select concat_ws(' ', a.id, gp.id, e.user_id) from a join enrollments e on e.course_id = a.course_id and ${ofStudent('e')} and ${takesPart('e')}
       cross join lateral (select ${dueAtOf(sql`e.user_id`, sql`true`)} as due_at) d join periods gp on ${fallsInto(sql`d.due_at`)}
     where ${VARIES}) as work`,
});

/** Administrators grade, and move due dates, in closed periods, too (grading-periods#9, grading-periods#15). */
export const changesClosed = ({ writing }: Pick<CourseAccess, 'writing'>): boolean => writing.has('admin');

interface Change<T> {
  /** The assignments that are changed, which are held. */
  ids: readonly number[];
  change: () => Promise<T>;
  /** The ids of the assignments that the change makes. */
  made?: (result: T) => readonly number[];
  /** What the client calls the due date. */
  field?: string | undefined;
}

/** Makes a change by which no work leaves a closed period of the course or comes into one, unless an administrator asks (grading-periods#15). */
export async function keepingClosedWork<T>(
  tx: TxCtx,
  at: Pick<CourseAccess, 'writing' | 'course'>,
  { ids, change, made, field }: Change<T>,
): Promise<T> {
  if (changesClosed(at)) return change();
  const read = async (assignmentIds: readonly number[]) => {
    const [row] = await tx.db.rows(inClosed, { courseId: at.course.id, assignmentIds, now: tx.now });
    return { isAny: row?.isAny ?? false, work: new Set(row?.work) };
  };
  const before = await read(ids);
  const result = await change();
  if (!before.isAny) return result;
  const after = await read([...ids, ...(made?.(result) ?? [])]);
  if (before.work.size !== after.work.size || [...before.work].some((one) => !after.work.has(one)))
    throw invalidField(field ?? 'due_at', 'closed', 'would move work into a closed grading period, or out of one');
  return result;
}
