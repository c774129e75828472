import type { Ctx } from '../../access/context.ts';
import { invalidField, notFound, unauthorized } from '../../http/errors.ts';
import type { IdForm } from '../../http/parameters/ids.ts';
import { iso } from '../../http/timestamps.ts';
import { and, eq } from '../../store/drizzle.ts';
import { follows, users } from '../../store/schema/users.ts';
import { requireUserId } from '../users/people.ts';
import type { Follow } from './schemas.ts';

/** D3.11: the record, also when it was there already, whatever has become of the profile; oneself is refused first, profile or not. */
export async function follow(ctx: Ctx, form: IdForm): Promise<Follow> {
  // Any user of the caller's root account can be named: whether one may be followed is the user's own to say.
  const followedUserId = await requireUserId(ctx, form);
  const followingUserId = ctx.caller.userId;
  if (followedUserId === followingUserId) throw invalidField('followed_item', 'invalid', 'must be somebody else');
  return ctx.tx(async ({ db: { orm } }) => {
    // Held until the end: the profile stays public, and the user there, while the record is made.
    const [followed] = await orm.select().from(users).where(eq(users.id, followedUserId)).for('share');
    if (!followed || followed.deleted) throw notFound();
    if (followed.publicProfile) await orm.insert(follows).values({ followingUserId, followedUserId }).onConflictDoNothing();
    const [row] = await orm.select().from(follows).where(between(followingUserId, followedUserId));
    if (!row) throw unauthorized();
    return { following_user_id: row.followingUserId, followed_user_id: row.followedUserId, created_at: iso(row.createdAt) };
  });
}

/** Not following is as good as having stopped (part-a, Users). */
export async function unfollow(ctx: Ctx, form: IdForm): Promise<{ ok: true }> {
  await ctx.db.orm.delete(follows).where(between(ctx.caller.userId, await requireUserId(ctx, form)));
  return { ok: true };
}

const between = (followingUserId: number, followedUserId: number) =>
  and(eq(follows.followingUserId, followingUserId), eq(follows.followedUserId, followedUserId));
