import type { Area } from '../area.ts';
import { calendarRoute } from './calendars.ts';
import { feedOperations } from './routes.ts';

/** Feeds that open without a token; what they show comes from the areas that have it (CalendarSource). */
export const feeds: Area = { name: 'feeds', operations: feedOperations, openRoutes: [calendarRoute] };
