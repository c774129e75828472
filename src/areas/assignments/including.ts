import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isStaff, may } from '../../access/permissions.ts';
import { viewerOf } from '../../access/viewer.ts';
import { isoOrNull } from '../../http/timestamps.ts';
import { overridesOf } from '../overrides/overrides.ts';
import type { AssignmentOverride } from '../overrides/schemas.ts';
import type { Included } from './parameters.ts';
import type { AssignmentRow } from './rows.ts';
import type { Assignment, AssignmentDates } from './schemas.ts';

/** The dates of everybody first, then those of each override; where it sets none, everybody's (assignments#60). */
export function allDates(row: Pick<AssignmentRow, 'baseDueAt' | 'baseUnlockAt' | 'baseLockAt'>, overrides: readonly AssignmentOverride[]) {
  const base = { due_at: isoOrNull(row.baseDueAt), unlock_at: isoOrNull(row.baseUnlockAt), lock_at: isoOrNull(row.baseLockAt) };
  const of = ({
    id,
    title,
    due_at: due = base.due_at,
    unlock_at: unlock = base.unlock_at,
    lock_at: lock = base.lock_at,
  }: AssignmentOverride) => ({
    id,
    title,
    due_at: due,
    unlock_at: unlock,
    lock_at: lock,
  });
  return [{ base: true, ...base }, ...overrides.map(of)] satisfies AssignmentDates[];
}

/** What `include[]` asks for, in as many statements however many assignments there are (assignments#59). */
export async function includedIn(
  ctx: Ctx,
  at: CourseAccess,
  rows: readonly AssignmentRow[],
  { include, of }: { include: ReadonlySet<Included>; of: number | null | undefined },
): Promise<(row: AssignmentRow) => Partial<Assignment>> {
  const ids = rows.map((row) => row.id);
  const { observed, students } = viewerOf(ctx.caller, at);
  const listed = of !== null && include.has('observed_users') && observed.length > 0;
  const one = of === undefined ? students.filter((id) => id === ctx.caller.userId) : of === null ? [] : [of];
  const whose = listed ? observed : one;
  const submissions = include.has('submission') && whose.length > 0 ? await ctx.services.submissionsOf(ctx, at, ids, whose) : null;
  const datesShown = include.has('all_dates') && isStaff(at);
  const overrides = include.has('overrides') || datesShown ? await overridesOf(ctx, at, ids) : new Map<number, AssignmentOverride[]>();
  return (row) => {
    const some = submissions?.get(row.id) ?? [];
    const submission = listed ? some : some[0];
    const own = overrides.get(row.id) ?? [];
    return {
      ...(submissions && submission ? { submission } : {}),
      ...(include.has('overrides') ? { overrides: own } : {}),
      ...(datesShown ? { all_dates: allDates(row, own) } : {}),
      ...(include.has('can_edit') ? { can_edit: may(at, 'assignments.edit') } : {}),
    };
  };
}
