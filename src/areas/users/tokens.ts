import { randomBytes } from 'node:crypto';
import { type Caller, hashToken, requireOwnToken } from '../../access/caller.ts';
import type { Ctx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { iso, isoOrNull } from '../../http/timestamps.ts';
import { foundIn, unauthorized } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type Db, statement } from '../../store/database.ts';
import { numberedList } from '../../store/lists.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import type { Job } from '../area.ts';
import { holdUser } from './holding.ts';
import type { Token } from './schemas.ts';

const ROW = {
  id: int,
  purpose: nullable(text),
  userId: int,
  expiresAt: nullable(timestamptz),
  createdAt: timestamptz,
  lastUsedAt: nullable(timestamptz),
  hint: nullable(text),
  /** Who made it for its holder; null: the holder, or whoever runs the server. */
  createdById: nullable(int),
};
type Row = RowOf<typeof ROW>;

const COLUMNS = sql`t.id, t.purpose, t.user_id as "userId", t.expires_at as "expiresAt", t.created_at as "createdAt",
  t.last_used_at as "lastUsedAt", t.hint, t.created_by_id as "createdById"`;

const ofUser = numberedList({
  name: 'tokens_of_user',
  takes: { userId: int },
  gives: ROW,
  select: (p) => sql`select ${COLUMNS} from access_tokens t where t.user_id = ${p.userId} order by t.id`,
});

const json = (rows: readonly Row[]): Token[] =>
  rows.map((row) => ({
    id: row.id,
    purpose: row.purpose,
    user_id: row.userId,
    created_by: row.createdById,
    expires_at: isoOrNull(row.expiresAt),
    created_at: iso(row.createdAt),
    last_used_at: isoOrNull(row.lastUsedAt),
    ...(row.hint === null ? {} : { token_hint: row.hint }),
  }));

/** 256 random bits; only their hash is kept. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Five characters of a short token would give too much of it away (users#35). */
const HINTED_FROM_LENGTH = 32;
const hintOf = (token: string): string | null => (token.length < HINTED_FROM_LENGTH ? null : token.slice(0, 5));

export async function insertToken(
  db: Db,
  userId: number,
  token: string,
  more: { purpose?: string | null; expiresAt?: Date | null; createdById?: number | null } = {},
): Promise<Row> {
  return db.prisma.accessToken.create({
    data: {
      userId,
      hash: new Uint8Array(hashToken(token)),
      hint: hintOf(token),
      purpose: more.purpose ?? null,
      createdById: more.createdById ?? null,
      expiresAt: more.expiresAt ?? null,
    },
  });
}

/** Who really makes a token, where that is somebody else than its holder. */
function makerFor({ userId, realUserId }: Caller, holderId: number): number | null {
  const maker = realUserId ?? userId;
  return maker === holderId ? null : maker;
}

/** Whoever acts as somebody else must not leave with a token of theirs (users#37). */
export async function createToken(
  ctx: Ctx,
  at: UserAccess,
  sent: { purpose?: string | undefined; expires_at?: Date | null | undefined },
): Promise<Token> {
  requireOwnToken(ctx.caller);
  if (ctx.caller.realUserId !== null && at.user.id === ctx.caller.userId) throw unauthorized();
  const token = newToken();
  const more = { purpose: sent.purpose ?? null, createdById: makerFor(ctx.caller, at.user.id), expiresAt: sent.expires_at ?? null };
  const row = await ctx.tx(async (tx) => {
    await holdUser(tx, at.user.id);
    return insertToken(tx.db, at.user.id, token, more);
  });
  const shown = foundIn(json([row]));
  const { token_hint: _hint, last_used_at: _used, created_by: _maker, ...made } = shown;
  return { ...made, visible_token: token };
}

export async function listTokens(ctx: Ctx, at: UserAccess, page: PageRequest): Promise<Page<Token>> {
  const found = await ofUser.read(ctx.db, { userId: at.user.id }, page);
  return mapPage(found, json(found.rows));
}

const revoke = statement({
  name: 'token_revoke',
  takes: { id: int, userId: int },
  gives: ROW,
  sql: (p) => sql`delete from access_tokens t where t.id = ${p.id} and t.user_id = ${p.userId} returning ${COLUMNS}`,
});

export async function revokeToken(ctx: Ctx, at: UserAccess, id: number): Promise<Token> {
  requireOwnToken(ctx.caller);
  return foundIn(json(await ctx.db.rows(revoke, { id, userId: at.user.id })));
}

const expire = statement({ name: 'tokens_expire', sql: () => sql`delete from access_tokens where expires_at < now()` });

/** Expired tokens are refused from the second they expire; this clears them away. */
export const removeExpiredTokens: Job = {
  name: 'remove_expired_tokens',
  schedule: '*/15 * * * *',
  deferrable: true,
  async run(database) {
    await database.rows(expire, {});
  },
};
