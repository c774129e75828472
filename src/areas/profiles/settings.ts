import type { Ctx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { foundIn } from '../../http/errors.ts';
import type { UserSettings } from './schemas.ts';

const SETTINGS = { manualMarkAsRead: true } as const;

const settingsJson = (row: { manualMarkAsRead: boolean }): UserSettings => ({ manual_mark_as_read: row.manualMarkAsRead });

export async function showUserSettings(ctx: Ctx, at: UserAccess): Promise<UserSettings> {
  const rows = await ctx.db.prisma.user.findMany({ where: { id: at.user.id }, select: SETTINGS });
  return settingsJson(foundIn(rows));
}

/** What is not sent stays (D3.8). */
export async function updateUserSettings(
  ctx: Ctx,
  at: UserAccess,
  sent: { manual_mark_as_read?: boolean | undefined },
): Promise<UserSettings> {
  if (sent.manual_mark_as_read === undefined) return showUserSettings(ctx, at);
  const rows = await ctx.db.prisma.user.updateManyAndReturn({
    where: { id: at.user.id },
    data: { manualMarkAsRead: sent.manual_mark_as_read, updatedAt: ctx.now },
    select: SETTINGS,
  });
  return settingsJson(foundIn(rows));
}
