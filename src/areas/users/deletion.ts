import type { Ctx, TxCtx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { accessElsewhere } from '../../access/elsewhere.ts';
import { foundIn, notFound, refusal, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, text } from '../../store/sql/types.ts';
import { isAccount } from '../accounts/relations.ts';
import { endFeeds } from '../feeds/codes.ts';
import { cancelMail } from '../mail/mails.ts';
import { holdingPeople, keepObservers } from './holding.ts';
import { singleUser, userViewer } from './people.ts';
import type { User } from './schemas.ts';

// Who has no login left, and is in no course, belongs to no account, and is a user of the root account still.
const belongs = statement({
  name: 'user_belongs_to_account',
  takes: { id: int, accountId: nullable(int), sisAccountId: nullable(text), rootAccountId: int },
  gives: { belongs: boolean },
  sql: (p) => sql`select exists (select 1 from users u join accounts a on a.id = u.root_account_id
       or exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = a.id)
     where u.id = ${p.id} and ${isAccount('a')} and (a.id = ${p.accountId}::int or (a.sis_account_id = ${p.sisAccountId} and a.root_account_id = ${p.rootAccountId}))) as belongs`,
});

const lastAdmins = statement({
  name: 'root_accounts_with_last_admin',
  takes: { userId: int, accountIds: array(int) },
  gives: { id: int },
  sql: (p) => sql`select a.id from accounts a where a.parent_account_id is null and a.id = any(${p.accountIds}::int[])
     and not exists (select 1 from account_admins aa join users u on u.id = aa.user_id and not u.deleted
       where aa.account_id = a.id and u.id <> ${p.userId})`,
});

const heldAccounts = statement({
  name: 'accounts_of_admin_held',
  takes: { accountIds: array(int) },
  gives: { id: int },
  sql: (p) => sql`select id from accounts where id = any(${p.accountIds}::int[]) order by id for update`,
});

/**
 * The last administrator of a root account can be neither removed nor deleted (accounts#20). The accounts are locked,
 * so that two administrators who leave at once do not both find the other one still there.
 */
export async function keepLastAdmin(tx: TxCtx, userId: number, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return;
  await tx.db.rows(heldAccounts, { accountIds });
  const [left] = await tx.db.rows(lastAdmins, { userId, accountIds });
  if (left) throw refusal(`user ${userId} is the last administrator of root account ${left.id}`);
}

// For update, so that nobody refers to the user meanwhile; their observers, who are held in the same order, with them.
const held = statement({
  name: 'user_to_delete_held',
  takes: { id: int },
  gives: { id: int },
  sql: (p) => holdingPeople(sql`select ${p.id}::int`, sql`for update`),
});

/** users#31: logins (free for others again), channels, tokens and enrollments end with the user, in one transaction. */
export async function deleteUser(ctx: Ctx, at: UserAccess, account: IdForm): Promise<User> {
  const id = at.user.id;
  const [found] = await ctx.db.rows(belongs, {
    id,
    accountId: account.by === 'id' ? account.id : account.by === 'self' ? ctx.caller.rootAccountId : null,
    sisAccountId: account.by === 'sis_account_id' ? account.value : null,
    rootAccountId: ctx.caller.rootAccountId,
  });
  if (!found?.belongs) throw notFound();
  if (!at.roles.has('self') && !(await accessElsewhere(ctx, 'account', account)).roles.has('admin')) throw unauthorized();
  return ctx.tx(async (tx) => {
    keepObservers(tx, id);
    // Held first: from here on nothing is made for who is deleted.
    foundIn((await tx.db.rows(held, { id })).filter((row) => row.id === id));
    const appointed = await tx.db.prisma.accountAdmin.findMany({ where: { userId: id }, select: { accountId: true } });
    await keepLastAdmin(
      tx,
      id,
      appointed.map((row) => row.accountId),
    );
    const asItWas = await singleUser(tx, id, userViewer(at));
    await endEverythingOf(tx, id);
    return asItWas;
  });
}

async function endEverythingOf(tx: TxCtx, id: number): Promise<void> {
  const { prisma } = tx.db;
  const updatedAt = tx.now;
  const own = { userId: id };
  await prisma.user.updateMany({ where: { id }, data: { deleted: true, searchText: '', updatedAt } });
  await prisma.pseudonym.updateMany({ where: own, data: { state: 'deleted', updatedAt } });
  await prisma.communicationChannel.updateMany({ where: own, data: { state: 'retired', updatedAt } });
  await prisma.accessToken.deleteMany({ where: own });
  for (const end of tx.services.userEndings) await end(tx, id);
  await endFeeds(tx, id);
  await cancelMail(tx, own);
  await prisma.userAccount.deleteMany({ where: own });
}
