import type { Ctx, TxCtx } from '../../access/context.ts';
import { iso } from '../../http/timestamps.ts';
import { foundIn, invalidField, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int, timestamptz } from '../../store/sql/types.ts';
import { requireUserId } from '../users/people.ts';
import type { Follow } from './schemas.ts';

const PAIR = { followingUserId: int, followedUserId: int };

/** Held until the end: the profile stays public, and both users there, while the record is made. */
const profileHeld = statement({
  name: 'profile_to_follow_held',
  takes: PAIR,
  gives: { public: boolean },
  sql: (p) => sql`select followed.public_profile as public from users followed
     join users follower on follower.id = ${p.followingUserId} and not follower.deleted
   where followed.id = ${p.followedUserId} and not followed.deleted for share`,
});

/** One statement, so that no unfollowing comes between the record that is there already and its answer. */
const followed = statement({
  name: 'user_followed',
  takes: PAIR,
  gives: { createdAt: timestamptz },
  sql: (p) => sql`insert into follows as f (following_user_id, followed_user_id) values (${p.followingUserId}, ${p.followedUserId})
   on conflict (following_user_id, followed_user_id) do update set created_at = f.created_at returning f.created_at as "createdAt"`,
});

const following = statement({
  name: 'following_record',
  takes: PAIR,
  gives: { createdAt: timestamptz },
  sql: (p) => sql`select f.created_at as "createdAt" from follows f
   where f.following_user_id = ${p.followingUserId} and f.followed_user_id = ${p.followedUserId}`,
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
    const profile = foundIn(await db.rows(profileHeld, pair));
    const [record] = await db.rows(profile.public ? followed : following, pair);
    if (!record) throw unauthorized();
    return { following_user_id: followingUserId, followed_user_id: followedUserId, created_at: iso(record.createdAt) };
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
