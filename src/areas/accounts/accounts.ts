import type { Ctx, TxCtx } from '../../access/context.ts';
import type { AccountAccess, CourseAccess } from '../../access/context-access.ts';
import { isStaff } from '../../access/permissions.ts';
import { effectiveSettings, type Settings } from '../../access/settings.ts';
import { foundIn, invalidField, refusal } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type Db, insertedRow, statement } from '../../store/database.ts';
import { numberedList } from '../../store/lists.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, json, nullable, type RowOf, text } from '../../store/sql/types.ts';
import type { AccountSettings } from '../../store/stored/accounts.ts';
import { isCourse } from '../courses/relations.ts';
import { hasGroupSets } from '../groups/relations.ts';
import { refreshAccounts } from '../users/belonging.ts';
import { holdUser } from '../users/holding.ts';
import { isAccount, isAccountOfSis, keepingAccount } from './relations.ts';
import type { Account, AccountParameters } from './schemas.ts';

const ROW = {
  id: int,
  name: text,
  parentAccountId: nullable(int),
  rootAccountId: int,
  /** From the root down to this account, itself included: what "at or above" is asked of. */
  chain: array(int),
  sisAccountId: nullable(text),
  defaultTimeZone: nullable(text),
  settings: json<AccountSettings>(),
  deleted: boolean,
};
type Row = RowOf<typeof ROW>;

const SELECT = sql`select a.id, a.name, a.parent_account_id as "parentAccountId", a.root_account_id as "rootAccountId", a.chain,
  a.sis_account_id as "sisAccountId", a.default_time_zone as "defaultTimeZone", a.settings, a.deleted from accounts a`;

const byIds = statement({
  name: 'accounts_by_id',
  takes: { ids: array(int) },
  gives: ROW,
  sql: (p) => sql`${SELECT} where a.id = any(${p.ids}::int[])`,
});
const own = numberedList({
  name: 'own_accounts',
  takes: { adminOf: array(int) },
  gives: ROW,
  select: (p) => sql`${SELECT} where a.id = any(${p.adminOf}::int[]) and not a.deleted order by a.id`,
});
const below = numberedList({
  name: 'sub_accounts',
  takes: { accountId: int },
  gives: ROW,
  select: (p) => sql`${SELECT} where a.parent_account_id = ${p.accountId} and not a.deleted order by a.id`,
});

const allBelow = numberedList({
  name: 'all_sub_accounts',
  takes: { accountId: int },
  gives: ROW,
  select: (p) => sql`${SELECT} where a.chain @> array[${p.accountId}::int] and a.id <> ${p.accountId} and not a.deleted order by a.id`,
});

const settingsOfChain = statement({
  name: 'account_settings_of_chain',
  takes: { chain: array(int) },
  gives: { settings: json<AccountSettings>() },
  sql: (p) => sql`select settings from accounts where id = any(${p.chain}::int[]) order by cardinality(chain)`,
});

/** The settings of the account at the end of this chain (accounts#9). */
async function settingsOf(db: Db, chain: readonly number[]): Promise<Settings> {
  const rows = await db.rows(settingsOfChain, { chain });
  return effectiveSettings(rows.map((row) => row.settings));
}

/** The same of a course's account. The access in a course has them, and is as good as they are (access/access-cache.ts). */
export const settingsIn = async (db: Db, course: { chain: readonly number[]; settings?: AccountSettings[] }): Promise<Settings> =>
  course.settings ? effectiveSettings(course.settings) : settingsOf(db, course.chain);

/** Whether a course has draft state. Where it is off, what is not published counts as published (assignments#4, quizzes#18). */
export const hasDrafts = async (db: Db, course: Parameters<typeof settingsIn>[1]): Promise<boolean> =>
  (await settingsIn(db, course)).enable_draft;

/** Whether the caller sees what is not published in a course: its staff does, and everybody while it counts as published. */
export const seesUnpublished = async (db: Db, at: CourseAccess): Promise<boolean> => isStaff(at) || !(await hasDrafts(db, at.course));

/** The accounts as JSON: what they inherit is read for all of them at once. */
async function accountsJson(db: Db, rows: readonly Row[]): Promise<Account[]> {
  const above = [...new Set(rows.flatMap((row) => row.chain))];
  const chainRows = above.length === 0 ? [] : await db.rows(byIds, { ids: above });
  const byId = new Map(chainRows.map((row) => [row.id, row]));
  return rows.map((row) => {
    const chain = row.chain.flatMap((id) => byId.get(id) ?? []);
    return {
      id: row.id,
      name: row.name,
      parent_account_id: row.parentAccountId,
      root_account_id: row.parentAccountId === null ? null : row.rootAccountId,
      default_time_zone: chain.findLast((account) => account.defaultTimeZone !== null)?.defaultTimeZone ?? 'Etc/UTC',
      sis_account_id: row.sisAccountId,
      workflow_state: row.deleted ? 'deleted' : 'active',
      settings: effectiveSettings(chain.map((account) => account.settings)),
    };
  });
}

async function presentAccount(db: Db, id: number): Promise<Account> {
  return foundIn(await accountsJson(db, await db.rows(byIds, { ids: [id] })));
}

/** The accounts that the caller administers by appointment (accounts#4). */
export async function listOwnAccounts(ctx: Ctx, page: PageRequest): Promise<Page<Account>> {
  const found = await own.read(ctx.db, { adminOf: ctx.caller.adminOf }, page);
  return mapPage(found, await accountsJson(ctx.db, found.rows));
}

export const showAccount = (ctx: Ctx, at: AccountAccess): Promise<Account> => presentAccount(ctx.db, at.account.id);

/** Those directly below, or all (accounts#4). */
export async function listSubAccounts(ctx: Ctx, at: AccountAccess, all: boolean, page: PageRequest): Promise<Page<Account>> {
  const found = await (all ? allBelow : below).read(ctx.db, { accountId: at.account.id }, page);
  return mapPage(found, await accountsJson(ctx.db, found.rows));
}

interface NewAccount {
  name: string;
  sisAccountId: string | null;
  defaultTimeZone: string | null;
  settings: AccountSettings;
}

const insert = statement({
  name: 'account_insert',
  takes: {
    name: text,
    parentId: nullable(int),
    rootAccountId: nullable(int),
    chain: array(int),
    sisAccountId: nullable(text),
    defaultTimeZone: nullable(text),
    settings: json(),
  },
  gives: { id: int },
  sql: (p) => sql`with made as (select nextval(pg_get_serial_sequence('accounts', 'id'))::int as id)
   insert into accounts (id, name, parent_account_id, root_account_id, chain, sis_account_id, default_time_zone, settings)
   overriding system value
   select made.id, ${p.name}, ${p.parentId}, coalesce(${p.rootAccountId}, made.id), ${p.chain}::int[] || made.id, ${p.sisAccountId}, ${p.defaultTimeZone}, ${p.settings}::jsonb from made returning id`,
});

/** An account's chain holds its own id, so that the id is drawn first. */
export async function insertAccount(
  db: Db,
  parent: { id: number; rootAccountId: number; chain: readonly number[] } | null,
  account: NewAccount,
): Promise<number> {
  const row = insertedRow(
    await db.rows(insert, {
      name: account.name,
      parentId: parent?.id ?? null,
      rootAccountId: parent?.rootAccountId ?? null,
      chain: parent?.chain ?? [],
      sisAccountId: account.sisAccountId,
      defaultTimeZone: account.defaultTimeZone,
      settings: account.settings,
    }),
  );
  return row.id;
}

/** What was sent as null is not set any more: it is the parent's again. */
function mergeSettings(before: AccountSettings, sent: AccountParameters['settings']): AccountSettings {
  const merged = Object.entries({ ...before, ...withoutUndefined(sent) }).filter(([, value]) => value !== null);
  return Object.fromEntries(merged);
}

const withoutUndefined = (sent: object): object => Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));

function newAccount(sent: AccountParameters): NewAccount {
  if (sent.name === undefined) throw invalidField('name', 'blank', 'is required');
  return {
    name: sent.name,
    sisAccountId: sent.sis_account_id ?? null,
    defaultTimeZone: sent.default_time_zone ?? null,
    settings: mergeSettings({}, sent.settings),
  };
}

const kept = statement({ name: 'account_kept', takes: { id: int }, gives: { id: int }, sql: (p) => keepingAccount(p.id) });

export async function createSubAccount(ctx: Ctx, at: AccountAccess, sent: AccountParameters): Promise<Account> {
  const account = newAccount(sent);
  return ctx.tx(async (tx) => {
    foundIn(await tx.db.rows(kept, { id: at.account.id }));
    return presentAccount(tx.db, await insertAccount(tx.db, at.account, account));
  });
}

/** Another root account: a tenant of its own, administered by the caller (accounts#13). */
export async function createRootAccount(ctx: Ctx, sent: AccountParameters): Promise<Account> {
  const account = newAccount(sent);
  return ctx.tx(async (tx) => {
    const id = await insertAccount(tx.db, null, account);
    await appoint(tx, id, ctx.caller.userId);
    return presentAccount(tx.db, id);
  });
}

export async function appoint(tx: TxCtx, accountId: number, userId: number): Promise<void> {
  await holdUser(tx, userId);
  foundIn(await tx.db.rows(kept, { id: accountId }));
  await tx.db.prisma.accountAdmin.createMany({ data: [{ accountId, userId }], skipDuplicates: true });
  await refreshAccounts(tx, [userId]);
}

const held = statement({
  name: 'account_held',
  takes: { id: int },
  gives: ROW,
  sql: (p) => sql`${SELECT} where a.id = ${p.id} and not a.deleted for update of a`,
});

export async function updateAccount(ctx: Ctx, at: AccountAccess, sent: AccountParameters): Promise<Account> {
  return ctx.tx(async (tx) => {
    const before = foundIn(await tx.db.rows(held, { id: at.account.id }));
    const row = await tx.db.prisma.account.update({
      where: { id: before.id },
      data: {
        name: sent.name ?? before.name,
        sisAccountId: sent.sis_account_id === undefined ? before.sisAccountId : sent.sis_account_id,
        defaultTimeZone: sent.default_time_zone === undefined ? before.defaultTimeZone : sent.default_time_zone,
        settings: mergeSettings(before.settings, sent.settings),
        updatedAt: ctx.now,
      },
    });
    return foundIn(await accountsJson(tx.db, [row]));
  });
}

const bySisId = statement({
  name: 'account_by_sis_id',
  takes: { sisId: text, rootAccountId: int },
  gives: { id: int },
  sql: (p) => sql`select a.id from accounts a where ${isAccountOfSis('a', p.rootAccountId, sql`array[${p.sisId}]`)}`,
});

const inUse = statement({
  name: 'account_in_use',
  takes: { id: int },
  gives: { inUse: boolean },
  sql: (p) => sql`select exists (select 1 from courses c where c.account_id = ${p.id} and ${isCourse('c')})
     or exists (select 1 from accounts a where a.parent_account_id = ${p.id} and ${isAccount('a')})
     or ${hasGroupSets(p.id)} as "inUse"`,
});

const administratorsHeld = statement({
  name: 'administrators_of_account_held',
  takes: { accountId: int },
  gives: { id: int },
  sql: (p) => sql`select u.id from account_admins aa join users u on u.id = aa.user_id where aa.account_id = ${p.accountId}
     order by u.id for no key update of u`,
});
const dismissAll = statement({
  name: 'administrators_of_account_dismissed',
  takes: { accountId: int },
  gives: { id: int },
  sql: (p) => sql`delete from account_admins where account_id = ${p.accountId} returning user_id as id`,
});

async function idOf(ctx: Ctx, form: IdForm): Promise<number> {
  if (form.by === 'id') return form.id;
  return foundIn('value' in form ? await ctx.db.rows(bySisId, { sisId: form.value, rootAccountId: ctx.caller.rootAccountId }) : []).id;
}

/** Its SIS id is free from then on, and nobody has rights by an appointment for it (accounts#23). Whoever puts something into it at the same time keeps it first, or comes too late (accounts#22). */
export async function deleteSubAccount(ctx: Ctx, at: AccountAccess, form: IdForm): Promise<Account> {
  const id = await idOf(ctx, form);
  return ctx.tx(async (tx) => {
    await tx.db.rows(administratorsHeld, { accountId: id });
    const before = foundIn((await tx.db.rows(held, { id })).filter((row) => row.parentAccountId === at.account.id));
    const [use] = await tx.db.rows(inUse, { id });
    if (use?.inUse) throw refusal('the account has courses, accounts or group sets');
    await tx.db.prisma.account.updateMany({ where: { id }, data: { deleted: true, sisAccountId: null, updatedAt: tx.now } });
    const dismissed = await tx.db.rows(dismissAll, { accountId: id });
    await refreshAccounts(
      tx,
      dismissed.map((row) => row.id),
    );
    return foundIn(await accountsJson(tx.db, [{ ...before, deleted: true }]));
  });
}
