import type { Ctx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { changeSettings, type OwnSettings, readSettings } from '../users/settings.ts';
import type { UserSettings } from './schemas.ts';

const settingsJson = (own: OwnSettings): UserSettings => ({ manual_mark_as_read: own.manualMarkAsRead });

export const showUserSettings = async (ctx: Ctx, at: UserAccess): Promise<UserSettings> =>
  settingsJson(await readSettings(ctx, at.user.id));

/** What is not sent stays (profiles#20). */
export async function updateUserSettings(
  ctx: Ctx,
  at: UserAccess,
  sent: { manual_mark_as_read?: boolean | undefined },
): Promise<UserSettings> {
  if (sent.manual_mark_as_read === undefined) return showUserSettings(ctx, at);
  return settingsJson(await changeSettings(ctx, at.user.id, { manualMarkAsRead: sent.manual_mark_as_read }));
}
