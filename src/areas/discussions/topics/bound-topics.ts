import type { Ctx } from '../../../access/context.ts';
import { accessIn, type CourseAccess } from '../../../access/context-access.ts';
import { contentsOfTopics, type Gate, type GatedTopic, gatedFor, gateOfTopic, gatesOf } from '../../../access/gates.ts';
import { viewerOf } from '../../../access/viewer.ts';
import { findAssignments } from '../../assignments/assignments.ts';
import { hidesText, type Lock, lockFor } from '../../assignments/locking.ts';
import type { AssignmentRow } from '../../assignments/rows.ts';
import type { Assignment } from '../../assignments/schemas.ts';
import type { TopicContext } from '../topic-contexts.ts';
import type { TopicRow } from './rows.ts';

/** What the assignment of a topic is to the caller. */
interface Assigned {
  /** What keeps the caller out; its dates stand in place of the topic's own (discussions#86). */
  lock: Lock | null;
  /** Null where the topic is shown with its assignment, and not the other way round. */
  shown: Assignment | null;
}

interface Binding {
  /** Null too where the caller may not see the assignment: a draft's author. */
  assigned: Assigned | null;
  /** The module that keeps a topic without an assignment from the caller. */
  gate: Gate | null;
}

/** A topic as it binds the caller: `lockAt` is the caller's date where the topic has an assignment (discussions#86). */
type Bound<Row> = Row & Binding;
export type BoundTopic = Bound<TopicRow>;

type Placed = Pick<TopicRow, 'id' | 'rootTopicId' | 'assignmentId'>;
type Bindable = Placed & Pick<TopicRow, 'lockAt'>;

export const boundTo = <Row extends Bindable>(
  ctx: Ctx,
  at: CourseAccess,
  topic: Row,
  { row, shown }: { row: AssignmentRow; shown: Assignment | null },
): Bound<Row> => ({
  ...topic,
  lockAt: row.lockAt,
  assigned: { lock: lockFor(at, row, ctx.now), shown },
  gate: null,
});

/** A module keeps it from the caller, by itself or as an assignment. */
export const isHeldBack = ({ gate, assigned }: Pick<BoundTopic, 'assigned' | 'gate'>): boolean =>
  gate !== null || assigned?.lock?.by === 'module';

/** Nobody reads ahead of what opens it, a date or a module: neither its text nor its file (discussions#86, modules#35). */
export const isClosed = ({ gate, assigned }: Pick<BoundTopic, 'assigned' | 'gate'>): boolean =>
  gate !== null || hidesText(assigned?.lock ?? null);

export const textOf = (topic: Pick<BoundTopic, 'message' | 'assigned' | 'gate'>): string | null => (isClosed(topic) ? null : topic.message);

/** What the caller is in the context's course. */
export function inCourse(ctx: Ctx, context: Pick<TopicContext, 'course'>): CourseAccess {
  if (!context.course) throw new Error('an assignment is asked for where there is no course');
  return accessIn(ctx.caller, 'course', context.course);
}

const gatedTopic = ({ id, rootTopicId, assignmentId }: Placed): GatedTopic => ({ topicId: rootTopicId ?? id, assignmentId });

/** What keeps topics without an assignment from the caller; of those where a course is. */
async function gatesOfTopics(
  ctx: Ctx,
  context: Pick<TopicContext, 'course'>,
  rows: readonly Placed[],
): Promise<(row: Placed) => Gate | null> {
  if (!context.course?.gated) return () => null;
  const at = inCourse(ctx, context);
  const asked = rows.filter((row) => row.assignmentId === null).map(gatedTopic);
  const gateOf = await gatesOf(ctx, gatedFor(at, viewerOf(ctx.caller, at)), contentsOfTopics(asked));
  return (row) => (row.assignmentId === null ? gateOfTopic(gateOf, gatedTopic(row)) : null);
}

/** Topics with what their assignments and modules say to the caller, asked for all of them at once. */
export async function bindTopics<Row extends Bindable>(
  ctx: Ctx,
  rows: readonly Row[],
  contextOf: (row: Row) => TopicContext,
): Promise<Bound<Row>[]> {
  // Topics of several courses are listed as announcements only, which have no assignments and stand in no modules.
  const [first] = rows;
  if (!first) return [];
  const context = contextOf(first);
  const gateOf = await gatesOfTopics(ctx, context, rows);
  const ids = rows.flatMap((row) => row.assignmentId ?? []);
  if (ids.length === 0) return rows.map((row) => ({ ...row, assigned: null, gate: gateOf(row) }));
  const at = inCourse(ctx, context);
  const found = await findAssignments(ctx, at, ids);
  return rows.map((row) => {
    const assignment = found.get(row.assignmentId ?? 0);
    return assignment ? boundTo(ctx, at, row, assignment) : { ...row, assigned: null, gate: gateOf(row) };
  });
}

/** What keeps the caller from one topic, also where it has an assignment that the caller does not see. */
export async function gateTo(ctx: Ctx, context: Pick<TopicContext, 'course'>, row: Placed): Promise<Gate | null> {
  if (!context.course?.gated) return null;
  const at = inCourse(ctx, context);
  const topic = gatedTopic(row);
  return gateOfTopic(await gatesOf(ctx, gatedFor(at, viewerOf(ctx.caller, at)), contentsOfTopics([topic])), topic);
}

export async function bindTopic<Row extends Bindable>(ctx: Ctx, context: TopicContext, row: Row): Promise<Bound<Row>> {
  const [bound] = await bindTopics(ctx, [row], () => context);
  return bound ?? { ...row, assigned: null, gate: null };
}
