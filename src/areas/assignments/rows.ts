import type { Ctx } from '../../access/context.ts';
import { reachOf, within } from '../../access/reach.ts';
import type { CourseStanding } from '../../access/standing.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import { type Db, statement } from '../../store/database.ts';
import { containing, folded } from '../../store/folding.ts';
import type { GradingType } from '../../store/generated/enums.ts';
import { numberedList } from '../../store/lists.ts';
import type { CheckerSettings, ExternalTool, SubmissionType } from '../../store/stored/assignments.ts';
import type { Rating } from '../../store/stored/rubrics.ts';
import { callerDates } from '../overrides/caller-dates.ts';
import type { Dates } from '../overrides/dates.ts';
import { byReader, namesAs, type Reader, readerOf, sightAs, valuesAs } from '../overrides/sight.ts';

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
  gradingType: GradingType;
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
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen`;

/** The rubric of an assignment `a`. */
const RUBRIC = `(select json_build_object('useForGrading', ra.use_for_grading, 'criteria', coalesce((select json_agg(json_build_object('id', rc.id::text,
      'description', rc.description, 'points', rc.points, 'ratings', rc.ratings) order by rc.position, rc.id)
      from rubric_criteria rc where rc.rubric_id = r.id), '[]'))
    from rubric_associations ra join rubrics r on r.id = ra.rubric_id and not r.deleted where ra.assignment_id = a.id)`;

/** Few have one: only of those it is read, by a statement of its own (`withRubrics`). */
export type FoundRow = Omit<AssignmentRow, 'rubric'> & { hasRubric: boolean | null };
/** Of an assignment `a`. */
export const HAS_RUBRIC = `(select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric"`;

const rubricsOf = statement<Pick<AssignmentRow, 'id' | 'rubric'>>(
  'rubrics_of_assignments',
  `select a.id, ${RUBRIC} as rubric from unnest($1::int[]) a(id)`,
);

export async function withRubrics<Row extends Pick<FoundRow, 'id' | 'hasRubric'>>(
  db: Db,
  rows: readonly Row[],
): Promise<(Row & Pick<AssignmentRow, 'rubric'>)[]> {
  const ids = rows.flatMap((row) => (row.hasRubric ? row.id : []));
  const rubrics = new Map(ids.length === 0 ? [] : (await db.rows(rubricsOf, [ids])).map((row) => [row.id, row.rubric]));
  return rows.map((row) => Object.assign(row, { rubric: rubrics.get(row.id) ?? null }));
}

/**
 * Course ($1), what each statement takes besides ($2), and what it takes as the reader; at the end for students whether unpublished ones
 * are seen, for staff that something limits where they grade.
 */
const namesFor = (reader: Reader) => namesAs(reader, '$1', 3);
const studies = (reader: Reader): boolean => sightAs(reader) === 'student';
const taken = (reader: Reader): number => 2 + namesFor(reader).taken + (reader === 'staff' ? 0 : 1);

// Read where something is to be graded, and once for all rows of the page.
const gradedBy = (reader: Reader): string => `graded as materialized (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active'
    and ${within('e.course_section_id', reader === 'staff' ? 'null' : `$${taken(reader)}`)}),`;
// `is true` has them looked up in a hash that is made once: as a join, each assignment would go through all students.
/** D7.10: a resubmission is `submitted` again, whatever it was graded with. */
const NEEDS_GRADING = `(select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review')
  and (t.user_id in (select user_id from graded)) is true)`;

/** The assignments that `page` selects, with what is read of them for the caller. */
function withDates(reader: Reader, page: string): string {
  const names = namesFor(reader);
  const dates = callerDates(sightAs(reader), names);
  const staff = !studies(reader);
  return `with ${dates.with} ${staff ? gradedBy(reader) : ''} a as (${page})
    select ${ASSIGNMENT_COLUMNS}, ${HAS_RUBRIC}, ${staff ? NEEDS_GRADING : 'null::int'} as "needsGrading" from a ${dates.join}
    order by a.group_position, a.position, a.id`;
}

// The sub-select hides how many assignments the course has, for which PostgreSQL would plan anew at every request.
/** Whoever edits sees all; others what is published, while draft state is on (D7.5). */
const readable = (reader: Reader): string => `select a.*, ag.position as group_position
  from assignments a join assignment_groups ag on ag.id = a.assignment_group_id
  where a.course_id = (select $1::int) and not a.deleted ${studies(reader) ? `and (a.published or $${taken(reader)}::boolean)` : ''}`;
/** D7.6. */
const IN_ORDER = 'order by ag.position, a.position, a.id';

const list = (name: string, where: string) =>
  byReader((reader) =>
    numberedList<FoundRow>({
      name: `${name}_for_${reader}`,
      select: `${readable(reader)} and ${where} ${IN_ORDER}`,
      parameters: taken(reader),
      around: (page) => withDates(reader, page),
    }),
  );
// The first has nothing to narrow the list by, and says so.
const all = list('assignments', '$2::text is null');
const named = list('assignments_named', `${folded('a.name')} like ${folded('$2::text')}`);

const chosen = (name: string, where: string) =>
  byReader((reader) => statement<FoundRow>(`${name}_for_${reader}`, withDates(reader, `${readable(reader)} and ${where}`)));
const byId = chosen('assignment', 'a.id = $2');
const byIds = chosen('assignments_by_ids', 'a.id = any($2::int[])');
// `coalesce` hides how many groups there are.
const ofGroups = chosen('assignments_of_groups', 'coalesce(a.assignment_group_id = any($2::int[]), false)');

/** What a statement for the reader takes, `more` being what it is narrowed by. */
const valuesOf = (ctx: Ctx, at: CourseStanding, draft: boolean, more: unknown): unknown[] => {
  const reader = readerOf(at);
  const last = studies(reader) ? [!draft] : reader === 'staff' ? [] : [reachOf(at, 'submissions.list')];
  return [at.course.id, more, ...valuesAs(reader, ctx, at), ...last];
};

export async function readAssignments(
  ctx: Ctx,
  at: CourseStanding,
  draft: boolean,
  searchTerm: string | undefined,
  page: PageRequest,
): Promise<Page<AssignmentRow>> {
  const reader = readerOf(at);
  const found =
    searchTerm === undefined
      ? await all[reader].read(ctx.db, valuesOf(ctx, at, draft, null), page)
      : await named[reader].read(ctx.db, valuesOf(ctx, at, draft, containing(searchTerm)), page);
  return mapPage(found, await withRubrics(ctx.db, found.rows));
}

/** In a transaction or outside one. */
export async function readAssignment(ctx: Ctx, db: Db, at: CourseStanding, draft: boolean, id: number): Promise<AssignmentRow | undefined> {
  const [row] = await withRubrics(db, await db.rows(byId[readerOf(at)], valuesOf(ctx, at, draft, id)));
  return row;
}

export const readAssignmentsByIds = async (
  ctx: Ctx,
  at: CourseStanding,
  draft: boolean,
  ids: readonly number[],
): Promise<AssignmentRow[]> => withRubrics(ctx.db, await ctx.db.rows(byIds[readerOf(at)], valuesOf(ctx, at, draft, ids)));

export const readAssignmentsOfGroups = async (
  ctx: Ctx,
  at: CourseStanding,
  draft: boolean,
  groupIds: readonly number[],
): Promise<AssignmentRow[]> => withRubrics(ctx.db, await ctx.db.rows(ofGroups[readerOf(at)], valuesOf(ctx, at, draft, groupIds)));
