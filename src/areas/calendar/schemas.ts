import { z } from 'zod';
import { moment } from '../../http/timestamps.ts';
import { Assignment } from '../assignments/schemas.ts';

const fields = {
  id: z.int(),
  type: z.enum(['event', 'assignment']),
  title: z.string(),
  start_at: moment,
  end_at: moment,
  all_day: z.boolean(),
  all_day_date: z.iso.date().nullable(),
  created_at: moment,
  updated_at: moment,
  workflow_state: z.enum(['active', 'published', 'unpublished']),
  context_code: z.string(),
  url: z.string(),
  html_url: z.string(),
  /** Nothing is marked as one here (calendar#25). */
  important_dates: z.literal(false),
};
/** What only events have that somebody wrote into a calendar. */
const written = {
  description: z.string().nullable(),
  location_name: z.string().nullable(),
  location_address: z.string().nullable(),
  child_events_count: z.int(),
  parent_event_id: z.int().nullable(),
  hidden: z.boolean(),
};
/** Children have no children. */
const ChildEvent = z.object({ ...fields, ...written, child_events: z.array(z.int()) }).meta({ id: 'ChildEvent' });

/** calendar#5: a calendar event. */
export const CalendarEvent = z.object({ ...fields, ...written, child_events: z.array(ChildEvent) }).meta({ id: 'CalendarEvent' });
export type CalendarEvent = z.infer<typeof CalendarEvent>;

/**
 * calendar#5 and calendar#20: a calendar event, or an assignment on the day when it is due. One object and no union,
 * for a serialiser tries the members of a union one after the other.
 */
export const UpcomingEvent = z
  .object({
    ...fields,
    ...z.object({ ...written, child_events: z.array(ChildEvent) }).partial().shape,
    id: z.union([z.int(), z.string()]),
    assignment: Assignment.optional(),
  })
  .meta({ id: 'UpcomingEvent' });
export type UpcomingEvent = z.infer<typeof UpcomingEvent>;
