-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- enrollments_of_user_in_course (src/areas/enrollments/bounds.ts)
-- takes $1 courseId int4, $2 userId int4
-- gives type enrollment_type, state enrollment_state, sectionId int4, limited bool
select e.type, e.state, e.course_section_id as "sectionId", e.limit_privileges_to_course_section as limited from enrollments e
  where e.course_id = $1 and e.user_id = $2 and e.state not in ('deleted', 'rejected');

-- course_users_everything_0_1_2_3_4_after_11 (src/areas/enrollments/course-users.ts)
-- takes $1 courseId int4, $2 states enrollment_state[], $3 reads int4[]?, $4 oversees int4[]?, $5 administers bool, $6 knows int4[]?, $7 types enrollment_type[]?, $8 user int4, $9 name text, $10 anything text, $11 ids int4[], $12 asked enrollment_state[], $13 key 1 text, $14 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, people.known
  from (select e.user_id, e.sort_key,
  (bool_or(e.state = 'active' and ($6::int[] is null or e.course_section_id = any($6::int[]))) or ($7::enrollment_type[] is not null
  and exists (select 1 from enrollments o where o.course_id = $1 and o.user_id = e.user_id and o.state = 'active' and ($6::int[] is null or o.course_section_id = any($6::int[]))))) as known,
  (bool_or((e.state = 'active' or ($5::boolean and e.state = 'invited')) and ($4::int[] is null or e.course_section_id = any($4::int[]))) or ($7::enrollment_type[] is not null
  and exists (select 1 from enrollments o where o.course_id = $1 and o.user_id = e.user_id and (o.state = 'active' or ($5::boolean and o.state = 'invited')) and ($4::int[] is null or o.course_section_id = any($4::int[]))))) as overseen
  from enrollments e where e.course_id = $1 and e.state = any($2::enrollment_state[]) and ($3::int[] is null or e.course_section_id = any($3::int[]))
  and (e.state = 'active' or ($4::int[] is null or e.course_section_id = any($4::int[]))) and ($7::enrollment_type[] is null or e.type = any($7::enrollment_type[]))
  group by e.sort_key, e.user_id) people
  join users u on u.id = people.user_id
  where not u.deleted and u.id = $8::int and replace(lower(concat_ws(E'\n', u.name, u.sortable_name, nullif(u.short_name, u.name))), 'ς', 'σ') like replace(lower($9::text), 'ς', 'σ') and ((people.overseen and u.search_text like replace(lower($10::text), 'ς', 'σ'))
  or replace(lower(concat_ws(E'\n', case when not people.overseen then u.name end, u.sortable_name, nullif(u.short_name, u.name))), 'ς', 'σ') like replace(lower($10::text), 'ς', 'σ')) and people.user_id = any($11::int[]) and exists (select 1 from enrollments e where e.course_id = $1 and e.state = any($12::enrollment_state[]) and ($3::int[] is null or e.course_section_id = any($3::int[]))
  and (e.state = 'active' or ($4::int[] is null or e.course_section_id = any($4::int[]))) and e.user_id = people.user_id
  and ($7::enrollment_type[] is null or e.type = any($7::enrollment_type[]))) and (people.sort_key, people.user_id) > ($13::text collate "C", $14::int) order by people.sort_key asc, people.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- course_users_everything_first_11 (src/areas/enrollments/course-users.ts)
-- takes $1 courseId int4, $2 states enrollment_state[], $3 reads int4[]?, $4 oversees int4[]?, $5 administers bool, $6 knows int4[]?, $7 types enrollment_type[]?
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, people.known
  from (select e.user_id, e.sort_key,
  (bool_or(e.state = 'active' and ($6::int[] is null or e.course_section_id = any($6::int[]))) or ($7::enrollment_type[] is not null
  and exists (select 1 from enrollments o where o.course_id = $1 and o.user_id = e.user_id and o.state = 'active' and ($6::int[] is null or o.course_section_id = any($6::int[]))))) as known,
  (bool_or((e.state = 'active' or ($5::boolean and e.state = 'invited')) and ($4::int[] is null or e.course_section_id = any($4::int[]))) or ($7::enrollment_type[] is not null
  and exists (select 1 from enrollments o where o.course_id = $1 and o.user_id = e.user_id and (o.state = 'active' or ($5::boolean and o.state = 'invited')) and ($4::int[] is null or o.course_section_id = any($4::int[]))))) as overseen
  from enrollments e where e.course_id = $1 and e.state = any($2::enrollment_state[]) and ($3::int[] is null or e.course_section_id = any($3::int[]))
  and (e.state = 'active' or ($4::int[] is null or e.course_section_id = any($4::int[]))) and ($7::enrollment_type[] is null or e.type = any($7::enrollment_type[]))
  group by e.sort_key, e.user_id) people
  join users u on u.id = people.user_id
  where not u.deleted   order by people.sort_key asc, people.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- course_users_nothing_0_1_2_3_4_after_11 (src/areas/enrollments/course-users.ts)
-- takes $1 courseId int4, $2 states enrollment_state[], $3 reads int4[]?, $4 oversees int4[]?, $5 administers bool, $6 knows int4[]?, $7 types enrollment_type[]?, $8 user int4, $9 name text, $10 anything text, $11 ids int4[], $12 asked enrollment_state[], $13 key 1 text, $14 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, people.known
  from (select e.user_id, e.sort_key,
  (bool_or(e.state = 'active' and ($6::int[] is null or e.course_section_id = any($6::int[]))) or ($7::enrollment_type[] is not null
  and exists (select 1 from enrollments o where o.course_id = $1 and o.user_id = e.user_id and o.state = 'active' and ($6::int[] is null or o.course_section_id = any($6::int[]))))) as known,
  (bool_or((e.state = 'active' or ($5::boolean and e.state = 'invited')) and ($4::int[] is null or e.course_section_id = any($4::int[]))) or ($7::enrollment_type[] is not null
  and exists (select 1 from enrollments o where o.course_id = $1 and o.user_id = e.user_id and (o.state = 'active' or ($5::boolean and o.state = 'invited')) and ($4::int[] is null or o.course_section_id = any($4::int[]))))) as overseen
  from enrollments e where e.course_id = $1 and e.state = any($2::enrollment_state[]) and ($3::int[] is null or e.course_section_id = any($3::int[]))
  and (e.state = 'active' or ($4::int[] is null or e.course_section_id = any($4::int[]))) and ($7::enrollment_type[] is null or e.type = any($7::enrollment_type[]))
  group by e.sort_key, e.user_id) people
  join users u on u.id = people.user_id
  where not u.deleted and u.id = $8::int and replace(lower(concat_ws(E'\n', u.name, u.sortable_name, nullif(u.short_name, u.name))), 'ς', 'σ') like replace(lower($9::text), 'ς', 'σ') and ((people.overseen and u.search_text like replace(lower($10::text), 'ς', 'σ'))
  or replace(lower(concat_ws(E'\n', case when not people.overseen then u.name end, u.sortable_name, nullif(u.short_name, u.name))), 'ς', 'σ') like replace(lower($10::text), 'ς', 'σ')) and people.user_id = any($11::int[]) and exists (select 1 from enrollments e where e.course_id = $1 and e.state = any($12::enrollment_state[]) and ($3::int[] is null or e.course_section_id = any($3::int[]))
  and (e.state = 'active' or ($4::int[] is null or e.course_section_id = any($4::int[]))) and e.user_id = people.user_id
  and ($7::enrollment_type[] is null or e.type = any($7::enrollment_type[]))) and (people.sort_key, people.user_id) > ($13::text collate "C", $14::int) order by people.sort_key asc, people.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- course_users_nothing_first_11 (src/areas/enrollments/course-users.ts)
-- takes $1 courseId int4, $2 states enrollment_state[], $3 reads int4[]?, $4 oversees int4[]?, $5 administers bool, $6 knows int4[]?, $7 types enrollment_type[]?
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, people.known
  from (select e.user_id, e.sort_key,
  (bool_or(e.state = 'active' and ($6::int[] is null or e.course_section_id = any($6::int[]))) or ($7::enrollment_type[] is not null
  and exists (select 1 from enrollments o where o.course_id = $1 and o.user_id = e.user_id and o.state = 'active' and ($6::int[] is null or o.course_section_id = any($6::int[]))))) as known,
  (bool_or((e.state = 'active' or ($5::boolean and e.state = 'invited')) and ($4::int[] is null or e.course_section_id = any($4::int[]))) or ($7::enrollment_type[] is not null
  and exists (select 1 from enrollments o where o.course_id = $1 and o.user_id = e.user_id and (o.state = 'active' or ($5::boolean and o.state = 'invited')) and ($4::int[] is null or o.course_section_id = any($4::int[]))))) as overseen
  from enrollments e where e.course_id = $1 and e.state = any($2::enrollment_state[]) and ($3::int[] is null or e.course_section_id = any($3::int[]))
  and (e.state = 'active' or ($4::int[] is null or e.course_section_id = any($4::int[]))) and ($7::enrollment_type[] is null or e.type = any($7::enrollment_type[]))
  group by e.sort_key, e.user_id) people
  join users u on u.id = people.user_id
  where not u.deleted   order by people.sort_key asc, people.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- course_users_pictures_0_1_2_3_4_after_11 (src/areas/enrollments/course-users.ts)
-- takes $1 courseId int4, $2 states enrollment_state[], $3 reads int4[]?, $4 oversees int4[]?, $5 administers bool, $6 knows int4[]?, $7 types enrollment_type[]?, $8 user int4, $9 name text, $10 anything text, $11 ids int4[], $12 asked enrollment_state[], $13 key 1 text, $14 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, people.known
  from (select e.user_id, e.sort_key,
  (bool_or(e.state = 'active' and ($6::int[] is null or e.course_section_id = any($6::int[]))) or ($7::enrollment_type[] is not null
  and exists (select 1 from enrollments o where o.course_id = $1 and o.user_id = e.user_id and o.state = 'active' and ($6::int[] is null or o.course_section_id = any($6::int[]))))) as known,
  (bool_or((e.state = 'active' or ($5::boolean and e.state = 'invited')) and ($4::int[] is null or e.course_section_id = any($4::int[]))) or ($7::enrollment_type[] is not null
  and exists (select 1 from enrollments o where o.course_id = $1 and o.user_id = e.user_id and (o.state = 'active' or ($5::boolean and o.state = 'invited')) and ($4::int[] is null or o.course_section_id = any($4::int[]))))) as overseen
  from enrollments e where e.course_id = $1 and e.state = any($2::enrollment_state[]) and ($3::int[] is null or e.course_section_id = any($3::int[]))
  and (e.state = 'active' or ($4::int[] is null or e.course_section_id = any($4::int[]))) and ($7::enrollment_type[] is null or e.type = any($7::enrollment_type[]))
  group by e.sort_key, e.user_id) people
  join users u on u.id = people.user_id
  where not u.deleted and u.id = $8::int and replace(lower(concat_ws(E'\n', u.name, u.sortable_name, nullif(u.short_name, u.name))), 'ς', 'σ') like replace(lower($9::text), 'ς', 'σ') and ((people.overseen and u.search_text like replace(lower($10::text), 'ς', 'σ'))
  or replace(lower(concat_ws(E'\n', case when not people.overseen then u.name end, u.sortable_name, nullif(u.short_name, u.name))), 'ς', 'σ') like replace(lower($10::text), 'ς', 'σ')) and people.user_id = any($11::int[]) and exists (select 1 from enrollments e where e.course_id = $1 and e.state = any($12::enrollment_state[]) and ($3::int[] is null or e.course_section_id = any($3::int[]))
  and (e.state = 'active' or ($4::int[] is null or e.course_section_id = any($4::int[]))) and e.user_id = people.user_id
  and ($7::enrollment_type[] is null or e.type = any($7::enrollment_type[]))) and (people.sort_key, people.user_id) > ($13::text collate "C", $14::int) order by people.sort_key asc, people.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- course_users_pictures_first_11 (src/areas/enrollments/course-users.ts)
-- takes $1 courseId int4, $2 states enrollment_state[], $3 reads int4[]?, $4 oversees int4[]?, $5 administers bool, $6 knows int4[]?, $7 types enrollment_type[]?
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, people.known
  from (select e.user_id, e.sort_key,
  (bool_or(e.state = 'active' and ($6::int[] is null or e.course_section_id = any($6::int[]))) or ($7::enrollment_type[] is not null
  and exists (select 1 from enrollments o where o.course_id = $1 and o.user_id = e.user_id and o.state = 'active' and ($6::int[] is null or o.course_section_id = any($6::int[]))))) as known,
  (bool_or((e.state = 'active' or ($5::boolean and e.state = 'invited')) and ($4::int[] is null or e.course_section_id = any($4::int[]))) or ($7::enrollment_type[] is not null
  and exists (select 1 from enrollments o where o.course_id = $1 and o.user_id = e.user_id and (o.state = 'active' or ($5::boolean and o.state = 'invited')) and ($4::int[] is null or o.course_section_id = any($4::int[]))))) as overseen
  from enrollments e where e.course_id = $1 and e.state = any($2::enrollment_state[]) and ($3::int[] is null or e.course_section_id = any($3::int[]))
  and (e.state = 'active' or ($4::int[] is null or e.course_section_id = any($4::int[]))) and ($7::enrollment_type[] is null or e.type = any($7::enrollment_type[]))
  group by e.sort_key, e.user_id) people
  join users u on u.id = people.user_id
  where not u.deleted   order by people.sort_key asc, people.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- enrollments_of_course_users (src/areas/enrollments/course-users.ts)
-- takes $1 courseId int4, $2 states enrollment_state[], $3 reads int4[]?, $4 oversees int4[]?, $5 userIds int4[]
-- gives id int4, courseId int4, sectionId int4, userId int4, associatedUserId int4?, rootAccountId int4, type enrollment_type, state enrollment_state, limited bool, createdAt timestamptz, updatedAt timestamptz, lastActivityAt timestamptz?, name text, sortableName text, shortName text
select e.id, e.course_id as "courseId", e.course_section_id as "sectionId", e.user_id as "userId",
  e.associated_user_id as "associatedUserId", e.root_account_id as "rootAccountId", e.type, e.state,
  e.limit_privileges_to_course_section as "limited", e.created_at as "createdAt", e.updated_at as "updatedAt",
  e.last_activity_at as "lastActivityAt", u.name, u.sortable_name as "sortableName", u.short_name as "shortName" from enrollments e join users u on u.id = e.user_id
  where e.course_id = $1 and e.state = any($2::enrollment_state[]) and ($3::int[] is null or e.course_section_id = any($3::int[]))
  and (e.state = 'active' or ($4::int[] is null or e.course_section_id = any($4::int[]))) and e.user_id = any($5::int[]) order by e.id;

-- enroll (src/areas/enrollments/enrolling.ts)
-- takes $1 courseId int4, $2 sectionId int4, $3 userId int4, $4 rootAccountId int4, $5 type enrollment_type, $6 state enrollment_state, $7 observedId int4?, $8 limited bool?
-- gives id int4
insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state, associated_user_id, limit_privileges_to_course_section)
  values ($1, $2, $3, $4, $5::enrollment_type, $6::enrollment_state, $7,
  coalesce($8::boolean, false))
  on conflict (course_section_id, user_id, type, associated_user_id) do update set
  course_id = excluded.course_id,
  state = case when enrollments.state = 'active' then enrollments.state else excluded.state end,
  limit_privileges_to_course_section = coalesce($8::boolean, enrollments.limit_privileges_to_course_section),
  updated_at = case
  when enrollments.course_id = excluded.course_id and enrollments.state in ('active', excluded.state)
  and enrollments.limit_privileges_to_course_section = coalesce($8::boolean, enrollments.limit_privileges_to_course_section)
  then enrollments.updated_at
  else now() end
  returning id;

-- enrollment_held (src/areas/enrollments/enrolling.ts)
-- takes $1 id int4
-- gives id int4
select id from enrollments where id = $1 for update;

-- is_student_of_course (src/areas/enrollments/enrolling.ts)
-- takes $1 courseId int4, $2 id int4, $3 reach int4[]?
-- gives found bool
select exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = $2 and e.type = 'StudentEnrollment'
  and (e.state = 'active' or (e.state = 'invited' and $3::int[] is null)) and ($3::int[] is null or e.course_section_id = any($3::int[]))) as found;

-- observers_of_person_of_enrollment_kept (src/areas/enrollments/enrolling.ts)
-- takes $1 id int4, $2 courseId int4
-- gives kept void
select pg_advisory_xact_lock_shared(7236621, e.user_id) as kept from enrollments e where e.id = $1 and e.course_id = $2;

-- person_of_enrollment_held (src/areas/enrollments/enrolling.ts)
-- takes $1 id int4, $2 courseId int4
-- gives id int4
with people(id) as (select e.user_id from enrollments e where e.id = $1 and e.course_id = $2)
  select u.id from users u where not u.deleted and u.id = any(array(
  select p.id from people p union all select o.observer_id from people p join observations o on o.observee_id = p.id))
  order by u.id for no key update;

-- section_held (src/areas/enrollments/enrolling.ts)
-- takes $1 id int4, $2 courseId int4
-- gives id int4
select id from course_sections where id = $1 and course_id = $2 and not deleted for share;

-- section_to_enroll_in (src/areas/enrollments/enrolling.ts)
-- takes $1 courseId int4, $2 id int4?, $3 bySis text?, $4 rootAccountId int4, $5 reach int4[]?
-- gives id int4
select id from course_sections where course_id = $1 and not deleted
  and ($2::int is null or id = $2) and ($3::text is null or (sis_section_id = $3 and root_account_id = $4))
  and ($5::int[] is null or id = any($5::int[])) order by nonxlist_course_id is not null, id limit 1;

-- shares_active_course (src/areas/enrollments/enrolling.ts)
-- takes $1 callerId int4, $2 userId int4
-- gives found bool
select exists (select 1 from enrollments mine join enrollments theirs on theirs.course_id = mine.course_id join courses c on c.id = mine.course_id
  where mine.user_id = $1 and theirs.user_id = $2 and mine.state = 'active' and theirs.state = 'active' and c.state = 'available'
  and (not mine.limit_privileges_to_course_section or mine.course_section_id = theirs.course_section_id)) as found;

-- enrollment (src/areas/enrollments/enrollments.ts)
-- takes $1 id int4, $2 courseId int4
-- gives id int4, courseId int4, sectionId int4, userId int4, associatedUserId int4?, rootAccountId int4, type enrollment_type, state enrollment_state, limited bool, createdAt timestamptz, updatedAt timestamptz, lastActivityAt timestamptz?, name text, sortableName text, shortName text
select e.id, e.course_id as "courseId", e.course_section_id as "sectionId", e.user_id as "userId",
  e.associated_user_id as "associatedUserId", e.root_account_id as "rootAccountId", e.type, e.state,
  e.limit_privileges_to_course_section as "limited", e.created_at as "createdAt", e.updated_at as "updatedAt",
  e.last_activity_at as "lastActivityAt", u.name, u.sortable_name as "sortableName", u.short_name as "shortName" from enrollments e join users u on u.id = e.user_id where e.id = $1 and e.course_id = $2 and e.state not in ('deleted', 'rejected');

-- enrollment_of_account (src/areas/enrollments/enrollments.ts)
-- takes $1 id int4, $2 accountId int4
-- gives id int4, courseId int4, sectionId int4, userId int4, associatedUserId int4?, rootAccountId int4, type enrollment_type, state enrollment_state, limited bool, createdAt timestamptz, updatedAt timestamptz, lastActivityAt timestamptz?, name text, sortableName text, shortName text
select e.id, e.course_id as "courseId", e.course_section_id as "sectionId", e.user_id as "userId",
  e.associated_user_id as "associatedUserId", e.root_account_id as "rootAccountId", e.type, e.state,
  e.limit_privileges_to_course_section as "limited", e.created_at as "createdAt", e.updated_at as "updatedAt",
  e.last_activity_at as "lastActivityAt", u.name, u.sortable_name as "sortableName", u.short_name as "shortName" from enrollments e join users u on u.id = e.user_id
  join courses c on c.id = e.course_id join accounts a on a.id = c.account_id
  where e.id = $1 and $2 = any(a.chain) and c.state <> 'deleted' and not u.deleted;

-- enrollments_of_course_0_1_2_3_4_5_after_11 (src/areas/enrollments/enrollments.ts)
-- takes $1 id int4, $2 states enrollment_state[], $3 types enrollment_type[], $4 user int4, $5 sections int4[], $6 period int4, $7 users int4[], $8 knows int4[]?, $9 key 1 int4
-- gives id int4, courseId int4, sectionId int4, userId int4, associatedUserId int4?, rootAccountId int4, type enrollment_type, state enrollment_state, limited bool, createdAt timestamptz, updatedAt timestamptz, lastActivityAt timestamptz?, name text, sortableName text, shortName text
select e.id, e.course_id as "courseId", e.course_section_id as "sectionId", e.user_id as "userId",
  e.associated_user_id as "associatedUserId", e.root_account_id as "rootAccountId", e.type, e.state,
  e.limit_privileges_to_course_section as "limited", e.created_at as "createdAt", e.updated_at as "updatedAt",
  e.last_activity_at as "lastActivityAt", u.name, u.sortable_name as "sortableName", u.short_name as "shortName" from enrollments e join users u on u.id = e.user_id
  where e.course_id = $1 and e.state = any($2::enrollment_state[]) and not u.deleted and e.type = any($3::enrollment_type[]) and e.user_id = $4::int and e.course_section_id = any($5::int[]) and exists (select 1 from grading_periods gp where gp.id = $6 and not gp.deleted and (gp.course_id = e.course_id
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = e.course_id) and not exists (select 1 from grading_periods op where op.course_id = e.course_id and not op.deleted)))) and e.user_id = any($7::int[]) and exists (select 1 from enrollments o
  where o.course_id = e.course_id and o.user_id = e.user_id and o.state = 'active' and ($8::int[] is null or o.course_section_id = any($8::int[]))) and (e.id) > ($9::int) order by e.id asc limit 11;

-- enrollments_of_course_first_11 (src/areas/enrollments/enrollments.ts)
-- takes $1 id int4, $2 states enrollment_state[]
-- gives id int4, courseId int4, sectionId int4, userId int4, associatedUserId int4?, rootAccountId int4, type enrollment_type, state enrollment_state, limited bool, createdAt timestamptz, updatedAt timestamptz, lastActivityAt timestamptz?, name text, sortableName text, shortName text
select e.id, e.course_id as "courseId", e.course_section_id as "sectionId", e.user_id as "userId",
  e.associated_user_id as "associatedUserId", e.root_account_id as "rootAccountId", e.type, e.state,
  e.limit_privileges_to_course_section as "limited", e.created_at as "createdAt", e.updated_at as "updatedAt",
  e.last_activity_at as "lastActivityAt", u.name, u.sortable_name as "sortableName", u.short_name as "shortName" from enrollments e join users u on u.id = e.user_id
  where e.course_id = $1 and e.state = any($2::enrollment_state[]) and not u.deleted   order by e.id asc limit 11;

-- enrollments_of_section_0_1_2_3_4_5_after_11 (src/areas/enrollments/enrollments.ts)
-- takes $1 id int4, $2 states enrollment_state[], $3 types enrollment_type[], $4 user int4, $5 sections int4[], $6 period int4, $7 users int4[], $8 knows int4[]?, $9 key 1 int4
-- gives id int4, courseId int4, sectionId int4, userId int4, associatedUserId int4?, rootAccountId int4, type enrollment_type, state enrollment_state, limited bool, createdAt timestamptz, updatedAt timestamptz, lastActivityAt timestamptz?, name text, sortableName text, shortName text
select e.id, e.course_id as "courseId", e.course_section_id as "sectionId", e.user_id as "userId",
  e.associated_user_id as "associatedUserId", e.root_account_id as "rootAccountId", e.type, e.state,
  e.limit_privileges_to_course_section as "limited", e.created_at as "createdAt", e.updated_at as "updatedAt",
  e.last_activity_at as "lastActivityAt", u.name, u.sortable_name as "sortableName", u.short_name as "shortName" from enrollments e join users u on u.id = e.user_id
  where e.course_section_id = $1 and e.state = any($2::enrollment_state[]) and not u.deleted and e.type = any($3::enrollment_type[]) and e.user_id = $4::int and e.course_section_id = any($5::int[]) and exists (select 1 from grading_periods gp where gp.id = $6 and not gp.deleted and (gp.course_id = e.course_id
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = e.course_id) and not exists (select 1 from grading_periods op where op.course_id = e.course_id and not op.deleted)))) and e.user_id = any($7::int[]) and exists (select 1 from enrollments o
  where o.course_id = e.course_id and o.user_id = e.user_id and o.state = 'active' and ($8::int[] is null or o.course_section_id = any($8::int[]))) and (e.id) > ($9::int) order by e.id asc limit 11;

-- enrollments_of_section_first_11 (src/areas/enrollments/enrollments.ts)
-- takes $1 id int4, $2 states enrollment_state[]
-- gives id int4, courseId int4, sectionId int4, userId int4, associatedUserId int4?, rootAccountId int4, type enrollment_type, state enrollment_state, limited bool, createdAt timestamptz, updatedAt timestamptz, lastActivityAt timestamptz?, name text, sortableName text, shortName text
select e.id, e.course_id as "courseId", e.course_section_id as "sectionId", e.user_id as "userId",
  e.associated_user_id as "associatedUserId", e.root_account_id as "rootAccountId", e.type, e.state,
  e.limit_privileges_to_course_section as "limited", e.created_at as "createdAt", e.updated_at as "updatedAt",
  e.last_activity_at as "lastActivityAt", u.name, u.sortable_name as "sortableName", u.short_name as "shortName" from enrollments e join users u on u.id = e.user_id
  where e.course_section_id = $1 and e.state = any($2::enrollment_state[]) and not u.deleted   order by e.id asc limit 11;

-- enrollments_of_user_0_1_2_3_4_5_after_11 (src/areas/enrollments/enrollments.ts)
-- takes $1 id int4, $2 states enrollment_state[], $3 types enrollment_type[], $4 user int4, $5 sections int4[], $6 period int4, $7 users int4[], $8 knows int4[]?, $9 key 1 int4
-- gives id int4, courseId int4, sectionId int4, userId int4, associatedUserId int4?, rootAccountId int4, type enrollment_type, state enrollment_state, limited bool, createdAt timestamptz, updatedAt timestamptz, lastActivityAt timestamptz?, name text, sortableName text, shortName text
select e.id, e.course_id as "courseId", e.course_section_id as "sectionId", e.user_id as "userId",
  e.associated_user_id as "associatedUserId", e.root_account_id as "rootAccountId", e.type, e.state,
  e.limit_privileges_to_course_section as "limited", e.created_at as "createdAt", e.updated_at as "updatedAt",
  e.last_activity_at as "lastActivityAt", u.name, u.sortable_name as "sortableName", u.short_name as "shortName" from enrollments e join users u on u.id = e.user_id
  where e.user_id = $1 and exists (select 1 from courses c where c.id = e.course_id and c.state <> 'deleted') and e.state = any($2::enrollment_state[]) and not u.deleted and e.type = any($3::enrollment_type[]) and e.user_id = $4::int and e.course_section_id = any($5::int[]) and exists (select 1 from grading_periods gp where gp.id = $6 and not gp.deleted and (gp.course_id = e.course_id
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = e.course_id) and not exists (select 1 from grading_periods op where op.course_id = e.course_id and not op.deleted)))) and e.user_id = any($7::int[]) and exists (select 1 from enrollments o
  where o.course_id = e.course_id and o.user_id = e.user_id and o.state = 'active' and ($8::int[] is null or o.course_section_id = any($8::int[]))) and (e.id) > ($9::int) order by e.id asc limit 11;

-- enrollments_of_user_first_11 (src/areas/enrollments/enrollments.ts)
-- takes $1 id int4, $2 states enrollment_state[]
-- gives id int4, courseId int4, sectionId int4, userId int4, associatedUserId int4?, rootAccountId int4, type enrollment_type, state enrollment_state, limited bool, createdAt timestamptz, updatedAt timestamptz, lastActivityAt timestamptz?, name text, sortableName text, shortName text
select e.id, e.course_id as "courseId", e.course_section_id as "sectionId", e.user_id as "userId",
  e.associated_user_id as "associatedUserId", e.root_account_id as "rootAccountId", e.type, e.state,
  e.limit_privileges_to_course_section as "limited", e.created_at as "createdAt", e.updated_at as "updatedAt",
  e.last_activity_at as "lastActivityAt", u.name, u.sortable_name as "sortableName", u.short_name as "shortName" from enrollments e join users u on u.id = e.user_id
  where e.user_id = $1 and exists (select 1 from courses c where c.id = e.course_id and c.state <> 'deleted') and e.state = any($2::enrollment_state[]) and not u.deleted   order by e.id asc limit 11;

-- enrollments_of_user_for_staff_0_1_2_3_4_5_after_11 (src/areas/enrollments/enrollments.ts)
-- takes $1 id int4, $2 states enrollment_state[], $3 callerId int4, $4 adminOf int4[], $5 types enrollment_type[], $6 user int4, $7 sections int4[], $8 period int4, $9 users int4[], $10 knows int4[]?, $11 key 1 int4
-- gives id int4, courseId int4, sectionId int4, userId int4, associatedUserId int4?, rootAccountId int4, type enrollment_type, state enrollment_state, limited bool, createdAt timestamptz, updatedAt timestamptz, lastActivityAt timestamptz?, name text, sortableName text, shortName text
select e.id, e.course_id as "courseId", e.course_section_id as "sectionId", e.user_id as "userId",
  e.associated_user_id as "associatedUserId", e.root_account_id as "rootAccountId", e.type, e.state,
  e.limit_privileges_to_course_section as "limited", e.created_at as "createdAt", e.updated_at as "updatedAt",
  e.last_activity_at as "lastActivityAt", u.name, u.sortable_name as "sortableName", u.short_name as "shortName" from enrollments e join users u on u.id = e.user_id
  where e.user_id = $1 and exists (select 1 from courses c join accounts a on a.id = c.account_id
  where c.id = e.course_id and c.state <> 'deleted' and (a.chain && $4::int[] or exists (select 1 from enrollments mine
  where mine.course_id = e.course_id and mine.user_id = $3 and mine.state in ('active', 'completed') and mine.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')
  and (not mine.limit_privileges_to_course_section or mine.course_section_id = e.course_section_id)))) and e.state = any($2::enrollment_state[]) and not u.deleted and e.type = any($5::enrollment_type[]) and e.user_id = $6::int and e.course_section_id = any($7::int[]) and exists (select 1 from grading_periods gp where gp.id = $8 and not gp.deleted and (gp.course_id = e.course_id
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = e.course_id) and not exists (select 1 from grading_periods op where op.course_id = e.course_id and not op.deleted)))) and e.user_id = any($9::int[]) and exists (select 1 from enrollments o
  where o.course_id = e.course_id and o.user_id = e.user_id and o.state = 'active' and ($10::int[] is null or o.course_section_id = any($10::int[]))) and (e.id) > ($11::int) order by e.id asc limit 11;

-- enrollments_of_user_for_staff_first_11 (src/areas/enrollments/enrollments.ts)
-- takes $1 id int4, $2 states enrollment_state[], $3 callerId int4, $4 adminOf int4[]
-- gives id int4, courseId int4, sectionId int4, userId int4, associatedUserId int4?, rootAccountId int4, type enrollment_type, state enrollment_state, limited bool, createdAt timestamptz, updatedAt timestamptz, lastActivityAt timestamptz?, name text, sortableName text, shortName text
select e.id, e.course_id as "courseId", e.course_section_id as "sectionId", e.user_id as "userId",
  e.associated_user_id as "associatedUserId", e.root_account_id as "rootAccountId", e.type, e.state,
  e.limit_privileges_to_course_section as "limited", e.created_at as "createdAt", e.updated_at as "updatedAt",
  e.last_activity_at as "lastActivityAt", u.name, u.sortable_name as "sortableName", u.short_name as "shortName" from enrollments e join users u on u.id = e.user_id
  where e.user_id = $1 and exists (select 1 from courses c join accounts a on a.id = c.account_id
  where c.id = e.course_id and c.state <> 'deleted' and (a.chain && $4::int[] or exists (select 1 from enrollments mine
  where mine.course_id = e.course_id and mine.user_id = $3 and mine.state in ('active', 'completed') and mine.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')
  and (not mine.limit_privileges_to_course_section or mine.course_section_id = e.course_section_id)))) and e.state = any($2::enrollment_state[]) and not u.deleted   order by e.id asc limit 11;

-- looking_at_enrollments_in_courses (src/areas/enrollments/grades.ts)
-- takes $1 courseIds int4[], $2 userId int4, $3 adminOf int4[]
-- gives id int4, graded int4[]?, students int4[]
select c.id, case when not a.chain && $3::int[] then own.graded end as graded, own.students
  from courses c join accounts a on a.id = c.account_id cross join lateral (
  select case when bool_or(not e.limit_privileges_to_course_section) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment')) then null
  else coalesce(array_agg(distinct e.course_section_id) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment')), '{}') end as graded,
  coalesce(array_agg(case e.type when 'ObserverEnrollment' then e.associated_user_id when 'StudentEnrollment' then e.user_id end) filter (where c.state in ('available', 'completed') and case e.type when 'ObserverEnrollment' then e.associated_user_id when 'StudentEnrollment' then e.user_id end is not null), '{}') as students
  from enrollments e where e.course_id = c.id and e.user_id = $2 and e.state in ('active', 'completed')) own
  where c.id = any($1::int[]);

-- groups_of_enrolled (src/areas/enrollments/including.ts)
-- takes $1 courseIds int4[], $2 userIds int4[]
-- gives courseId int4?, userId int4, ids int4[]
select g.course_id as "courseId", m.user_id as "userId", array_agg(g.id order by g.id) as ids
  from group_memberships m join groups g on g.id = m.group_id and not g.deleted
  where m.user_id = any($2::int[]) and g.course_id = any($1::int[]) and m.state = 'accepted' and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed')))
  group by g.course_id, m.user_id;

-- observed_in_courses (src/areas/enrollments/including.ts)
-- takes $1 courseIds int4[], $2 userIds int4[], $3 callerId int4, $4 adminOf int4[]
-- gives courseId int4, userId int4, name text, sortableName text, shortName text
select c.id as "courseId", u.id as "userId", u.name, u.sortable_name as "sortableName", u.short_name as "shortName"
  from unnest($1::int[], $2::int[]) as pair(course_id, user_id)
  join courses c on c.id = pair.course_id join accounts a on a.id = c.account_id join users u on u.id = pair.user_id
  where not u.deleted and (
  exists (select 1 from enrollments own where own.course_id = c.id and own.user_id = $3 and own.associated_user_id = u.id)
  or exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = u.id and e.state not in ('deleted', 'rejected')
  and (a.chain && $4::int[] or exists (select 1 from enrollments mine where mine.course_id = c.id
  and mine.user_id = $3 and mine.state in ('active', 'completed') and (c.state in ('available', 'completed') or (c.state = 'unpublished' and mine.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
  and (not mine.limit_privileges_to_course_section or mine.course_section_id = e.course_section_id)))));

-- pictures_of_enrolled (src/areas/enrollments/including.ts)
-- takes $1 ids int4[]
-- gives userId int4, picture text?
select u.id as "userId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from users u where u.id = any($1::int[]);

-- logins_of_enrolled (src/areas/enrollments/logins.ts)
-- takes $1 ids int4[], $2 courseId int4, $3 knows int4[]?
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.known from (select u.*, exists (select 1 from enrollments o
  where o.course_id = $2 and o.user_id = u.id and o.state = 'active' and ($3::int[] is null or o.course_section_id = any($3::int[]))) as known from users u where u.id = any($1::int[])) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true;

-- people_of_section_held (src/areas/enrollments/moving.ts)
-- takes $1 sectionId int4
-- gives id int4
with people(id) as (select e.user_id from enrollments e where e.course_section_id = $1)
  select u.id from users u where not u.deleted and u.id = any(array(
  select p.id from people p union all select o.observer_id from people p join observations o on o.observee_id = p.id))
  order by u.id for no key update;

-- observer_enrollments_end (src/areas/enrollments/observing.ts)
-- takes $1 observerIds int4[], $2 observeeIds int4[]
-- gives userId int4
update enrollments e set state = 'deleted', updated_at = now()
  from unnest($1::int[], $2::int[]) as pair(observer_id, observee_id)
  where e.user_id = pair.observer_id and e.type = 'ObserverEnrollment' and e.associated_user_id = pair.observee_id and e.state not in ('deleted', 'rejected')
  returning e.user_id as "userId";

-- observers_follow_student (src/areas/enrollments/observing.ts)
-- takes $1 studentId int4, $2 observerId int4?, $3 courseId int4?
-- gives userId int4
insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state, associated_user_id)
  select s.course_id, s.course_section_id, o.observer_id, s.root_account_id, 'ObserverEnrollment', s.state, s.user_id
  from enrollments s join courses c on c.id = s.course_id and c.state <> 'deleted' join observations o on o.observee_id = s.user_id
  join users u on u.id = o.observer_id and not u.deleted
  where s.user_id = $1 and s.type = 'StudentEnrollment' and s.state in ('active', 'completed')
  and ($2::int is null or o.observer_id = $2) and ($3::int is null or s.course_id = $3)
  order by s.course_section_id, o.observer_id for key share of u
  on conflict (course_section_id, user_id, type, associated_user_id) do update set state = excluded.state, updated_at = now()
  where enrollments.state <> excluded.state
  returning user_id as "userId";

-- observers_let_student_go (src/areas/enrollments/observing.ts)
-- takes $1 enrollmentId int4
-- gives userId int4
update enrollments e set state = case when s.state not in ('deleted', 'rejected') then s.state else 'deleted' end, updated_at = now()
  from enrollments s join observations o on o.observee_id = s.user_id
  where s.id = $1 and s.type = 'StudentEnrollment' and not s.state in ('active', 'completed') and e.course_section_id = s.course_section_id
  and e.user_id = o.observer_id and e.type = 'ObserverEnrollment' and e.associated_user_id = s.user_id and e.state not in ('deleted', 'rejected')
  returning e.user_id as "userId";

-- active_enrollments_of_users (src/areas/enrollments/of-users.ts)
-- takes $1 userIds int4[], $2 userId int4, $3 adminOf int4[]
-- gives id int4, courseId int4, sectionId int4, userId int4, associatedUserId int4?, rootAccountId int4, type enrollment_type, state enrollment_state, limited bool, createdAt timestamptz, updatedAt timestamptz, lastActivityAt timestamptz?, name text, sortableName text, shortName text
select e.id, e.course_id as "courseId", e.course_section_id as "sectionId", e.user_id as "userId",
  e.associated_user_id as "associatedUserId", e.root_account_id as "rootAccountId", e.type, e.state,
  e.limit_privileges_to_course_section as "limited", e.created_at as "createdAt", e.updated_at as "updatedAt",
  e.last_activity_at as "lastActivityAt", u.name, u.sortable_name as "sortableName", u.short_name as "shortName"
  from enrollments e join users u on u.id = e.user_id join courses c on c.id = e.course_id join accounts a on a.id = c.account_id
  where e.user_id = any($1::int[]) and e.state = 'active' and c.state <> 'deleted'
  and (e.user_id = $2 or (a.chain && $3::int[] or exists (select 1 from enrollments mine
  where mine.course_id = e.course_id and mine.user_id = $2 and mine.state in ('active', 'completed') and mine.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')
  and (not mine.limit_privileges_to_course_section or mine.course_section_id = e.course_section_id))))
  order by e.id;

-- recent_students_after_11 (src/areas/enrollments/recent-students.ts)
-- takes $1 courseId int4, $2 reach int4[]?, $3 key 1 int4, $4 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, lastUsedAt timestamptz?, key int4
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.last_used_at as "lastUsedAt", u.key from (select u.*, coalesce(floor(extract(epoch from u.last_used_at))::int8, -1) as key from users u
  where u.id in (select e.user_id from enrollments e where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active'
  and ($2::int[] is null or e.course_section_id = any($2::int[])))  and (coalesce(floor(extract(epoch from u.last_used_at))::int8, -1), -u.id) < ($3::int8, $4::int) order by coalesce(floor(extract(epoch from u.last_used_at))::int8, -1) desc, -u.id desc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.key desc, -u.id desc;
