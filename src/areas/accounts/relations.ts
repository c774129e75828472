import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';

/** An account is there; a row under the name that it has in the statement. */
export const isAccount = (a: string): Sql => sql`not ${identifier(a)}.deleted`;

/** It is one of those with these SIS ids in a root account. */
export const isAccountOfSis = (a: string, rootAccount: Piece, sisIds: Piece): Sql =>
  sql`${identifier(a)}.root_account_id = ${rootAccount} and ${identifier(a)}.sis_account_id = any(${sisIds}::text[]) and ${isAccount(a)}`;

/** A statement that keeps an account from being deleted until the transaction ends, for what is to stand in it (accounts#22). */
export const keepingAccount = (id: Piece): Sql => sql`select a.id from accounts a where a.id = ${id} and ${isAccount('a')} for key share`;

/** A user administers an account, or one above it. */
export const administers = (account: Piece, user: Piece): Sql =>
  sql`exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = ${account} and aa.user_id = ${user})`;

/** The same of rows in many accounts: those that the user administers are gathered once, and the rows are not found by them. */
export const administersAmong = (account: Piece, user: Piece): Sql =>
  sql`coalesce(${account} in (select own.id from account_admins aa join accounts own on aa.account_id = any(own.chain)
    where aa.user_id = ${user}), false)`;

/** A user administers the account of a course, or one above it. */
export const administersCourse = (course: Piece, user: Piece): Sql =>
  sql`exists (select 1 from courses c join accounts own on own.id = c.account_id join account_admins aa on aa.account_id = any(own.chain)
    where c.id = ${course} and aa.user_id = ${user})`;
