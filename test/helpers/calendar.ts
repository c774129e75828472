import { z } from 'zod';
import { CalendarEvent, UpcomingEvent } from '../../src/areas/calendar/schemas.ts';
import { TodoItem } from '../../src/areas/todo/schemas.ts';
import type { Fields } from './form.ts';
import { made, type Person, unique } from './school.ts';
import type { Client } from './server.ts';

/** So many days and hours from now, at whole seconds. */
export const ahead = (days: number, hours = 0): string =>
  `${new Date(Date.now() + days * 86_400_000 + hours * 3_600_000).toISOString().slice(0, 19)}Z`;

export const event = (by: Client, fields: Fields): Promise<CalendarEvent> =>
  made(by.post('/calendar_events', { calendar_event: { title: unique('Event'), ...fields } }), CalendarEvent);

export const listEvents = (by: Client, query: Fields = {}): Promise<UpcomingEvent[]> =>
  made(by.get('/calendar_events', { per_page: 100, ...query }), z.array(UpcomingEvent));

export const upcoming = ({ client }: Person): Promise<UpcomingEvent[]> =>
  made(client.get('/users/self/upcoming_events'), z.array(UpcomingEvent));

export const upcomingIds = async (one: Person): Promise<(string | number)[]> => (await upcoming(one)).map(({ id }) => id);

export const todo = ({ client }: Person, path = '/users/self/todo'): Promise<TodoItem[]> => made(client.get(path), z.array(TodoItem));

/** What somebody has to do: of each item its kind and its assignment. */
export const todoOf = async (one: Person, path?: string): Promise<[string, number][]> =>
  (await todo(one, path)).map(({ type, assignment }) => [type, assignment.id]);
