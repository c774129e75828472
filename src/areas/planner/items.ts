import type { Ctx } from '../../access/context.ts';
import type { SelfAccess, UserAccess } from '../../access/context-access.ts';
import type { ContextCode } from '../../http/parameters/context-codes.ts';
import { withinYears } from '../../http/parameters/types.ts';
import { DAY_MS } from '../../kernel/dates.ts';
import { invalidField } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { itemJson } from './item-json.ts';
import { KIND, listedItems, notesByIds } from './item-rows.ts';
import type { PlannerItem } from './schemas.ts';
import { ownPlanner, plannerOf, type Subject } from './subjects.ts';

const AROUND_MS = 14 * DAY_MS;
/** No planner shows more than a year and a day at once (planner#12). */
const MOST_MS = 366 * DAY_MS;

interface ItemFilters {
  start_date?: Date | undefined;
  end_date?: Date | undefined;
  context_codes?: readonly ContextCode[] | undefined;
  filter?: keyof typeof SIFTED | 'ungraded_todo_items' | undefined;
}

const SIFTED = {
  new_activity: { done: null, news: true },
  incomplete_items: { done: false, news: null },
  complete_items: { done: true, news: null },
} as const;

/** From two weeks ago to two weeks ahead, unless told otherwise (planner#12). */
function spanOf({ start_date: start, end_date: end }: ItemFilters, now: Date): { from: Date; to: Date } {
  if (start && end && end.getTime() - start.getTime() > MOST_MS)
    throw invalidField('end_date', 'invalid', 'must be at most 366 days after start_date');
  if (start) return { from: start, to: end ?? withinYears(start.getTime() + MOST_MS) };
  if (end) return { from: withinYears(end.getTime() - MOST_MS), to: end };
  return { from: new Date(now.getTime() - AROUND_MS), to: new Date(now.getTime() + AROUND_MS) };
}

async function itemsOf(ctx: Ctx, subject: Subject, filters: ItemFilters, page: PageRequest): Promise<Page<PlannerItem>> {
  const { filter } = filters;
  const values = {
    ...subject.courses.values,
    ...subject.events,
    ...spanOf(filters, ctx.now),
    callerId: ctx.caller.userId,
    studentId: subject.studentId,
    notesOf: subject.notesOf,
    noteCourses: subject.noteCourses,
    aloneNotes: subject.events.userId !== null,
    since: new Date(ctx.now.getTime() - AROUND_MS),
    now: ctx.now,
  };
  const { whole, sifted } = subject.courses.works ? listedItems.staff : listedItems.student;
  const found =
    filter === undefined || filter === 'ungraded_todo_items'
      ? await whole.read(ctx.db, values, page, { kind: filter && KIND.note })
      : await sifted.read(ctx.db, { ...values, ...SIFTED[filter] }, page);
  const ids = found.rows.flatMap(({ kind, id }) => (kind === KIND.note ? id : []));
  const notes = new Map((ids.length === 0 ? [] : await ctx.db.rows(notesByIds, { ids })).map((row) => [row.id, row]));
  return mapPage(
    found,
    found.rows.map((row) => itemJson(ctx, row, row.kind === KIND.note ? notes.get(row.id) : undefined)),
  );
}

/** planner#10: what is before the caller, by date. */
export const listPlanner = async (ctx: Ctx, { self }: SelfAccess, filters: ItemFilters, page: PageRequest): Promise<Page<PlannerItem>> =>
  itemsOf(ctx, await ownPlanner(ctx, self, filters.context_codes), filters, page);

/** The planner of somebody else, as far as the caller sees it (planner#15). */
export const listPlannerOfUser = async (ctx: Ctx, at: UserAccess, filters: ItemFilters, page: PageRequest): Promise<Page<PlannerItem>> =>
  itemsOf(ctx, await plannerOf(ctx, at, filters.context_codes), filters, page);
