import type { Ctx } from '../../access/context.ts';
import { mapPage, noRows, type Page, type PageRequest } from '../../http/pagination.ts';
import { readId } from '../../http/parameters/ids.ts';
import { containing, folded } from '../../store/folding.ts';
import { keyedList, type PagedList } from '../../store/lists.ts';
import { sortKeySql } from '../../store/sort-key.ts';
import { PICTURE_COLUMN, type Pictured } from '../users/avatars.ts';
import { findUserId } from '../users/people.ts';
import { groupAvatar, personAvatar } from './avatars.ts';
import { contextsInCommon, type InCommon } from './in-common.ts';
import { ALLOWED, askedContexts, CONTEXTS, counts, MEMBERS, mayMessage, mine, OWN_GROUPS, reachable, theUser } from './messageable.ts';
import { contextValues } from './recipients.ts';
import { ASKED_PERMISSIONS, type FoundRecipient, possible, type RecipientQuery } from './schemas.ts';

// The parameters of every statement: the caller, the accounts that the caller administers, a pattern for names or null, the
// contexts to search within, one user or null, a conversation whose participants are found too or null, users and context
// codes to leave out, and whether people and contexts are wanted.
const P = {
  pattern: '$3::text',
  user: '$7::int',
  conversation: '$8::int',
  exceptUsers: '$9::int[]',
  exceptContexts: '$10::text[]',
  people: '$11::boolean',
  contexts: '$12::boolean',
};
const PARAMETERS = 12;

const named = (column: string): string => `${folded(column)} like ${folded(P.pattern)}`;
const personNamed = `(${named('u.name')} or ${named('u.short_name')})`;

const BEGINNING = `with mine as materialized (${mine('$1')}), own_groups as materialized (${OWN_GROUPS}),
  asked_contexts as (${askedContexts(4)}), contexts as materialized (${CONTEXTS}),
  participants as (select o.user_id from conversation_participants p join conversation_participants o on o.conversation_id = p.conversation_id
    where p.user_id = $1 and p.conversation_id = ${P.conversation})`;

/** Whom to find, of all whom the caller may message: by name. Administrators find people by the index over all names. */
const BY_NAME = `found as (
  ${reachable(personNamed)}
  union
  select u.id from participants join users u on u.id = participants.user_id where ${personNamed}
  union
  select u.id from users u where cardinality($2::int[]) > 0 and u.search_text like ${folded(P.pattern)} and ${personNamed}
    and exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = any($2::int[])))`;

/** Whom to find, where it is said among whom: the people of contexts, one user, the participants of a conversation. */
const AMONG = `asked as materialized (
  select members.user_id from (${MEMBERS}) members
  union select ${P.user} where ${P.user} is not null and not exists (select 1 from asked_contexts)
  union select user_id from participants where ${P.user} is null and not exists (select 1 from asked_contexts)),
found as (select f.user_id from (${ALLOWED} union select asked.user_id from asked join participants using (user_id)) f
  ${theUser('f')} where ${P.pattern} is null or ${personNamed})`;

const PEOPLE = `select 1 as rank, ${sortKeySql('u.short_name')} as key, u.id::text as code, u.id, 'user' as kind, u.short_name as name, u.name as full_name
  from found ${theUser('found')}
  where ${P.people} and not u.deleted and u.id <> $1 and (${P.user} is null or u.id = ${P.user}) and not u.id = any(${P.exceptUsers})`;

/** The courses and groups in which the caller may name people; within a course, its groups. */
const PLACES = `select 0 as rank, ${sortKeySql('x.name')} as key, x.kind || '_' || x.id as code, x.id, x.kind, x.name, null as full_name
  from (
    select c.id, 'course' as kind, c.name from courses c
    where c.id in (select mine.course_id from mine where mine.available or mine.staff) and not exists (select 1 from asked_contexts)
    union all
    select g.id, 'group', g.name from own_groups g
    where not exists (select 1 from asked_contexts) or g.course_id in (select k.course_id from contexts k where k.open and k.kind = 'course')
  ) x
  where ${P.contexts} and ${P.user} is null and (${P.conversation} is null or ${P.pattern} is not null)
    and (${P.pattern} is null or ${named('x.name')}) and not (x.kind || '_' || x.id) = any(${P.exceptContexts})`;

interface Row extends Pictured {
  rank: number;
  key: string;
  code: string;
  kind: 'user' | 'course' | 'group';
  name: string;
  fullName: string | null;
  userCount: number;
  staff: boolean;
}

/** How many people of a context the caller may message, and whether as its staff; of the page alone. */
const around = (page: string): string => `
  select r.rank, r.key, r.code, r.id, r.kind, r.name, r.full_name as "fullName", people.count as "userCount", coalesce(people.staff, false) as staff,
    ${PICTURE_COLUMN}
  from (${page}) r left join users u on r.kind = 'user' and u.id = r.id cross join lateral (
    select case r.kind
      when 'course' then (select count(distinct you.user_id) from (${mine('$1')}) own join enrollments you on you.course_id = own.course_id
        where own.course_id = r.id and you.user_id <> $1 and ${mayMessage('$1')})
      when 'group' then (select count(*) from group_memberships m join groups g on g.id = m.group_id
        where m.group_id = r.id and m.state = 'accepted' and m.user_id <> $1 and ${counts('m.user_id')})
      else 0 end as count,
      r.kind = 'course' and exists (select 1 from (${mine('$1')}) own where own.course_id = r.id and own.staff) as staff) people`;

const list = (name: string, people: string): PagedList<Row> =>
  keyedList<Row>({
    name,
    select: `${BEGINNING}, ${people} select r.* from (${PEOPLE} union all ${PLACES}) r where true`,
    parameters: PARAMETERS,
    around,
    key: [
      { sql: 'r.rank', type: 'int' },
      { sql: 'r.key', type: 'text collate "C"' },
      { sql: 'r.code', type: 'text collate "C"' },
    ],
    keyOf: (row) => [row.rank, row.key, row.code],
  });

const LISTS = { byName: list('recipients_by_name', BY_NAME), among: list('recipients_among', AMONG) };

/** A user who is not there is nobody. */
const NOBODY = -1;

async function values(ctx: Ctx, query: RecipientQuery, pattern: string | null): Promise<unknown[]> {
  const { user_id: user, exclude = [] } = query;
  const [conversationId] = query.from_conversation_id ?? [];
  const userId = user === undefined ? null : user.by === 'id' ? user.id : ((await findUserId(ctx, user)) ?? NOBODY);
  return [
    ctx.caller.userId,
    ctx.caller.adminOf,
    pattern,
    ...contextValues(query.context ? [query.context] : []),
    userId,
    conversationId === undefined ? null : (possible([conversationId])[0] ?? NOBODY),
    exclude.flatMap((word) => readId(word) ?? []),
    exclude,
    query.type !== 'context',
    query.type !== 'user',
  ];
}

/** Contexts, then people, by name: whom the caller may message, and the participants of a conversation of the caller's (D6.9). */
export async function searchRecipients(ctx: Ctx, query: RecipientQuery, page: PageRequest): Promise<Page<FoundRecipient>> {
  const term = query.search?.trim() ?? '';
  const among = query.context !== undefined || query.user_id !== undefined || (query.from_conversation_id !== undefined && term === '');
  if (term === '' && !among) return noRows();
  const found = await LISTS[among ? 'among' : 'byName'].read(ctx.db, await values(ctx, query, term === '' ? null : containing(term)), page);
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
