import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createCalendarEvent: {
    body: {
      calendar_event: {
        context_code: 'course_1',
        title: 'Guest lecture',
        start_at: '2040-05-01T10:00:00Z',
      },
    },
  },
  updateCalendarEvent: { path: { id: 1 }, body: { calendar_event: { location_name: 'Room 14' } } },
};
