import type { Ctx } from '../../access/context.ts';
import type { CourseStanding } from '../../access/standing.ts';
import { notFound } from '../../http/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import type { Db } from '../../store/database.ts';
import { settingsOf } from '../accounts/accounts.ts';
import { assignmentsJson } from './json.ts';
import type { Partners } from './partners.ts';
import { type AssignmentRow, readAssignment, readAssignments, readAssignmentsByIds } from './rows.ts';
import type { Assignment } from './schemas.ts';

export interface AssignmentsQuery {
  search_term?: string | undefined;
  override_assignment_dates?: boolean | undefined;
}

export async function listAssignments(
  ctx: Ctx,
  at: CourseStanding,
  query: AssignmentsQuery,
  page: PageRequest,
  partners: Partners,
): Promise<Page<Assignment>> {
  const settings = await settingsOf(ctx.db, at.course.chain);
  const found = await readAssignments(ctx, at, settings.enable_draft, query.search_term, page);
  const view = { settings, callerDates: query.override_assignment_dates ?? true, partners };
  return mapPage(found, await assignmentsJson(ctx, at, found.rows, view));
}

/** An assignment as the caller sees it, in a transaction or outside one. */
export async function presentAssignment(
  ctx: Ctx,
  db: Db,
  at: CourseStanding,
  id: number,
  partners: Partners,
  callerDates = true,
): Promise<Assignment> {
  const settings = await settingsOf(db, at.course.chain);
  const row = await readAssignment(ctx, db, at, settings.enable_draft, id);
  const [json] = row ? await assignmentsJson(ctx, at, [row], { settings, callerDates, partners }) : [];
  if (!json) throw notFound();
  return json;
}

export const showAssignment = (
  ctx: Ctx,
  at: CourseStanding,
  id: number,
  query: AssignmentsQuery,
  partners: Partners,
): Promise<Assignment> => presentAssignment(ctx, ctx.db, at, id, partners, query.override_assignment_dates ?? true);

export interface FoundAssignment {
  row: AssignmentRow;
  /** Without what is one thing with it, which asks for it. */
  shown: Assignment;
}

/** Those of these assignments that the caller may read, by id, for what is one thing with them (D7.11). */
export async function findAssignments(ctx: Ctx, at: CourseStanding, ids: readonly number[]): Promise<Map<number, FoundAssignment>> {
  const settings = await settingsOf(ctx.db, at.course.chain);
  const rows = await readAssignmentsByIds(ctx, at, settings.enable_draft, ids);
  const shown = await assignmentsJson(ctx, at, rows, { settings, callerDates: true, partners: [] });
  return new Map(
    rows.flatMap((row, i) => {
      const one = shown[i];
      return one ? [[row.id, { row, shown: one }] as const] : [];
    }),
  );
}
