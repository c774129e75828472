import type { Ctx, TxCtx } from '../../access/context.ts';
import type { UserStanding } from '../../access/standing.ts';
import { notFound, refusal } from '../../http/errors.ts';
import type { IdForm } from '../../http/parameters/ids.ts';
import { statement } from '../../store/database.ts';
import { and, eq, inArray, ne, or, sql } from '../../store/drizzle.ts';
import { accountAdmins } from '../../store/schema/administrators.ts';
import { enrollments } from '../../store/schema/courses.ts';
import { groupMemberships } from '../../store/schema/groups.ts';
import { accessTokens, communicationChannels, follows, pseudonyms, userAccounts, users } from '../../store/schema/users.ts';
import { endFeeds } from '../feeds/codes.ts';
import { cancelMail } from '../mail/mails.ts';
import { sightOf, singleUser } from './people.ts';
import type { User } from './schemas.ts';

const belongs = statement<{ belongs: boolean }>(
  'user_belongs_to_account',
  `select exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id where ua.user_id = $1
     and (a.id = $2::int or (a.sis_account_id = $3 and a.root_account_id = $4))) as belongs`,
);

const lastAdmins = statement<{ id: number }>(
  'root_accounts_with_last_admin',
  `select a.id from accounts a where a.parent_account_id is null and a.id = any($2::int[])
     and not exists (select 1 from account_admins aa where aa.account_id = a.id and aa.user_id <> $1)`,
);

/**
 * The last administrator of a root account can be neither removed nor deleted (D2, administrators). The accounts are locked,
 * so that two administrators who leave at once do not both find the other one still there.
 */
export async function keepLastAdmin(tx: TxCtx, userId: number, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return;
  await tx.db.orm.execute(sql`select id from accounts where id = any(${sql.param([...accountIds])}::int[]) order by id for update`);
  const [left] = await tx.db.rows(lastAdmins, [userId, accountIds]);
  if (left) throw refusal(`user ${userId} is the last administrator of root account ${left.id}`);
}

/** D3.7: logins (free for others again), channels, tokens and enrollments end with the user, in one transaction. */
export async function deleteUser(ctx: Ctx, at: UserStanding, account: IdForm): Promise<User> {
  const id = at.user.id;
  const [found] = await ctx.db.rows(belongs, [
    id,
    account.by === 'id' ? account.id : null,
    account.by === 'sis_account_id' ? account.value : null,
    ctx.caller.rootAccountId,
  ]);
  if (!found?.belongs) throw notFound();
  return ctx.tx(async (tx) => {
    const appointed = await tx.db.orm.select({ id: accountAdmins.accountId }).from(accountAdmins).where(eq(accountAdmins.userId, id));
    await keepLastAdmin(
      tx,
      id,
      appointed.map((row) => row.id),
    );
    const [held] = await tx.db.orm.select({ deleted: users.deleted }).from(users).where(eq(users.id, id)).for('update');
    if (!held || held.deleted) throw notFound();
    const asItWas = await singleUser(tx, id, sightOf(at));
    await endEverythingOf(tx, id);
    return asItWas;
  });
}

async function endEverythingOf(tx: TxCtx, id: number): Promise<void> {
  const { orm } = tx.db;
  const updatedAt = tx.now;
  await orm.update(users).set({ deleted: true, searchText: '', updatedAt }).where(eq(users.id, id));
  await orm.update(pseudonyms).set({ state: 'deleted', updatedAt }).where(eq(pseudonyms.userId, id));
  await orm.update(communicationChannels).set({ state: 'retired', updatedAt }).where(eq(communicationChannels.userId, id));
  await orm.delete(accessTokens).where(eq(accessTokens.userId, id));
  await orm
    .update(enrollments)
    .set({ state: 'deleted', updatedAt })
    .where(and(eq(enrollments.userId, id), ne(enrollments.state, 'rejected')));
  await orm.update(groupMemberships).set({ state: 'deleted', updatedAt }).where(eq(groupMemberships.userId, id));
  await orm.delete(accountAdmins).where(inArray(accountAdmins.userId, [id]));
  await orm.delete(follows).where(or(eq(follows.followingUserId, id), eq(follows.followedUserId, id)));
  await endFeeds(tx, id);
  await cancelMail(tx, id);
  await orm.delete(userAccounts).where(eq(userAccounts.userId, id));
}
