import type { Ctx } from '../../access/context.ts';
import type { UserStanding } from '../../access/standing.ts';
import { calendarAddresses } from '../feeds/calendars.ts';
import { sightOf, singleUser } from '../users/people.ts';
import type { Profile } from './schemas.ts';

/** What a user is to others (D3.9): the fields of a User by its rules, and to oneself alone the address of the calendar feed. */
export async function showProfile(ctx: Ctx, at: UserStanding): Promise<Profile> {
  const { email, ...user } = await singleUser(ctx, at.user.id, sightOf(at), { avatar: true, email: true, timeZone: true });
  const calendarOf = at.roles.has('self') ? await calendarAddresses(ctx) : null;
  return {
    ...user,
    ...(email === undefined ? {} : { primary_email: email }),
    title: null,
    bio: null,
    ...(calendarOf ? { calendar: { ics: calendarOf(null) } } : {}),
  };
}
