import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { type Held, isGrader } from '../../access/permissions.ts';
import type { Settings } from '../../access/settings.ts';
import { isoOrNull } from '../../http/timestamps.ts';
import { sumOfPoints } from '../grading-standards/grade-text.ts';
import { includedIn } from './including.ts';
import { accessOf, type LinkedContents, linkedFields } from './linked-content.ts';
import { hidesText, type Lock, lockExplanation, lockFor, lockInfoOf } from './locking.ts';
import type { Included } from './parameters.ts';
import { peerReviewsAt } from './peer-review-time.ts';
import { NO_SETTINGS } from './plugins.ts';
import type { AssignmentRow, CriterionRow } from './rows.ts';
import type { Assignment, Criterion } from './schemas.ts';

/** What decides which fields are shown, besides the rows. */
export interface View {
  settings: Settings;
  /** The dates of the caller, unless `override_assignment_dates=false` (overrides#6). */
  callerDates: boolean;
  /** The linked contents that are asked for what they add; all, where it is left out. */
  linkedContents?: LinkedContents;
  /** What comes with them. */
  include?: ReadonlySet<Included> | undefined;
  /** Whose submission comes with them; the caller's own, where it is left out, and null: nobody's. */
  of?: number | null | undefined;
}

function locked(
  ctx: Ctx,
  { id }: AssignmentRow,
  lock: Lock | null,
): Pick<Assignment, 'locked_for_user' | 'lock_info' | 'lock_explanation'> {
  if (lock === null) return { locked_for_user: false };
  return {
    locked_for_user: true,
    lock_info: lockInfoOf(`assignment_${id}`, lock),
    lock_explanation: lockExplanation(lock, ctx.caller.timeZone),
  };
}

/** The fields of the three plugins, each only while its plugin is there (assignments#39); the media plugin has none. */
const pluginFields = (row: AssignmentRow, settings: Settings): Partial<Assignment> => ({
  ...(settings.checker_available ? { checker_enabled: row.checkerEnabled, checker_settings: row.checkerSettings ?? NO_SETTINGS } : {}),
  ...(settings.freezer_available
    ? { freeze_on_copy: row.freezeOnCopy, frozen: row.frozen, frozen_attributes: settings.frozen_attributes }
    : {}),
});

/** assignments#63 */
const shownCriterion = (one: CriterionRow): Criterion => ({
  ...one,
  long_description: '',
  criterion_use_range: false,
  ratings: one.ratings.map((each) => ({ ...each, long_description: '' })),
});

const rubricFields = ({ rubric }: AssignmentRow): Partial<Assignment> =>
  rubric === null
    ? {}
    : {
        use_rubric_for_grading: rubric.useForGrading,
        rubric_settings: { points_possible: sumOfPoints(rubric.criteria), hide_points: false },
        rubric: rubric.criteria.map(shownCriterion),
      };

const peerReviewFields = (row: AssignmentRow): Partial<Assignment> =>
  row.automaticPeerReviews
    ? {
        peer_review_count: row.peerReviewCount,
        peer_reviews_assign_at: isoOrNull(peerReviewsAt({ peerReviewsAssignAt: row.peerReviewsAssignAt, dueAt: row.baseDueAt })),
      }
    : {};

/** An assignment by itself: without what is one thing with it. */
export function assignmentJson(
  ctx: Ctx,
  at: Held,
  row: AssignmentRow,
  { settings, callerDates }: Pick<View, 'settings' | 'callerDates'>,
): Assignment {
  const lock = lockFor(at, row, ctx.now);
  return {
    id: row.id,
    name: row.name,
    description: hidesText(lock) ? null : row.description,
    position: row.position,
    points_possible: row.pointsPossible,
    grading_type: row.gradingType,
    due_at: isoOrNull(callerDates ? row.dueAt : row.baseDueAt),
    lock_at: isoOrNull(callerDates ? row.lockAt : row.baseLockAt),
    unlock_at: isoOrNull(callerDates ? row.unlockAt : row.baseUnlockAt),
    assignment_group_id: row.assignmentGroupId,
    peer_reviews: row.peerReviews,
    automatic_peer_reviews: row.automaticPeerReviews,
    grade_group_students_individually: row.gradeGroupStudentsIndividually,
    group_category_id: row.groupCategoryId,
    grading_standard_id: row.gradingType === 'letter_grade' ? row.gradingStandardId : null,
    course_id: row.courseId,
    submission_types: row.submissionTypes,
    muted: row.muted,
    html_url: `${ctx.webUrl}/courses/${row.courseId}/assignments/${row.id}`,
    ...locked(ctx, row, lock),
    ...(row.allowedExtensions.length > 0 ? { allowed_extensions: row.allowedExtensions } : {}),
    ...peerReviewFields(row),
    ...(row.needsGrading !== null && isGrader(at) ? { needs_grading_count: row.needsGrading } : {}),
    ...(settings.enable_draft ? { published: row.published } : {}),
    ...(row.externalTool && row.submissionTypes.includes('external_tool') ? { external_tool_tag_attributes: row.externalTool } : {}),
    ...pluginFields(row, settings),
    ...rubricFields(row),
  };
}

/** Assignments as the caller sees them; what is one thing with them is asked for all of them at once (assignments#27). */
export async function assignmentsJson(ctx: Ctx, at: CourseAccess, rows: readonly AssignmentRow[], view: View): Promise<Assignment[]> {
  const added = await linkedFields(ctx, async () => accessOf([at]), rows, view.linkedContents);
  const included = view.include?.size ? await includedIn(ctx, at, rows, { include: view.include, of: view.of }) : () => ({});
  return rows.map((row) => ({ ...assignmentJson(ctx, at, row, view), ...added.get(row.id), ...included(row) }));
}
