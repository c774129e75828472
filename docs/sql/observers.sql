-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- holder_of_own_token (src/areas/observers/links.ts)
-- takes $1 hash bytea, $2 rootAccountId int4
-- gives id int4
select u.id from access_tokens t join users u on u.id = t.user_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted and (t.created_by_id is null
  or exists (select from users maker where maker.id = t.created_by_id and not maker.deleted and exists (select 1 from account_admins aa where aa.user_id = maker.id and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) and not exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = u.id
  and not exists (select 1 from account_admins aa where aa.user_id = maker.id and aa.account_id = any(a.chain))))) and t.created_by_id is null and u.root_account_id = $2;

-- observations_of_deleted_user (src/areas/observers/links.ts)
-- takes $1 userId int4
-- gives observerId int4, observeeId int4
delete from observations o where o.observer_id = $1 or o.observee_id = $1
  returning o.observer_id as "observerId", o.observee_id as "observeeId";

-- observer_and_observee_held (src/areas/observers/links.ts)
-- takes $1 userIds int4[]
-- gives id int4
select id from users where id = any($1::int[]) and not deleted order by id for no key update;

-- observers_of_user_added (src/areas/observers/links.ts)
-- takes $1 id int4
-- gives added void
select pg_advisory_xact_lock(7236621, $1) as added;

-- observees_of_user_names_nothing_0_after_11 (src/areas/observers/lists.ts)
-- takes $1 userId int4, $2 other int4, $3 key 1 text, $4 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", u.sort_key as "sortKey" from (select u.* from observations o join users u on u.id = o.observee_id where o.observer_id = $1 and not u.deleted and u.id = $2::int and (u.sort_key, u.id) > ($3::text collate "C", $4::int) order by u.sort_key asc, u.id asc limit 11 ) u order by u.sort_key asc, u.id asc;

-- observees_of_user_names_nothing_first_11 (src/areas/observers/lists.ts)
-- takes $1 userId int4
-- gives id int4, name text, sortableName text, shortName text, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", u.sort_key as "sortKey" from (select u.* from observations o join users u on u.id = o.observee_id where o.observer_id = $1 and not u.deleted   order by u.sort_key asc, u.id asc limit 11 ) u order by u.sort_key asc, u.id asc;

-- observees_of_user_names_pictures_0_after_11 (src/areas/observers/lists.ts)
-- takes $1 userId int4, $2 other int4, $3 key 1 text, $4 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, picture text?, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.sort_key as "sortKey" from (select u.* from observations o join users u on u.id = o.observee_id where o.observer_id = $1 and not u.deleted and u.id = $2::int and (u.sort_key, u.id) > ($3::text collate "C", $4::int) order by u.sort_key asc, u.id asc limit 11 ) u order by u.sort_key asc, u.id asc;

-- observees_of_user_names_pictures_first_11 (src/areas/observers/lists.ts)
-- takes $1 userId int4
-- gives id int4, name text, sortableName text, shortName text, picture text?, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.sort_key as "sortKey" from (select u.* from observations o join users u on u.id = o.observee_id where o.observer_id = $1 and not u.deleted   order by u.sort_key asc, u.id asc limit 11 ) u order by u.sort_key asc, u.id asc;

-- observees_of_user_nothing_0_after_11 (src/areas/observers/lists.ts)
-- takes $1 userId int4, $2 other int4, $3 key 1 text, $4 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey" from (select u.* from observations o join users u on u.id = o.observee_id where o.observer_id = $1 and not u.deleted and u.id = $2::int and (u.sort_key, u.id) > ($3::text collate "C", $4::int) order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- observees_of_user_nothing_first_11 (src/areas/observers/lists.ts)
-- takes $1 userId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey" from (select u.* from observations o join users u on u.id = o.observee_id where o.observer_id = $1 and not u.deleted   order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- observees_of_user_pictures_0_after_11 (src/areas/observers/lists.ts)
-- takes $1 userId int4, $2 other int4, $3 key 1 text, $4 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey" from (select u.* from observations o join users u on u.id = o.observee_id where o.observer_id = $1 and not u.deleted and u.id = $2::int and (u.sort_key, u.id) > ($3::text collate "C", $4::int) order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- observees_of_user_pictures_first_11 (src/areas/observers/lists.ts)
-- takes $1 userId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey" from (select u.* from observations o join users u on u.id = o.observee_id where o.observer_id = $1 and not u.deleted   order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- observers_of_user_names_nothing_0_after_11 (src/areas/observers/lists.ts)
-- takes $1 userId int4, $2 other int4, $3 key 1 text, $4 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", u.sort_key as "sortKey" from (select u.* from observations o join users u on u.id = o.observer_id where o.observee_id = $1 and not u.deleted and u.id = $2::int and (u.sort_key, u.id) > ($3::text collate "C", $4::int) order by u.sort_key asc, u.id asc limit 11 ) u order by u.sort_key asc, u.id asc;

-- observers_of_user_names_nothing_first_11 (src/areas/observers/lists.ts)
-- takes $1 userId int4
-- gives id int4, name text, sortableName text, shortName text, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", u.sort_key as "sortKey" from (select u.* from observations o join users u on u.id = o.observer_id where o.observee_id = $1 and not u.deleted   order by u.sort_key asc, u.id asc limit 11 ) u order by u.sort_key asc, u.id asc;

-- observers_of_user_names_pictures_0_after_11 (src/areas/observers/lists.ts)
-- takes $1 userId int4, $2 other int4, $3 key 1 text, $4 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, picture text?, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.sort_key as "sortKey" from (select u.* from observations o join users u on u.id = o.observer_id where o.observee_id = $1 and not u.deleted and u.id = $2::int and (u.sort_key, u.id) > ($3::text collate "C", $4::int) order by u.sort_key asc, u.id asc limit 11 ) u order by u.sort_key asc, u.id asc;

-- observers_of_user_names_pictures_first_11 (src/areas/observers/lists.ts)
-- takes $1 userId int4
-- gives id int4, name text, sortableName text, shortName text, picture text?, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.sort_key as "sortKey" from (select u.* from observations o join users u on u.id = o.observer_id where o.observee_id = $1 and not u.deleted   order by u.sort_key asc, u.id asc limit 11 ) u order by u.sort_key asc, u.id asc;

-- observers_of_user_nothing_0_after_11 (src/areas/observers/lists.ts)
-- takes $1 userId int4, $2 other int4, $3 key 1 text, $4 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey" from (select u.* from observations o join users u on u.id = o.observer_id where o.observee_id = $1 and not u.deleted and u.id = $2::int and (u.sort_key, u.id) > ($3::text collate "C", $4::int) order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- observers_of_user_nothing_first_11 (src/areas/observers/lists.ts)
-- takes $1 userId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey" from (select u.* from observations o join users u on u.id = o.observer_id where o.observee_id = $1 and not u.deleted   order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- observers_of_user_pictures_0_after_11 (src/areas/observers/lists.ts)
-- takes $1 userId int4, $2 other int4, $3 key 1 text, $4 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey" from (select u.* from observations o join users u on u.id = o.observer_id where o.observee_id = $1 and not u.deleted and u.id = $2::int and (u.sort_key, u.id) > ($3::text collate "C", $4::int) order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- observers_of_user_pictures_first_11 (src/areas/observers/lists.ts)
-- takes $1 userId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey" from (select u.* from observations o join users u on u.id = o.observer_id where o.observee_id = $1 and not u.deleted   order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;
