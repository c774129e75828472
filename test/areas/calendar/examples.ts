import { type Examples, self } from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import { unique } from '../../helpers/school.ts';

const START = { start_at: '2040-05-01T12:00:00Z' };

const event = (w: World) => ({ calendar_event: { context_code: `course_${w.course}`, ...START, ...children(w) } });

const children = (w: World) => ({ child_event_data: [{ context_code: `course_section_${w.section}`, ...START }] });

export const examples: Examples = {
  requests: {
    listUpcomingEvents: (w) => ({ by: w.author.client }),
    createCalendarEvent: (w) => ({ sent: event(w) }),
    showCalendarEvent: async (w, server) => ({ ids: { id: (await posting(server)('/calendar_events', event(w))).id } }),
    showDueCalendarEvent: async (w, server) => {
      const sent = { assignment: { name: unique('Due'), due_at: START.start_at } };
      return { ids: { assignment_id: (await posting(server)(`/courses/${w.course}/assignments`, sent)).id } };
    },
    updateCalendarEvent: async (w, server) => ({
      ids: { id: (await posting(server)('/calendar_events', event(w))).id },
      sent: { calendar_event: { title: unique('Event'), ...children(w) } },
    }),
    deleteCalendarEvent: async (w, server) => ({ ids: { id: (await posting(server)('/calendar_events', event(w))).id } }),
  },
  lists: [
    { operationId: 'listCalendarEvents', path: () => '/calendar_events', by: self },
    { operationId: 'listCalendarEvents', path: () => '/calendar_events', query: (w) => ({ context_codes: [`course_${w.course}`] }) },
    { operationId: 'listCalendarEvents', path: () => '/calendar_events', query: { type: 'assignment' }, by: self },
  ],
};
