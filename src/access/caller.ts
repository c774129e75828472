import { createHash } from 'node:crypto';

/** Who asks. Made once per request, from the token. */
export interface Caller {
  userId: number;
  rootAccountId: number;
  /** The zone in which the caller's timestamps without offset are read: the caller's, else the account's (D1.5). */
  timeZone: string;
  /** The accounts that the caller administers by appointment; those below follow from their chains. */
  adminOf: readonly number[];
  /** Set while somebody acts as this user (D1.10): who really asks. */
  realUserId: number | null;
}

/** Tokens are random, so a fast hash keeps them as safe as a slow one would (D1, tokens stored as hashes). */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Of a user `u`, their root account `r` and the token `t` they came with. */
export const CALLER_COLUMNS = `u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt"`;

export interface CallerRow {
  userId: number;
  rootAccountId: number;
  timeZone: string;
  adminOf: number[];
  tokenId: number | null;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

export const callerFrom = (row: CallerRow, realUserId: number | null): Caller => ({
  userId: row.userId,
  rootAccountId: row.rootAccountId,
  timeZone: row.timeZone,
  adminOf: row.adminOf,
  realUserId,
});
