import { z } from 'zod';
import { listing, operation } from '../../http/operation.ts';
import { listDueEvents, showDueEvent } from './due-events.ts';
import { createEvent, deleteEvent, updateEvent } from './event-changes.ts';
import { listEvents, showEvent } from './events.ts';
import { EventChanges, EventParameters, eventFilters } from './parameters.ts';
import { CalendarEvent, UpcomingEvent } from './schemas.ts';
import { upcomingEvents } from './upcoming.ts';

const tag = 'Calendar';
const route = { tag, context: 'none', permission: 'anyone' } as const;
const ids = { id: 'plain' } as const;

/** calendar#1. Whose calendar it is stands in a parameter or with the event: who may is asked by the services. */
export const calendarOperations = [
  listing({
    ...route,
    method: 'GET',
    path: '/calendar_events',
    operationId: 'listCalendarEvents',
    summary: 'Events of courses, groups and the caller by start, or assignments by due date',
    input: eventFilters,
    paged: 'by key',
    item: UpcomingEvent,
    run: async (ctx, { page, type, ...filters }) =>
      type === 'assignment' ? listDueEvents(ctx, filters, page) : listEvents(ctx, filters, page),
  }),
  operation({
    ...route,
    method: 'POST',
    path: '/calendar_events',
    operationId: 'createCalendarEvent',
    requires: [['calendar_event.start_at', 'calendar_event.end_at', 'calendar_event.child_event_data']],
    summary: 'Make an event of a course, a group or oneself',
    input: { calendar_event: EventParameters },
    status: 201,
    answer: CalendarEvent,
    run: (ctx, { calendar_event: sent }) => createEvent(ctx, sent),
  }),
  operation({
    ...route,
    method: 'GET',
    path: '/calendar_events/:id',
    operationId: 'showCalendarEvent',
    summary: 'An event, with those of sections',
    ids,
    answer: CalendarEvent,
    run: (ctx, { path }) => showEvent(ctx, path.id),
  }),
  operation({
    ...route,
    method: 'GET',
    path: '/calendar_events/assignment_:assignment_id',
    operationId: 'showDueCalendarEvent',
    summary: 'An assignment as calendars show it, on the day when it is due to the caller',
    ids: { assignment_id: 'plain' },
    answer: UpcomingEvent,
    run: (ctx, { path }) => showDueEvent(ctx, path.assignment_id),
  }),
  operation({
    ...route,
    method: 'PUT',
    path: '/calendar_events/:id',
    operationId: 'updateCalendarEvent',
    summary: 'Change an event; a list of times of sections is matched exactly, without one they stay',
    ids,
    input: { calendar_event: EventChanges },
    answer: CalendarEvent,
    run: (ctx, { path, calendar_event: sent }) => updateEvent(ctx, path.id, sent),
  }),
  operation({
    ...route,
    method: 'DELETE',
    path: '/calendar_events/:id',
    operationId: 'deleteCalendarEvent',
    summary: 'Delete an event and those of its sections; answers the former event',
    ids,
    answer: CalendarEvent,
    run: (ctx, { path }) => deleteEvent(ctx, path.id),
  }),
  operation({
    ...route,
    method: 'GET',
    path: '/users/self/upcoming_events',
    context: 'self',
    operationId: 'listUpcomingEvents',
    summary: 'What is before the caller in the next week: events, and assignments that are due',
    answer: z.array(UpcomingEvent),
    run: (ctx, _input, at) => upcomingEvents(ctx, at),
  }),
];
