import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';

/** What logins and channels mean in SQL; each is a row under the name that it has in the statement. */

/** A login that is not deleted. */
export const isLogin = (p: string): Sql => sql`${identifier(p)}.state = 'active'`;

/** It is the login of this name in a root account, in any case. */
export const isLoginNamed = (p: string, rootAccount: Piece, name: Piece): Sql =>
  sql`${identifier(p)}.root_account_id = ${rootAccount} and lower(${identifier(p)}.unique_id) = lower(${name}) and ${isLogin(p)}`;

/** It is the login with this SIS id in a root account. */
export const isLoginOfSis = (p: string, rootAccount: Piece, sisId: Piece): Sql =>
  sql`${identifier(p)}.root_account_id = ${rootAccount} and ${identifier(p)}.sis_user_id = ${sisId} and ${isLogin(p)}`;

/** A channel that its user has not removed. */
export const isChannel = (c: string): Sql => sql`${identifier(c)}.state <> 'retired'`;

/** A channel whose address is known to be its user's. */
export const isConfirmed = (c: string): Sql => sql`${identifier(c)}.state = 'active'`;
