import type { Ctx, TxCtx } from '../../access/context.ts';
import type { AccountAccess } from '../../access/context-access.ts';
import { foundIn, notFound } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type Db, statement } from '../../store/database.ts';
import { numberedList } from '../../store/lists.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, type RowOf, text } from '../../store/sql/types.ts';
import { refreshAccounts } from '../users/belonging.ts';
import { keepLastAdmin } from '../users/deletion.ts';
import { holdUser } from '../users/holding.ts';
import { NOBODY, userIdsOf } from '../users/named.ts';
import { findUserId, namedUser, requireUserId } from '../users/people.ts';
import { appoint } from './accounts.ts';
import type { Administrator } from './schemas.ts';

const ROW = {
  accountId: int,
  userId: int,
  name: text,
  sortableName: text,
  shortName: text,
};
type Row = RowOf<typeof ROW>;

const COLUMNS = sql`aa.account_id as "accountId", u.id as "userId", u.name, u.sortable_name as "sortableName", u.short_name as "shortName"`;
const FROM = sql`from account_admins aa join users u on u.id = aa.user_id and not u.deleted`;

const ofAccount = numberedList({
  name: 'administrators_of_account',
  takes: { accountId: int },
  mayTake: { ids: array(int) },
  gives: ROW,
  filters: { ids: (p) => sql`aa.user_id = any(${p.ids}::int[])` },
  select: (p, filters) => sql`select ${COLUMNS} ${FROM} where aa.account_id = ${p.accountId} ${filters} order by u.id`,
});
const one = statement({
  name: 'administrator',
  takes: { accountId: int, userId: int },
  gives: ROW,
  sql: (p) => sql`select ${COLUMNS} ${FROM} where aa.account_id = ${p.accountId} and u.id = ${p.userId}`,
});

const json = (rows: readonly Row[]): Administrator[] =>
  rows.map((row) => ({
    id: row.userId,
    account_id: row.accountId,
    user: namedUser(row),
  }));

/** Those who are named, each of the account's root account or of the caller's, as they are appointed (accounts#17). */
async function usersNamed(ctx: Ctx, { account }: AccountAccess, forms: readonly IdForm[]): Promise<number[]> {
  const found = await userIdsOf(ctx, forms, account.rootAccountId);
  const others = account.rootAccountId === ctx.caller.rootAccountId ? [] : forms.filter((_form, i) => found[i] === NOBODY);
  return [...found, ...(await userIdsOf(ctx, others, ctx.caller.rootAccountId))];
}

/** All, or those of some users. */
export async function listAdministrators(
  ctx: Ctx,
  at: AccountAccess,
  users: readonly IdForm[] | undefined,
  page: PageRequest,
): Promise<Page<Administrator>> {
  const ids = users?.length ? await usersNamed(ctx, at, users) : undefined;
  const found = await ofAccount.read(ctx.db, { accountId: at.account.id }, page, { ids });
  return mapPage(found, json(found.rows));
}

async function administrator(db: Db, accountId: number, userId: number): Promise<Administrator> {
  return foundIn(json(await db.rows(one, { accountId, userId })));
}

/** A user of the same root account, or of the caller's: so the site's administrators appoint themselves elsewhere (accounts#17). */
export async function appointAdministrator(ctx: Ctx, at: AccountAccess, user: IdForm): Promise<Administrator> {
  const userId = (await findUserId(ctx, user, at.account.rootAccountId)) ?? (await findUserId(ctx, user));
  if (userId === undefined) throw notFound();
  return ctx.tx(async (tx) => {
    await appoint(tx, at.account.id, userId);
    return administrator(tx.db, at.account.id, userId);
  });
}

export async function dismissAdministrator(ctx: Ctx, at: AccountAccess, user: IdForm): Promise<Administrator> {
  const userId = user.by === 'id' ? user.id : await requireUserId(ctx, user);
  return ctx.tx(async (tx) => {
    await holdUser(tx, userId);
    const asItWas = await administrator(tx.db, at.account.id, userId);
    await keepLastAdmin(tx, userId, [at.account.id]);
    await tx.db.prisma.accountAdmin.deleteMany({ where: { accountId: at.account.id, userId } });
    await refreshAccounts(tx, [userId]);
    return asItWas;
  });
}

/** A user who is deleted administers no account any more. */
export async function dismissEverywhere(tx: TxCtx, userId: number): Promise<void> {
  await tx.db.prisma.accountAdmin.deleteMany({ where: { userId } });
}
