import type { Ctx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import type { Page, PageRequest } from '../../kernel/pages.ts';
import { dueEventsIn, listDueEvents } from '../calendar/due-events.ts';
import { eventsIn, listEvents } from '../calendar/events.ts';
import type { EventFilters } from '../calendar/parameters.ts';
import type { UpcomingEvent } from '../calendar/schemas.ts';
import { plannerOf } from './subjects.ts';

/** planner#17: the caller's own as the calendar lists it, another's as far as the caller sees it. */
export async function listEventsOfUser(
  ctx: Ctx,
  at: UserAccess,
  { type, ...filters }: EventFilters & { type?: 'event' | 'assignment' | undefined },
  page: PageRequest,
): Promise<Page<UpcomingEvent>> {
  const due = type === 'assignment';
  if (at.roles.has('self')) return due ? listDueEvents(ctx, filters, page) : listEvents(ctx, filters, page);
  const { courses, events } = await plannerOf(ctx, at, filters.context_codes);
  return due ? dueEventsIn(ctx, courses, filters, page) : eventsIn(ctx, events, filters, page);
}
