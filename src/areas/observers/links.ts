import { hashToken, requireOwnToken, TOKEN_HOLDS } from '../../access/caller.ts';
import type { Ctx, TxCtx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { accessElsewhere } from '../../access/elsewhere.ts';
import { foundIn, invalidField, invalidFields, notFound, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, bytea, int, nothing } from '../../store/sql/types.ts';
import { endObservation, followStudent } from '../enrollments/observing.ts';
import { addingObserver } from '../users/holding.ts';
import { findUserId } from '../users/people.ts';
import { showLinked } from './lists.ts';
import type { Credentials, LinkedUser } from './schemas.ts';

const holder = statement({
  name: 'holder_of_own_token',
  takes: { hash: bytea, rootAccountId: int },
  gives: { id: int },
  sql: (p) => sql`select u.id from access_tokens t join users u on u.id = t.user_id
   where t.hash = ${p.hash} and ${TOKEN_HOLDS} and t.created_by_id is null and u.root_account_id = ${p.rootAccountId}`,
});

// Of both, in the order of their ids: who is deleted meanwhile observes nobody, and an enrollment that is made meanwhile is seen or sees the link.
const held = statement({
  name: 'observer_and_observee_held',
  takes: { userIds: array(int) },
  gives: { id: int },
  sql: (p) => sql`select id from users where id = any(${p.userIds}::int[]) and not deleted order by id for no key update`,
});

const added = statement({
  name: 'observers_of_user_added',
  takes: { id: int },
  gives: { added: nothing },
  sql: (p) => sql`select ${addingObserver(p.id)} as added`,
});

async function holdBoth(tx: TxCtx, observerId: number, observeeId: number): Promise<void> {
  const rows = await tx.db.rows(held, { userIds: [observerId, observeeId] });
  if (rows.length < 2) throw notFound();
}

async function link(ctx: Ctx, at: UserAccess, observeeId: number): Promise<LinkedUser> {
  const observerId = at.user.id;
  return ctx.tx(async (tx) => {
    // Whoever holds the observee with their observers has this one among them, or holds them before the link is made.
    void tx.db.rows(added, { id: observeeId });
    await holdBoth(tx, observerId, observeeId);
    await tx.db.prisma.observation.createMany({ data: [{ observerId, observeeId }], skipDuplicates: true });
    await followStudent(tx, { studentId: observeeId, observerId, courseId: null });
    return showLinked(tx, at, 'observees', observeeId);
  });
}

/** What names nobody here: a password would be an oracle for guessing, and codes are not given out (observers#7). */
function refuseOthers({ observee, pairing_code: code }: Credentials): void {
  const message = 'names nobody here: send an access_token of the person to observe';
  const refused = Object.entries({ observee, pairing_code: code }).filter(([, sent]) => sent !== undefined);
  if (refused.length > 0) throw invalidFields(refused.map(([attribute]) => ({ attribute, type: 'unsupported', message })));
}

/** By a token that the person to observe has made: whoever has it could do all that they may (observers#6). */
export async function linkByToken(ctx: Ctx, at: UserAccess, sent: Credentials): Promise<LinkedUser> {
  requireOwnToken(ctx.caller);
  if (sent.access_token === undefined) {
    refuseOthers(sent);
    throw invalidField('access_token', 'blank', 'is required');
  }
  const [found] = await ctx.db.rows(holder, { hash: hashToken(sent.access_token), rootAccountId: at.user.rootAccountId });
  if (!found || found.id === at.user.id) throw invalidField('access_token', 'invalid', 'is no good token of somebody else here');
  return link(ctx, at, found.id);
}

/** By an administrator, who may act as either (observers#5). */
export async function linkById(ctx: Ctx, at: UserAccess, observee: IdForm): Promise<LinkedUser> {
  requireOwnToken(ctx.caller);
  const other = await accessElsewhere(ctx, 'user', observee);
  if (other.user.rootAccountId !== at.user.rootAccountId) throw notFound();
  if (!other.roles.has('superior')) throw unauthorized();
  if (other.user.id === at.user.id) throw invalidField('observee_id', 'invalid', 'must be somebody else than the observer');
  return link(ctx, at, other.user.id);
}

/** With the link end the observer's enrollments that observe the person (observers#10). */
export async function unlink(ctx: Ctx, at: UserAccess, observee: IdForm): Promise<LinkedUser> {
  requireOwnToken(ctx.caller);
  const observerId = at.user.id;
  const observeeId = (await findUserId(ctx, observee, at.user.rootAccountId)) ?? -1;
  const before = await showLinked(ctx, at, 'observees', observeeId);
  return ctx.tx(async (tx) => {
    await holdBoth(tx, observerId, observeeId);
    const { count } = await tx.db.prisma.observation.deleteMany({ where: { observerId, observeeId } });
    if (count === 0) throw notFound();
    await endObservation(tx, [{ observerId, observeeId }]);
    return before;
  });
}

const links = statement({
  name: 'observations_of_deleted_user',
  takes: { userId: int },
  gives: { observerId: int, observeeId: int },
  sql: (p) => sql`delete from observations o where o.observer_id = ${p.userId} or o.observee_id = ${p.userId}
   returning o.observer_id as "observerId", o.observee_id as "observeeId"`,
});

/** The links of a user who is deleted, on either side. */
export async function endLinksOf(tx: TxCtx, userId: number): Promise<void> {
  await endObservation(tx, await tx.db.rows(links, { userId }));
}

export async function showLinkedBy(ctx: Ctx, at: UserAccess, side: 'observees' | 'observers', form: IdForm): Promise<LinkedUser> {
  const id = await findUserId(ctx, form, at.user.rootAccountId);
  return foundIn(id === undefined ? [] : [await showLinked(ctx, at, side, id)]);
}
