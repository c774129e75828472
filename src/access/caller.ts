import { createHash } from 'node:crypto';
import { unauthorized } from '../kernel/errors.ts';
import { type Db, statement } from '../store/database.ts';
import { type Piece, type Sql, sql } from '../store/sql/sql.ts';
import { array, int, nullable, type RowOf, text, timestamptz } from '../store/sql/types.ts';
import { mayActAs } from './finding.ts';

/** Who makes a request. It is made once for each request, from the token. */
export interface Caller {
  userId: number;
  rootAccountId: number;
  /** The zone in which the caller's timestamps without offset are read: the caller's, else the account's (conventions#49). */
  timeZone: string;
  /** The accounts to which the caller is appointed as administrator. Those below follow from their chains. */
  adminOf: readonly number[];
  /** Set while somebody acts as this user (access#15): who really asks. */
  realUserId: number | null;
  /** Who made the token, where that is somebody else than its holder (access#19). */
  lentBy: number | null;
}

/** Tokens are random, so a fast hash keeps them as safe as a slow one would (users#40). */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The user of this id exists and may act as a user `u`. It is judged at each use, because it may end in many ways (access#19). */
const makerHolds = (maker: Piece): Sql =>
  sql`exists (select from users maker where maker.id = ${maker} and not maker.deleted and ${mayActAs(sql`maker.id`, sql`u`)})`;

/** SQL for whether a token `t` of a user `u` is valid. One that somebody else made is valid as long as its maker may act as the user. */
export const TOKEN_HOLDS = sql`(t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
    or ${makerHolds(sql`t.created_by_id`)})`;

/** The columns of a caller: a user `u` with the root account `r`, by the token `t`. */
export const CALLER_COLUMNS = sql`u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt"`;

export const CALLER_ROW = {
  userId: int,
  rootAccountId: int,
  timeZone: text,
  adminOf: array(int),
  tokenId: nullable(int),
  lentBy: nullable(int),
  expiresAt: nullable(timestamptz),
  lastUsedAt: nullable(timestamptz),
};
type CallerRow = RowOf<typeof CALLER_ROW>;

/** `actor` is who acts as the user of the row, if anybody does; who lent the token then follows from the actor's. */
export const callerFrom = (row: CallerRow, actor: Caller | null): Caller => ({
  userId: row.userId,
  rootAccountId: row.rootAccountId,
  timeZone: row.timeZone,
  adminOf: row.adminOf,
  realUserId: actor?.userId ?? null,
  lentBy: actor ? actor.lentBy : row.lentBy,
});

/** Tokens, logins and channels are neither made nor changed with a lent token, because they would outlive it (access#20). */
export function requireOwnToken({ lentBy }: Caller): void {
  if (lentBy !== null) throw unauthorized();
}

const lender = statement({
  name: 'token_lender',
  takes: { userId: int, lenderId: int },
  sql: (p) => sql`select from users u where u.id = ${p.userId} and ${makerHolds(p.lenderId)}`,
});

/** Whether what a token has shown that somebody made for a user stays good: tokens of theirs would. */
export const lenderHolds = async (db: Db, userId: number, lenderId: number): Promise<boolean> =>
  (await db.rows(lender, { userId, lenderId })).length > 0;
