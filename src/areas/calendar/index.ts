import { endBeforeStart } from '../../kernel/dates.ts';
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
    calendar_events_dates_in_order: endBeforeStart,
  },
};
