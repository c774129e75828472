import { z } from 'zod';
import type { Ctx } from '../../access/context.ts';
import type { GroupCategoryAccess } from '../../access/context-access.ts';
import { type Reach, reachOf } from '../../access/reach.ts';
import { ApiError } from '../../kernel/errors.ts';
import { statement, type TxDb } from '../../store/database.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, int, json, nullable, text } from '../../store/sql/types.ts';
import { isActive, ofStudent, within } from '../enrollments/relations.ts';
import { beginProgress, progressJob } from '../progress/progress.ts';
import type { Progress } from '../progress/schemas.ts';
import { holdGroupSet } from './group-sets.ts';
import { isMember } from './relations.ts';
import type { FilledGroup } from './schemas.ts';
import { spread } from './spreading.ts';

const JOB = 'assign_group_members';
/** What the job works on; `reach` is where whoever asked manages groups, and the job goes no further. */
const Work = z.object({ groupCategoryId: z.int(), reach: z.array(z.int()).nullable() });

const sizes = statement({
  name: 'group_sizes_of_category',
  takes: { groupCategoryId: int },
  gives: { id: int, members: int },
  sql: (p) => sql`select g.id, (select count(*) from group_memberships m where m.group_id = g.id and ${isMember('m')}) as members
   from groups g where g.group_category_id = ${p.groupCategoryId} and not g.deleted order by g.id`,
});

const inNone = (groupCategoryId: Piece, user: Piece): Sql =>
  sql`not exists (select 1 from group_memberships m where m.group_category_id = ${groupCategoryId} and m.user_id = ${user} and ${isMember('m')})`;
const people = {
  // Held, so that somebody who leaves the course meanwhile, or is deleted, leaves the group too: users in the order of their ids, as
  // wherever they are held, and each before their enrollment. They come into groups in another order.
  course: statement({
    name: 'unassigned_students_of_category',
    takes: { id: int, groupCategoryId: int, reach: nullable(array(int)) },
    gives: { userId: int },
    sql: (p) => sql`select held.user_id as "userId" from (
       select e.user_id, e.id from enrollments e join users u on u.id = e.user_id and not u.deleted
       where e.course_id = ${p.id} and ${ofStudent('e')} and ${isActive('e')} and ${within(sql`e.course_section_id`, p.reach)}
         and ${inNone(p.groupCategoryId, sql`e.user_id`)}
       order by e.user_id, e.id for key share of u for share of e) held
     order by held.id`,
  }),
  account: statement({
    name: 'unassigned_users_of_category',
    takes: { id: int, groupCategoryId: int },
    gives: { userId: int },
    sql: (p) => sql`select held.user_id as "userId" from (
       select ua.user_id, ua.sort_key from user_accounts ua join users u on u.id = ua.user_id and not u.deleted
       where ua.account_id = ${p.id} and ${inNone(p.groupCategoryId, sql`ua.user_id`)} order by ua.user_id for key share of u) held
     order by held.sort_key, held.user_id`,
  }),
};

/** Makes memberships. One that was ended comes back as a new one would be. */
export const assign = statement({
  name: 'group_memberships_assigned',
  takes: { groupCategoryId: nullable(int), userIds: array(int), groupIds: array(int) },
  sql: (p) => sql`insert into group_memberships as m (group_id, group_category_id, user_id, state)
   select given.group_id, ${p.groupCategoryId}::int, given.user_id, 'accepted' from unnest(${p.userIds}::int[], ${p.groupIds}::int[]) as given(user_id, group_id)
   on conflict (group_id, user_id) do update set state = 'accepted', moderator = m.moderator and m.state <> 'deleted', updated_at = now()`,
});

const named = statement({
  name: 'group_members_assigned',
  takes: { userIds: array(int), courseId: nullable(int) },
  gives: { id: int, name: text, shortName: text, sections: json<{ section_id: number; section_code: string }[]>() },
  sql: (p) => sql`select u.id, u.name, u.short_name as "shortName",
     coalesce((select json_agg(json_build_object('section_id', s.id, 'section_code', s.name) order by s.id) from course_sections s
       where not s.deleted and s.id in (select e.course_section_id from enrollments e
         where e.course_id = ${p.courseId} and e.user_id = u.id and ${ofStudent('e')} and ${isActive('e')})), '[]') as sections
   from users u where u.id = any(${p.userIds}::int[])`,
});

/** Who is in no group of the set comes into one, in one transaction that holds the set; gives whom each group got. */
async function assignAll(db: TxDb, groupCategoryId: number, reach: Reach): Promise<Map<number, number[]>> {
  const set = await holdGroupSet({ db }, groupCategoryId);
  const groups = await db.rows(sizes, { groupCategoryId });
  const waiting =
    set.courseId === null
      ? await db.rows(people.account, { id: set.accountId ?? -1, groupCategoryId })
      : await db.rows(people.course, { id: set.courseId, groupCategoryId, reach });
  const given = spread([...new Set(waiting.map((row) => row.userId))], groups, set.groupLimit);
  const pairs = [...given].flatMap(([groupId, userIds]) => userIds.map((userId) => ({ groupId, userId })));
  if (pairs.length === 0) return given;
  const rows = { userIds: pairs.map((pair) => pair.userId), groupIds: pairs.map((pair) => pair.groupId) };
  await db.rows(assign, { groupCategoryId, ...rows });
  return given;
}

/** Assigns people at once; gives the groups that have new members (groups#43). */
async function assignNow(ctx: Ctx, at: GroupCategoryAccess): Promise<FilledGroup[]> {
  return ctx.tx(async (tx) => {
    const given = await assignAll(tx.db, at.groupCategoryId, reachOf(at, 'group_sets.manage'));
    const userIds = [...given.values()].flat();
    const rows = userIds.length === 0 ? [] : await tx.db.rows(named, { userIds, courseId: at.course?.id ?? null });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const member = (userId: number) => {
      const row = byId.get(userId);
      return { user_id: userId, name: row?.name ?? '', display_name: row?.shortName ?? '', sections: row?.sections ?? [] };
    };
    return [...given].toSorted(([a], [b]) => a - b).map(([id, users]) => ({ id, new_members: users.map(member) }));
  });
}

/** Brings those who are in no group of a set into its groups, by a job or at once (groups#43, groups#44). */
export async function assignUnassigned(ctx: Ctx, at: GroupCategoryAccess, sync: boolean): Promise<Progress | FilledGroup[]> {
  if (sync) return assignNow(ctx, at);
  const { groupCategoryId } = at;
  const context = { type: 'GroupCategory', id: groupCategoryId } as const;
  const work = { groupCategoryId, reach: reachOf(at, 'group_sets.manage') };
  return ctx.tx((tx) => beginProgress(tx, { tag: 'assign_unassigned_members', job: JOB, work, context }));
}

export const assignGroupMembers = progressJob(JOB, Work, async (db, _userId, { groupCategoryId, reach }) => {
  try {
    const given = await assignAll(db, groupCategoryId, reach);
    const count = [...given.values()].flat().length;
    return { state: 'completed', message: `${count} ${count === 1 ? 'person' : 'people'} assigned` };
  } catch (error) {
    // Deleted meanwhile: holding a set reads and no more, so that the transaction goes on.
    if (!(error instanceof ApiError)) throw error;
    return { state: 'failed', message: 'the group set is no longer there' };
  }
});
