import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { forViewers, readerOf, type ViewerKind } from '../../access/viewer.ts';
import type { PlainId } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { containing, folded } from '../../store/folding.ts';
import { numberedList } from '../../store/lists.ts';
import { join, none, type Piece, quoted, type Sql, sql } from '../../store/sql/sql.ts';
import { array, int, type Parameter, text, timestamptz } from '../../store/sql/types.ts';
import { datesFor, viewerInCourse } from '../overrides/relations.ts';
import { awaitsGrading, isTurnedIn } from '../submissions/relations.ts';
import { canBeTurnedIn } from './relations.ts';
import { type AssignmentRow, completedIn, FOUND_ROW, ORDERS, readable, TAKES, type Takes, valuesOf, withDates } from './rows.ts';

export const BUCKETS = ['past', 'overdue', 'undated', 'ungraded', 'unsubmitted', 'upcoming', 'future'] as const;
export const ORDER_WORDS = ['position', 'name', 'due_at'] as const;

/** Which assignments of a course are asked for; of each, all unless told otherwise. */
export interface Choice {
  searchTerm?: string | undefined;
  bucket?: (typeof BUCKETS)[number] | undefined;
  orderBy?: (typeof ORDER_WORDS)[number] | undefined;
  ids?: readonly number[] | undefined;
  groupId?: number | undefined;
}

/** What is chosen of assignments, as a request says it. */
export interface Chosen {
  search_term?: string | undefined;
  bucket?: Choice['bucket'];
  order_by?: Choice['orderBy'];
  assignment_ids?: readonly PlainId[] | undefined;
}

export const choiceOf = ({ search_term, bucket, order_by, assignment_ids: ids }: Chosen): Choice => ({
  searchTerm: search_term,
  bucket,
  orderBy: order_by,
  ids: ids?.length ? ids.map(({ id }) => id) : undefined,
});

/** What was turned in for an assignment `a` by those whose work it is to the viewer: their own, or that of whom they observe. */
const turnedIn = (p: Takes): Sql =>
  sql`exists (select 1 from submissions s where s.assignment_id = a.id and s.user_id = any(${p.viewerStudents}::int[]) and ${isTurnedIn('s')})`;

/** What each bucket holds, by the dates of the viewer (assignments#56). */
const held = (kind: ViewerKind, p: Takes, now: Piece): Record<(typeof BUCKETS)[number], Sql> => {
  // Due dates have whole seconds, and what comes within them is in time (submissions#15).
  const at = sql`date_trunc('second', ${now}::timestamptz)`;
  // Staff turn nothing in.
  const open = kind === 'staff' ? canBeTurnedIn('a') : sql`${canBeTurnedIn('a')} and not ${turnedIn(p)}`;
  return {
    past: sql`dates.due_at < ${at}`,
    overdue: sql`dates.due_at < ${at} and ${open}`,
    undated: sql`dates.due_at is null`,
    ungraded:
      kind === 'staff'
        ? sql`exists (select 1 from submissions t where t.assignment_id = a.id and ${awaitsGrading('t')} and t.user_id in (select user_id from graded))`
        : sql`false`,
    unsubmitted: open,
    upcoming: sql`dates.due_at >= ${at} and dates.due_at <= ${at} + interval '7 days'`,
    future: sql`coalesce(dates.due_at >= ${at}, true)`,
  };
};

const isHeld = (kind: ViewerKind, p: Takes, { bucket, now }: { bucket: Parameter; now: Parameter }): Sql => {
  const cases = Object.entries(held(kind, p, now)).map(([word, condition]) => sql`when ${quoted(word)} then ${condition}`);
  return sql`case ${bucket}::text ${join(cases, ' ')} end`;
};

/** A bucket is one of a moment, `now`. */
const MAY_TAKE = { now: timestamptz, bucket: text, pattern: text, ids: array(int), groupId: int };

/** The dates of the viewer decide what a bucket holds, so they are worked out for all of the course; a page of it is read like any other. */
const lists = (order: keyof typeof ORDERS) =>
  forViewers((kind) => {
    const dates = (p: Takes) => datesFor(viewerInCourse(kind, p.courseId, p).viewer);
    return numberedList({
      name: `assignments_by_${order}_for_${kind}`,
      takes: { courseId: int, ...TAKES },
      mayTake: MAY_TAKE,
      gives: FOUND_ROW,
      select: (p, filters) =>
        sql`select a.* from (${readable(kind, p)}) a ${order === 'due_at' ? dates(p) : none} where true ${filters} order by ${ORDERS[order]}`,
      filters: {
        now: () => sql`true`,
        bucket: (p) => sql`exists (select 1 from (select) one ${dates(p)} where ${isHeld(kind, p, p)})`,
        pattern: (p) => sql`${folded(sql`a.name`)} like ${folded(sql`${p.pattern}::text`)}`,
        ids: (p) => sql`a.id = any(${p.ids}::int[])`,
        groupId: (p) => sql`a.assignment_group_id = ${p.groupId}`,
      },
      around: (page, p) => withDates(kind, p, page, ORDERS[order]),
    });
  });
/** assignments#8. */
const listsBy = { position: lists('position'), name: lists('name'), due_at: lists('due_at') };

export async function readAssignments(
  ctx: Ctx,
  at: CourseAccess,
  { draft, choice }: { draft: boolean; choice: Choice },
  page: PageRequest,
): Promise<Page<AssignmentRow>> {
  const { kind } = readerOf(ctx.caller, at);
  const { searchTerm, orderBy = 'position', ...filters } = choice;
  const pattern = searchTerm === undefined ? undefined : containing(searchTerm);
  const now = filters.bucket === undefined ? undefined : ctx.now;
  const found = await listsBy[orderBy][kind].read(ctx.db, valuesOf(ctx, at, draft), page, { ...filters, now, pattern });
  return mapPage(found, await completedIn(ctx, at, found.rows));
}
