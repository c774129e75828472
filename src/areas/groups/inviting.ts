import type { Ctx, TxCtx } from '../../access/context.ts';
import type { GroupAccess } from '../../access/context-access.ts';
import { list, type Reader, Refused, text } from '../../http/parameters/types.ts';
import { invalidField } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable, text as string } from '../../store/sql/types.ts';
import { isActiveOrInvited, within } from '../enrollments/relations.ts';
import { publishEvents } from '../events/events.ts';
import { isMailOf } from '../users/relations.ts';
import { holdGroup } from './groups.ts';
import { MEMBERSHIP_ROW, membershipJson } from './json.ts';
import { MEMBERSHIP_COLUMNS, reachInGroup } from './members.ts';
import { rightToAdd } from './memberships.ts';
import type { Membership } from './schemas.ts';

/** As many as one asks for at once; who has more to invite asks again. */
const MOST_INVITED = 100;

const ADDRESSES = list(text());

/** Mail addresses, one at least (groups#41). */
export const invitees = (): Reader<string[]> => ({
  schema: { ...ADDRESSES.schema, minItems: 1, maxItems: MOST_INVITED },
  read(raw) {
    const sent = ADDRESSES.read(raw);
    if (sent instanceof Refused) return sent;
    const all = [...new Map(sent.map((address) => [address.trim().toLowerCase(), address.trim()])).values()];
    if (all.length === 0) return new Refused('blank', 'is required');
    return all.length > MOST_INVITED ? new Refused('too_many', `has too many addresses (at most ${MOST_INVITED})`) : all;
  },
});

// A group of a course is for people of the course, whose enrollments are held as when one of them is added (memberships.ts); of another
// one the users are, as there. The users come first, in the order of their ids, as wherever they are held.
const people = {
  course: statement({
    name: 'group_invitees_in_course',
    takes: { addresses: array(string), courseId: int, reach: nullable(array(int)) },
    gives: { address: string, userId: int },
    sql: (p) => sql`select i.address, u.id as "userId" from unnest(${p.addresses}::text[]) as i(address)
     join communication_channels c on ${isMailOf('c', sql`i.address`)} join users u on u.id = c.user_id and not u.deleted
     join enrollments e on e.course_id = ${p.courseId} and e.user_id = u.id and ${isActiveOrInvited('e')} and ${within(sql`e.course_section_id`, p.reach)}
   order by u.id, e.id for key share of u for share of e`,
  }),
  account: statement({
    name: 'group_invitees',
    takes: { addresses: array(string), rootAccountId: int },
    gives: { address: string, userId: int },
    sql: (p) => sql`select i.address, u.id as "userId" from unnest(${p.addresses}::text[]) as i(address)
     join communication_channels c on ${isMailOf('c', sql`i.address`)}
     join users u on u.id = c.user_id and u.root_account_id = ${p.rootAccountId} and not u.deleted
   order by u.id for key share of u`,
  }),
};

const invite = statement({
  name: 'group_memberships_invited',
  takes: { groupId: int, groupCategoryId: nullable(int), userIds: array(int) },
  gives: { userId: int },
  sql: (p) => sql`insert into group_memberships as m (group_id, group_category_id, user_id, state)
   select ${p.groupId}, ${p.groupCategoryId}::int, asked.user_id, 'invited' from unnest(${p.userIds}::int[]) as asked(user_id)
   on conflict (group_id, user_id) do update set state = 'invited', moderator = m.moderator and m.state <> 'deleted', updated_at = now()
     where m.state in ('requested', 'deleted')
   returning m.user_id as "userId"`,
});
const ofUsers = statement({
  name: 'group_memberships_of_users',
  takes: { groupId: int, userIds: array(int) },
  gives: MEMBERSHIP_ROW,
  sql: (p) => sql`select ${MEMBERSHIP_COLUMNS} from group_memberships m
   where m.group_id = ${p.groupId} and m.user_id = any(${p.userIds}::int[]) and m.state <> 'deleted' order by m.id`,
});

/** Invites users and tells them; who is invited or a member already stays as they are (groups#42). Whoever calls this holds the group. */
export async function inviteUsers(
  tx: TxCtx,
  { id: groupId, groupCategoryId }: GroupAccess['group'],
  userIds: readonly number[],
): Promise<void> {
  const invited = await tx.db.rows(invite, { groupId, groupCategoryId, userIds });
  const told = { courseId: null, groupId, at: tx.now.getTime() };
  await publishEvents(
    tx,
    'invited',
    invited.map(({ userId }) => ({ ...told, userId })),
  );
}

/** An address that is nobody's here, or several people's, invites nobody; it is named (groups#41). */
function usersOf(addresses: readonly string[], found: readonly { address: string; userId: number }[]): number[] {
  const byAddress = Map.groupBy(found, (row) => row.address);
  const users = addresses.map((address) => new Set(byAddress.get(address)?.map((row) => row.userId)));
  const wrong = addresses.filter((_, i) => users[i]?.size !== 1);
  if (wrong.length > 0)
    throw invalidField('invitees', 'unknown', `has addresses that are not the confirmed ones of one person here: ${wrong.join(', ')}`);
  return [...new Set(users.flatMap((one) => [...one]))];
}

/** Invites people by their mail addresses, all or none; what somebody is already is answered (groups#41, groups#42). */
export async function inviteToGroup(ctx: Ctx, at: GroupAccess, addresses: readonly string[]): Promise<Membership[]> {
  const { id: groupId, course, rootAccountId } = at.group;
  const rows = await ctx.tx(async (tx) => {
    await holdGroup(tx, at.group);
    const found = course
      ? await tx.db.rows(people.course, { addresses, courseId: course.id, reach: reachInGroup(at, rightToAdd(at)) })
      : await tx.db.rows(people.account, { addresses, rootAccountId });
    const userIds = usersOf(addresses, found);
    await inviteUsers(tx, at.group, userIds);
    return tx.db.rows(ofUsers, { groupId, userIds });
  });
  return rows.map(membershipJson);
}
