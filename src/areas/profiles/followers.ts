import type { Ctx, TxCtx } from '../../access/context.ts';
import { iso } from '../../http/timestamps.ts';
import { foundIn, invalidField, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int } from '../../store/sql/types.ts';
import { requireUserId } from '../users/people.ts';
import type { Follow } from './schemas.ts';

/** Held until the end: the profile stays public, and both users there, while the record is made. */
const profileHeld = statement({
  name: 'profile_to_follow_held',
  takes: { followingUserId: int, followedUserId: int },
  gives: { public: boolean },
  sql: (p) => sql`select followed.public_profile as public from users followed
     join users follower on follower.id = ${p.followingUserId} and not follower.deleted
   where followed.id = ${p.followedUserId} and not followed.deleted for share`,
});

/**
 * profiles#15: the record, also when it was there already, whatever has become of the profile; oneself is refused first, profile or not.
 */
export async function follow(ctx: Ctx, form: IdForm): Promise<Follow> {
  // Any user of the caller's root account can be named: whether one may be followed is the user's own to say.
  const followedUserId = await requireUserId(ctx, form);
  const followingUserId = ctx.caller.userId;
  if (followedUserId === followingUserId) throw invalidField('followed_item', 'invalid', 'must be somebody else');
  const pair = { followingUserId, followedUserId };
  return ctx.tx(async ({ db }) => {
    const followed = foundIn(await db.rows(profileHeld, pair));
    if (followed.public) await db.prisma.follow.createMany({ data: [pair], skipDuplicates: true });
    const row = await db.prisma.follow.findFirst({ where: pair });
    if (!row) throw unauthorized();
    return { following_user_id: row.followingUserId, followed_user_id: row.followedUserId, created_at: iso(row.createdAt) };
  });
}

/** Not following is as good as having stopped (profiles#19). */
export async function unfollow(ctx: Ctx, form: IdForm): Promise<{ ok: true }> {
  const followedUserId = await requireUserId(ctx, form);
  await ctx.db.prisma.follow.deleteMany({ where: { followingUserId: ctx.caller.userId, followedUserId } });
  return { ok: true };
}

/** A user who is deleted follows nobody, and nobody follows them. */
export async function endFollowing(tx: TxCtx, userId: number): Promise<void> {
  await tx.db.prisma.follow.deleteMany({ where: { OR: [{ followingUserId: userId }, { followedUserId: userId }] } });
}
