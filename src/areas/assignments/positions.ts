import type { TxCtx } from '../../access/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { identifier, sql } from '../../store/sql/sql.ts';
import { array, int, text } from '../../store/sql/types.ts';
import { ZONE } from '../courses/json.ts';

const held = statement({
  name: 'hold_course_of_assignments',
  takes: { courseId: int },
  gives: { zone: text },
  sql: (p) => sql`select ${ZONE} as zone from courses c where c.id = ${p.courseId} for no key update of c`,
});

/**
 * Assignments and groups of a course are changed by one request at a time, so that positions stay 1..n (assignments#44): whoever
 * holds the course. Enrolling and reading go on meanwhile. Gives back the zone in which the course's days are days.
 */
export async function holdCourse(tx: TxCtx, courseId: number): Promise<string> {
  const [row] = await tx.db.rows(held, { courseId });
  if (!row) throw notFound();
  return row.zone;
}

/**
 * The order with `id` at `position` (1 is first, beyond an end counts as that end) and the others moved. Without a position it
 * stays where it is, or comes last where it is new.
 */
export function arranged(ids: readonly number[], id: number, position?: number): number[] {
  if (position === undefined) return ids.includes(id) ? [...ids] : [...ids, id];
  const others = ids.filter((other) => other !== id);
  others.splice(Math.min(Math.max(position, 1), others.length + 1) - 1, 0, id);
  return others;
}

const inGroup = statement({
  name: 'assignments_in_group_in_order',
  takes: { groupId: int },
  gives: { id: int },
  sql: (p) => sql`select id from assignments where assignment_group_id = ${p.groupId} and not deleted order by position, id`,
});
const groupsInCourse = statement({
  name: 'assignment_groups_in_order',
  takes: { courseId: int },
  gives: { id: int },
  sql: (p) => sql`select id from assignment_groups where course_id = ${p.courseId} and not deleted order by position, id`,
});
const renumber = (table: 'assignments' | 'assignment_groups') =>
  statement({
    name: `renumber_${table}`,
    takes: { ids: array(int) },
    sql: (p) => sql`update ${identifier(table)} t set position = n.position from unnest(${p.ids}::int[]) with ordinality as n(id, position)
     where t.id = n.id and t.position <> n.position`,
  });
const renumberAssignments = renumber('assignments');
const renumberGroups = renumber('assignment_groups');

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id);

export const idsInGroup = async (tx: TxCtx, groupId: number): Promise<number[]> => idsOf(await tx.db.rows(inGroup, { groupId }));
export const groupIds = async (tx: TxCtx, courseId: number): Promise<number[]> => idsOf(await tx.db.rows(groupsInCourse, { courseId }));

export async function numberAssignments(tx: TxCtx, ids: readonly number[]): Promise<void> {
  await tx.db.rows(renumberAssignments, { ids });
}
export async function numberGroups(tx: TxCtx, ids: readonly number[]): Promise<void> {
  await tx.db.rows(renumberGroups, { ids });
}
