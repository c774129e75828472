import type { Ctx } from '../../access/context.ts';
import { iso } from '../../http/timestamps.ts';
import type { CourseDisplay } from '../assignments/course-memberships.ts';
import { type Selected, selectedJson } from '../assignments/due-assignments.ts';
import { dayOf } from '../overrides/whole-days.ts';
import type { EventRow } from './event-rows.ts';
import type { CalendarEvent, UpcomingEvent } from './schemas.ts';

/** What an event is of; a section's is the section's. */
export const contextCodeOf = ({ courseId, groupId, userId, courseSectionId }: Partial<EventRow>): string =>
  courseSectionId != null
    ? `course_section_${courseSectionId}`
    : courseId != null
      ? `course_${courseId}`
      : groupId != null
        ? `group_${groupId}`
        : `user_${userId}`;

function eventJson(ctx: Ctx, row: EventRow, children: readonly CalendarEvent[]): CalendarEvent {
  return {
    id: row.id,
    type: 'event',
    title: row.title,
    start_at: iso(row.startAt),
    end_at: iso(row.endAt),
    all_day: row.allDayDate !== null,
    all_day_date: row.allDayDate,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    workflow_state: 'active',
    context_code: contextCodeOf(row),
    url: `${ctx.baseUrl}/api/v1/calendar_events/${row.id}`,
    html_url: `${ctx.webUrl}/calendar?event_id=${row.id}`,
    important_dates: false,
    description: row.description,
    location_name: row.locationName,
    location_address: row.locationAddress,
    child_events_count: children.length,
    parent_event_id: row.parentEventId,
    // What stands in its place is shown instead.
    hidden: children.length > 0,
    child_events: children.map((one) => ({ ...one, child_events: [] })),
  };
}

/** Events, each with those of its children that the caller sees. */
export function eventsJson(ctx: Ctx, rows: readonly EventRow[], children: readonly EventRow[] = []): CalendarEvent[] {
  const byParent = Map.groupBy(children, (row) => row.parentEventId);
  return rows.map((row) => {
    const own = (byParent.get(row.id) ?? []).map((one) => eventJson(ctx, one, []));
    return eventJson(ctx, row, own);
  });
}

/** calendar#20: an assignment when it is due to the caller. */
export function dueJson(ctx: Ctx, row: Selected, dueAt: Date, place: CourseDisplay): UpcomingEvent {
  const assignment = selectedJson(ctx, row, place);
  const day = dayOf(dueAt, place.zone);
  return {
    id: `assignment_${row.id}`,
    type: 'assignment',
    title: row.name,
    start_at: iso(dueAt),
    end_at: iso(dueAt),
    all_day: day.allDay,
    all_day_date: day.date,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    workflow_state: assignment.published === false ? 'unpublished' : 'published',
    context_code: `course_${row.courseId}`,
    url: `${ctx.baseUrl}/api/v1/courses/${row.courseId}/assignments/${row.id}`,
    html_url: assignment.html_url,
    important_dates: false,
    assignment,
  };
}
