import type { Ctx } from '../../access/context.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import { numberedList } from '../../store/lists.ts';
import { ATTENDED_TAKES, dueBetween, OWN_TAKES, type SelectedRow, shownRows } from '../assignments/of-courses.ts';
import { coursesStoodIn } from '../assignments/own-courses.ts';
import { withRubrics } from '../assignments/rows.ts';
import { askedSight } from './events.ts';
import { dueJson } from './json.ts';
import type { EventFilters } from './parameters.ts';
import type { UpcomingEvent } from './schemas.ts';

const DUE = { own: 3, from: '$1::timestamptz', to: '$2::timestamptz' };

const listed = numberedList<SelectedRow>({
  name: 'calendar_due',
  select: `select * from (${dueBetween('staff', DUE)} union all ${dueBetween('student', DUE)}) due order by due_at, id`,
  parameters: 2 + OWN_TAKES + ATTENDED_TAKES,
  around: (page) => shownRows({ own: DUE.own, dates: page, order: 'dates.due_at, a.id' }),
});

/** The calendar holds no other years. */
const EVER = { from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' };

/** D11.5, `type` `assignment`: those that are due in courses, by due date. */
export async function listDueEvents(ctx: Ctx, filters: EventFilters, page: PageRequest): Promise<Page<UpcomingEvent>> {
  const sight = await askedSight(ctx, filters.context_codes);
  const { given, attended, placeOf } = await coursesStoodIn(ctx, [...sight.courses.values()]);
  const found = await listed.read(ctx.db, [filters.start_date ?? EVER.from, filters.end_date ?? EVER.to, ...given, ...attended], page);
  return mapPage(
    found,
    (await withRubrics(ctx.db, found.rows)).flatMap((row) =>
      row.dueAt === null ? [] : [dueJson(ctx, row, row.dueAt, placeOf(row.courseId))],
    ),
  );
}
