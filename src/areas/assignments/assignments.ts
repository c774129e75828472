import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { asObserverOf } from '../../access/viewer.ts';
import { viewed } from '../../http/gates.ts';
import { notFound } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { settingsIn } from '../accounts/accounts.ts';
import { namedStudent } from '../users/course-students.ts';
import { assignmentsJson, type View } from './json.ts';
import { type Choice, readAssignments } from './lists.ts';
import type { Included } from './parameters.ts';
import { type AssignmentRow, readAssignment, readAssignmentsByIds } from './rows.ts';
import type { Assignment } from './schemas.ts';

/** How assignments are shown. */
export interface AssignmentsQuery {
  include?: ReadonlySet<Included> | undefined;
  override_assignment_dates?: boolean | undefined;
}

export async function listAssignments(
  ctx: Ctx,
  at: CourseAccess,
  query: AssignmentsQuery & Pick<View, 'of'> & { choice: Choice },
  page: PageRequest,
): Promise<Page<Assignment>> {
  const settings = await settingsIn(ctx.db, at.course);
  const found = await readAssignments(ctx, at, { draft: settings.enable_draft, choice: query.choice }, page);
  const view = {
    settings,
    callerDates: query.override_assignment_dates ?? true,
    include: query.include,
    of: query.of,
  };
  return mapPage(found, await assignmentsJson(ctx, at, found.rows, view));
}

/** As a student sees them, with that student's dates and submissions (assignments#62). */
export async function listAssignmentsOfStudent(
  ctx: Ctx,
  at: CourseAccess,
  { user, ...query }: AssignmentsQuery & { choice: Choice; user: IdForm },
  page: PageRequest,
): Promise<Page<Assignment>> {
  if (user.by === 'self' || (user.by === 'id' && user.id === ctx.caller.userId)) return listAssignments(ctx, at, query, page);
  const { id, workRead } = await namedStudent(ctx, at, user);
  return listAssignments(ctx, asObserverOf(at, id), { ...query, of: workRead ? id : null }, page);
}

/** An assignment as the caller sees it, in a transaction or outside one. */
export async function presentAssignment(
  ctx: Ctx,
  at: CourseAccess,
  id: number,
  view: Pick<View, 'callerDates' | 'include'> = { callerDates: true },
): Promise<Assignment> {
  const settings = await settingsIn(ctx.db, at.course);
  const row = await readAssignment(ctx, at, settings.enable_draft, id);
  const [json] = row ? await assignmentsJson(ctx, at, [row], { ...view, settings }) : [];
  if (!json) throw notFound();
  return json;
}

/** Assignments that come with something else, by id; those that the caller does not see are not among them. */
export async function presentAssignments(ctx: Ctx, at: CourseAccess, ids: readonly number[]): Promise<ReadonlyMap<number, Assignment>> {
  const settings = await settingsIn(ctx.db, at.course);
  const rows = await readAssignmentsByIds(ctx, at, settings.enable_draft, ids);
  const json = await assignmentsJson(ctx, at, rows, { settings, callerDates: true });
  return new Map(json.map((one) => [one.id, one]));
}

export const showAssignment = (ctx: Ctx, at: CourseAccess, id: number, query: AssignmentsQuery): Promise<Assignment> => {
  const callerDates = query.override_assignment_dates ?? true;
  return presentAssignment(ctx, at, id, { callerDates, include: query.include });
};

/** Shows an assignment to whoever looks at it, and notes that for modules (modules#40). */
export const viewAssignment = async (ctx: Ctx, at: CourseAccess, id: number, query: AssignmentsQuery): Promise<Assignment> =>
  viewed(ctx, at, await showAssignment(ctx, at, id, query), { assignments: [id] });

interface FoundAssignment {
  row: AssignmentRow;
  /** Without what is one thing with it, which asks for it. */
  shown: Assignment;
}

/** Those of these assignments that the caller may read, by id, for what is one thing with them (assignments#27). */
export async function findAssignments(ctx: Ctx, at: CourseAccess, ids: readonly number[]): Promise<Map<number, FoundAssignment>> {
  const settings = await settingsIn(ctx.db, at.course);
  const rows = await readAssignmentsByIds(ctx, at, settings.enable_draft, ids);
  const shown = await assignmentsJson(ctx, at, rows, { settings, callerDates: true, linkedContents: [] });
  return new Map(
    rows.flatMap((row, i) => {
      const one = shown[i];
      return one ? [[row.id, { row, shown: one }] as const] : [];
    }),
  );
}
