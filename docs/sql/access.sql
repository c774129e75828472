-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- token_lender (src/access/caller.ts)
-- takes $1 userId int4, $2 lenderId int4
select from users u where u.id = $1 and exists (select from users maker where maker.id = $2 and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain))));

-- access_token_account_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('id', a.id, 'rootAccountId', a.root_account_id, 'parentAccountId', a.parent_account_id, 'chain', a.chain,
  'belongs', exists (select 1 from user_accounts ua where ua.user_id = k."userId" and ua.account_id = a.id)) from accounts a where not a.deleted and a.id = $2::int) as found from k;

-- access_token_account_nothing (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, null::json as found from k;

-- access_token_account_self (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('id', a.id, 'rootAccountId', a.root_account_id, 'parentAccountId', a.parent_account_id, 'chain', a.chain,
  'belongs', exists (select 1 from user_accounts ua where ua.user_id = k."userId" and ua.account_id = a.id)) from accounts a where not a.deleted and a.id = k."rootAccountId") as found from k;

-- access_token_account_sis_account_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 value text?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('id', a.id, 'rootAccountId', a.root_account_id, 'parentAccountId', a.parent_account_id, 'chain', a.chain,
  'belongs', exists (select 1 from user_accounts ua where ua.user_id = k."userId" and ua.account_id = a.id)) from accounts a where not a.deleted and a.root_account_id = k."rootAccountId" and a.sis_account_id = $2) as found from k;

-- access_token_collection_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('id', cl.id, 'ownerId', o.id, 'rootAccountId', o.root_account_id, 'visibility', cl.visibility) from collections cl join users o on o.id = cl.user_id where not cl.deleted and not o.deleted and cl.id = $2::int) as found from k;

-- access_token_collection_item_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('itemId', ci.id, 'id', cl.id, 'ownerId', o.id, 'rootAccountId', o.root_account_id, 'visibility', cl.visibility) from collection_items ci join collections cl on cl.id = ci.collection_id join users o on o.id = cl.user_id where not ci.deleted and not cl.deleted and not o.deleted and ci.id = $2::int) as found from k;

-- access_token_collection_item_nothing (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, null::json as found from k;

-- access_token_collection_nothing (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, null::json as found from k;

-- access_token_course_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]'), 'settings', (select json_agg(above.settings order by cardinality(above.chain)) from accounts nearest
  join accounts above on above.id = any(nearest.chain) where nearest.id = c.account_id)) from courses c where c.state <> 'deleted' and c.id = $2::int) as found from k;

-- access_token_course_nothing (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, null::json as found from k;

-- access_token_course_sis_course_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 value text?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]'), 'settings', (select json_agg(above.settings order by cardinality(above.chain)) from accounts nearest
  join accounts above on above.id = any(nearest.chain) where nearest.id = c.account_id)) from courses c where c.state <> 'deleted' and c.root_account_id = k."rootAccountId" and c.sis_course_id = $2) as found from k;

-- access_token_file_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('id', f.id, 'replaces', f.id <> named.id, 'concealed', (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), 'entry', (select json_build_object(
  'course', case when t.course_id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end,
  'group', case when g.id is not null then json_build_object('id', g.id, 'rootAccountId', g.root_account_id, 'groupCategoryId', g.group_category_id, 'isPublic', g.is_public,
  'joinLevel', g.join_level, 'accountId', g.account_id, 'chain', coalesce(ga.chain, '{}'),
  'membership', (select json_build_object('isMember', m.state = 'accepted', 'isInvited', m.state = 'invited', 'moderator', m.moderator)
  from group_memberships m where m.group_id = g.id and m.user_id = k."userId"),
  'course', case when c.id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) end,
  'collection', case when cl.id is not null then json_build_object('id', cl.id, 'ownerId', o.id, 'rootAccountId', o.root_account_id, 'visibility', cl.visibility) end,
  'topicId', coalesce(t.root_topic_id, t.id), 'assignmentId', t.assignment_id, 'topicPosted', t.state = 'active', 'topicAuthorId', t.user_id,
  'hasPosted', not t.require_initial_post or (exists (select 1 from discussion_entries own
  where own.user_id = k."userId" and own.topic_id = t.id and not own.deleted)
  or exists (select 1 from discussion_topics child join discussion_entries own on own.topic_id = child.id and own.user_id = k."userId" and not own.deleted
  where child.root_topic_id = t.id and child.state <> 'deleted' and exists (select 1 from group_memberships m where m.group_id = child.group_id and m.user_id = k."userId" and m.state = 'accepted'))))
  from discussion_entries e join discussion_topics t on t.id = e.topic_id and t.state <> 'deleted'
  left join groups g on g.id = t.group_id left join courses c on c.id = coalesce(t.course_id, g.course_id)
  left join accounts ga on ga.id = g.account_id left join collection_items ci on ci.id = t.collection_item_id
  left join collections cl on cl.id = ci.collection_id left join users o on o.id = cl.user_id
  where e.attachment_id = f.id and not e.deleted and coalesce(not g.deleted, true) and coalesce(c.state <> 'deleted', true)
  and coalesce(not (ci.deleted or cl.deleted or o.deleted), true)), 'received', case when f.user_id <> k."userId" or (f.group_id is not null and f.turned_in)
  then exists (select 1 from conversation_messages m
  join conversation_participants p on p.conversation_id = m.conversation_id and p.user_id = k."userId"
  where m.carried_file_ids <> '{}' and m.carried_file_ids @> array[f.id] and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id)) or exists (select 1 from submission_attempts h join assignments a on a.id = h.assignment_id and not a.deleted
  join courses c on c.id = a.course_id and c.state <> 'deleted'
  where h.file_ids <> '{}' and h.file_ids @> array[f.id] and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = h.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0) and (
  exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = c.account_id and aa.user_id = k."userId")
  or exists (select 1 from enrollments me where me.course_id = c.id and me.user_id = k."userId" and me.state in ('active', 'completed')
  and case when me.type in ('TeacherEnrollment', 'TaEnrollment') then me.type in ('TeacherEnrollment', 'TaEnrollment') and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = h.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[] is null or e.course_section_id = any(case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[])) offset 0)
  when c.state = 'unpublished' or not (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) then false
  when me.type = 'ObserverEnrollment' then me.associated_user_id = h.user_id
  when me.type = 'StudentEnrollment' then h.user_id = me.user_id or exists (select 1 from peer_reviews p
  where p.assignment_id = h.assignment_id and p.user_id = h.user_id and p.assessor_id = me.user_id)
  else false end))) or f.turned_in and exists (select 1 from (select c.id from enrollments e join courses c on c.id = e.course_id and c.state <> 'deleted'
  where e.user_id = f.user_id and e.type = 'StudentEnrollment' and e.state in ('active', 'completed') and (exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = c.account_id and aa.user_id = k."userId")
  or exists (select 1 from enrollments me where me.course_id = c.id and me.user_id = k."userId" and me.state in ('active', 'completed')
  and me.type in ('TeacherEnrollment', 'TaEnrollment') and (not me.limit_privileges_to_course_section or me.course_section_id = e.course_section_id))) offset 0) graded
  join quizzes q on q.course_id = graded.id and not q.deleted
  join quiz_attempts t on t.quiz_id = q.id and t.user_id = f.user_id and t.finished_at is not null
  where exists (select 1 from quiz_answers x
  join quiz_versions v on v.quiz_id = t.quiz_id and v.version = t.version
  where x.attempt_id = t.id and x.answer @> to_jsonb(f.id)
  and v.questions @> jsonb_build_array(jsonb_build_object('id', x.question_id, 'type', 'file_upload_question')) offset 0)) end, 'rootAccountId', coalesce(x.root_account_id, g.root_account_id, c.root_account_id),
  'userId', f.user_id, 'user', case when not x.deleted then json_build_object('id', x.id, 'rootAccountId', x.root_account_id, 'inReach', exists (select 1 from account_admins aa where aa.user_id = k."userId" and (aa.account_id = x.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = x.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = x.id and ua.direct and not aa.account_id = any(a.chain))))), 'outranks', exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = x.id
  and not exists (select 1 from account_admins aa where aa.user_id = k."userId" and aa.account_id = any(a.chain))),
  'instructor', x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)), 'staff', (x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) or cardinality(k."adminOf") > 0 and x.id <> k."userId" and exists (select 1 from enrollments you
  join courses c on c.id = you.course_id join accounts a on a.id = c.account_id
  where you.user_id = x.id and you.state in ('active', 'completed') and c.state <> 'deleted' and a.chain && k."adminOf")), 'peer', x.id <> k."userId" and (exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.state in ('active', 'completed') and you.state in ('active', 'completed')
  and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))
  or exists (select 1 from group_memberships me join group_memberships you on you.group_id = me.group_id and you.user_id = x.id
  join groups g on g.id = me.group_id left join courses c on c.id = g.course_id
  where me.user_id = k."userId" and me.state = 'accepted' and you.state = 'accepted' and not g.deleted
  and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = me.user_id and ge.state in ('active', 'completed'))) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = x.id and ge.state in ('active', 'completed')))))) end,
  'groupId', f.group_id, 'group', case when not g.deleted then json_build_object('id', g.id, 'rootAccountId', g.root_account_id, 'groupCategoryId', g.group_category_id, 'isPublic', g.is_public,
  'joinLevel', g.join_level, 'accountId', g.account_id, 'chain', coalesce(ga.chain, '{}'),
  'membership', (select json_build_object('isMember', m.state = 'accepted', 'isInvited', m.state = 'invited', 'moderator', m.moderator)
  from group_memberships m where m.group_id = g.id and m.user_id = k."userId"),
  'course', case when c.id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) end,
  'course', case when f.course_id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) from attachments named left join replaced_files rf on rf.file_id = named.id
  join attachments f on f.id = coalesce(rf.by_id, named.id) join folders fo on fo.id = f.folder_id left join users x on x.id = f.user_id left join groups g on g.id = f.group_id
  left join courses c on c.id = coalesce(f.course_id, g.course_id) left join accounts ga on ga.id = g.account_id where (not f.deleted or f.carried or f.turned_in) and (f.turned_in or coalesce(not g.deleted, true)) and coalesce(c.state <> 'deleted', true) and named.id = $2::int) as found from k;

-- access_token_file_nothing (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, null::json as found from k;

-- access_token_folder_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('id', fo.id, 'concealed', (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))), 'rootAccountId', coalesce(x.root_account_id, g.root_account_id, c.root_account_id),
  'userId', fo.user_id, 'user', case when not x.deleted then json_build_object('id', x.id, 'rootAccountId', x.root_account_id, 'inReach', exists (select 1 from account_admins aa where aa.user_id = k."userId" and (aa.account_id = x.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = x.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = x.id and ua.direct and not aa.account_id = any(a.chain))))), 'outranks', exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = x.id
  and not exists (select 1 from account_admins aa where aa.user_id = k."userId" and aa.account_id = any(a.chain))),
  'instructor', x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)), 'staff', (x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) or cardinality(k."adminOf") > 0 and x.id <> k."userId" and exists (select 1 from enrollments you
  join courses c on c.id = you.course_id join accounts a on a.id = c.account_id
  where you.user_id = x.id and you.state in ('active', 'completed') and c.state <> 'deleted' and a.chain && k."adminOf")), 'peer', x.id <> k."userId" and (exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.state in ('active', 'completed') and you.state in ('active', 'completed')
  and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))
  or exists (select 1 from group_memberships me join group_memberships you on you.group_id = me.group_id and you.user_id = x.id
  join groups g on g.id = me.group_id left join courses c on c.id = g.course_id
  where me.user_id = k."userId" and me.state = 'accepted' and you.state = 'accepted' and not g.deleted
  and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = me.user_id and ge.state in ('active', 'completed'))) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = x.id and ge.state in ('active', 'completed')))))) end,
  'groupId', fo.group_id, 'group', case when not g.deleted then json_build_object('id', g.id, 'rootAccountId', g.root_account_id, 'groupCategoryId', g.group_category_id, 'isPublic', g.is_public,
  'joinLevel', g.join_level, 'accountId', g.account_id, 'chain', coalesce(ga.chain, '{}'),
  'membership', (select json_build_object('isMember', m.state = 'accepted', 'isInvited', m.state = 'invited', 'moderator', m.moderator)
  from group_memberships m where m.group_id = g.id and m.user_id = k."userId"),
  'course', case when c.id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) end,
  'course', case when fo.course_id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) from folders fo left join users x on x.id = fo.user_id left join groups g on g.id = fo.group_id
  left join courses c on c.id = coalesce(fo.course_id, g.course_id) left join accounts ga on ga.id = g.account_id where not fo.deleted and coalesce(not x.deleted, true) and coalesce(not g.deleted, true) and coalesce(c.state <> 'deleted', true) and fo.id = $2::int) as found from k;

-- access_token_folder_nothing (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, null::json as found from k;

-- access_token_group_category_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('groupSetId', gc.id, 'rootAccountId', coalesce(c.root_account_id, a.root_account_id),
  'account', case when a.id is not null then json_build_object('id', a.id, 'rootAccountId', a.root_account_id, 'parentAccountId', a.parent_account_id, 'chain', a.chain,
  'belongs', exists (select 1 from user_accounts ua where ua.user_id = k."userId" and ua.account_id = a.id)) end,
  'course', case when c.id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) from group_categories gc left join courses c on c.id = gc.course_id left join accounts a on a.id = gc.account_id where coalesce(c.state <> 'deleted', not a.deleted) and not gc.deleted and gc.id = $2::int) as found from k;

-- access_token_group_category_nothing (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, null::json as found from k;

-- access_token_group_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('id', g.id, 'rootAccountId', g.root_account_id, 'groupCategoryId', g.group_category_id, 'isPublic', g.is_public,
  'joinLevel', g.join_level, 'accountId', g.account_id, 'chain', coalesce(ga.chain, '{}'),
  'membership', (select json_build_object('isMember', m.state = 'accepted', 'isInvited', m.state = 'invited', 'moderator', m.moderator)
  from group_memberships m where m.group_id = g.id and m.user_id = k."userId"),
  'course', case when c.id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) from groups g left join courses c on c.id = g.course_id left join accounts ga on ga.id = g.account_id where not g.deleted and (c.id is null or c.state <> 'deleted') and g.id = $2::int) as found from k;

-- access_token_group_nothing (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, null::json as found from k;

-- access_token_none_nothing (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, null::json as found from k;

-- access_token_outcome_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('id', oc.id, 'rootAccountId', coalesce(oc.root_account_id, k."rootAccountId"),
  'account', case when a.id is not null then json_build_object('id', a.id, 'rootAccountId', a.root_account_id, 'parentAccountId', a.parent_account_id, 'chain', a.chain,
  'belongs', exists (select 1 from user_accounts ua where ua.user_id = k."userId" and ua.account_id = a.id)) end,
  'course', case when c.id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) from outcomes oc left join courses c on c.id = oc.course_id left join accounts a on a.id = oc.account_id where not oc.deleted and coalesce(not a.deleted, true) and coalesce(c.state <> 'deleted', true) and oc.id = $2::int) as found from k;

-- access_token_outcome_nothing (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, null::json as found from k;

-- access_token_quiz_submission_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('attempt', json_build_object('id', t.id, 'userId', t.user_id, 'quizId', q.id, 'number', t.number, 'version', t.version, 'drawn', t.drawn,
  'quiz', json_build_object('deleted', q.deleted, 'ipFilter', q.ip_filter, 'oneByOne', q.one_question_at_a_time, 'goesBack', not q.cant_go_back)), 'id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) from quiz_attempts t join quizzes q on q.id = t.quiz_id join courses c on c.id = q.course_id where c.state <> 'deleted' and t.id = $2::int) as found from k;

-- access_token_quiz_submission_nothing (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, null::json as found from k;

-- access_token_section_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('sectionId', s.id, 'id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) from course_sections s join courses c on c.id = s.course_id where c.state <> 'deleted' and not s.deleted and s.id = $2::int) as found from k;

-- access_token_section_nothing (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, null::json as found from k;

-- access_token_section_sis_section_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 value text?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('sectionId', s.id, 'id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) from course_sections s join courses c on c.id = s.course_id where c.state <> 'deleted' and not s.deleted and s.root_account_id = k."rootAccountId" and s.sis_section_id = $2) as found from k;

-- access_token_self_id (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('courses', mine.courses, 'accounts', coalesce((select json_agg(json_build_object('id', a.id,
  'settings', (select json_agg(above.settings order by cardinality(above.chain)) from accounts above where above.id = any(a.chain)),
  'timeZone', (select above.default_time_zone from accounts above where above.id = any(a.chain) and above.default_time_zone is not null
  order by cardinality(above.chain) desc limit 1)))
  from accounts a where a.id = any(mine.account_ids)), '[]'),
  'studied', array(select e.course_id from enrollments e join courses c on c.id = e.course_id
  where e.user_id = x.id and e.state in ('active', 'completed') and e.type = 'StudentEnrollment' and c.state in ('available', 'completed')),
  'groups', (select coalesce(json_agg(json_build_object('id', g.id, 'courseId', g.course_id)), '[]')
  from group_memberships m join groups g on g.id = m.group_id and not g.deleted left join courses c on c.id = g.course_id
  where m.user_id = x.id and m.state = 'accepted' and coalesce(c.state <> 'deleted', true) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = x.id and ge.state in ('active', 'completed') and (c.state in ('available', 'completed') or (c.state = 'unpublished' and ge.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))))),
  'works', exists (select 1 from enrollments e where e.user_id = x.id and e.state in ('active', 'completed') and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))) from users x cross join lateral (with own as materialized (select c.id, c.account_id, c.state, c.time_zone, c.gated, bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) as staff,
  bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment')) as grades, bool_or(e.type = 'StudentEnrollment') as studies,
  case when bool_or(not e.limit_privileges_to_course_section) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment')) then null
  else coalesce(array_agg(distinct e.course_section_id) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment')), '{}') end as graded,
  case when bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) then case when bool_or(not e.limit_privileges_to_course_section) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) then null
  else coalesce(array_agg(distinct e.course_section_id) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')), '{}') end end as overseen,
  coalesce(array_agg(distinct case e.type when 'ObserverEnrollment' then e.associated_user_id when 'StudentEnrollment' then e.user_id end) filter (where case e.type when 'ObserverEnrollment' then e.associated_user_id when 'StudentEnrollment' then e.user_id end is not null), '{}') as audience
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = x.id and e.state = 'active' and (c.state in ('available', 'completed') or (c.state = 'unpublished' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  group by c.id), own_groups as materialized (select g.id, g.course_id, m.user_id from group_memberships m join groups g on g.id = m.group_id and not g.deleted
  where m.user_id = any(array(select unnest(own.audience) from own where not own.staff)) and m.state = 'accepted')
  select array_agg(own.account_id) as account_ids,
  coalesce(json_agg(json_build_object('id', own.id, 'accountId', own.account_id, 'state', own.state, 'timeZone', own.time_zone, 'gated', own.gated,
  'staff', own.staff, 'grades', own.grades, 'studies', own.studies, 'graded', own.graded, 'oversees', own.overseen, 'students', own.audience,
  'sections', array(select s.course_section_id from enrollments s where (not own.staff or own.overseen is not null) and s.course_id = own.id
  and s.user_id = any(own.audience) and s.type = 'StudentEnrollment' and (s.state = 'active' or (s.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = s.course_id and going.user_id = s.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))),
  'groups', array(select g.id from own_groups g where not own.staff and g.course_id = own.id and g.user_id = any(own.audience)))
  order by own.id), '[]') as courses
  from own) mine where x.id = k."userId") as found from k;

-- access_token_self_nothing (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, null::json as found from k;

-- access_token_self_self (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('courses', mine.courses, 'accounts', coalesce((select json_agg(json_build_object('id', a.id,
  'settings', (select json_agg(above.settings order by cardinality(above.chain)) from accounts above where above.id = any(a.chain)),
  'timeZone', (select above.default_time_zone from accounts above where above.id = any(a.chain) and above.default_time_zone is not null
  order by cardinality(above.chain) desc limit 1)))
  from accounts a where a.id = any(mine.account_ids)), '[]'),
  'studied', array(select e.course_id from enrollments e join courses c on c.id = e.course_id
  where e.user_id = x.id and e.state in ('active', 'completed') and e.type = 'StudentEnrollment' and c.state in ('available', 'completed')),
  'groups', (select coalesce(json_agg(json_build_object('id', g.id, 'courseId', g.course_id)), '[]')
  from group_memberships m join groups g on g.id = m.group_id and not g.deleted left join courses c on c.id = g.course_id
  where m.user_id = x.id and m.state = 'accepted' and coalesce(c.state <> 'deleted', true) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = x.id and ge.state in ('active', 'completed') and (c.state in ('available', 'completed') or (c.state = 'unpublished' and ge.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))))),
  'works', exists (select 1 from enrollments e where e.user_id = x.id and e.state in ('active', 'completed') and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))) from users x cross join lateral (with own as materialized (select c.id, c.account_id, c.state, c.time_zone, c.gated, bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) as staff,
  bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment')) as grades, bool_or(e.type = 'StudentEnrollment') as studies,
  case when bool_or(not e.limit_privileges_to_course_section) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment')) then null
  else coalesce(array_agg(distinct e.course_section_id) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment')), '{}') end as graded,
  case when bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) then case when bool_or(not e.limit_privileges_to_course_section) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) then null
  else coalesce(array_agg(distinct e.course_section_id) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')), '{}') end end as overseen,
  coalesce(array_agg(distinct case e.type when 'ObserverEnrollment' then e.associated_user_id when 'StudentEnrollment' then e.user_id end) filter (where case e.type when 'ObserverEnrollment' then e.associated_user_id when 'StudentEnrollment' then e.user_id end is not null), '{}') as audience
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = x.id and e.state = 'active' and (c.state in ('available', 'completed') or (c.state = 'unpublished' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  group by c.id), own_groups as materialized (select g.id, g.course_id, m.user_id from group_memberships m join groups g on g.id = m.group_id and not g.deleted
  where m.user_id = any(array(select unnest(own.audience) from own where not own.staff)) and m.state = 'accepted')
  select array_agg(own.account_id) as account_ids,
  coalesce(json_agg(json_build_object('id', own.id, 'accountId', own.account_id, 'state', own.state, 'timeZone', own.time_zone, 'gated', own.gated,
  'staff', own.staff, 'grades', own.grades, 'studies', own.studies, 'graded', own.graded, 'oversees', own.overseen, 'students', own.audience,
  'sections', array(select s.course_section_id from enrollments s where (not own.staff or own.overseen is not null) and s.course_id = own.id
  and s.user_id = any(own.audience) and s.type = 'StudentEnrollment' and (s.state = 'active' or (s.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = s.course_id and going.user_id = s.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))),
  'groups', array(select g.id from own_groups g where not own.staff and g.course_id = own.id and g.user_id = any(own.audience)))
  order by own.id), '[]') as courses
  from own) mine where x.id = k."userId") as found from k;

-- access_token_user_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('id', x.id, 'rootAccountId', x.root_account_id, 'inReach', exists (select 1 from account_admins aa where aa.user_id = k."userId" and (aa.account_id = x.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = x.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = x.id and ua.direct and not aa.account_id = any(a.chain))))), 'outranks', exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = x.id
  and not exists (select 1 from account_admins aa where aa.user_id = k."userId" and aa.account_id = any(a.chain))),
  'instructor', x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)), 'staff', (x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) or cardinality(k."adminOf") > 0 and x.id <> k."userId" and exists (select 1 from enrollments you
  join courses c on c.id = you.course_id join accounts a on a.id = c.account_id
  where you.user_id = x.id and you.state in ('active', 'completed') and c.state <> 'deleted' and a.chain && k."adminOf")), 'peer', x.id <> k."userId" and (exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.state in ('active', 'completed') and you.state in ('active', 'completed')
  and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))
  or exists (select 1 from group_memberships me join group_memberships you on you.group_id = me.group_id and you.user_id = x.id
  join groups g on g.id = me.group_id left join courses c on c.id = g.course_id
  where me.user_id = k."userId" and me.state = 'accepted' and you.state = 'accepted' and not g.deleted
  and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = me.user_id and ge.state in ('active', 'completed'))) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = x.id and ge.state in ('active', 'completed')))))) from users x where not x.deleted and x.id = $2::int) as found from k;

-- access_token_user_nothing (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, null::json as found from k;

-- access_token_user_self (src/access/context-access.ts)
-- takes $1 token bytea?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('id', x.id, 'rootAccountId', x.root_account_id, 'inReach', exists (select 1 from account_admins aa where aa.user_id = k."userId" and (aa.account_id = x.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = x.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = x.id and ua.direct and not aa.account_id = any(a.chain))))), 'outranks', exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = x.id
  and not exists (select 1 from account_admins aa where aa.user_id = k."userId" and aa.account_id = any(a.chain))),
  'instructor', x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)), 'staff', (x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) or cardinality(k."adminOf") > 0 and x.id <> k."userId" and exists (select 1 from enrollments you
  join courses c on c.id = you.course_id join accounts a on a.id = c.account_id
  where you.user_id = x.id and you.state in ('active', 'completed') and c.state <> 'deleted' and a.chain && k."adminOf")), 'peer', x.id <> k."userId" and (exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.state in ('active', 'completed') and you.state in ('active', 'completed')
  and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))
  or exists (select 1 from group_memberships me join group_memberships you on you.group_id = me.group_id and you.user_id = x.id
  join groups g on g.id = me.group_id left join courses c on c.id = g.course_id
  where me.user_id = k."userId" and me.state = 'accepted' and you.state = 'accepted' and not g.deleted
  and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = me.user_id and ge.state in ('active', 'completed'))) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = x.id and ge.state in ('active', 'completed')))))) from users x where x.id = k."userId") as found from k;

-- access_token_user_sis_login_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 value text?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('id', x.id, 'rootAccountId', x.root_account_id, 'inReach', exists (select 1 from account_admins aa where aa.user_id = k."userId" and (aa.account_id = x.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = x.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = x.id and ua.direct and not aa.account_id = any(a.chain))))), 'outranks', exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = x.id
  and not exists (select 1 from account_admins aa where aa.user_id = k."userId" and aa.account_id = any(a.chain))),
  'instructor', x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)), 'staff', (x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) or cardinality(k."adminOf") > 0 and x.id <> k."userId" and exists (select 1 from enrollments you
  join courses c on c.id = you.course_id join accounts a on a.id = c.account_id
  where you.user_id = x.id and you.state in ('active', 'completed') and c.state <> 'deleted' and a.chain && k."adminOf")), 'peer', x.id <> k."userId" and (exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.state in ('active', 'completed') and you.state in ('active', 'completed')
  and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))
  or exists (select 1 from group_memberships me join group_memberships you on you.group_id = me.group_id and you.user_id = x.id
  join groups g on g.id = me.group_id left join courses c on c.id = g.course_id
  where me.user_id = k."userId" and me.state = 'accepted' and you.state = 'accepted' and not g.deleted
  and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = me.user_id and ge.state in ('active', 'completed'))) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = x.id and ge.state in ('active', 'completed')))))) from users x where not x.deleted and x.id = (select p.user_id from pseudonyms p
  where p.root_account_id = k."rootAccountId" and lower(p.unique_id) = lower($2) and p.state = 'active')) as found from k;

-- access_token_user_sis_user_id (src/access/context-access.ts)
-- takes $1 token bytea?, $2 value text?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain)))))) select k.*, (select json_build_object('id', x.id, 'rootAccountId', x.root_account_id, 'inReach', exists (select 1 from account_admins aa where aa.user_id = k."userId" and (aa.account_id = x.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = x.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = x.id and ua.direct and not aa.account_id = any(a.chain))))), 'outranks', exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = x.id
  and not exists (select 1 from account_admins aa where aa.user_id = k."userId" and aa.account_id = any(a.chain))),
  'instructor', x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)), 'staff', (x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) or cardinality(k."adminOf") > 0 and x.id <> k."userId" and exists (select 1 from enrollments you
  join courses c on c.id = you.course_id join accounts a on a.id = c.account_id
  where you.user_id = x.id and you.state in ('active', 'completed') and c.state <> 'deleted' and a.chain && k."adminOf")), 'peer', x.id <> k."userId" and (exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.state in ('active', 'completed') and you.state in ('active', 'completed')
  and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))
  or exists (select 1 from group_memberships me join group_memberships you on you.group_id = me.group_id and you.user_id = x.id
  join groups g on g.id = me.group_id left join courses c on c.id = g.course_id
  where me.user_id = k."userId" and me.state = 'accepted' and you.state = 'accepted' and not g.deleted
  and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = me.user_id and ge.state in ('active', 'completed'))) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = x.id and ge.state in ('active', 'completed')))))) from users x where not x.deleted and x.id = (select p.user_id from pseudonyms p
  where p.root_account_id = k."rootAccountId" and p.sis_user_id = $2 and p.state = 'active')) as found from k;

-- access_user_account_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('id', a.id, 'rootAccountId', a.root_account_id, 'parentAccountId', a.parent_account_id, 'chain', a.chain,
  'belongs', exists (select 1 from user_accounts ua where ua.user_id = k."userId" and ua.account_id = a.id)) from accounts a where not a.deleted and a.id = $2::int) as found from k;

-- access_user_account_nothing (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, null::json as found from k;

-- access_user_account_self (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('id', a.id, 'rootAccountId', a.root_account_id, 'parentAccountId', a.parent_account_id, 'chain', a.chain,
  'belongs', exists (select 1 from user_accounts ua where ua.user_id = k."userId" and ua.account_id = a.id)) from accounts a where not a.deleted and a.id = k."rootAccountId") as found from k;

-- access_user_account_sis_account_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 value text?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('id', a.id, 'rootAccountId', a.root_account_id, 'parentAccountId', a.parent_account_id, 'chain', a.chain,
  'belongs', exists (select 1 from user_accounts ua where ua.user_id = k."userId" and ua.account_id = a.id)) from accounts a where not a.deleted and a.root_account_id = k."rootAccountId" and a.sis_account_id = $2) as found from k;

-- access_user_collection_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('id', cl.id, 'ownerId', o.id, 'rootAccountId', o.root_account_id, 'visibility', cl.visibility) from collections cl join users o on o.id = cl.user_id where not cl.deleted and not o.deleted and cl.id = $2::int) as found from k;

-- access_user_collection_item_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('itemId', ci.id, 'id', cl.id, 'ownerId', o.id, 'rootAccountId', o.root_account_id, 'visibility', cl.visibility) from collection_items ci join collections cl on cl.id = ci.collection_id join users o on o.id = cl.user_id where not ci.deleted and not cl.deleted and not o.deleted and ci.id = $2::int) as found from k;

-- access_user_collection_item_nothing (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, null::json as found from k;

-- access_user_collection_nothing (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, null::json as found from k;

-- access_user_course_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]'), 'settings', (select json_agg(above.settings order by cardinality(above.chain)) from accounts nearest
  join accounts above on above.id = any(nearest.chain) where nearest.id = c.account_id)) from courses c where c.state <> 'deleted' and c.id = $2::int) as found from k;

-- access_user_course_nothing (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, null::json as found from k;

-- access_user_course_sis_course_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 value text?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]'), 'settings', (select json_agg(above.settings order by cardinality(above.chain)) from accounts nearest
  join accounts above on above.id = any(nearest.chain) where nearest.id = c.account_id)) from courses c where c.state <> 'deleted' and c.root_account_id = k."rootAccountId" and c.sis_course_id = $2) as found from k;

-- access_user_file_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('id', f.id, 'replaces', f.id <> named.id, 'concealed', (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), 'entry', (select json_build_object(
  'course', case when t.course_id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end,
  'group', case when g.id is not null then json_build_object('id', g.id, 'rootAccountId', g.root_account_id, 'groupCategoryId', g.group_category_id, 'isPublic', g.is_public,
  'joinLevel', g.join_level, 'accountId', g.account_id, 'chain', coalesce(ga.chain, '{}'),
  'membership', (select json_build_object('isMember', m.state = 'accepted', 'isInvited', m.state = 'invited', 'moderator', m.moderator)
  from group_memberships m where m.group_id = g.id and m.user_id = k."userId"),
  'course', case when c.id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) end,
  'collection', case when cl.id is not null then json_build_object('id', cl.id, 'ownerId', o.id, 'rootAccountId', o.root_account_id, 'visibility', cl.visibility) end,
  'topicId', coalesce(t.root_topic_id, t.id), 'assignmentId', t.assignment_id, 'topicPosted', t.state = 'active', 'topicAuthorId', t.user_id,
  'hasPosted', not t.require_initial_post or (exists (select 1 from discussion_entries own
  where own.user_id = k."userId" and own.topic_id = t.id and not own.deleted)
  or exists (select 1 from discussion_topics child join discussion_entries own on own.topic_id = child.id and own.user_id = k."userId" and not own.deleted
  where child.root_topic_id = t.id and child.state <> 'deleted' and exists (select 1 from group_memberships m where m.group_id = child.group_id and m.user_id = k."userId" and m.state = 'accepted'))))
  from discussion_entries e join discussion_topics t on t.id = e.topic_id and t.state <> 'deleted'
  left join groups g on g.id = t.group_id left join courses c on c.id = coalesce(t.course_id, g.course_id)
  left join accounts ga on ga.id = g.account_id left join collection_items ci on ci.id = t.collection_item_id
  left join collections cl on cl.id = ci.collection_id left join users o on o.id = cl.user_id
  where e.attachment_id = f.id and not e.deleted and coalesce(not g.deleted, true) and coalesce(c.state <> 'deleted', true)
  and coalesce(not (ci.deleted or cl.deleted or o.deleted), true)), 'received', case when f.user_id <> k."userId" or (f.group_id is not null and f.turned_in)
  then exists (select 1 from conversation_messages m
  join conversation_participants p on p.conversation_id = m.conversation_id and p.user_id = k."userId"
  where m.carried_file_ids <> '{}' and m.carried_file_ids @> array[f.id] and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id)) or exists (select 1 from submission_attempts h join assignments a on a.id = h.assignment_id and not a.deleted
  join courses c on c.id = a.course_id and c.state <> 'deleted'
  where h.file_ids <> '{}' and h.file_ids @> array[f.id] and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = h.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0) and (
  exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = c.account_id and aa.user_id = k."userId")
  or exists (select 1 from enrollments me where me.course_id = c.id and me.user_id = k."userId" and me.state in ('active', 'completed')
  and case when me.type in ('TeacherEnrollment', 'TaEnrollment') then me.type in ('TeacherEnrollment', 'TaEnrollment') and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = h.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[] is null or e.course_section_id = any(case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[])) offset 0)
  when c.state = 'unpublished' or not (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) then false
  when me.type = 'ObserverEnrollment' then me.associated_user_id = h.user_id
  when me.type = 'StudentEnrollment' then h.user_id = me.user_id or exists (select 1 from peer_reviews p
  where p.assignment_id = h.assignment_id and p.user_id = h.user_id and p.assessor_id = me.user_id)
  else false end))) or f.turned_in and exists (select 1 from (select c.id from enrollments e join courses c on c.id = e.course_id and c.state <> 'deleted'
  where e.user_id = f.user_id and e.type = 'StudentEnrollment' and e.state in ('active', 'completed') and (exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = c.account_id and aa.user_id = k."userId")
  or exists (select 1 from enrollments me where me.course_id = c.id and me.user_id = k."userId" and me.state in ('active', 'completed')
  and me.type in ('TeacherEnrollment', 'TaEnrollment') and (not me.limit_privileges_to_course_section or me.course_section_id = e.course_section_id))) offset 0) graded
  join quizzes q on q.course_id = graded.id and not q.deleted
  join quiz_attempts t on t.quiz_id = q.id and t.user_id = f.user_id and t.finished_at is not null
  where exists (select 1 from quiz_answers x
  join quiz_versions v on v.quiz_id = t.quiz_id and v.version = t.version
  where x.attempt_id = t.id and x.answer @> to_jsonb(f.id)
  and v.questions @> jsonb_build_array(jsonb_build_object('id', x.question_id, 'type', 'file_upload_question')) offset 0)) end, 'rootAccountId', coalesce(x.root_account_id, g.root_account_id, c.root_account_id),
  'userId', f.user_id, 'user', case when not x.deleted then json_build_object('id', x.id, 'rootAccountId', x.root_account_id, 'inReach', exists (select 1 from account_admins aa where aa.user_id = k."userId" and (aa.account_id = x.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = x.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = x.id and ua.direct and not aa.account_id = any(a.chain))))), 'outranks', exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = x.id
  and not exists (select 1 from account_admins aa where aa.user_id = k."userId" and aa.account_id = any(a.chain))),
  'instructor', x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)), 'staff', (x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) or cardinality(k."adminOf") > 0 and x.id <> k."userId" and exists (select 1 from enrollments you
  join courses c on c.id = you.course_id join accounts a on a.id = c.account_id
  where you.user_id = x.id and you.state in ('active', 'completed') and c.state <> 'deleted' and a.chain && k."adminOf")), 'peer', x.id <> k."userId" and (exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.state in ('active', 'completed') and you.state in ('active', 'completed')
  and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))
  or exists (select 1 from group_memberships me join group_memberships you on you.group_id = me.group_id and you.user_id = x.id
  join groups g on g.id = me.group_id left join courses c on c.id = g.course_id
  where me.user_id = k."userId" and me.state = 'accepted' and you.state = 'accepted' and not g.deleted
  and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = me.user_id and ge.state in ('active', 'completed'))) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = x.id and ge.state in ('active', 'completed')))))) end,
  'groupId', f.group_id, 'group', case when not g.deleted then json_build_object('id', g.id, 'rootAccountId', g.root_account_id, 'groupCategoryId', g.group_category_id, 'isPublic', g.is_public,
  'joinLevel', g.join_level, 'accountId', g.account_id, 'chain', coalesce(ga.chain, '{}'),
  'membership', (select json_build_object('isMember', m.state = 'accepted', 'isInvited', m.state = 'invited', 'moderator', m.moderator)
  from group_memberships m where m.group_id = g.id and m.user_id = k."userId"),
  'course', case when c.id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) end,
  'course', case when f.course_id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) from attachments named left join replaced_files rf on rf.file_id = named.id
  join attachments f on f.id = coalesce(rf.by_id, named.id) join folders fo on fo.id = f.folder_id left join users x on x.id = f.user_id left join groups g on g.id = f.group_id
  left join courses c on c.id = coalesce(f.course_id, g.course_id) left join accounts ga on ga.id = g.account_id where (not f.deleted or f.carried or f.turned_in) and (f.turned_in or coalesce(not g.deleted, true)) and coalesce(c.state <> 'deleted', true) and named.id = $2::int) as found from k;

-- access_user_file_nothing (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, null::json as found from k;

-- access_user_folder_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('id', fo.id, 'concealed', (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))), 'rootAccountId', coalesce(x.root_account_id, g.root_account_id, c.root_account_id),
  'userId', fo.user_id, 'user', case when not x.deleted then json_build_object('id', x.id, 'rootAccountId', x.root_account_id, 'inReach', exists (select 1 from account_admins aa where aa.user_id = k."userId" and (aa.account_id = x.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = x.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = x.id and ua.direct and not aa.account_id = any(a.chain))))), 'outranks', exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = x.id
  and not exists (select 1 from account_admins aa where aa.user_id = k."userId" and aa.account_id = any(a.chain))),
  'instructor', x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)), 'staff', (x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) or cardinality(k."adminOf") > 0 and x.id <> k."userId" and exists (select 1 from enrollments you
  join courses c on c.id = you.course_id join accounts a on a.id = c.account_id
  where you.user_id = x.id and you.state in ('active', 'completed') and c.state <> 'deleted' and a.chain && k."adminOf")), 'peer', x.id <> k."userId" and (exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.state in ('active', 'completed') and you.state in ('active', 'completed')
  and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))
  or exists (select 1 from group_memberships me join group_memberships you on you.group_id = me.group_id and you.user_id = x.id
  join groups g on g.id = me.group_id left join courses c on c.id = g.course_id
  where me.user_id = k."userId" and me.state = 'accepted' and you.state = 'accepted' and not g.deleted
  and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = me.user_id and ge.state in ('active', 'completed'))) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = x.id and ge.state in ('active', 'completed')))))) end,
  'groupId', fo.group_id, 'group', case when not g.deleted then json_build_object('id', g.id, 'rootAccountId', g.root_account_id, 'groupCategoryId', g.group_category_id, 'isPublic', g.is_public,
  'joinLevel', g.join_level, 'accountId', g.account_id, 'chain', coalesce(ga.chain, '{}'),
  'membership', (select json_build_object('isMember', m.state = 'accepted', 'isInvited', m.state = 'invited', 'moderator', m.moderator)
  from group_memberships m where m.group_id = g.id and m.user_id = k."userId"),
  'course', case when c.id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) end,
  'course', case when fo.course_id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) from folders fo left join users x on x.id = fo.user_id left join groups g on g.id = fo.group_id
  left join courses c on c.id = coalesce(fo.course_id, g.course_id) left join accounts ga on ga.id = g.account_id where not fo.deleted and coalesce(not x.deleted, true) and coalesce(not g.deleted, true) and coalesce(c.state <> 'deleted', true) and fo.id = $2::int) as found from k;

-- access_user_folder_nothing (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, null::json as found from k;

-- access_user_group_category_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('groupSetId', gc.id, 'rootAccountId', coalesce(c.root_account_id, a.root_account_id),
  'account', case when a.id is not null then json_build_object('id', a.id, 'rootAccountId', a.root_account_id, 'parentAccountId', a.parent_account_id, 'chain', a.chain,
  'belongs', exists (select 1 from user_accounts ua where ua.user_id = k."userId" and ua.account_id = a.id)) end,
  'course', case when c.id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) from group_categories gc left join courses c on c.id = gc.course_id left join accounts a on a.id = gc.account_id where coalesce(c.state <> 'deleted', not a.deleted) and not gc.deleted and gc.id = $2::int) as found from k;

-- access_user_group_category_nothing (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, null::json as found from k;

-- access_user_group_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('id', g.id, 'rootAccountId', g.root_account_id, 'groupCategoryId', g.group_category_id, 'isPublic', g.is_public,
  'joinLevel', g.join_level, 'accountId', g.account_id, 'chain', coalesce(ga.chain, '{}'),
  'membership', (select json_build_object('isMember', m.state = 'accepted', 'isInvited', m.state = 'invited', 'moderator', m.moderator)
  from group_memberships m where m.group_id = g.id and m.user_id = k."userId"),
  'course', case when c.id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) from groups g left join courses c on c.id = g.course_id left join accounts ga on ga.id = g.account_id where not g.deleted and (c.id is null or c.state <> 'deleted') and g.id = $2::int) as found from k;

-- access_user_group_nothing (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, null::json as found from k;

-- access_user_none_nothing (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, null::json as found from k;

-- access_user_outcome_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('id', oc.id, 'rootAccountId', coalesce(oc.root_account_id, k."rootAccountId"),
  'account', case when a.id is not null then json_build_object('id', a.id, 'rootAccountId', a.root_account_id, 'parentAccountId', a.parent_account_id, 'chain', a.chain,
  'belongs', exists (select 1 from user_accounts ua where ua.user_id = k."userId" and ua.account_id = a.id)) end,
  'course', case when c.id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) from outcomes oc left join courses c on c.id = oc.course_id left join accounts a on a.id = oc.account_id where not oc.deleted and coalesce(not a.deleted, true) and coalesce(c.state <> 'deleted', true) and oc.id = $2::int) as found from k;

-- access_user_outcome_nothing (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, null::json as found from k;

-- access_user_quiz_submission_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('attempt', json_build_object('id', t.id, 'userId', t.user_id, 'quizId', q.id, 'number', t.number, 'version', t.version, 'drawn', t.drawn,
  'quiz', json_build_object('deleted', q.deleted, 'ipFilter', q.ip_filter, 'oneByOne', q.one_question_at_a_time, 'goesBack', not q.cant_go_back)), 'id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) from quiz_attempts t join quizzes q on q.id = t.quiz_id join courses c on c.id = q.course_id where c.state <> 'deleted' and t.id = $2::int) as found from k;

-- access_user_quiz_submission_nothing (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, null::json as found from k;

-- access_user_section_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('sectionId', s.id, 'id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) from course_sections s join courses c on c.id = s.course_id where c.state <> 'deleted' and not s.deleted and s.id = $2::int) as found from k;

-- access_user_section_nothing (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, null::json as found from k;

-- access_user_section_sis_section_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 value text?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('sectionId', s.id, 'id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) from course_sections s join courses c on c.id = s.course_id where c.state <> 'deleted' and not s.deleted and s.root_account_id = k."rootAccountId" and s.sis_section_id = $2) as found from k;

-- access_user_self_id (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('courses', mine.courses, 'accounts', coalesce((select json_agg(json_build_object('id', a.id,
  'settings', (select json_agg(above.settings order by cardinality(above.chain)) from accounts above where above.id = any(a.chain)),
  'timeZone', (select above.default_time_zone from accounts above where above.id = any(a.chain) and above.default_time_zone is not null
  order by cardinality(above.chain) desc limit 1)))
  from accounts a where a.id = any(mine.account_ids)), '[]'),
  'studied', array(select e.course_id from enrollments e join courses c on c.id = e.course_id
  where e.user_id = x.id and e.state in ('active', 'completed') and e.type = 'StudentEnrollment' and c.state in ('available', 'completed')),
  'groups', (select coalesce(json_agg(json_build_object('id', g.id, 'courseId', g.course_id)), '[]')
  from group_memberships m join groups g on g.id = m.group_id and not g.deleted left join courses c on c.id = g.course_id
  where m.user_id = x.id and m.state = 'accepted' and coalesce(c.state <> 'deleted', true) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = x.id and ge.state in ('active', 'completed') and (c.state in ('available', 'completed') or (c.state = 'unpublished' and ge.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))))),
  'works', exists (select 1 from enrollments e where e.user_id = x.id and e.state in ('active', 'completed') and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))) from users x cross join lateral (with own as materialized (select c.id, c.account_id, c.state, c.time_zone, c.gated, bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) as staff,
  bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment')) as grades, bool_or(e.type = 'StudentEnrollment') as studies,
  case when bool_or(not e.limit_privileges_to_course_section) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment')) then null
  else coalesce(array_agg(distinct e.course_section_id) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment')), '{}') end as graded,
  case when bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) then case when bool_or(not e.limit_privileges_to_course_section) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) then null
  else coalesce(array_agg(distinct e.course_section_id) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')), '{}') end end as overseen,
  coalesce(array_agg(distinct case e.type when 'ObserverEnrollment' then e.associated_user_id when 'StudentEnrollment' then e.user_id end) filter (where case e.type when 'ObserverEnrollment' then e.associated_user_id when 'StudentEnrollment' then e.user_id end is not null), '{}') as audience
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = x.id and e.state = 'active' and (c.state in ('available', 'completed') or (c.state = 'unpublished' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  group by c.id), own_groups as materialized (select g.id, g.course_id, m.user_id from group_memberships m join groups g on g.id = m.group_id and not g.deleted
  where m.user_id = any(array(select unnest(own.audience) from own where not own.staff)) and m.state = 'accepted')
  select array_agg(own.account_id) as account_ids,
  coalesce(json_agg(json_build_object('id', own.id, 'accountId', own.account_id, 'state', own.state, 'timeZone', own.time_zone, 'gated', own.gated,
  'staff', own.staff, 'grades', own.grades, 'studies', own.studies, 'graded', own.graded, 'oversees', own.overseen, 'students', own.audience,
  'sections', array(select s.course_section_id from enrollments s where (not own.staff or own.overseen is not null) and s.course_id = own.id
  and s.user_id = any(own.audience) and s.type = 'StudentEnrollment' and (s.state = 'active' or (s.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = s.course_id and going.user_id = s.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))),
  'groups', array(select g.id from own_groups g where not own.staff and g.course_id = own.id and g.user_id = any(own.audience)))
  order by own.id), '[]') as courses
  from own) mine where x.id = k."userId") as found from k;

-- access_user_self_nothing (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, null::json as found from k;

-- access_user_self_self (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('courses', mine.courses, 'accounts', coalesce((select json_agg(json_build_object('id', a.id,
  'settings', (select json_agg(above.settings order by cardinality(above.chain)) from accounts above where above.id = any(a.chain)),
  'timeZone', (select above.default_time_zone from accounts above where above.id = any(a.chain) and above.default_time_zone is not null
  order by cardinality(above.chain) desc limit 1)))
  from accounts a where a.id = any(mine.account_ids)), '[]'),
  'studied', array(select e.course_id from enrollments e join courses c on c.id = e.course_id
  where e.user_id = x.id and e.state in ('active', 'completed') and e.type = 'StudentEnrollment' and c.state in ('available', 'completed')),
  'groups', (select coalesce(json_agg(json_build_object('id', g.id, 'courseId', g.course_id)), '[]')
  from group_memberships m join groups g on g.id = m.group_id and not g.deleted left join courses c on c.id = g.course_id
  where m.user_id = x.id and m.state = 'accepted' and coalesce(c.state <> 'deleted', true) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = x.id and ge.state in ('active', 'completed') and (c.state in ('available', 'completed') or (c.state = 'unpublished' and ge.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))))),
  'works', exists (select 1 from enrollments e where e.user_id = x.id and e.state in ('active', 'completed') and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))) from users x cross join lateral (with own as materialized (select c.id, c.account_id, c.state, c.time_zone, c.gated, bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) as staff,
  bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment')) as grades, bool_or(e.type = 'StudentEnrollment') as studies,
  case when bool_or(not e.limit_privileges_to_course_section) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment')) then null
  else coalesce(array_agg(distinct e.course_section_id) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment')), '{}') end as graded,
  case when bool_or(e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) then case when bool_or(not e.limit_privileges_to_course_section) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) then null
  else coalesce(array_agg(distinct e.course_section_id) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')), '{}') end end as overseen,
  coalesce(array_agg(distinct case e.type when 'ObserverEnrollment' then e.associated_user_id when 'StudentEnrollment' then e.user_id end) filter (where case e.type when 'ObserverEnrollment' then e.associated_user_id when 'StudentEnrollment' then e.user_id end is not null), '{}') as audience
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = x.id and e.state = 'active' and (c.state in ('available', 'completed') or (c.state = 'unpublished' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  group by c.id), own_groups as materialized (select g.id, g.course_id, m.user_id from group_memberships m join groups g on g.id = m.group_id and not g.deleted
  where m.user_id = any(array(select unnest(own.audience) from own where not own.staff)) and m.state = 'accepted')
  select array_agg(own.account_id) as account_ids,
  coalesce(json_agg(json_build_object('id', own.id, 'accountId', own.account_id, 'state', own.state, 'timeZone', own.time_zone, 'gated', own.gated,
  'staff', own.staff, 'grades', own.grades, 'studies', own.studies, 'graded', own.graded, 'oversees', own.overseen, 'students', own.audience,
  'sections', array(select s.course_section_id from enrollments s where (not own.staff or own.overseen is not null) and s.course_id = own.id
  and s.user_id = any(own.audience) and s.type = 'StudentEnrollment' and (s.state = 'active' or (s.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = s.course_id and going.user_id = s.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))),
  'groups', array(select g.id from own_groups g where not own.staff and g.course_id = own.id and g.user_id = any(own.audience)))
  order by own.id), '[]') as courses
  from own) mine where x.id = k."userId") as found from k;

-- access_user_user_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 id int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('id', x.id, 'rootAccountId', x.root_account_id, 'inReach', exists (select 1 from account_admins aa where aa.user_id = k."userId" and (aa.account_id = x.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = x.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = x.id and ua.direct and not aa.account_id = any(a.chain))))), 'outranks', exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = x.id
  and not exists (select 1 from account_admins aa where aa.user_id = k."userId" and aa.account_id = any(a.chain))),
  'instructor', x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)), 'staff', (x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) or cardinality(k."adminOf") > 0 and x.id <> k."userId" and exists (select 1 from enrollments you
  join courses c on c.id = you.course_id join accounts a on a.id = c.account_id
  where you.user_id = x.id and you.state in ('active', 'completed') and c.state <> 'deleted' and a.chain && k."adminOf")), 'peer', x.id <> k."userId" and (exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.state in ('active', 'completed') and you.state in ('active', 'completed')
  and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))
  or exists (select 1 from group_memberships me join group_memberships you on you.group_id = me.group_id and you.user_id = x.id
  join groups g on g.id = me.group_id left join courses c on c.id = g.course_id
  where me.user_id = k."userId" and me.state = 'accepted' and you.state = 'accepted' and not g.deleted
  and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = me.user_id and ge.state in ('active', 'completed'))) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = x.id and ge.state in ('active', 'completed')))))) from users x where not x.deleted and x.id = $2::int) as found from k;

-- access_user_user_nothing (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, null::json as found from k;

-- access_user_user_self (src/access/context-access.ts)
-- takes $1 userId int4?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('id', x.id, 'rootAccountId', x.root_account_id, 'inReach', exists (select 1 from account_admins aa where aa.user_id = k."userId" and (aa.account_id = x.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = x.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = x.id and ua.direct and not aa.account_id = any(a.chain))))), 'outranks', exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = x.id
  and not exists (select 1 from account_admins aa where aa.user_id = k."userId" and aa.account_id = any(a.chain))),
  'instructor', x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)), 'staff', (x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) or cardinality(k."adminOf") > 0 and x.id <> k."userId" and exists (select 1 from enrollments you
  join courses c on c.id = you.course_id join accounts a on a.id = c.account_id
  where you.user_id = x.id and you.state in ('active', 'completed') and c.state <> 'deleted' and a.chain && k."adminOf")), 'peer', x.id <> k."userId" and (exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.state in ('active', 'completed') and you.state in ('active', 'completed')
  and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))
  or exists (select 1 from group_memberships me join group_memberships you on you.group_id = me.group_id and you.user_id = x.id
  join groups g on g.id = me.group_id left join courses c on c.id = g.course_id
  where me.user_id = k."userId" and me.state = 'accepted' and you.state = 'accepted' and not g.deleted
  and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = me.user_id and ge.state in ('active', 'completed'))) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = x.id and ge.state in ('active', 'completed')))))) from users x where x.id = k."userId") as found from k;

-- access_user_user_sis_login_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 value text?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('id', x.id, 'rootAccountId', x.root_account_id, 'inReach', exists (select 1 from account_admins aa where aa.user_id = k."userId" and (aa.account_id = x.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = x.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = x.id and ua.direct and not aa.account_id = any(a.chain))))), 'outranks', exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = x.id
  and not exists (select 1 from account_admins aa where aa.user_id = k."userId" and aa.account_id = any(a.chain))),
  'instructor', x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)), 'staff', (x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) or cardinality(k."adminOf") > 0 and x.id <> k."userId" and exists (select 1 from enrollments you
  join courses c on c.id = you.course_id join accounts a on a.id = c.account_id
  where you.user_id = x.id and you.state in ('active', 'completed') and c.state <> 'deleted' and a.chain && k."adminOf")), 'peer', x.id <> k."userId" and (exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.state in ('active', 'completed') and you.state in ('active', 'completed')
  and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))
  or exists (select 1 from group_memberships me join group_memberships you on you.group_id = me.group_id and you.user_id = x.id
  join groups g on g.id = me.group_id left join courses c on c.id = g.course_id
  where me.user_id = k."userId" and me.state = 'accepted' and you.state = 'accepted' and not g.deleted
  and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = me.user_id and ge.state in ('active', 'completed'))) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = x.id and ge.state in ('active', 'completed')))))) from users x where not x.deleted and x.id = (select p.user_id from pseudonyms p
  where p.root_account_id = k."rootAccountId" and lower(p.unique_id) = lower($2) and p.state = 'active')) as found from k;

-- access_user_user_sis_user_id (src/access/context-access.ts)
-- takes $1 userId int4?, $2 value text?
-- gives userId int4, rootAccountId int4, timeZone text, adminOf int4[], tokenId int4?, lentBy int4?, expiresAt timestamptz?, lastUsedAt timestamptz?, found jsonb?
with k as (select u.id as "userId", u.root_account_id as "rootAccountId", coalesce(u.time_zone, r.default_time_zone, 'UTC') as "timeZone",
  array(select aa.account_id from account_admins aa where aa.user_id = u.id) as "adminOf", t.id as "tokenId", t.created_by_id as "lentBy",
  t.expires_at as "expiresAt", u.last_used_at as "lastUsedAt" from users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted) select k.*, (select json_build_object('id', x.id, 'rootAccountId', x.root_account_id, 'inReach', exists (select 1 from account_admins aa where aa.user_id = k."userId" and (aa.account_id = x.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = x.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = x.id and ua.direct and not aa.account_id = any(a.chain))))), 'outranks', exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = x.id
  and not exists (select 1 from account_admins aa where aa.user_id = k."userId" and aa.account_id = any(a.chain))),
  'instructor', x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)), 'staff', (x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) or cardinality(k."adminOf") > 0 and x.id <> k."userId" and exists (select 1 from enrollments you
  join courses c on c.id = you.course_id join accounts a on a.id = c.account_id
  where you.user_id = x.id and you.state in ('active', 'completed') and c.state <> 'deleted' and a.chain && k."adminOf")), 'peer', x.id <> k."userId" and (exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
  join courses c on c.id = me.course_id
  where me.user_id = k."userId" and me.state in ('active', 'completed') and you.state in ('active', 'completed')
  and (c.state in ('available', 'completed') or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))
  or exists (select 1 from group_memberships me join group_memberships you on you.group_id = me.group_id and you.user_id = x.id
  join groups g on g.id = me.group_id left join courses c on c.id = g.course_id
  where me.user_id = k."userId" and me.state = 'accepted' and you.state = 'accepted' and not g.deleted
  and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = me.user_id and ge.state in ('active', 'completed'))) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = x.id and ge.state in ('active', 'completed')))))) from users x where not x.deleted and x.id = (select p.user_id from pseudonyms p
  where p.root_account_id = k."rootAccountId" and p.sis_user_id = $2 and p.state = 'active')) as found from k;

-- add_job (src/access/context.ts)
-- takes $1 job text, $2 payload jsonb, $3 key text?, $4 runAt timestamptz?, $5 keepTime bool
insert into pending_jobs (task, payload, key, run_at, keeps_time) values ($1, $2, $3, $4, $5);

-- access_courses (src/access/elsewhere.ts)
-- takes $1 callerId int4, $2 ids int4[]
-- gives found jsonb
with k as (select $1::int as "userId") select json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) as found from k, courses c
  where c.state <> 'deleted' and c.id = any($2::int[]);

-- access_groups (src/access/elsewhere.ts)
-- takes $1 callerId int4, $2 ids int4[]
-- gives found jsonb
with k as (select $1::int as "userId") select json_build_object('id', g.id, 'rootAccountId', g.root_account_id, 'groupCategoryId', g.group_category_id, 'isPublic', g.is_public,
  'joinLevel', g.join_level, 'accountId', g.account_id, 'chain', coalesce(ga.chain, '{}'),
  'membership', (select json_build_object('isMember', m.state = 'accepted', 'isInvited', m.state = 'invited', 'moderator', m.moderator)
  from group_memberships m where m.group_id = g.id and m.user_id = k."userId"),
  'course', case when c.id is not null then json_build_object('id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
  'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
  from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')) end) as found from k, groups g left join courses c on c.id = g.course_id left join accounts ga on ga.id = g.account_id
  where not g.deleted and (c.id is null or c.state <> 'deleted') and g.id = any($2::int[]);

-- assignments_held_by_modules (src/access/gates.ts)
-- takes $1 courseIds int4[], $2 students text[], $3 now timestamptz
-- gives id int4
with steps as materialized (
  select m.id as module_id, m.name as module_name, m.position as module_position, m.unlock_at, m.waits_for, m.require_sequential_progress as in_order,
  learner.id as student, own.*
  from (select given.course_id, given.students::int[] as students from unnest($1::int[], $2::text[]) as given(course_id, students)) place join course_modules m on m.course_id = place.course_id and not m.deleted
  join courses c on c.id = m.course_id cross join unnest(place.students) learner(id)
  left join lateral (select i.id as item_id, i.position, i.requirement is not null as asked, case i.requirement
  when 'must_view' then (select v.viewed_at from module_item_progress v where v.item_id = i.id and v.user_id = learner.id)
  when 'must_mark_done' then (select v.done_at from module_item_progress v where v.item_id = i.id and v.user_id = learner.id)
  when 'must_contribute' then coalesce(
  (select min(e.created_at) from discussion_topics x join discussion_entries e on e.topic_id = x.id
  where (x.id = i.topic_id or x.root_topic_id = i.topic_id) and e.user_id = learner.id and not e.deleted),
  (select min(r.created_at) from wiki_page_revisions r where r.page_id = i.page_id and r.editor_id = learner.id))
  when 'must_submit' then coalesce(
  (select case when s.submitted_at is not null then s.submitted_at when (s.graded_at is not null and not s.missing_grade) and not x.muted then s.graded_at end
  from submissions s join assignments x on x.id = s.assignment_id where s.assignment_id = content.assignment_id and s.user_id = learner.id),
  (select min(t.finished_at) from quiz_attempts t where t.quiz_id = i.quiz_id and t.user_id = learner.id and t.finished_at is not null))
  when 'min_score' then coalesce(
  (select s.graded_at from submissions s join assignments x on x.id = s.assignment_id
  where s.assignment_id = content.assignment_id and s.user_id = learner.id and s.score >= i.min_score and s.graded_at is not null and not x.muted),
  (select min(t.finished_at) from quiz_attempts t
  where t.quiz_id = i.quiz_id and content.assignment_id is null and t.user_id = learner.id and t.score >= i.min_score and t.finished_at is not null))
  end as met_at, case when content.assignment_id is not null then 'Assignment' when content.content_id is not null then i.kind end as of_kind,
  coalesce(content.assignment_id, content.content_id) as of_id
  from module_items i cross join lateral (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id union all select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id union all select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id union all select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id union all select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader' union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug) where one.is_there) content where i.module_id = m.id and not i.deleted and content.is_shown offset 0) own on true
  where (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))),
  counted as materialized (
  select module_id, student, waits_for, coalesce(unlock_at > $3::timestamptz, false) as early, not coalesce(bool_or(asked and met_at is null), false) as done,
  count(*) filter (where asked) as asked, count(*) filter (where asked and met_at is not null) as met, max(met_at) filter (where asked) as met_at
  from steps group by module_id, student, waits_for, unlock_at),
  stages as materialized (
  select o.*, not o.early and not exists (select 1 from counted r
  where r.student = o.student and r.module_id = any(o.waits_for) and (r.early or not r.done)) as open
  from counted o),
  paths as (
  select steps.*, stages.early, not stages.open or (steps.in_order and coalesce(bool_or(steps.asked and steps.met_at is null)
  over (partition by steps.student, steps.module_id order by steps.position, steps.item_id rows between unbounded preceding and 1 preceding), false)) as held
  from steps join stages on stages.module_id = steps.module_id and stages.student = steps.student where steps.item_id is not null),
  every_place as (
  select student, of_kind, of_id, module_id, module_position, position, item_id, early, held from paths where of_id is not null
  union all select learner.id, case when content.assignment_id is not null then 'Assignment' when content.content_id is not null then i.kind end as of_kind,
  coalesce(content.assignment_id, content.content_id) as of_id, m.id, m.position, i.position, i.id, false, true
  from (select given.course_id, given.students::int[] as students from unnest($1::int[], $2::text[]) as given(course_id, students)) place join course_modules m on m.course_id = place.course_id and not m.deleted
  join courses c on c.id = m.course_id cross join unnest(place.students) learner(id)
  join module_items i on i.module_id = m.id and not i.deleted cross join lateral (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id union all select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id union all select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id union all select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id union all select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader' union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug) where one.is_there) content
  where content.content_id is not null and not (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))),
  standing as (
  select of_kind, of_id, bool_and(held) as held, (array_agg(module_id order by module_position, position, item_id))[1] as module_id,
  (array_agg(early order by module_position, position, item_id))[1] as early
  from every_place group by of_kind, of_id) select standing.of_id as id from standing where standing.held and standing.of_kind = 'Assignment';

-- content_held_by_modules (src/access/gates.ts)
-- takes $1 courseIds int4[], $2 students text[], $3 now timestamptz, $4 assignments int4[], $5 quizzes int4[], $6 topics int4[], $7 files int4[], $8 pages int4[]
-- gives kind module_item_kind, id int4, moduleId int4, moduleName text, published bool, unlockAt timestamptz?, prerequisites jsonb
with concerned as materialized (select m.id, m.waits_for from course_modules m
  where not m.deleted and m.id in (select i.module_id from (select i.* from module_items i where i.assignment_id = any($4::int[]) union all select i.* from quizzes x join module_items i on i.quiz_id = x.id where x.assignment_id = any($4::int[]) union all select i.* from discussion_topics x join module_items i on i.topic_id = x.id where x.assignment_id = any($4::int[]) union all select i.* from module_items i where i.quiz_id = any($5::int[]) union all select i.* from module_items i where i.topic_id = any($6::int[]) union all select i.* from module_items i where i.file_id = any($7::int[]) union all select i.* from module_items i where i.page_id = any($8::int[])) i where not i.deleted)), steps as materialized (
  select m.id as module_id, m.name as module_name, m.position as module_position, m.unlock_at, m.waits_for, m.require_sequential_progress as in_order,
  learner.id as student, own.*
  from (select given.course_id, given.students::int[] as students from unnest($1::int[], $2::text[]) as given(course_id, students)) place join course_modules m on m.course_id = place.course_id and not m.deleted and m.id = any(array(select id from concerned union select unnest(waits_for) from concerned))
  join courses c on c.id = m.course_id cross join unnest(place.students) learner(id)
  left join lateral (select i.id as item_id, i.position, i.requirement is not null as asked, case i.requirement
  when 'must_view' then (select v.viewed_at from module_item_progress v where v.item_id = i.id and v.user_id = learner.id)
  when 'must_mark_done' then (select v.done_at from module_item_progress v where v.item_id = i.id and v.user_id = learner.id)
  when 'must_contribute' then coalesce(
  (select min(e.created_at) from discussion_topics x join discussion_entries e on e.topic_id = x.id
  where (x.id = i.topic_id or x.root_topic_id = i.topic_id) and e.user_id = learner.id and not e.deleted),
  (select min(r.created_at) from wiki_page_revisions r where r.page_id = i.page_id and r.editor_id = learner.id))
  when 'must_submit' then coalesce(
  (select case when s.submitted_at is not null then s.submitted_at when (s.graded_at is not null and not s.missing_grade) and not x.muted then s.graded_at end
  from submissions s join assignments x on x.id = s.assignment_id where s.assignment_id = content.assignment_id and s.user_id = learner.id),
  (select min(t.finished_at) from quiz_attempts t where t.quiz_id = i.quiz_id and t.user_id = learner.id and t.finished_at is not null))
  when 'min_score' then coalesce(
  (select s.graded_at from submissions s join assignments x on x.id = s.assignment_id
  where s.assignment_id = content.assignment_id and s.user_id = learner.id and s.score >= i.min_score and s.graded_at is not null and not x.muted),
  (select min(t.finished_at) from quiz_attempts t
  where t.quiz_id = i.quiz_id and content.assignment_id is null and t.user_id = learner.id and t.score >= i.min_score and t.finished_at is not null))
  end as met_at, case when content.assignment_id is not null then 'Assignment' when content.content_id is not null then i.kind end as of_kind,
  coalesce(content.assignment_id, content.content_id) as of_id
  from module_items i cross join lateral (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id union all select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id union all select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id union all select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id union all select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader' union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug) where one.is_there) content where i.module_id = m.id and not i.deleted and content.is_shown offset 0) own on true
  where (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))),
  counted as materialized (
  select module_id, student, waits_for, coalesce(unlock_at > $3::timestamptz, false) as early, not coalesce(bool_or(asked and met_at is null), false) as done,
  count(*) filter (where asked) as asked, count(*) filter (where asked and met_at is not null) as met, max(met_at) filter (where asked) as met_at
  from steps group by module_id, student, waits_for, unlock_at),
  stages as materialized (
  select o.*, not o.early and not exists (select 1 from counted r
  where r.student = o.student and r.module_id = any(o.waits_for) and (r.early or not r.done)) as open
  from counted o),
  paths as (
  select steps.*, stages.early, not stages.open or (steps.in_order and coalesce(bool_or(steps.asked and steps.met_at is null)
  over (partition by steps.student, steps.module_id order by steps.position, steps.item_id rows between unbounded preceding and 1 preceding), false)) as held
  from steps join stages on stages.module_id = steps.module_id and stages.student = steps.student where steps.item_id is not null),
  every_place as (
  select student, of_kind, of_id, module_id, module_position, position, item_id, early, held from paths where of_id is not null
  union all select learner.id, case when content.assignment_id is not null then 'Assignment' when content.content_id is not null then i.kind end as of_kind,
  coalesce(content.assignment_id, content.content_id) as of_id, m.id, m.position, i.position, i.id, false, true
  from (select given.course_id, given.students::int[] as students from unnest($1::int[], $2::text[]) as given(course_id, students)) place join course_modules m on m.course_id = place.course_id and not m.deleted and m.id = any(array(select id from concerned union select unnest(waits_for) from concerned))
  join courses c on c.id = m.course_id cross join unnest(place.students) learner(id)
  join module_items i on i.module_id = m.id and not i.deleted cross join lateral (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id union all select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id union all select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id union all select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id union all select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader' union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug) where one.is_there) content
  where content.content_id is not null and not (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))),
  standing as (
  select of_kind, of_id, bool_and(held) as held, (array_agg(module_id order by module_position, position, item_id))[1] as module_id,
  (array_agg(early order by module_position, position, item_id))[1] as early
  from every_place group by of_kind, of_id)
  select standing.of_kind as kind, standing.of_id as id, m.id as "moduleId", m.name as "moduleName", (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) as published,
  case when standing.early then m.unlock_at end as "unlockAt",
  coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name) order by r.position) from course_modules r
  where r.id = any(m.prerequisite_ids) and (r.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))), '[]') as prerequisites
  from standing join course_modules m on m.id = standing.module_id join courses c on c.id = m.course_id
  where standing.held and standing.of_id = any(case standing.of_kind when 'Assignment' then $4::int[]
  when 'Quiz' then $5::int[] when 'Discussion' then $6::int[] when 'File' then $7::int[] else $8::int[] end);

-- people_held_back_by_modules (src/access/gates.ts)
-- takes $1 courseIds int4[], $2 students text[], $3 now timestamptz, $4 assignments int4[], $5 quizzes int4[], $6 topics int4[], $7 files int4[], $8 pages int4[]
-- gives id int4
with concerned as materialized (select m.id, m.waits_for from course_modules m
  where not m.deleted and m.id in (select i.module_id from (select i.* from module_items i where i.assignment_id = any($4::int[]) union all select i.* from quizzes x join module_items i on i.quiz_id = x.id where x.assignment_id = any($4::int[]) union all select i.* from discussion_topics x join module_items i on i.topic_id = x.id where x.assignment_id = any($4::int[]) union all select i.* from module_items i where i.quiz_id = any($5::int[]) union all select i.* from module_items i where i.topic_id = any($6::int[]) union all select i.* from module_items i where i.file_id = any($7::int[]) union all select i.* from module_items i where i.page_id = any($8::int[])) i where not i.deleted)), steps as materialized (
  select m.id as module_id, m.name as module_name, m.position as module_position, m.unlock_at, m.waits_for, m.require_sequential_progress as in_order,
  learner.id as student, own.*
  from (select given.course_id, given.students::int[] as students from unnest($1::int[], $2::text[]) as given(course_id, students)) place join course_modules m on m.course_id = place.course_id and not m.deleted and m.id = any(array(select id from concerned union select unnest(waits_for) from concerned))
  join courses c on c.id = m.course_id cross join unnest(place.students) learner(id)
  left join lateral (select i.id as item_id, i.position, i.requirement is not null as asked, case i.requirement
  when 'must_view' then (select v.viewed_at from module_item_progress v where v.item_id = i.id and v.user_id = learner.id)
  when 'must_mark_done' then (select v.done_at from module_item_progress v where v.item_id = i.id and v.user_id = learner.id)
  when 'must_contribute' then coalesce(
  (select min(e.created_at) from discussion_topics x join discussion_entries e on e.topic_id = x.id
  where (x.id = i.topic_id or x.root_topic_id = i.topic_id) and e.user_id = learner.id and not e.deleted),
  (select min(r.created_at) from wiki_page_revisions r where r.page_id = i.page_id and r.editor_id = learner.id))
  when 'must_submit' then coalesce(
  (select case when s.submitted_at is not null then s.submitted_at when (s.graded_at is not null and not s.missing_grade) and not x.muted then s.graded_at end
  from submissions s join assignments x on x.id = s.assignment_id where s.assignment_id = content.assignment_id and s.user_id = learner.id),
  (select min(t.finished_at) from quiz_attempts t where t.quiz_id = i.quiz_id and t.user_id = learner.id and t.finished_at is not null))
  when 'min_score' then coalesce(
  (select s.graded_at from submissions s join assignments x on x.id = s.assignment_id
  where s.assignment_id = content.assignment_id and s.user_id = learner.id and s.score >= i.min_score and s.graded_at is not null and not x.muted),
  (select min(t.finished_at) from quiz_attempts t
  where t.quiz_id = i.quiz_id and content.assignment_id is null and t.user_id = learner.id and t.score >= i.min_score and t.finished_at is not null))
  end as met_at, case when content.assignment_id is not null then 'Assignment' when content.content_id is not null then i.kind end as of_kind,
  coalesce(content.assignment_id, content.content_id) as of_id
  from module_items i cross join lateral (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id union all select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id union all select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id union all select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id union all select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader' union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug) where one.is_there) content where i.module_id = m.id and not i.deleted and content.is_shown offset 0) own on true
  where (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))),
  counted as materialized (
  select module_id, student, waits_for, coalesce(unlock_at > $3::timestamptz, false) as early, not coalesce(bool_or(asked and met_at is null), false) as done,
  count(*) filter (where asked) as asked, count(*) filter (where asked and met_at is not null) as met, max(met_at) filter (where asked) as met_at
  from steps group by module_id, student, waits_for, unlock_at),
  stages as materialized (
  select o.*, not o.early and not exists (select 1 from counted r
  where r.student = o.student and r.module_id = any(o.waits_for) and (r.early or not r.done)) as open
  from counted o),
  paths as (
  select steps.*, stages.early, not stages.open or (steps.in_order and coalesce(bool_or(steps.asked and steps.met_at is null)
  over (partition by steps.student, steps.module_id order by steps.position, steps.item_id rows between unbounded preceding and 1 preceding), false)) as held
  from steps join stages on stages.module_id = steps.module_id and stages.student = steps.student where steps.item_id is not null),
  every_place as (
  select student, of_kind, of_id, module_id, module_position, position, item_id, early, held from paths where of_id is not null
  union all select learner.id, case when content.assignment_id is not null then 'Assignment' when content.content_id is not null then i.kind end as of_kind,
  coalesce(content.assignment_id, content.content_id) as of_id, m.id, m.position, i.position, i.id, false, true
  from (select given.course_id, given.students::int[] as students from unnest($1::int[], $2::text[]) as given(course_id, students)) place join course_modules m on m.course_id = place.course_id and not m.deleted and m.id = any(array(select id from concerned union select unnest(waits_for) from concerned))
  join courses c on c.id = m.course_id cross join unnest(place.students) learner(id)
  join module_items i on i.module_id = m.id and not i.deleted cross join lateral (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id union all select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id union all select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id union all select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id union all select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader' union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug) where one.is_there) content
  where content.content_id is not null and not (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))),
  standing as (
  select of_kind, of_id, bool_and(held) as held, (array_agg(module_id order by module_position, position, item_id))[1] as module_id,
  (array_agg(early order by module_position, position, item_id))[1] as early
  from every_place group by of_kind, of_id)
  select standing.student as id from every_place standing where standing.of_id = any(case standing.of_kind when 'Assignment' then $4::int[]
  when 'Quiz' then $5::int[] when 'Discussion' then $6::int[] when 'File' then $7::int[] else $8::int[] end) group by standing.student having bool_and(standing.held);

-- tokens_used (src/access/last-used.ts)
-- takes $1 tokenIds int4[], $2 userIds int4[], $3 courseIds int4[]
with
  t as (select id from access_tokens where id = any($1::int[]) for no key update skip locked),
  token as (update access_tokens set last_used_at = now() from t where access_tokens.id = t.id),
  active_in as (select * from unnest($2::int[], $3::int[]) as n(user_id, course_id)),
  e as (select e.id from enrollments e join active_in n on n.user_id = e.user_id and n.course_id = e.course_id where e.state = 'active'
  for no key update of e skip locked),
  enrollment as (update enrollments set last_activity_at = now() from e where enrollments.id = e.id),
  u as (select id from users where id = any($2::int[]) and (last_used_at is null or last_used_at < now() - interval '1 hour')
  for no key update skip locked),
  used as (update users set last_used_at = now() from u where users.id = u.id)
  select from set_config('synchronous_commit', 'off', true);

-- write_positions_noted (src/access/read-targets.ts)
-- takes $1 userIds int4[]
insert into write_positions (user_id, position)
  select one.id, (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint from unnest($1::int[]) one (id) order by one.id
  on conflict (user_id) do update set position = greatest(write_positions.position, excluded.position);

-- write_positions_of (src/access/read-targets.ts)
-- takes $1 userIds int4[]
-- gives userId int4, position int4
select user_id as "userId", position from write_positions where user_id = any($1::int[]);

-- request_counts_exchanged (src/access/request-counts.ts)
-- takes $1 minute int4, $2 keys text[], $3 counts int4[]
-- gives key text, count int4
with past as (
  select minute, key from request_counts where minute < $1 - 1 for update skip locked),
  forgotten as (delete from request_counts r using past where r.minute = past.minute and r.key = past.key)
  insert into request_counts (minute, key, count)
  select $1, one.key, one.count from unnest($2::text[], $3::int[]) one (key, count) order by one.key
  on conflict (minute, key) do update set count = request_counts.count + excluded.count
  returning key, count;
