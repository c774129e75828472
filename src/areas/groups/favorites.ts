import type { Ctx } from '../../access/context.ts';
import type { GroupAccess } from '../../access/context-access.ts';
import type { Favorite } from './schemas.ts';

const json = (groupId: number): Favorite => ({ context_id: groupId, context_type: 'Group' });

/** Again, it is as it was (groups#46). */
export async function addFavoriteGroup(ctx: Ctx, at: GroupAccess): Promise<Favorite> {
  const data = [{ userId: ctx.caller.userId, groupId: at.group.id }];
  await ctx.db.prisma.groupFavorite.createMany({ data, skipDuplicates: true });
  return json(at.group.id);
}

export async function removeFavoriteGroup(ctx: Ctx, at: GroupAccess): Promise<Favorite> {
  await ctx.db.prisma.groupFavorite.deleteMany({ where: { userId: ctx.caller.userId, groupId: at.group.id } });
  return json(at.group.id);
}

export async function removeAllFavoriteGroups(ctx: Ctx): Promise<{ message: 'OK' }> {
  await ctx.db.prisma.groupFavorite.deleteMany({ where: { userId: ctx.caller.userId } });
  return { message: 'OK' };
}
