import type { Ctx } from '../../../access/context.ts';
import { accessIn, type CourseAccess } from '../../../access/context-access.ts';
import { findAssignments } from '../../assignments/assignments.ts';
import { type Lock, lockFor } from '../../assignments/locking.ts';
import type { AssignmentRow } from '../../assignments/rows.ts';
import type { Assignment } from '../../assignments/schemas.ts';
import type { TopicContext } from '../topic-contexts.ts';
import type { TopicRow } from './rows.ts';

/** What the assignment of a topic is to the caller. */
export interface Assigned {
  /** The date that keeps the caller out; it stands in place of the topic's own (discussions#86). */
  lock: Lock | null;
  /** Null where the topic is shown with its assignment, and not the other way round. */
  shown: Assignment | null;
}

/** A topic as it binds the caller: `lockAt` is the caller's date where the topic has an assignment (discussions#86). */
export interface BoundTopic extends TopicRow {
  /** Null too where the caller may not see the assignment: a draft's author. */
  assigned: Assigned | null;
}

export const boundTo = (
  ctx: Ctx,
  at: CourseAccess,
  topic: TopicRow,
  { row, shown }: { row: AssignmentRow; shown: Assignment | null },
): BoundTopic => ({
  ...topic,
  lockAt: row.lockAt,
  assigned: { lock: lockFor(at, row, ctx.now), shown },
});

/** Nobody reads ahead of the date that opens the assignment (discussions#86). */
export const isClosed = ({ assigned }: Pick<BoundTopic, 'assigned'>): boolean => assigned?.lock?.by === 'unlock_at';

export const textOf = (topic: Pick<BoundTopic, 'message' | 'assigned'>): string | null => (isClosed(topic) ? null : topic.message);

/** What the caller is in the context's course. */
export function inCourse(ctx: Ctx, context: Pick<TopicContext, 'course'>): CourseAccess {
  if (!context.course) throw new Error('an assignment is asked for where there is no course');
  return accessIn(ctx.caller, 'course', context.course);
}

/** Topics with what their assignments say to the caller, asked for all of them at once. */
export async function bindTopics(ctx: Ctx, rows: readonly TopicRow[], contextOf: (row: TopicRow) => TopicContext): Promise<BoundTopic[]> {
  const ids = rows.flatMap((row) => row.assignmentId ?? []);
  const first = rows.find((row) => row.assignmentId !== null);
  if (!first) return rows.map((row) => ({ ...row, assigned: null }));
  // Topics of several courses are listed as announcements only, which have no assignments.
  const at = inCourse(ctx, contextOf(first));
  const found = await findAssignments(ctx, at, ids);
  return rows.map((row) => {
    const assignment = found.get(row.assignmentId ?? 0);
    return assignment ? boundTo(ctx, at, row, assignment) : { ...row, assigned: null };
  });
}

export async function bindTopic(ctx: Ctx, context: TopicContext, row: TopicRow): Promise<BoundTopic> {
  const [bound] = await bindTopics(ctx, [row], () => context);
  return bound ?? { ...row, assigned: null };
}
