import type { Ctx } from '../../access/context.ts';
import { foundIn } from '../../kernel/errors.ts';

const SETTINGS = { manualMarkAsRead: true } as const;

/** What a user has set for themselves. */
export interface OwnSettings {
  manualMarkAsRead: boolean;
}

export const readSettings = async (ctx: Ctx, userId: number): Promise<OwnSettings> =>
  foundIn(await ctx.db.prisma.user.findMany({ where: { id: userId }, select: SETTINGS }));

export const changeSettings = async (ctx: Ctx, userId: number, settings: OwnSettings): Promise<OwnSettings> =>
  foundIn(
    await ctx.db.prisma.user.updateManyAndReturn({
      where: { id: userId },
      data: { ...settings, updatedAt: ctx.now },
      select: SETTINGS,
    }),
  );
