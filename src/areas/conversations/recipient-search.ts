import type { Ctx } from '../../access/context.ts';
import { readId } from '../../kernel/ids.ts';
import { mapPage, noRows, type Page, type PageRequest } from '../../kernel/pages.ts';
import { containing, folded } from '../../store/folding.ts';
import { keyedList } from '../../store/lists.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { sortKeySql } from '../../store/sort-key.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, boolean, int, nullable, oneOf, type RowOf, text, type ValuesOf } from '../../store/sql/types.ts';
import { shownName } from '../courses/relations.ts';
import { isMember } from '../groups/relations.ts';
import { PICTURE_COLUMN } from '../users/avatars.ts';
import { findUserId } from '../users/people.ts';
import { groupAvatar, personAvatar } from './avatars.ts';
import { contextsInCommon, type InCommon } from './in-common.ts';
import {
  ASKED_CONTEXTS,
  ASKING,
  allowed,
  askedContexts,
  contexts,
  isAdministered,
  MEMBERS,
  mayMessage,
  mine,
  ownTables,
  reachable,
  theUser,
} from './messageable.ts';
import { contextValues } from './recipients.ts';
import { ASKED_PERMISSIONS, type FoundRecipient, possible, type RecipientQuery } from './schemas.ts';

const TAKES = {
  ...ASKING,
  /** For names; null: any. */
  pattern: nullable(text),
  // Within which contexts, and which one user.
  ...ASKED_CONTEXTS,
  userId: nullable(int),
  /** Whose participants are found too. */
  conversationId: nullable(int),
  exceptUsers: array(int),
  /** Codes. */
  exceptContexts: array(text),
  wantsPeople: boolean,
  wantsContexts: boolean,
};
type Takes = ParametersOf<typeof TAKES>;

const isNamed = (column: Sql, { pattern }: Takes): Sql => sql`${folded(column)} like ${folded(sql`${pattern}::text`)}`;
const personIsNamed = (p: Takes): Sql => sql`(${isNamed(sql`u.name`, p)} or ${isNamed(sql`u.short_name`, p)})`;

const beginning = (p: Takes): Sql => sql`with ${ownTables(p.callerId)},
  asked_contexts as (${askedContexts(p)}), contexts as materialized (${contexts(p)}),
  participants as (select o.user_id from conversation_participants p join conversation_participants o on o.conversation_id = p.conversation_id
    where p.user_id = ${p.callerId} and p.conversation_id = ${p.conversationId}::int)`;

/** Whom to find, of all whom the caller may message: by name. Administrators find people by the index over all names. */
const byName = (p: Takes): Sql => sql`found as (
  ${reachable(p.callerId, personIsNamed(p))}
  union
  select u.id from participants join users u on u.id = participants.user_id where ${personIsNamed(p)}
  union
  select u.id from users u where cardinality(${p.adminOf}::int[]) > 0 and u.search_text like ${folded(sql`${p.pattern}::text`)} and ${personIsNamed(p)}
    and ${isAdministered(sql`u.id`, p)})`;

/** Whom to find, where it is said among whom: the people of contexts, one user, the participants of a conversation. */
const among = (p: Takes): Sql => sql`asked as materialized (
  select members.user_id from (${MEMBERS}) members
  union select ${p.userId}::int where ${p.userId}::int is not null and not exists (select 1 from asked_contexts)
  union select user_id from participants where ${p.userId}::int is null and not exists (select 1 from asked_contexts)),
found as (select f.user_id from (${allowed(p)} union select asked.user_id from asked join participants using (user_id)) f
  ${theUser(sql`f`)} where ${p.pattern}::text is null or ${personIsNamed(p)})`;

const people = (
  p: Takes,
): Sql => sql`select 1 as rank, ${sortKeySql(sql`u.short_name`)} as key, u.id::text as code, u.id, 'user' as kind, u.short_name as name, u.name as full_name
  from found ${theUser(sql`found`)}
  where ${p.wantsPeople}::boolean and not u.deleted and u.id <> ${p.callerId} and (${p.userId}::int is null or u.id = ${p.userId}::int) and not u.id = any(${p.exceptUsers}::int[])`;

/**
 * The caller may message the member of a membership `m` of a group `g`: as staff of its course, or as administrator. The member is looked
 * up, since all people of the course would else be gathered for each of its groups.
 */
const overMember = (p: Takes): Sql => sql`(exists (select 1 from mine own join enrollments you on you.course_id = own.course_id
      where own.course_id = g.course_id and own.staff and you.user_id = m.user_id and ${mayMessage(p.callerId)} ${ONE_BY_ONE})
    or ${isAdministered(sql`m.user_id`, p)})`;

/** Somebody is in the group `g` whom they may message: a message to others would be refused (conversations#65). */
const hasMessageable = (p: Takes): Sql => sql`exists (select 1 from group_memberships m
    where m.group_id = g.id and ${isMember('m')} and m.user_id <> ${p.callerId} and ${overMember(p)} ${ONE_BY_ONE})`;

const CODE = sql`(x.kind || '_' || x.id)`;

/** The courses and groups whose people the caller may name. */
const placesByName = (p: Takes): Sql => sql`
  select c.id, 'course' as kind, ${shownName('c', p.callerId)} as name, c.name as own_name from courses c
  where c.id in (select mine.course_id from mine where mine.available or mine.staff)
  union all
  select g.id, 'group', g.name, g.name from (select id, name from own_groups
    union select g.id, g.name from groups g
      where g.course_id in (select mine.course_id from mine where mine.staff) and not g.deleted and ${hasMessageable(p)}) g`;

/** Of a course its groups: to its staff and its administrators all with somebody in reach, to others their own. */
const placesAmong = (p: Takes): Sql => sql`
  select g.id, 'group' as kind, g.name, g.name as own_name from own_groups g join contexts k on k.kind = 'course' and k.course_id = g.course_id
  where k.open
  union
  select g.id, 'group', g.name, g.name from groups g join contexts k on k.kind = 'course' and k.course_id = g.course_id
  where k.staff and not g.deleted and ${hasMessageable(p)}`;

const places = (
  p: Takes,
  found: Sql,
): Sql => sql`select 0 as rank, ${sortKeySql(sql`x.name`)} as key, ${CODE} as code, x.id, x.kind, x.name, null as full_name
  from (${found}) x
  where ${p.wantsContexts}::boolean and ${p.userId}::int is null and (${p.conversationId}::int is null or ${p.pattern}::text is not null)
    and (${p.pattern}::text is null or ${isNamed(sql`x.name`, p)} or ${isNamed(sql`x.own_name`, p)}) and not ${CODE} = any(${p.exceptContexts}::text[])`;

const ROW = {
  id: int,
  picture: nullable(text),
  rank: int,
  key: text,
  code: text,
  kind: oneOf(['user', 'course', 'group']),
  name: text,
  fullName: nullable(text),
  userCount: int,
  staff: boolean,
};
type Row = RowOf<typeof ROW>;

/**
 * To how many a message to the context `r` goes, as it is expanded (conversations#69). Most of a course are messaged as its people, and
 * counted at once; the others are looked up one by one.
 */
const countOf = (p: Takes): Sql => sql`(with ${ownTables(p.callerId)},
    asked_contexts (n, kind, id, role) as (select 1, r.kind, r.id, null::enrollment_type), contexts as materialized (${contexts(p)}),
    counted as materialized (select distinct you.user_id from mine own join enrollments you on you.course_id = own.course_id
      where r.kind = 'course' and own.course_id = r.id and you.user_id <> ${p.callerId} and ${mayMessage(p.callerId)}),
    asked as materialized (select members.user_id from (${MEMBERS}) members
      where members.user_id <> ${p.callerId} and not exists (select from counted where counted.user_id = members.user_id))
  select (select count(*) from counted) + (select count(*) from (${allowed(p)}) others))`;

/** How many people of a context the caller may message, and whether as its staff; of the page alone. */
const around = (page: Sql, p: Takes): Sql => sql`
  select r.rank, r.key, r.code, r.id, r.kind, r.name, r.full_name as "fullName", people.count as "userCount", coalesce(people.staff, false) as staff,
    ${PICTURE_COLUMN}
  from (${page}) r left join users u on r.kind = 'user' and u.id = r.id cross join lateral (
    select case when r.kind = 'user' then 0 else ${countOf(p)} end as count,
      r.kind = 'course' and exists (select 1 from (${mine(p.callerId)}) own where own.course_id = r.id and own.staff) as staff) people`;

const list = (name: string, found: (p: Takes) => Sql, where: (p: Takes) => Sql) =>
  keyedList({
    name,
    takes: TAKES,
    gives: ROW,
    select: (p) => sql`${beginning(p)}, ${found(p)} select r.* from (${people(p)} union all ${places(p, where(p))}) r where true`,
    around,
    key: [
      { sql: sql`r.rank`, type: 'int' },
      { sql: sql`r.key`, type: 'folded' },
      { sql: sql`r.code`, type: 'folded' },
    ],
    keyOf: (row) => [row.rank, row.key, row.code],
  });

const LISTS = {
  byName: list('recipients_by_name', byName, placesByName),
  among: list('recipients_among', among, placesAmong),
};

/** A user who is not there is nobody. */
const NOBODY = -1;

async function valuesOf(ctx: Ctx, query: RecipientQuery, pattern: string | null): Promise<ValuesOf<typeof TAKES>> {
  const { user_id: user, exclude = [] } = query;
  const [conversationId] = query.from_conversation_id ?? [];
  return {
    callerId: ctx.caller.userId,
    adminOf: ctx.caller.adminOf,
    pattern,
    ...contextValues(query.context ? [query.context] : []),
    userId: user === undefined ? null : user.by === 'id' ? user.id : ((await findUserId(ctx, user)) ?? NOBODY),
    conversationId: conversationId === undefined ? null : (possible([conversationId])[0] ?? NOBODY),
    exceptUsers: exclude.flatMap((word) => readId(word) ?? []),
    exceptContexts: exclude,
    wantsPeople: query.type !== 'context',
    wantsContexts: query.type !== 'user',
  };
}

/**
 * Contexts, then people, by name: whom the caller may message, and the participants of a conversation of the caller's (conversations#65).
 */
export async function searchRecipients(ctx: Ctx, query: RecipientQuery, page: PageRequest): Promise<Page<FoundRecipient>> {
  const term = query.search?.trim() ?? '';
  const isAmong = query.context !== undefined || query.user_id !== undefined || (query.from_conversation_id !== undefined && term === '');
  if (term === '' && !isAmong) return noRows(page);
  const found = await LISTS[isAmong ? 'among' : 'byName'].read(
    ctx.db,
    await valuesOf(ctx, query, term === '' ? null : containing(term)),
    page,
  );
  const inCommon = await contextsInCommon(
    ctx,
    found.rows.filter((row) => row.kind === 'user').map((row) => row.id),
  );
  return mapPage(
    found,
    found.rows.map((row) => (row.kind === 'user' ? personJson(ctx, row, inCommon) : placeJson(ctx, row, query))),
  );
}

function personJson(ctx: Ctx, row: Row, inCommonWith: InCommon): FoundRecipient {
  const { courses, groups } = inCommonWith(row.id);
  return {
    id: row.id,
    name: row.name,
    full_name: row.fullName ?? row.name,
    common_courses: courses,
    common_groups: groups,
    avatar_url: personAvatar(ctx, row),
  };
}

function placeJson(ctx: Ctx, row: Row, { permissions }: RecipientQuery): FoundRecipient {
  const held = { send_messages: true, send_messages_all: row.kind === 'group' || row.staff };
  const asked = ASKED_PERMISSIONS.filter((name) => permissions?.has(name));
  return {
    id: row.code,
    name: row.name,
    type: 'context',
    user_count: row.userCount,
    avatar_url: groupAvatar(ctx),
    permissions: Object.fromEntries(asked.map((name) => [name, held[name]])),
  };
}
