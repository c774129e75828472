import type { Ctx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { foundIn } from '../../kernel/errors.ts';
import { calendarAddresses } from '../feeds/calendars.ts';
import { presentUsers, readUserWithFeeds, userViewer } from '../users/people.ts';
import type { Profile } from './schemas.ts';

/** What a user is to others (profiles#2): the fields of a User by its rules, and to oneself alone the address of the calendar feed. */
export async function showProfile(ctx: Ctx, at: UserAccess): Promise<Profile> {
  const viewer = userViewer(at);
  const row = await readUserWithFeeds(ctx.db, at.user.id, viewer);
  const shown = foundIn(presentUsers(ctx, [row], () => viewer, { avatar: true, email: true, timeZone: true }));
  const { email, ...user } = shown;
  const calendarOf = at.roles.has('self') ? await calendarAddresses(ctx, row) : null;
  return {
    ...user,
    ...(email === undefined ? {} : { primary_email: email }),
    title: null,
    bio: null,
    ...(calendarOf ? { calendar: { ics: calendarOf(null) } } : {}),
  };
}
