import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { ApiError, invalidField } from '../../kernel/errors.ts';
import { zoneOf } from '../courses/courses.ts';
import { keepingClosedWork } from '../grading-periods/closed-work.ts';
import {
  type AssignmentWithOverrides,
  holdAssignments,
  type StoredOverrides,
  storedOverrides,
  touchAssignments,
  type WantedOfAssignment,
  writeOverrides,
} from './changes.ts';
import { problemsIn, readMembers, takenOf, targetsOf } from './matching.ts';
import { type OverrideKey, presentOverrides } from './overrides.ts';
import type { SentId, SentOfAssignment } from './parameters.ts';
import type { AssignmentOverride } from './schemas.ts';
import { findTargets, type KnownTargets } from './targets.ts';

const plainOf = (id: SentId | undefined): number | undefined => (id?.form?.by === 'id' ? id.form.id : undefined);

/** Which of these overrides the caller sees, in the order in which they are asked for (overrides#33). */
export function showOverrides(ctx: Ctx, at: CourseAccess, sent: readonly SentOfAssignment[]): Promise<(AssignmentOverride | null)[]> {
  const keys = sent.map((one): OverrideKey | null => {
    const [id, assignmentId] = [plainOf(one.id), plainOf(one.assignmentId)];
    return id === undefined || assignmentId === undefined ? null : { id, assignmentId };
  });
  return presentOverrides(ctx, at, keys);
}

interface Reading {
  wanted: WantedOfAssignment | undefined;
  /** What is wrong with this one. */
  problems: string[];
}

/** What is sent is new, or changes what is there. */
type Task = 'make' | 'change';

interface Around {
  assignments: ReadonlyMap<number, AssignmentWithOverrides>;
  stored: StoredOverrides;
  known: KnownTargets;
  zone: string;
  task: Task;
}

/** One of them by itself. */
function readOne(sent: SentOfAssignment, { assignments, stored, known, zone, task }: Around): Reading {
  const problems: string[] = [];
  if (!sent.assignmentId) problems.push('assignment_id is required');
  if (task === 'change' && !sent.id) problems.push('id is required');
  const assignment = assignments.get(plainOf(sent.assignmentId) ?? 0);
  if (sent.assignmentId && !assignment) problems.push(`unknown assignment id "${sent.assignmentId.sent}"`);
  if (!assignment || problems.length > 0) return { wanted: undefined, problems: [...problems, ...problemsIn(sent)] };
  const { id: assignmentId, groupCategoryId } = assignment;
  const input = { known, groupCategoryId, stored: stored(assignmentId), zone, inList: false };
  const { wanted, problems: wrong } = readMembers([task === 'change' ? sent : { ...sent, id: undefined }], input);
  const [one] = wanted;
  return { wanted: one && { ...one, assignmentId }, problems: wrong };
}

/** What they ask for together: each override once, each target once in its assignment (overrides#25). */
function blameTogether(readings: readonly Reading[], stored: StoredOverrides): void {
  const named = new Set<number>();
  const once: Reading[] = [];
  for (const reading of readings) {
    const id = reading.wanted?.id;
    if (id !== undefined && named.has(id)) reading.problems.push(`override id "${id}" is named twice`);
    else once.push(reading);
    if (id !== undefined) named.add(id);
  }
  const byAssignment = Map.groupBy(once, ({ wanted }) => wanted?.assignmentId);
  for (const [assignmentId, ofOne] of byAssignment) {
    if (assignmentId === undefined) continue;
    const others = targetsOf([...stored(assignmentId).values()].filter((row) => !named.has(row.id)));
    const taken = takenOf([...others, ...ofOne.flatMap(({ wanted }) => wanted?.target ?? [])]).slice(others.length);
    for (const [i, { problems }] of ofOne.entries()) {
      const field = taken[i];
      if (field) problems.push(`${field} is taken`);
    }
  }
}

/**
 * Makes or changes overrides of several assignments of a course in as many statements as of one, all or none of them (overrides#34). It
 * holds what the change of a single one holds.
 */
async function changeOverrides(
  ctx: Ctx,
  at: CourseAccess,
  sent: readonly SentOfAssignment[],
  task: Task,
): Promise<(AssignmentOverride | null)[]> {
  if (sent.length === 0) throw invalidField('assignment_overrides', 'blank', 'must not be blank');
  return ctx.tx(async (tx) => {
    const held = await holdAssignments(tx, at, [...new Set(sent.flatMap((one) => plainOf(one.assignmentId) ?? []))]);
    const assignments = new Map(held.map((row) => [row.id, row]));
    const assignmentIds = [...assignments.keys()];
    const stored = await storedOverrides(tx, at, assignmentIds);
    const sets = held.flatMap((row) => row.groupCategoryId ?? []);
    const known = await findTargets(tx, at, sets, sent);
    const zone = await zoneOf(tx.db, at.course.id);
    const readings = sent.map((one) => readOne(one, { assignments, stored, known, zone, task }));
    blameTogether(readings, stored);
    if (readings.some(({ problems }) => problems.length > 0))
      throw new ApiError(400, { errors: readings.map(({ problems }) => (problems.length > 0 ? problems : null)) });
    const wanted = readings.flatMap((one) => one.wanted ?? []);
    const ids = await keepingClosedWork(tx, at, { ids: assignmentIds, change: () => writeOverrides(tx, wanted) });
    await touchAssignments(tx, assignmentIds);
    const keys = wanted.map(({ assignmentId }, i) => ({ id: ids[i] ?? 0, assignmentId }));
    return presentOverrides(tx, at, keys);
  });
}

export const createOverrides = (ctx: Ctx, at: CourseAccess, sent: readonly SentOfAssignment[] = []) =>
  changeOverrides(ctx, at, sent, 'make');
export const updateOverrides = (ctx: Ctx, at: CourseAccess, sent: readonly SentOfAssignment[] = []) =>
  changeOverrides(ctx, at, sent, 'change');
