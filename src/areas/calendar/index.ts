import { invalidField } from '../../kernel/errors.ts';
import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { calendarOfEvents } from './feed.ts';
import { calendarOperations } from './routes.ts';

export const calendar: Area = {
  name: 'calendar',
  operations: calendarOperations,
  examples,
  calendar: calendarOfEvents,
  constraints: {
    calendar_events_dates_in_order: () => invalidField('end_at', 'invalid', 'must not be before start_at'),
  },
};
