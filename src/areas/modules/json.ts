import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isStaff } from '../../access/permissions.ts';
import { viewerOf } from '../../access/viewer.ts';
import { iso, isoOrNull } from '../../http/timestamps.ts';
import { presentAssignments } from '../assignments/assignments.ts';
import { lockExplanation, lockFor } from '../assignments/locking.ts';
import type { Assignment } from '../assignments/schemas.ts';
import { KINDS } from './kinds.ts';
import { type Hold, holdExplanation, type Progress, stateOf } from './progress.ts';
import { type ItemRow, type ModuleRow, quizzesUnlocked } from './rows.ts';
import type { ContentDetails, Module, ModuleItem } from './schemas.ts';

/** What items are of, as the caller has it. */
interface Details {
  /** The assignments among them, by their ids. */
  assignments: ReadonlyMap<number, Assignment>;
  /** The quizzes without an assignment that nothing locks for the caller (quizzes#93). */
  unlocked: ReadonlySet<number>;
  /** Why items are held back, by their ids: those that are. */
  holds: ReadonlyMap<number, Hold>;
}

interface ItemView {
  /** Null where it is nobody's. */
  progress: Progress | null;
  /** Null where no details of contents are asked for. */
  details: Details | null;
}

const isBareQuiz = ({ kind, assignmentId }: ItemRow): boolean => kind === 'Quiz' && assignmentId === null;

/** Asked for all items at once (modules#24). */
export async function detailsOf(ctx: Ctx, at: CourseAccess, rows: readonly ItemRow[], holds: ReadonlyMap<number, Hold>): Promise<Details> {
  const assignments = await presentAssignments(ctx, at, [...new Set(rows.flatMap((row) => row.assignmentId ?? []))]);
  const { students } = viewerOf(ctx.caller, at);
  const quizIds = students.length === 0 ? [] : rows.flatMap((row) => (isBareQuiz(row) ? (row.contentId ?? []) : []));
  const unlocked = quizIds.length === 0 ? [] : await ctx.db.rows(quizzesUnlocked, { quizIds, students });
  return { assignments, unlocked: new Set(unlocked.map(({ id }) => id)), holds };
}

function lockOfItem(
  ctx: Ctx,
  at: CourseAccess,
  row: ItemRow,
  { assignment, unlocked, hold }: { assignment: Assignment | undefined; unlocked: boolean; hold: Hold | undefined },
) {
  const { timeZone } = ctx.caller;
  if (unlocked) return { locked_for_user: false };
  if (hold) return { locked_for_user: true, lock_explanation: holdExplanation(hold, timeZone) };
  if (assignment) {
    const { locked_for_user, lock_explanation } = assignment;
    return { locked_for_user, ...(lock_explanation === undefined ? {} : { lock_explanation }) };
  }
  const lock = lockFor(at, { ...row, gate: null }, ctx.now);
  if (lock === null) return { locked_for_user: false };
  return { locked_for_user: true, lock_explanation: lockExplanation(lock, timeZone).replace('assignment', KINDS[row.kind].noun) };
}

function contentDetails(ctx: Ctx, at: CourseAccess, row: ItemRow, details: Details): ContentDetails {
  const assignment = row.assignmentId === null ? undefined : details.assignments.get(row.assignmentId);
  const unlocked = isBareQuiz(row) && details.unlocked.has(row.contentId ?? 0);
  const dates = assignment ?? { due_at: isoOrNull(row.dueAt), unlock_at: isoOrNull(row.unlockAt), lock_at: isoOrNull(row.lockAt) };
  return {
    points_possible: assignment?.points_possible ?? row.points,
    due_at: dates.due_at,
    unlock_at: dates.unlock_at,
    lock_at: dates.lock_at,
    ...lockOfItem(ctx, at, row, { assignment, unlocked, hold: details.holds.get(row.id) }),
  };
}

function requirementOf(row: ItemRow, progress: Progress | null): Pick<ModuleItem, 'completion_requirement'> {
  if (row.requirement === null) return {};
  return {
    completion_requirement: {
      type: row.requirement,
      ...(row.minScore === null ? {} : { min_score: row.minScore }),
      ...(progress === null ? {} : { completed: progress.steps.get(row.id)?.metAt != null }),
    },
  };
}

export function itemJson(ctx: Ctx, at: CourseAccess, row: ItemRow, view: ItemView): ModuleItem {
  const { path } = KINDS[row.kind];
  const courseId = at.course.id;
  const { contentId, slug } = row;
  const content =
    contentId === null || path === null
      ? {}
      : {
          ...(slug === null ? { content_id: contentId } : { page_url: slug }),
          url: `${ctx.baseUrl}/api/v1/${path(courseId, { id: contentId, slug })}`,
        };
  return {
    id: row.id,
    module_id: row.moduleId,
    title: row.title,
    position: row.position,
    indent: row.indent,
    type: row.kind,
    html_url: `${ctx.webUrl}/courses/${courseId}/modules/items/${row.id}`,
    ...content,
    ...(row.url === null ? {} : { external_url: row.url }),
    new_tab: row.newTab,
    ...requirementOf(row, view.progress),
    ...(view.details === null ? {} : { content_details: contentDetails(ctx, at, row, view.details) }),
    ...(isStaff(at) ? { published: row.published } : {}),
  };
}

export function moduleJson(ctx: Ctx, at: CourseAccess, row: ModuleRow, progress: Progress | null): Module {
  const stage = progress?.stages.get(row.id);
  const state = stage && stateOf(stage);
  return {
    id: row.id,
    workflow_state: row.published ? 'active' : 'unpublished',
    position: row.position,
    name: row.name,
    unlock_at: isoOrNull(row.unlockAt),
    require_sequential_progress: row.requireSequentialProgress,
    prerequisite_module_ids: row.prerequisiteIds,
    items_count: row.itemsCount,
    items_url: `${ctx.baseUrl}/api/v1/courses/${at.course.id}/modules/${row.id}/items`,
    ...(stage && state ? { state, completed_at: state === 'completed' && stage.metAt ? iso(stage.metAt) : null } : {}),
    ...(isStaff(at) ? { published: row.published } : {}),
  };
}
