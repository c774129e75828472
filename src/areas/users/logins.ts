import { requireOwnToken } from '../../access/caller.ts';
import type { Ctx } from '../../access/context.ts';
import type { AccountAccess, UserAccess } from '../../access/context-access.ts';
import { accessElsewhere } from '../../access/elsewhere.ts';
import { foundIn, invalidFields, notFound, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { keyedList, numberedList } from '../../store/lists.ts';
import { given } from '../../store/prisma.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, nullable, type RowOf, text } from '../../store/sql/types.ts';
import { refreshAccounts, refreshSearchText } from './belonging.ts';
import type { NewLogin } from './creation.ts';
import { holdUser } from './holding.ts';
import { noLogin } from './parameters.ts';
import { hashPassword } from './passwords.ts';
import { isLogin } from './relations.ts';
import type { Login } from './schemas.ts';

const LOGIN_ROW = {
  id: int,
  userId: int,
  accountId: int,
  uniqueId: text,
  sisUserId: nullable(text),
};
type LoginRow = RowOf<typeof LOGIN_ROW>;

const COLUMNS = sql`p.id, p.user_id as "userId", p.account_id as "accountId", p.unique_id as "uniqueId", p.sis_user_id as "sisUserId"`;

const json = (rows: readonly LoginRow[]): Login[] =>
  rows.map((row) => ({ id: row.id, user_id: row.userId, account_id: row.accountId, unique_id: row.uniqueId, sis_user_id: row.sisUserId }));

const ofAccount = keyedList({
  name: 'logins_of_account',
  takes: { accountId: int },
  gives: LOGIN_ROW,
  select: (p) => sql`select ${COLUMNS} from pseudonyms p where p.account_id = ${p.accountId} and ${isLogin('p')}`,
  key: [{ sql: sql`p.id`, type: 'int' }],
  keyOf: (row) => [row.id],
});
const ofUser = numberedList({
  name: 'logins_of_user',
  takes: { userId: int },
  gives: LOGIN_ROW,
  select: (p) => sql`select ${COLUMNS} from pseudonyms p where p.user_id = ${p.userId} and ${isLogin('p')} order by p.id`,
});

export async function listAccountLogins(ctx: Ctx, at: AccountAccess, page: PageRequest): Promise<Page<Login>> {
  const found = await ofAccount.read(ctx.db, { accountId: at.account.id }, page);
  return mapPage(found, json(found.rows));
}

export async function listUserLogins(ctx: Ctx, at: UserAccess, page: PageRequest): Promise<Page<Login>> {
  const found = await ofUser.read(ctx.db, { userId: at.user.id }, page);
  return mapPage(found, json(found.rows));
}

/** Logins of another user: the same test as for acting as that user (users#43). */
async function superiorOf(ctx: Ctx, form: IdForm): Promise<UserAccess> {
  const access = await accessElsewhere(ctx, 'user', form);
  if (!access.roles.has('superior')) throw unauthorized();
  return access;
}

export async function createLogin(ctx: Ctx, at: AccountAccess, user: IdForm, login: NewLogin): Promise<Login> {
  requireOwnToken(ctx.caller);
  const target = await superiorOf(ctx, user);
  // Logins of one user stand in one root account: there alone are they told apart.
  if (target.user.rootAccountId !== at.account.rootAccountId) throw notFound();
  const uniqueId = login.unique_id;
  if (!uniqueId) throw invalidFields([noLogin]);
  const passwordHash = login.password === undefined ? null : await hashPassword(login.password);
  return ctx.tx(async (tx) => {
    await holdUser(tx, target.user.id);
    const row = await tx.db.prisma.pseudonym.create({
      data: {
        userId: target.user.id,
        accountId: at.account.id,
        rootAccountId: at.account.rootAccountId,
        uniqueId,
        sisUserId: login.sis_user_id ?? null,
        passwordHash,
      },
    });
    await refreshSearchText(tx, target.user.id);
    await refreshAccounts(tx, [target.user.id]);
    return foundIn(json([row]));
  });
}

interface LoginEdit {
  unique_id?: string | undefined;
  password?: string | undefined;
  sis_user_id?: string | null | undefined;
}

export async function editLogin(ctx: Ctx, at: AccountAccess, id: number, edit: LoginEdit): Promise<Login> {
  requireOwnToken(ctx.caller);
  const where = { id, accountId: at.account.id, state: 'active' } as const;
  const before = await ctx.db.prisma.pseudonym.findFirst({ where, select: { userId: true } });
  if (!before) throw notFound();
  await superiorOf(ctx, { by: 'id', id: before.userId });
  if (edit.unique_id === '') throw invalidFields([noLogin]);
  const passwordHash = edit.password === undefined ? undefined : await hashPassword(edit.password);
  return ctx.tx(async (tx) => {
    await holdUser(tx, before.userId);
    const changes = given({ uniqueId: edit.unique_id, sisUserId: edit.sis_user_id, passwordHash });
    const rows = await tx.db.prisma.pseudonym.updateManyAndReturn({ where, data: { ...changes, updatedAt: ctx.now } });
    await refreshSearchText(tx, before.userId);
    return foundIn(json(rows));
  });
}

export async function deleteLogin(ctx: Ctx, at: UserAccess, id: number): Promise<Login> {
  requireOwnToken(ctx.caller);
  return ctx.tx(async (tx) => {
    await holdUser(tx, at.user.id);
    const rows = await tx.db.prisma.pseudonym.updateManyAndReturn({
      where: { id, userId: at.user.id, state: 'active' },
      data: { state: 'deleted', updatedAt: ctx.now },
    });
    await refreshSearchText(tx, at.user.id);
    await refreshAccounts(tx, [at.user.id]);
    return foundIn(json(rows));
  });
}
