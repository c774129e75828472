import type { Ctx } from '../../access/context.ts';
import { inReach, teaches } from '../../access/finding.ts';
import { statement } from '../../store/database.ts';
import { folded } from '../../store/folding.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, boolean, int, oneOf, someOf, type ValuesOf } from '../../store/sql/types.ts';

/**
 * What the caller is to a listed user: it decides which fields are shown (users#2 to users#6). Teachers are teachers and TAs (users#8).
 */
const USER_VIEWERS = ['admin', 'teacher', 'self', 'other'] as const;
export type UserViewer = (typeof USER_VIEWERS)[number];

/** Who administers an account and asks for its users, of whom some may be out of their reach. */
export const ASKER_TAKES = someOf({ callerId: int, adminOf: array(int) });
type Asker = ParametersOf<typeof ASKER_TAKES>;
export const askerOf = ({ caller }: Ctx): ValuesOf<typeof ASKER_TAKES> => ({ callerId: caller.userId, adminOf: caller.adminOf });

/** What the asker is to users `u` of a statement, each as a condition in SQL. */
interface Seeing {
  /** They are in the asker's reach (access#4). */
  isReached: (asker: Asker) => Sql;
  /** More of them than their names is for the asker to see. */
  isKnown: (asker: Asker) => Sql;
  /** What the asker is to them, as a column `viewer`. */
  viewer: (asker: Asker) => Sql;
}
export const VIEWER_ROW = { viewer: oneOf(USER_VIEWERS) };

const isSelf = ({ callerId }: Asker): Sql => sql`u.id = ${callerId}`;
const inRoot = ({ adminOf }: Asker): Sql => sql`u.root_account_id = any(${adminOf}::int[])`;
const inAccount = ({ callerId }: Asker): Sql => inReach(callerId, sql`u`);
const isTaught = ({ callerId }: Asker): Sql => teaches(callerId, sql`u`);

/**
 * By whether the asker administers the root account: then all of its users are in reach, those of another root account alone are not, and
 * nothing further is looked at.
 */
export const SEEING = {
  all: {
    isReached: inRoot,
    isKnown: inRoot,
    viewer: (asker) => sql`case when ${inRoot(asker)} then 'admin' when ${isSelf(asker)} then 'self' else 'other' end as viewer`,
  },
  some: {
    isReached: inAccount,
    isKnown: (asker) => sql`(${inAccount(asker)} or ${isTaught(asker)})`,
    viewer: (asker) => sql`case when ${inAccount(asker)} then 'admin' when ${isTaught(asker)} then 'teacher'
      when ${isSelf(asker)} then 'self' else 'other' end as viewer`,
  },
} as const satisfies Record<string, Seeing>;

export const seeingIn = ({ caller }: Ctx, rootAccountId: number): Seen => (caller.adminOf.includes(rootAccountId) ? 'all' : 'some');
export type Seen = keyof typeof SEEING;

/** A user `u` has a part like this: of the name, and where the asker sees them of logins, SIS ids and addresses (users#14). */
export const isFound = ({ isKnown }: Seeing, asker: Asker, pattern: Piece): Sql => sql`u.search_text like ${folded(sql`${pattern}::text`)}
    and (${isKnown(asker)} or ${folded(sql`u.name`)} like ${folded(sql`${pattern}::text`)})`;

const reached = statement({
  name: 'user_reached',
  takes: { callerId: int, id: int },
  gives: { reached: boolean },
  sql: (p) => sql`select ${inReach(p.callerId, sql`u`)} as reached from users u where u.id = ${p.id}`,
});

/** A user is in the caller's reach (access#4). */
export async function reachesUser(ctx: Ctx, id: number): Promise<boolean> {
  const [row] = await ctx.db.rows(reached, { callerId: ctx.caller.userId, id });
  return row?.reached ?? false;
}

/** One of the names of a user `u` has a part like this; `name` is theirs, or null where none of them is to be found. */
export const isNamed = (name: Piece, pattern: Piece): Sql =>
  sql`${folded(sql`concat_ws(E'\\n', ${name}, u.sortable_name, nullif(u.short_name, u.name))`)} like ${folded(sql`${pattern}::text`)}`;
