import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { forViewers, type ViewerKind, viewerOf } from '../../access/viewer.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { containing, folded } from '../../store/folding.ts';
import { numberedList } from '../../store/lists.ts';
import { join, type Piece, quoted, type Sql, sql } from '../../store/sql/sql.ts';
import { array, int, nullable, type Parameter, text, timestamptz } from '../../store/sql/types.ts';
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

/** The same as a request says it. */
export interface Chosen {
  search_term?: string | undefined;
  bucket?: Choice['bucket'];
  order_by?: Choice['orderBy'];
  assignment_ids?: readonly IdForm[] | undefined;
}

export const choiceOf = ({ search_term, bucket, order_by, assignment_ids: ids }: Chosen): Choice => ({
  searchTerm: search_term,
  bucket,
  orderBy: order_by,
  ids: ids?.length ? ids.map((form) => (form.by === 'id' ? form.id : -1)) : undefined,
});

/** assignments#8. */
const IN_ORDER = sql`order by ag.position, a.position, a.id`;

const all = forViewers((kind) =>
  numberedList({
    name: `assignments_for_${kind}`,
    takes: { courseId: int, ...TAKES },
    gives: FOUND_ROW,
    select: (p) => sql`${readable(kind, p)} ${IN_ORDER}`,
    around: (page, p) => withDates(kind, p, page),
  }),
);
const named = forViewers((kind) =>
  numberedList({
    name: `assignments_named_for_${kind}`,
    takes: { courseId: int, pattern: text, ...TAKES },
    gives: FOUND_ROW,
    select: (p) => sql`${readable(kind, p)} and ${folded(sql`a.name`)} like ${folded(sql`${p.pattern}::text`)} ${IN_ORDER}`,
    around: (page, p) => withDates(kind, p, page),
  }),
);

/** What was turned in for an assignment `a` by those whose work it is to the viewer: their own, or that of whom they observe. */
const turnedIn = (p: Takes): Sql =>
  sql`exists (select 1 from submissions s where s.assignment_id = a.id and s.user_id = any(${p.viewerStudents}::int[]) and ${isTurnedIn('s')})`;

/** What each bucket holds, by the dates of the viewer (assignments#56). */
const held = (kind: ViewerKind, p: Takes, now: Piece): Record<(typeof BUCKETS)[number], Sql> => {
  const at = sql`${now}::timestamptz`;
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
  return sql`(${bucket}::text is null or case ${bucket}::text ${join(cases, ' ')} end)`;
};

const CHOSEN = {
  courseId: int,
  bucket: nullable(text),
  now: timestamptz,
  pattern: nullable(text),
  ids: nullable(array(int)),
  groupId: nullable(int),
  ...TAKES,
};

/** The dates of the viewer decide what is chosen, so they are worked out for all of the course; a page of it is read like any other. */
const chosen = (order: keyof typeof ORDERS) =>
  forViewers((kind) =>
    numberedList({
      name: `assignments_chosen_by_${order}_for_${kind}`,
      takes: CHOSEN,
      gives: FOUND_ROW,
      select: (p) => sql`select a.* from (${readable(kind, p)}) a ${datesFor(viewerInCourse(kind, p.courseId, p).viewer)}
        where ${isHeld(kind, p, p)} and (${p.pattern}::text is null or ${folded(sql`a.name`)} like ${folded(sql`${p.pattern}::text`)})
          and (${p.ids}::int[] is null or a.id = any(${p.ids}::int[])) and (${p.groupId}::int is null or a.assignment_group_id = ${p.groupId})
        order by ${ORDERS[order]}`,
      around: (page, p) => withDates(kind, p, page, ORDERS[order]),
    }),
  );
const chosenBy = { position: chosen('position'), name: chosen('name'), due_at: chosen('due_at') };

export async function readAssignments(
  ctx: Ctx,
  at: CourseAccess,
  { draft, choice }: { draft: boolean; choice: Choice },
  page: PageRequest,
): Promise<Page<AssignmentRow>> {
  const { kind } = viewerOf(ctx.caller, at);
  const { searchTerm, bucket = null, orderBy, ids = null, groupId = null } = choice;
  const values = valuesOf(ctx, at, draft);
  const pattern = searchTerm === undefined ? null : containing(searchTerm);
  const plain = bucket === null && orderBy === undefined && ids === null && groupId === null;
  const found = !plain
    ? await chosenBy[orderBy ?? 'position'][kind].read(ctx.db, { ...values, bucket, now: ctx.now, pattern, ids, groupId }, page)
    : pattern === null
      ? await all[kind].read(ctx.db, values, page)
      : await named[kind].read(ctx.db, { ...values, pattern }, page);
  return mapPage(found, await completedIn(ctx, at, found.rows));
}
