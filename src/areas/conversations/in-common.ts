import type { Ctx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, int, json, nullable } from '../../store/sql/types.ts';
import { isOpen } from '../courses/relations.ts';
import { isActive, within } from '../enrollments/relations.ts';
import { belongsActively, isMember } from '../groups/relations.ts';
import { mine } from './messageable.ts';

type ContextMap = Record<string, string[]>;

/** Ids of courses and groups, with the types of enrollment or membership that somebody has there. */
export interface Contexts {
  courses: ContextMap;
  groups: ContextMap;
}

/** One context that somebody shares with the caller. */
export type Shared = [kind: 'course' | 'group', id: number, type: string];

/**
 * The caller's own side of what others have in common with the caller, read once for all of them: what the caller sees of it, concluded
 * courses too, and unpublished ones as their staff (conversations#32).
 */
export const ownSide = (me: Piece): Sql => sql`own as materialized (select * from (${mine(me)}) m where m.open or m.staff),
  own_groups as materialized (
    select g.id, g.course_id from groups g join group_memberships m on m.group_id = g.id left join courses c on c.id = g.course_id
    where m.user_id = ${me} and ${isMember('m')} and not g.deleted and (c.id is null or ${isOpen('c')}) and ${belongsActively(me)})`;

/**
 * What a user `u` has in common with the caller, in a statement that has `ownSide`: as `Shared` (conversations#33). Theirs are read, and
 * then the caller's among them: each course and group of the caller's would else be looked up for each person.
 */
export const IN_COMMON = sql`(
  select json_agg(json_build_array(t.kind, t.id, t.type) order by t.kind, t.id, t.type) from (
    select distinct 'course' as kind, e.course_id as id, e.type::text as type
    from (select * from enrollments theirs where theirs.user_id = u.id and ${isActive('theirs')} ${ONE_BY_ONE}) e
      join own on own.course_id = e.course_id and ${within(sql`e.course_section_id`, sql`own.reach`)}
    union all
    select 'group', m.group_id, 'Member'
    from (select * from group_memberships theirs where theirs.user_id = u.id and ${isMember('theirs')} ${ONE_BY_ONE}) m
      cross join lateral (select * from own_groups where own_groups.id = m.group_id ${ONE_BY_ONE}) g
    where ${belongsActively(sql`u.id`)}) t)`;

const common = statement({
  name: 'contexts_in_common',
  takes: { callerId: int, userIds: array(int) },
  gives: { userId: int, shared: nullable(json<Shared[]>()) },
  sql: (p) => sql`with ${ownSide(p.callerId)} select u.id as "userId", ${IN_COMMON} as shared from unnest(${p.userIds}::int[]) u(id)`,
});

/** What the caller has in common with each of these people (conversations#33). */
export type InCommon = (userId: number) => Contexts;

const nothing = (): Contexts => ({ courses: {}, groups: {} });

export function contextsFrom(all: readonly Shared[]): Contexts {
  const contexts = nothing();
  for (const [kind, id, type] of all) {
    const map = kind === 'course' ? contexts.courses : contexts.groups;
    (map[id] ??= []).push(type);
  }
  return contexts;
}

export async function contextsInCommon(ctx: Ctx, userIds: readonly number[]): Promise<InCommon> {
  const rows = await ctx.db.rows(common, { callerId: ctx.caller.userId, userIds });
  const byUser = new Map(rows.map(({ userId, shared }) => [userId, contextsFrom(shared ?? [])]));
  return (userId) => byUser.get(userId) ?? nothing();
}

const shared = (maps: readonly ContextMap[]): ContextMap => {
  const [first = {}, ...rest] = maps;
  const ids = Object.keys(first).filter((id) => rest.every((map) => Object.hasOwn(map, id)));
  return Object.fromEntries(ids.map((id) => [id, rest.length === 0 ? (first[id] ?? []) : []]));
};

/** What the caller shares with a whole audience; the types where that is one person (conversations#32). */
export function sharedWith(contexts: readonly Contexts[]): Contexts {
  return { courses: shared(contexts.map((one) => one.courses)), groups: shared(contexts.map((one) => one.groups)) };
}
