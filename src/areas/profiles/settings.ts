import type { Ctx } from '../../access/context.ts';
import type { UserStanding } from '../../access/standing.ts';
import { foundIn } from '../../http/errors.ts';
import { eq } from '../../store/drizzle.ts';
import { users } from '../../store/schema/users.ts';
import type { UserSettings } from './schemas.ts';

const SETTINGS = { manual_mark_as_read: users.manualMarkAsRead };

export async function showUserSettings(ctx: Ctx, at: UserStanding): Promise<UserSettings> {
  return foundIn(await ctx.db.orm.select(SETTINGS).from(users).where(eq(users.id, at.user.id)));
}

/** What is not sent stays (D3.8). */
export async function updateUserSettings(
  ctx: Ctx,
  at: UserStanding,
  sent: { manual_mark_as_read?: boolean | undefined },
): Promise<UserSettings> {
  if (sent.manual_mark_as_read === undefined) return showUserSettings(ctx, at);
  return foundIn(
    await ctx.db.orm
      .update(users)
      .set({ manualMarkAsRead: sent.manual_mark_as_read, updatedAt: ctx.now })
      .where(eq(users.id, at.user.id))
      .returning(SETTINGS),
  );
}
