import type { TxCtx } from '../../access/context.ts';
import type { CourseAccess, GroupAccess } from '../../access/context-access.ts';
import { invalidField } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, timestamptz } from '../../store/sql/types.ts';
import { settingsIn } from '../accounts/accounts.ts';
import { changesClosed, keepingClosedWork } from '../grading-periods/closed-work.ts';
import { closedPeriodsIn } from '../grading-periods/relations.ts';
import { removeGroupOverrides } from '../overrides/changes.ts';
import { frozenTo } from './freezing.ts';

const heldOfSet = statement({
  name: 'hold_assignments_of_set',
  takes: { groupCategoryId: int },
  gives: { id: int },
  sql: (p) => sql`select a.id from assignments a where a.group_category_id = ${p.groupCategoryId} order by a.id for no key update`,
});

/** Holds the assignments of a group set, before the set as whoever changes one, or who is in a group, does. */
export const holdAssignmentsOfSet = async (tx: TxCtx, groupCategoryId: number): Promise<number[]> =>
  (await tx.db.rows(heldOfSet, { groupCategoryId })).map(({ id }) => id);

const frozenOf = statement({
  name: 'frozen_assignment_of_set',
  takes: { ids: array(int) },
  gives: { id: int },
  sql: (p) => sql`select id from assignments where id = any(${p.ids}::int[]) and frozen and not deleted limit 1`,
});

/** What is frozen in a set keeps it from going, for whoever may not change that (assignments#42). */
async function requireThawed(tx: TxCtx, at: CourseAccess, ids: readonly number[]): Promise<void> {
  if (!frozenTo(at, await settingsIn(tx.db, at.course)).includes('group_category_id')) return;
  const [frozen] = await tx.db.rows(frozenOf, { ids });
  if (frozen) throw invalidField('group_category_id', 'invalid', 'is frozen of an assignment: account administrators alone change it');
}

/**
 * A group set that is deleted is no assignment's any more, and the overrides of its groups go (assignments#32). Whoever calls this holds
 * the course, the assignments of the set after it, and then the set.
 */
export async function leaveGroupSet(tx: TxCtx, at: CourseAccess, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await requireThawed(tx, at, ids);
  const change = async (): Promise<void> => {
    await tx.db.prisma.assignment.updateMany({ where: { id: { in: [...ids] } }, data: { groupCategoryId: null, updatedAt: tx.now } });
    await removeGroupOverrides(tx, at, ids);
  };
  await keepingClosedWork(tx, at, { ids, change });
}

// Held, so that nobody changes their overrides meanwhile. Where no period of the course is closed nothing else is looked at.
const held = statement({
  name: 'hold_assignments_by_groups',
  takes: { courseId: int, groupCategoryId: int, now: timestamptz },
  gives: { id: int },
  sql: (p) => sql`select a.id from assignments a where exists (${closedPeriodsIn(p.courseId, p.now)})
     and a.id in (select o.assignment_id from groups g join assignment_overrides o on o.group_id = g.id where g.group_category_id = ${p.groupCategoryId})
   order by a.id for share`,
});

interface Change<H, T> {
  hold: () => Promise<H>;
  change: (held: H) => Promise<T>;
}

/**
 * Changes who is in the groups of a set without moving work into a closed period or out of one (grading-periods#15). What has to be held
 * for it is held after the assignments, as by whoever changes the overrides of a group.
 */
export async function keepingWorkOfGroups<H, T>(tx: TxCtx, at: GroupAccess, { hold, change }: Change<H, T>): Promise<T> {
  const { course, groupCategoryId } = at.group;
  if (course === null || groupCategoryId === null || changesClosed(at)) return change(await hold());
  const ids = (await tx.db.rows(held, { courseId: course.id, groupCategoryId, now: tx.now })).map(({ id }) => id);
  const all = await hold();
  return ids.length === 0 ? change(all) : keepingClosedWork(tx, { writing: at.writing, course }, { ids, change: () => change(all) });
}
