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

/** Whom an id names, by its form and what it says, in a root account (conventions#52); `self` is told apart before. Null: nobody. */
export const userNamed = (by: Piece, value: Piece, rootAccount: Piece): Sql => sql`case ${by} when 'id' then ${value}::int
       when 'sis_user_id' then (select p.user_id from pseudonyms p
         where ${isLoginOfSis('p', rootAccount, value)})
       else (select p.user_id from pseudonyms p
         where ${isLoginNamed('p', rootAccount, value)}) end`;

/** A channel that its user has not removed. */
export const isChannel = (c: string): Sql => sql`${identifier(c)}.state <> 'retired'`;

/** A channel whose address is known to be its user's. */
export const isConfirmed = (c: string): Sql => sql`${identifier(c)}.state = 'active'`;

/** It is a confirmed mail channel of this address, in any case. */
export const isMailOf = (c: string, address: Piece): Sql =>
  sql`lower(${identifier(c)}.address) = lower(${address}) and ${identifier(c)}.type = 'email' and ${isConfirmed(c)}`;

/** Common table expressions that note the use of tokens, beside requests: rows that somebody else holds are left for the next time. */
export const noteTokens = (tokenIds: Piece): Sql => sql`
     t as (select id from access_tokens where id = any(${tokenIds}::int[]) for no key update skip locked),
     token as (update access_tokens set last_used_at = now() from t where access_tokens.id = t.id)`;

/** Common table expressions that note the last use of users, once in an hour, in the same way. */
export const noteUsers = (userIds: Piece): Sql => sql`
     u as (select id from users where id = any(${userIds}::int[]) and (last_used_at is null or last_used_at < now() - interval '1 hour')
       for no key update skip locked),
     used as (update users set last_used_at = now() from u where users.id = u.id)`;

/** When a user last used a token, as it is answered (users#6): a fraction of a second is cut off, which a cast alone would round. */
export const lastLogin = (u: string): Sql => sql`floor(extract(epoch from ${identifier(u)}.last_used_at))::int8`;

/** Of a row of `user_accounts`: its user belongs to the account itself, and not only to one below it. */
export const isDirect = (ua: string): Sql => sql`${identifier(ua)}.direct`;
