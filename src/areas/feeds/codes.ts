import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { lenderHolds } from '../../access/caller.ts';
import type { Ctx, TxCtx } from '../../access/context.ts';
import { isSameText } from '../../kernel/constant-time.ts';
import { readId } from '../../kernel/ids.ts';
import { type Db, insertedRow, statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { bytea, int, type RowOf } from '../../store/sql/types.ts';

const SELECTOR_BYTES = 12;
const SECRET_BYTES = 32;
const PROOF_BYTES = 24;
const SELECTOR_LENGTH = (SELECTOR_BYTES * 4) / 3;
const CODE_LENGTH = SELECTOR_LENGTH + (PROOF_BYTES * 4) / 3;

/** A code as it stands in an address; at its end the user who made the token by which it was shown, where that was somebody else (feeds#9). */
export const CODE_PATTERN = `[\\w-]{${CODE_LENGTH}}(?:-[1-9]\\d{0,9})?`;

/** What a user's feed codes are made from; both null where there is nothing yet. */
export interface FeedSecrets {
  selector: Buffer | null;
  secret: Buffer | null;
}

const ROW = {
  selector: bytea,
  secret: bytea,
};
type Row = RowOf<typeof ROW>;

const isMade = (row: FeedSecrets | undefined): row is Row => row?.selector != null && row.secret !== null;

/**
 * The code of one feed, out of what all codes of its user come from: another one for each of those who made tokens for the user (feeds#9).
 * A key that is an object costs a quarter of one that is bytes.
 */
export function codeOf({ selector, secret }: Row, feed: string, lentBy: number | null): string {
  const lender = lentBy === null ? '' : `-${lentBy}`;
  const proof = createHmac('sha256', createSecretKey(secret)).update(`${feed}${lender}`).digest().subarray(0, PROOF_BYTES);
  return `${selector.toString('base64url')}${proof.toString('base64url')}${lender}`;
}

const lenderIn = (code: string): number | null => (code.length > CODE_LENGTH ? (readId(code.slice(CODE_LENGTH + 1)) ?? null) : null);

const kept = statement({
  name: 'feed_codes',
  takes: { userId: int },
  gives: ROW,
  sql: (p) => sql`select selector, secret from feed_codes where user_id = ${p.userId}`,
});
const make = statement({
  name: 'feed_codes_make',
  takes: { userId: int, selector: bytea, secret: bytea },
  gives: ROW,
  // Those that are there already are written as they are, which gives them and keeps them from being taken back meanwhile.
  sql: (p) => sql`insert into feed_codes as f (user_id, selector, secret) values (${p.userId}, ${p.selector}, ${p.secret})
   on conflict (user_id) do update set selector = f.selector returning selector, secret`,
});

/** Made when a feed's address is first shown; of two requests that make it at once both show the same. */
async function rowOf(db: Db, userId: number, read: FeedSecrets | undefined): Promise<Row> {
  const [known] = read ? [read] : await db.rows(kept, { userId });
  if (isMade(known)) return known;
  return insertedRow(await db.rows(make, { userId, selector: randomBytes(SELECTOR_BYTES), secret: randomBytes(SECRET_BYTES) }));
}

/**
 * The code of any feed of the caller's (feeds#3), each another, from one row: `read` where the caller's was read already. Null while
 * somebody acts as the caller: who does must not leave with what opens the caller's feeds later (compare feeds#2).
 */
export async function ownFeedCodes(ctx: Ctx, read?: FeedSecrets): Promise<((feed: string) => string) | null> {
  if (ctx.caller.realUserId !== null) return null;
  const row = await rowOf(ctx.db, ctx.caller.userId, read);
  return (feed) => codeOf(row, feed, ctx.caller.lentBy);
}

const bySelector = statement({
  name: 'feed_codes_by_selector',
  takes: { selector: bytea },
  gives: { ...ROW, userId: int },
  sql: (p) => sql`select user_id as "userId", selector, secret from feed_codes where selector = ${p.selector}`,
});

/** Whose feed an address is; undefined where its code is of another feed, renewed, made up, or has ended with who lent a token (feeds#9). */
export async function feedHolder(db: Db, feed: string, code: string): Promise<number | undefined> {
  const [row] = await db.rows(bySelector, { selector: Buffer.from(code.slice(0, SELECTOR_LENGTH), 'base64url') });
  const lentBy = lenderIn(code);
  if (!row || !isSameText(code, codeOf(row, feed, lentBy))) return undefined;
  return lentBy === null || (await lenderHolds(db, row.userId, lentBy)) ? row.userId : undefined;
}

/** `DELETE /api/v1/users/self/feed_codes` (feeds#4): every address of the caller's ends, and new ones are shown from now on. */
export async function renewFeedCodes(ctx: Ctx): Promise<{ ok: true }> {
  await ctx.db.prisma.feedCode.deleteMany({ where: { userId: ctx.caller.userId } });
  return { ok: true };
}

/** Feed addresses end with their user (feeds#5). */
export async function endFeeds(tx: TxCtx, userId: number): Promise<void> {
  await tx.db.prisma.feedCode.deleteMany({ where: { userId } });
}
