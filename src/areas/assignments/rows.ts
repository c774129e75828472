import type { Ctx } from '../../access/context.ts';
import type { CourseStanding } from '../../access/standing.ts';
import type { Page, PageRequest } from '../../http/pagination.ts';
import { type Db, statement } from '../../store/database.ts';
import { containing, folded } from '../../store/folding.ts';
import { numberedList } from '../../store/lists.ts';
import type { CheckerSettings, ExternalTool, GRADING_TYPES, SubmissionType } from '../../store/schema/assignments.ts';
import type { Rating } from '../../store/schema/rubrics.ts';
import { callerDates } from '../overrides/caller-dates.ts';
import type { Dates } from '../overrides/dates.ts';
import { type Names, type Sight, sightOf, whoOf } from '../overrides/sight.ts';

export interface AssignmentRow extends Dates {
  id: number;
  courseId: number;
  assignmentGroupId: number;
  position: number;
  name: string;
  description: string | null;
  submissionTypes: SubmissionType[];
  allowedExtensions: string[];
  pointsPossible: number | null;
  gradingType: (typeof GRADING_TYPES)[number];
  gradingStandardId: number | null;
  baseDueAt: Date | null;
  baseUnlockAt: Date | null;
  baseLockAt: Date | null;
  published: boolean;
  muted: boolean;
  groupCategoryId: number | null;
  gradeGroupStudentsIndividually: boolean;
  peerReviews: boolean;
  automaticPeerReviews: boolean;
  peerReviewCount: number;
  peerReviewsAssignAt: Date | null;
  externalTool: ExternalTool | null;
  checkerEnabled: boolean;
  checkerSettings: CheckerSettings | null;
  freezeOnCopy: boolean;
  frozen: boolean;
  rubric: { useForGrading: boolean; criteria: { id: string; description: string; points: number; ratings: Rating[] }[] } | null;
  /** Null where nobody asks who grades. */
  needsGrading: number | null;
  updatedAt: Date;
}

/** Of assignments `a`, with the row `dates` of the caller's. */
export const ASSIGNMENT_COLUMNS = `a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, a.updated_at as "updatedAt",
  (select json_build_object('useForGrading', ra.use_for_grading, 'criteria', coalesce((select json_agg(json_build_object('id', rc.id::text,
      'description', rc.description, 'points', rc.points, 'ratings', rc.ratings) order by rc.position, rc.id)
      from rubric_criteria rc where rc.rubric_id = r.id), '[]'))
    from rubric_associations ra join rubrics r on r.id = ra.rubric_id and not r.deleted where ra.assignment_id = a.id) as rubric`;

/** Course ($1), who ($2), whether unpublished ones are seen ($3), and what each statement takes besides ($4). */
const NAMES: Names = { course: '$1', who: '$2' };

// Read where something is to be graded, and once for all rows of the page.
const GRADED = `graded as materialized (select e.user_id from enrollments e where e.course_id = $1 and e.type = 'StudentEnrollment'
  and e.state = 'active' and ($2::int[] is null or e.course_section_id = any($2::int[]))),`;
// `is true` has them looked up in a hash that is made once: as a join, each assignment would go through all students.
/** D7.10: a resubmission is `submitted` again, whatever it was graded with. */
const NEEDS_GRADING = `(select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review')
  and (t.user_id in (select user_id from graded)) is true)`;

/** The assignments that `page` selects, with what is read of them for the caller. */
function withSight(sight: Sight, page: string): string {
  const dates = callerDates(sight, NAMES);
  const staff = sight === 'staff';
  return `with ${dates.with} ${staff ? GRADED : ''} a as (${page})
    select ${ASSIGNMENT_COLUMNS}, ${staff ? NEEDS_GRADING : 'null::int'} as "needsGrading" from a ${dates.join}
    order by a.group_position, a.position, a.id`;
}

const READABLE = `select a.*, ag.position as group_position from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = $1 and not a.deleted and (a.published or $3::boolean)`;
/** D7.6. */
const IN_ORDER = 'order by ag.position, a.position, a.id';

const bySight = <T>(make: (sight: Sight) => T): Record<Sight, T> => ({ staff: make('staff'), student: make('student') });

const all = bySight((sight) =>
  numberedList<AssignmentRow>({
    name: `assignments_for_${sight}`,
    select: `${READABLE} ${IN_ORDER}`,
    parameters: 3,
    around: (page) => withSight(sight, page),
  }),
);
const named = bySight((sight) =>
  numberedList<AssignmentRow>({
    name: `assignments_named_for_${sight}`,
    select: `${READABLE} and ${folded('a.name')} like ${folded('$4::text')} ${IN_ORDER}`,
    parameters: 4,
    around: (page) => withSight(sight, page),
  }),
);
const byId = bySight((sight) => statement<AssignmentRow>(`assignment_for_${sight}`, withSight(sight, `${READABLE} and a.id = $4`)));
const byIds = bySight((sight) =>
  statement<AssignmentRow>(`assignments_by_ids_for_${sight}`, withSight(sight, `${READABLE} and a.id = any($4::int[])`)),
);
const ofGroups = bySight((sight) =>
  statement<AssignmentRow>(
    `assignments_of_groups_for_${sight}`,
    withSight(sight, `${READABLE} and a.assignment_group_id = any($4::int[])`),
  ),
);

/** Whoever edits sees all; others what is published, while draft state is on (D7.5). */
const values = (ctx: Ctx, at: CourseStanding, draft: boolean): unknown[] => {
  const sight = sightOf(at);
  return [at.course.id, whoOf(ctx, at), sight === 'staff' || !draft];
};

export function readAssignments(
  ctx: Ctx,
  at: CourseStanding,
  draft: boolean,
  searchTerm: string | undefined,
  page: PageRequest,
): Promise<Page<AssignmentRow>> {
  const given = values(ctx, at, draft);
  const sight = sightOf(at);
  return searchTerm === undefined
    ? all[sight].read(ctx.db, given, page)
    : named[sight].read(ctx.db, [...given, containing(searchTerm)], page);
}

/** In a transaction or outside one. */
export async function readAssignment(ctx: Ctx, db: Db, at: CourseStanding, draft: boolean, id: number): Promise<AssignmentRow | undefined> {
  const [row] = await db.rows(byId[sightOf(at)], [...values(ctx, at, draft), id]);
  return row;
}

export const readAssignmentsByIds = (ctx: Ctx, at: CourseStanding, draft: boolean, ids: readonly number[]): Promise<AssignmentRow[]> =>
  ctx.db.rows(byIds[sightOf(at)], [...values(ctx, at, draft), ids]);

export const readAssignmentsOfGroups = (
  ctx: Ctx,
  db: Db,
  at: CourseStanding,
  draft: boolean,
  groupIds: readonly number[],
): Promise<AssignmentRow[]> => db.rows(ofGroups[sightOf(at)], [...values(ctx, at, draft), groupIds]);
