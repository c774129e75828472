-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- account_users_email_asc_everything_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) > ($6::text collate "C", $7::int) order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_email_asc_everything_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_email_asc_everything_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) > ($5::text collate "C", $6::int) order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_email_asc_everything_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_email_asc_nothing_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) > ($6::text collate "C", $7::int) order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_email_asc_nothing_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_email_asc_nothing_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) > ($5::text collate "C", $6::int) order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_email_asc_nothing_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_email_asc_pictures_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) > ($6::text collate "C", $7::int) order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_email_asc_pictures_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_email_asc_pictures_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) > ($5::text collate "C", $6::int) order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_email_asc_pictures_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_email_desc_everything_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) < ($6::text collate "C", $7::int) order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_email_desc_everything_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_email_desc_everything_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) < ($5::text collate "C", $6::int) order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_email_desc_everything_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_email_desc_nothing_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) < ($6::text collate "C", $7::int) order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_email_desc_nothing_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_email_desc_nothing_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) < ($5::text collate "C", $6::int) order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_email_desc_nothing_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_email_desc_pictures_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) < ($6::text collate "C", $7::int) order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_email_desc_pictures_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_email_desc_pictures_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) < ($5::text collate "C", $6::int) order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_email_desc_pictures_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(email.address) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_last_login_asc_everything_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 int4, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when u.root_account_id = any($3::int[]) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, 9007199254740991), ua.user_id) > ($6::int8, $7::int) order by coalesce(shown.value, 9007199254740991) asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_last_login_asc_everything_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when u.root_account_id = any($3::int[]) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, 9007199254740991) asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_last_login_asc_everything_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 int4, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, 9007199254740991), ua.user_id) > ($5::int8, $6::int) order by coalesce(shown.value, 9007199254740991) asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_last_login_asc_everything_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, 9007199254740991) asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_last_login_asc_nothing_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 int4, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when u.root_account_id = any($3::int[]) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, 9007199254740991), ua.user_id) > ($6::int8, $7::int) order by coalesce(shown.value, 9007199254740991) asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_last_login_asc_nothing_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when u.root_account_id = any($3::int[]) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, 9007199254740991) asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_last_login_asc_nothing_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 int4, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, 9007199254740991), ua.user_id) > ($5::int8, $6::int) order by coalesce(shown.value, 9007199254740991) asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_last_login_asc_nothing_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, 9007199254740991) asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_last_login_asc_pictures_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 int4, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when u.root_account_id = any($3::int[]) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, 9007199254740991), ua.user_id) > ($6::int8, $7::int) order by coalesce(shown.value, 9007199254740991) asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_last_login_asc_pictures_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when u.root_account_id = any($3::int[]) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, 9007199254740991) asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_last_login_asc_pictures_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 int4, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, 9007199254740991), ua.user_id) > ($5::int8, $6::int) order by coalesce(shown.value, 9007199254740991) asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_last_login_asc_pictures_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, 9007199254740991) asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_last_login_desc_everything_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 int4, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when u.root_account_id = any($3::int[]) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, 9007199254740991), ua.user_id) < ($6::int8, $7::int) order by coalesce(shown.value, 9007199254740991) desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_last_login_desc_everything_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when u.root_account_id = any($3::int[]) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, 9007199254740991) desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_last_login_desc_everything_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 int4, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, 9007199254740991), ua.user_id) < ($5::int8, $6::int) order by coalesce(shown.value, 9007199254740991) desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_last_login_desc_everything_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, 9007199254740991) desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_last_login_desc_nothing_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 int4, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when u.root_account_id = any($3::int[]) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, 9007199254740991), ua.user_id) < ($6::int8, $7::int) order by coalesce(shown.value, 9007199254740991) desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_last_login_desc_nothing_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when u.root_account_id = any($3::int[]) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, 9007199254740991) desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_last_login_desc_nothing_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 int4, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, 9007199254740991), ua.user_id) < ($5::int8, $6::int) order by coalesce(shown.value, 9007199254740991) desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_last_login_desc_nothing_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, 9007199254740991) desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_last_login_desc_pictures_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 int4, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when u.root_account_id = any($3::int[]) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, 9007199254740991), ua.user_id) < ($6::int8, $7::int) order by coalesce(shown.value, 9007199254740991) desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_last_login_desc_pictures_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when u.root_account_id = any($3::int[]) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, 9007199254740991) desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_last_login_desc_pictures_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 int4, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, 9007199254740991), ua.user_id) < ($5::int8, $6::int) order by coalesce(shown.value, 9007199254740991) desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_last_login_desc_pictures_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, 9007199254740991) as key from user_accounts ua join users u on u.id = ua.user_id cross join lateral (select case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then floor(extract(epoch from u.last_used_at))::int8 end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, 9007199254740991) desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_sis_id_asc_everything_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) > ($6::text collate "C", $7::int) order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_sis_id_asc_everything_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_sis_id_asc_everything_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) > ($5::text collate "C", $6::int) order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_sis_id_asc_everything_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_sis_id_asc_nothing_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) > ($6::text collate "C", $7::int) order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_sis_id_asc_nothing_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_sis_id_asc_nothing_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) > ($5::text collate "C", $6::int) order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_sis_id_asc_nothing_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_sis_id_asc_pictures_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) > ($6::text collate "C", $7::int) order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_sis_id_asc_pictures_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_sis_id_asc_pictures_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) > ($5::text collate "C", $6::int) order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_sis_id_asc_pictures_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_sis_id_desc_everything_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) < ($6::text collate "C", $7::int) order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_sis_id_desc_everything_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_sis_id_desc_everything_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) < ($5::text collate "C", $6::int) order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_sis_id_desc_everything_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_sis_id_desc_nothing_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) < ($6::text collate "C", $7::int) order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_sis_id_desc_nothing_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_sis_id_desc_nothing_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) < ($5::text collate "C", $6::int) order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_sis_id_desc_nothing_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_sis_id_desc_pictures_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) < ($6::text collate "C", $7::int) order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_sis_id_desc_pictures_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when u.root_account_id = any($3::int[]) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_sis_id_desc_pictures_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (coalesce(shown.value, U&'\FFFF') collate "C", ua.user_id) < ($5::text collate "C", $6::int) order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_sis_id_desc_pictures_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, coalesce(shown.value, U&'\FFFF') collate "C" as key from user_accounts ua join users u on u.id = ua.user_id left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true cross join lateral (select case when (exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) then lower(sis.sis_user_id) end as value) shown
  where ua.account_id = $1 and not u.deleted   order by coalesce(shown.value, U&'\FFFF') collate "C" desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_username_asc_everything_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (ua.sort_key, ua.user_id) > ($6::text collate "C", $7::int) order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_username_asc_everything_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted   order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_username_asc_everything_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (ua.sort_key, ua.user_id) > ($5::text collate "C", $6::int) order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_username_asc_everything_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted   order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_username_asc_nothing_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (ua.sort_key, ua.user_id) > ($6::text collate "C", $7::int) order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_username_asc_nothing_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted   order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_username_asc_nothing_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (ua.sort_key, ua.user_id) > ($5::text collate "C", $6::int) order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_username_asc_nothing_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted   order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_username_asc_pictures_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (ua.sort_key, ua.user_id) > ($6::text collate "C", $7::int) order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_username_asc_pictures_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted   order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_username_asc_pictures_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (ua.sort_key, ua.user_id) > ($5::text collate "C", $6::int) order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_username_asc_pictures_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted   order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key asc, u.id asc;

-- account_users_username_desc_everything_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (ua.sort_key, ua.user_id) < ($6::text collate "C", $7::int) order by ua.sort_key desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_username_desc_everything_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted   order by ua.sort_key desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_username_desc_everything_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (ua.sort_key, ua.user_id) < ($5::text collate "C", $6::int) order by ua.sort_key desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_username_desc_everything_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted   order by ua.sort_key desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_username_desc_nothing_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (ua.sort_key, ua.user_id) < ($6::text collate "C", $7::int) order by ua.sort_key desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_username_desc_nothing_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted   order by ua.sort_key desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_username_desc_nothing_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (ua.sort_key, ua.user_id) < ($5::text collate "C", $6::int) order by ua.sort_key desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_username_desc_nothing_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted   order by ua.sort_key desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_username_desc_pictures_of_all_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[], $4 id int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted and u.id = $4::int and u.search_text like replace(lower($5::text), 'ς', 'σ')
  and (u.root_account_id = any($3::int[]) or replace(lower(u.name), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) and (ua.sort_key, ua.user_id) < ($6::text collate "C", $7::int) order by ua.sort_key desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_username_desc_pictures_of_all_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 adminOf int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when u.root_account_id = any($3::int[]) then 'admin' when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted   order by ua.sort_key desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_username_desc_pictures_of_some_0_1_after_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 id int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted and u.id = $3::int and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (ua.sort_key, ua.user_id) < ($5::text collate "C", $6::int) order by ua.sort_key desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- account_users_username_desc_pictures_of_some_first_11 (src/areas/users/account-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, key text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.key, case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.*, ua.sort_key as key from user_accounts ua join users u on u.id = ua.user_id
  where ua.account_id = $1 and not u.deleted   order by ua.sort_key desc, ua.user_id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, u.id desc;

-- user_accounts_refresh (src/areas/users/belonging.ts)
-- takes $1 userIds int4[]
with people as (select u.id, u.sort_key, u.deleted from users u where u.id = any($1::int[])),
  named as (
  select p.user_id, p.account_id from pseudonyms p where p.user_id = any($1::int[]) and p.state = 'active'
  union select e.user_id, c.account_id from enrollments e join courses c on c.id = e.course_id
  where e.user_id = any($1::int[]) and e.state in ('active', 'completed', 'inactive') and c.state <> 'deleted'
  union select aa.user_id, aa.account_id from account_admins aa where aa.user_id = any($1::int[])),
  wanted as (
  select n.user_id, above.id as account_id, bool_or(above.id = n.account_id) as direct
  from named n join people p on p.id = n.user_id and not p.deleted
  join accounts a on a.id = n.account_id cross join lateral unnest(a.chain) as above(id)
  group by n.user_id, above.id),
  gone as (
  delete from user_accounts ua where ua.user_id = any($1::int[])
  and not exists (select 1 from wanted w where w.user_id = ua.user_id and w.account_id = ua.account_id))
  insert into user_accounts (user_id, account_id, sort_key, direct)
  select w.user_id, w.account_id, p.sort_key, w.direct from wanted w join people p on p.id = w.user_id
  on conflict (user_id, account_id) do update set sort_key = excluded.sort_key, direct = excluded.direct
  where (user_accounts.sort_key, user_accounts.direct) is distinct from (excluded.sort_key, excluded.direct);

-- user_search_text (src/areas/users/belonging.ts)
-- takes $1 userId int4
update users u set search_text = replace(lower(concat_ws(E'\n', u.name,
  (select string_agg(concat_ws(E'\n', p.unique_id, p.sis_user_id), E'\n') from pseudonyms p where p.user_id = u.id and p.state = 'active'),
  (select string_agg(c.address, E'\n') from communication_channels c where c.user_id = u.id and c.state <> 'retired'))), 'ς', 'σ')
  where u.id = $1;

-- users_lock (src/areas/users/belonging.ts)
-- takes $1 userIds int4[]
-- gives id int4
select id from users where id = any($1::int[]) order by id for no key update;

-- channel_insert (src/areas/users/channels.ts)
-- takes $1 userId int4, $2 type text, $3 address text, $4 state channel_state
-- gives id int4, address text, type text, position int4, userId int4, state channel_state
insert into communication_channels as c (user_id, type, address, position, state)
  select $1, $2, $3, (select coalesce(max(position), 0) + 1 from communication_channels where user_id = $1),
  $4::channel_state
  returning c.id, c.address, c.type, c.position, c.user_id as "userId", c.state;

-- channels_of_user_first_11 (src/areas/users/channels.ts)
-- takes $1 userId int4
-- gives id int4, address text, type text, position int4, userId int4, state channel_state
select c.id, c.address, c.type, c.position, c.user_id as "userId", c.state from communication_channels c where c.user_id = $1 and c.state <> 'retired' order by c.position, c.id limit 11;

-- user_by_id_or_login (src/areas/users/command-line.ts)
-- takes $1 readId int4?, $2 user text
-- gives id int4, name text
select u.id, u.name from users u where not u.deleted and (u.id = $1::int
  or u.id in (select p.user_id from pseudonyms p where lower(p.unique_id) = lower($2) and p.state = 'active')) order by (u.id = $1::int) desc nulls last, u.id;

-- channel_confirm (src/areas/users/confirmation.ts)
-- takes $1 channel int4, $2 looksOnly bool
-- gives userId int4
with confirmed as (
  update communication_channels set state = 'active', updated_at = now()
  where id = $1 and state = 'unconfirmed' and not $2 returning user_id)
  select user_id as "userId" from confirmed
  union select user_id from communication_channels where id = $1 and (state = 'active' or state = 'unconfirmed' and $2);

-- user_new_account (src/areas/users/confirmation.ts)
-- takes $1 userId int4
-- gives shortName text, login text, account text, id int4, userId int4, type text, address text, state channel_state
select u.short_name as "shortName", p.unique_id as "login", r.name as "account", c.id, c.user_id as "userId", c.type, c.address, c.state
  from users u join accounts r on r.id = u.root_account_id join pseudonyms p on p.user_id = u.id
  join communication_channels c on c.user_id = u.id and c.type = 'email'
  where u.id = $1;

-- is_student_within_reach (src/areas/users/course-students.ts)
-- takes $1 courseId int4, $2 userId int4, $3 oversees int4[]?, $4 grades int4[]?
-- gives overseen bool, graded bool
select exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = $2 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0) as overseen, exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = $2 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($4::int[] is null or e.course_section_id = any($4::int[])) offset 0) as graded;

-- accounts_of_admin_held (src/areas/users/deletion.ts)
-- takes $1 accountIds int4[]
-- gives id int4
select id from accounts where id = any($1::int[]) order by id for update;

-- root_accounts_with_last_admin (src/areas/users/deletion.ts)
-- takes $1 userId int4, $2 accountIds int4[]
-- gives id int4
select a.id from accounts a where a.parent_account_id is null and a.id = any($2::int[])
  and not exists (select 1 from account_admins aa join users u on u.id = aa.user_id and not u.deleted
  where aa.account_id = a.id and u.id <> $1);

-- user_belongs_to_account (src/areas/users/deletion.ts)
-- takes $1 id int4, $2 accountId int4?, $3 sisAccountId text?, $4 rootAccountId int4
-- gives belongs bool
select exists (select 1 from users u join accounts a on a.id = u.root_account_id
  or exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = a.id)
  where u.id = $1 and not a.deleted and (a.id = $2::int or (a.sis_account_id = $3 and a.root_account_id = $4))) as belongs;

-- user_to_delete_held (src/areas/users/deletion.ts)
-- takes $1 id int4
-- gives id int4
with people(id) as (select $1::int)
  select u.id from users u where not u.deleted and u.id = any(array(
  select p.id from people p union all select o.observer_id from people p join observations o on o.observee_id = p.id))
  order by u.id for update;

-- user_to_edit_held (src/areas/users/editing.ts)
-- takes $1 id int4
-- gives name text, sortableName text, deleted bool, timeZone text?, locale text?, shortName text, publicProfile bool
select name, sortable_name as "sortableName", short_name as "shortName", time_zone as "timeZone", locale,
  public_profile as "publicProfile", deleted
  from users where id = $1 for no key update;

-- observers_of_user_kept (src/areas/users/holding.ts)
-- takes $1 id int4
-- gives kept void
select pg_advisory_xact_lock_shared(7236621, $1) as kept;

-- user_held (src/areas/users/holding.ts)
-- takes $1 id int4
-- gives id int4
select id from users where id = $1 and not deleted for no key update;

-- user_held_with_observers (src/areas/users/holding.ts)
-- takes $1 id int4
-- gives id int4
with people(id) as (select $1::int)
  select u.id from users u where not u.deleted and u.id = any(array(
  select p.id from people p union all select o.observer_id from people p join observations o on o.observee_id = p.id))
  order by u.id for no key update;

-- logins_of_account_after_11 (src/areas/users/logins.ts)
-- takes $1 accountId int4, $2 key 1 int4
-- gives id int4, userId int4, accountId int4, uniqueId text, sisUserId text?
select p.id, p.user_id as "userId", p.account_id as "accountId", p.unique_id as "uniqueId", p.sis_user_id as "sisUserId" from pseudonyms p where p.account_id = $1 and p.state = 'active'  and (p.id) > ($2::int) order by p.id asc limit 11;

-- logins_of_user_first_11 (src/areas/users/logins.ts)
-- takes $1 userId int4
-- gives id int4, userId int4, accountId int4, uniqueId text, sisUserId text?
select p.id, p.user_id as "userId", p.account_id as "accountId", p.unique_id as "uniqueId", p.sis_user_id as "sisUserId" from pseudonyms p where p.user_id = $1 and p.state = 'active' order by p.id limit 11;

-- users_by_form (src/areas/users/named.ts)
-- takes $1 forms text[], $2 values text[], $3 rootAccountId int4
-- gives place int4, id int4?
select x.place::int as place, case x.form when 'id' then x.value::int
  when 'sis_user_id' then (select p.user_id from pseudonyms p
  where p.root_account_id = $3 and p.sis_user_id = x.value and p.state = 'active')
  else (select p.user_id from pseudonyms p
  where p.root_account_id = $3 and lower(p.unique_id) = lower(x.value) and p.state = 'active') end as id
  from unnest($1::text[], $2::text[]) with ordinality x(form, value, place);

-- students_of_sections (src/areas/users/people.ts)
-- takes $1 sectionIds int4[], $2 reach int4[]?, $3 knows int4[]?
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, sectionId int4, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.course_section_id as "sectionId", u.known from (select u.*, e.course_section_id, (($3::int[] is null or e.course_section_id = any($3::int[]))
  or $3::int[] <> '{}' and exists (select 1 from enrollments o
  where o.course_id = e.course_id and o.user_id = e.user_id and o.state = 'active' and ($3::int[] is null or o.course_section_id = any($3::int[])))) as known
  from enrollments e join users u on u.id = e.user_id
  where e.course_section_id = any($1::int[]) and e.type = 'StudentEnrollment' and e.state = 'active' and not u.deleted
  and ($2::int[] is null or e.course_section_id = any($2::int[]))) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true
  order by u.sort_key, u.id;

-- user (src/areas/users/people.ts)
-- takes $1 id int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email" from (select u.* from users u where u.id = $1) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true;

-- user_id (src/areas/users/people.ts)
-- takes $1 id int4, $2 rootAccountId int4
-- gives id int4
select u.id from users u where u.id = $1 and u.root_account_id = $2 and not u.deleted;

-- user_id_by_sis_login_id (src/areas/users/people.ts)
-- takes $1 id text, $2 rootAccountId int4
-- gives id int4
select u.id from pseudonyms p join users u on u.id = p.user_id
  where p.root_account_id = $2 and lower(p.unique_id) = lower($1) and p.state = 'active' and not u.deleted;

-- user_id_by_sis_user_id (src/areas/users/people.ts)
-- takes $1 id text, $2 rootAccountId int4
-- gives id int4
select u.id from pseudonyms p join users u on u.id = p.user_id
  where p.root_account_id = $2 and p.sis_user_id = $1 and p.state = 'active' and not u.deleted;

-- user_to_trusted (src/areas/users/people.ts)
-- takes $1 id int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId" from (select u.* from users u where u.id = $1) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true;

-- user_with_feeds (src/areas/users/people.ts)
-- takes $1 id int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, selector bytea?, secret bytea?
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", u.selector, u.secret from (select u.*, f.selector, f.secret from users u left join feed_codes f on f.user_id = u.id where u.id = $1) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true;

-- user_with_feeds_to_trusted (src/areas/users/people.ts)
-- takes $1 id int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, selector bytea?, secret bytea?
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.selector, u.secret from (select u.*, f.selector, f.secret from users u left join feed_codes f on f.user_id = u.id where u.id = $1) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true;

-- users_by_id (src/areas/users/people.ts)
-- takes $1 ids int4[]
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId" from (select u.* from users u where u.id = any($1::int[])) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true;

-- token_revoke (src/areas/users/tokens.ts)
-- takes $1 id int4, $2 userId int4
-- gives id int4, purpose text?, userId int4, expiresAt timestamptz?, createdAt timestamptz, lastUsedAt timestamptz?, hint text?, createdById int4?
delete from access_tokens t where t.id = $1 and t.user_id = $2 returning t.id, t.purpose, t.user_id as "userId", t.expires_at as "expiresAt", t.created_at as "createdAt",
  t.last_used_at as "lastUsedAt", t.hint, t.created_by_id as "createdById";

-- tokens_expire (src/areas/users/tokens.ts)
delete from access_tokens where expires_at < now();

-- tokens_of_user_first_11 (src/areas/users/tokens.ts)
-- takes $1 userId int4
-- gives id int4, purpose text?, userId int4, expiresAt timestamptz?, createdAt timestamptz, lastUsedAt timestamptz?, hint text?, createdById int4?
select t.id, t.purpose, t.user_id as "userId", t.expires_at as "expiresAt", t.created_at as "createdAt",
  t.last_used_at as "lastUsedAt", t.hint, t.created_by_id as "createdById" from access_tokens t where t.user_id = $1 order by t.id limit 11;

-- user_reached (src/areas/users/viewers.ts)
-- takes $1 callerId int4, $2 id int4
-- gives reached bool
select exists (select 1 from account_admins aa where aa.user_id = $1 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) as reached from users u where u.id = $2;
