-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- accounts_by_sis_id (src/areas/courses/account-courses.ts)
-- takes $1 sisIds text[], $2 rootAccountId int4
-- gives id int4
select a.id from accounts a where a.root_account_id = $2 and a.sis_account_id = any($1::text[]) and not a.deleted;

-- courses_of_account_0_1_2_3_4_5_6_7_8_9_10_after_11 (src/areas/courses/account-courses.ts)
-- takes $1 accountId int4, $2 pattern text, $3 term int4, $4 inDefault bool, $5 states course_state[]?, $6 published bool?, $7 completed bool?, $8 accounts int4[]?, $9 types enrollment_type[], $10 teachers int4[], $11 key 1 int4
-- gives id int4, name text, courseCode text, accountId int4, rootAccountId int4, state course_state, startAt timestamptz?, endAt timestamptz?, sisCourseId text?, isPublic bool, createdAt timestamptz, termId int4, timeZone text, gradingStandardId int4?, groupWeightingScheme group_weighting_scheme
with few as materialized (select c.id from accounts own join accounts a on a.chain @> array[$1::int] and not a.deleted join courses c on c.account_id = a.id
  where own.id = $1 and own.parent_account_id is not null limit 200 + 1)
  select c.id, c.name, c.course_code as "courseCode", c.account_id as "accountId", c.root_account_id as "rootAccountId", c.state,
  c.start_at as "startAt", c.end_at as "endAt", c.sis_course_id as "sisCourseId", c.is_public as "isPublic",
  c.created_at as "createdAt", coalesce(c.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = c.root_account_id and t.is_default)) as "termId", coalesce(c.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC') as "timeZone", c.grading_standard_id as "gradingStandardId", c.group_weighting_scheme as "groupWeightingScheme" from (
  (select c.* from few cross join lateral (select * from courses c where c.id = few.id offset 0) c where ((select count(*) from few) <= 200 and (select own.parent_account_id is not null from accounts own where own.id = $1)) and c.state <> 'deleted' and (replace(lower(c.name), 'ς', 'σ') like replace(lower($2::text), 'ς', 'σ') or replace(lower(c.course_code), 'ς', 'σ') like replace(lower($2::text), 'ς', 'σ')) and c.enrollment_term_id = $3 and (c.enrollment_term_id is null) = $4 and ($5::course_state[] is null or c.state = any($5::course_state[])) and ($6::boolean is null or (c.state in ('available', 'completed')) = $6::boolean) and ($7::boolean is null or (c.state = 'completed') = $7::boolean) and ($8::int[] is null or c.account_id in (select own.id from accounts own where own.chain && $8::int[])) and exists (select 1 from enrollments e where e.course_id = c.id and e.state not in ('deleted', 'rejected')) and not exists (select 1 from enrollments e where e.course_id = c.id and e.state not in ('deleted', 'rejected')) and exists (select 1 from enrollments e where e.course_id = c.id and e.type = any($9::enrollment_type[]) and e.state not in ('deleted', 'rejected')) and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = any($10::int[]) and e.type = 'TeacherEnrollment' and e.state in ('active', 'completed')) and (c.id) > ($11::int) order by c.id asc limit 11)
  union all
  (select * from courses c where not ((select count(*) from few) <= 200 and (select own.parent_account_id is not null from accounts own where own.id = $1)) and c.root_account_id = (select own.root_account_id from accounts own where own.id = $1)
  and coalesce(c.account_id in (select a.id from accounts a where a.chain @> array[$1::int] and not a.deleted), false) and c.state <> 'deleted' and (replace(lower(c.name), 'ς', 'σ') like replace(lower($2::text), 'ς', 'σ') or replace(lower(c.course_code), 'ς', 'σ') like replace(lower($2::text), 'ς', 'σ')) and c.enrollment_term_id = $3 and (c.enrollment_term_id is null) = $4 and ($5::course_state[] is null or c.state = any($5::course_state[])) and ($6::boolean is null or (c.state in ('available', 'completed')) = $6::boolean) and ($7::boolean is null or (c.state = 'completed') = $7::boolean) and ($8::int[] is null or c.account_id in (select own.id from accounts own where own.chain && $8::int[])) and exists (select 1 from enrollments e where e.course_id = c.id and e.state not in ('deleted', 'rejected')) and not exists (select 1 from enrollments e where e.course_id = c.id and e.state not in ('deleted', 'rejected')) and exists (select 1 from enrollments e where e.course_id = c.id and e.type = any($9::enrollment_type[]) and e.state not in ('deleted', 'rejected')) and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = any($10::int[]) and e.type = 'TeacherEnrollment' and e.state in ('active', 'completed')) and (c.id) > ($11::int) order by c.id asc limit 11)) c where true and (replace(lower(c.name), 'ς', 'σ') like replace(lower($2::text), 'ς', 'σ') or replace(lower(c.course_code), 'ς', 'σ') like replace(lower($2::text), 'ς', 'σ')) and c.enrollment_term_id = $3 and (c.enrollment_term_id is null) = $4 and ($5::course_state[] is null or c.state = any($5::course_state[])) and ($6::boolean is null or (c.state in ('available', 'completed')) = $6::boolean) and ($7::boolean is null or (c.state = 'completed') = $7::boolean) and ($8::int[] is null or c.account_id in (select own.id from accounts own where own.chain && $8::int[])) and exists (select 1 from enrollments e where e.course_id = c.id and e.state not in ('deleted', 'rejected')) and not exists (select 1 from enrollments e where e.course_id = c.id and e.state not in ('deleted', 'rejected')) and exists (select 1 from enrollments e where e.course_id = c.id and e.type = any($9::enrollment_type[]) and e.state not in ('deleted', 'rejected')) and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = any($10::int[]) and e.type = 'TeacherEnrollment' and e.state in ('active', 'completed')) and (c.id) > ($11::int) order by c.id asc limit 11;

-- courses_of_account_first_11 (src/areas/courses/account-courses.ts)
-- takes $1 accountId int4
-- gives id int4, name text, courseCode text, accountId int4, rootAccountId int4, state course_state, startAt timestamptz?, endAt timestamptz?, sisCourseId text?, isPublic bool, createdAt timestamptz, termId int4, timeZone text, gradingStandardId int4?, groupWeightingScheme group_weighting_scheme
with few as materialized (select c.id from accounts own join accounts a on a.chain @> array[$1::int] and not a.deleted join courses c on c.account_id = a.id
  where own.id = $1 and own.parent_account_id is not null limit 200 + 1)
  select c.id, c.name, c.course_code as "courseCode", c.account_id as "accountId", c.root_account_id as "rootAccountId", c.state,
  c.start_at as "startAt", c.end_at as "endAt", c.sis_course_id as "sisCourseId", c.is_public as "isPublic",
  c.created_at as "createdAt", coalesce(c.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = c.root_account_id and t.is_default)) as "termId", coalesce(c.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC') as "timeZone", c.grading_standard_id as "gradingStandardId", c.group_weighting_scheme as "groupWeightingScheme" from (
  (select c.* from few cross join lateral (select * from courses c where c.id = few.id offset 0) c where ((select count(*) from few) <= 200 and (select own.parent_account_id is not null from accounts own where own.id = $1)) and c.state <> 'deleted'   order by c.id asc limit 11)
  union all
  (select * from courses c where not ((select count(*) from few) <= 200 and (select own.parent_account_id is not null from accounts own where own.id = $1)) and c.root_account_id = (select own.root_account_id from accounts own where own.id = $1)
  and coalesce(c.account_id in (select a.id from accounts a where a.chain @> array[$1::int] and not a.deleted), false) and c.state <> 'deleted'   order by c.id asc limit 11)) c where true   order by c.id asc limit 11;

-- account_of_course_kept (src/areas/courses/changes.ts)
-- takes $1 id int4
-- gives id int4
select a.id from accounts a where a.id = $1 and not a.deleted for key share;

-- course_held (src/areas/courses/changes.ts)
-- takes $1 id int4
-- gives id int4
select id from courses where id = $1 for update;

-- course_members (src/areas/courses/changes.ts)
-- takes $1 id int4
-- gives userId int4
select distinct user_id as "userId" from enrollments where course_id = $1;

-- accounts_of_courses_worked_in_first_11 (src/areas/courses/course-accounts.ts)
-- takes $1 userId int4
-- gives id int4, name text, parentId int4?, rootId int4
select a.id, a.name, a.parent_account_id as "parentId", a.root_account_id as "rootId" from accounts a
  where a.id in (select c.account_id from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') and e.state in ('active', 'completed') and c.state <> 'deleted')
  order by a.id limit 11;

-- course (src/areas/courses/courses.ts)
-- takes $1 id int4, $2 callerId int4
-- gives id int4, name text, courseCode text, accountId int4, rootAccountId int4, state course_state, startAt timestamptz?, endAt timestamptz?, sisCourseId text?, isPublic bool, createdAt timestamptz, termId int4, timeZone text, gradingStandardId int4?, groupWeightingScheme group_weighting_scheme, nicknames jsonb[], enrollments jsonb[], selector bytea?, secret bytea?
select c.id, c.name, c.course_code as "courseCode", c.account_id as "accountId", c.root_account_id as "rootAccountId", c.state,
  c.start_at as "startAt", c.end_at as "endAt", c.sis_course_id as "sisCourseId", c.is_public as "isPublic",
  c.created_at as "createdAt", coalesce(c.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = c.root_account_id and t.is_default)) as "termId", coalesce(c.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC') as "timeZone", c.grading_standard_id as "gradingStandardId", c.group_weighting_scheme as "groupWeightingScheme", own.* from courses c cross join lateral (select f.selector, f.secret, array(
  select json_build_object('courseId', n.course_id, 'nickname', n.nickname) from course_nicknames n
  where n.user_id = $2::int and n.course_id = c.id
  ) as nicknames, array(
  select json_build_object('courseId', e.course_id, 'id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section)
  from enrollments e where e.user_id = $2::int and e.course_id = c.id and e.state in ('active', 'invited', 'completed') order by e.id
  ) as enrollments
  from (select $2::int as user_id) caller left join feed_codes f on f.user_id = caller.user_id) own
  where c.id = $1;

-- courses_by_ids (src/areas/courses/courses.ts)
-- takes $1 ids int4[]
-- gives id int4, name text, courseCode text, accountId int4, rootAccountId int4, state course_state, startAt timestamptz?, endAt timestamptz?, sisCourseId text?, isPublic bool, createdAt timestamptz, termId int4, timeZone text, gradingStandardId int4?, groupWeightingScheme group_weighting_scheme
select c.id, c.name, c.course_code as "courseCode", c.account_id as "accountId", c.root_account_id as "rootAccountId", c.state,
  c.start_at as "startAt", c.end_at as "endAt", c.sis_course_id as "sisCourseId", c.is_public as "isPublic",
  c.created_at as "createdAt", coalesce(c.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = c.root_account_id and t.is_default)) as "termId", coalesce(c.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC') as "timeZone", c.grading_standard_id as "gradingStandardId", c.group_weighting_scheme as "groupWeightingScheme" from courses c where c.id = any($1::int[]) and c.state <> 'deleted';

-- courses_of_user_first_11 (src/areas/courses/courses.ts)
-- takes $1 userId int4, $2 types enrollment_type[]?, $3 standing text?, $4 states course_state[]?
-- gives id int4, name text, courseCode text, accountId int4, rootAccountId int4, state course_state, startAt timestamptz?, endAt timestamptz?, sisCourseId text?, isPublic bool, createdAt timestamptz, termId int4, timeZone text, gradingStandardId int4?, groupWeightingScheme group_weighting_scheme
select c.id, c.name, c.course_code as "courseCode", c.account_id as "accountId", c.root_account_id as "rootAccountId", c.state,
  c.start_at as "startAt", c.end_at as "endAt", c.sis_course_id as "sisCourseId", c.is_public as "isPublic",
  c.created_at as "createdAt", coalesce(c.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = c.root_account_id and t.is_default)) as "termId", coalesce(c.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC') as "timeZone", c.grading_standard_id as "gradingStandardId", c.group_weighting_scheme as "groupWeightingScheme" from courses c
  where c.id in (select e.course_id from enrollments e join courses own on own.id = e.course_id where e.user_id = $1
  and ((e.state in ('active', 'completed') and (own.state in ('available', 'completed') or (own.state = 'unpublished' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))) or (e.state = 'invited' and own.state in ('available', 'completed'))) and ($2::enrollment_type[] is null or e.type = any($2::enrollment_type[]))
  and ($3::text is null or case $3::text
  when 'active' then e.state = 'active' and not own.state = 'completed'
  when 'invited_or_pending' then e.state = 'invited'
  else e.state in ('active', 'completed') and (not e.state = 'active' or own.state = 'completed') end))
  and c.state <> 'deleted' and ($4::course_state[] is null or c.state = any($4::course_state[]))
  order by c.id limit 11;

-- zone_of_course (src/areas/courses/courses.ts)
-- takes $1 courseId int4
-- gives zone text
select coalesce(c.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC') as zone from courses c where c.id = $1;

-- dashboard_cards (src/areas/courses/dashboard.ts)
-- takes $1 callerId int4
-- gives id int4, name text, nickname text?, courseCode text, state course_state, isFavorite bool, types text[]
select c.id, c.name, n.nickname, c.course_code as "courseCode", c.state, f.course_id is not null as "isFavorite", own.types
  from (select e.course_id, array_agg(e.type::text) as types, bool_or((c.state in ('available', 'completed') or (c.state = 'unpublished' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))) and case 'active'::text
  when 'active' then e.state = 'active' and not c.state = 'completed'
  when 'invited_or_pending' then e.state = 'invited'
  else e.state in ('active', 'completed') and (not e.state = 'active' or c.state = 'completed') end) as shown
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted' group by e.course_id) own
  join courses c on c.id = own.course_id
  left join course_nicknames n on n.user_id = $1 and n.course_id = c.id
  left join course_favorites f on f.user_id = $1 and f.course_id = c.id
  where own.shown order by c.id limit 100;

-- favorite_courses_of_user_first_11 (src/areas/courses/favorites.ts)
-- takes $1 userId int4
-- gives id int4, name text, courseCode text, accountId int4, rootAccountId int4, state course_state, startAt timestamptz?, endAt timestamptz?, sisCourseId text?, isPublic bool, createdAt timestamptz, termId int4, timeZone text, gradingStandardId int4?, groupWeightingScheme group_weighting_scheme
with chosen as materialized (select c.id as course_id from course_favorites f join courses c on c.id = f.course_id
  where f.user_id = $1 and exists (select 1 from enrollments e
  where e.course_id = c.id and e.user_id = $1 and ((e.state in ('active', 'completed') and (c.state in ('available', 'completed') or (c.state = 'unpublished' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))) or (e.state = 'invited' and c.state in ('available', 'completed')))))
  select c.id, c.name, c.course_code as "courseCode", c.account_id as "accountId", c.root_account_id as "rootAccountId", c.state,
  c.start_at as "startAt", c.end_at as "endAt", c.sis_course_id as "sisCourseId", c.is_public as "isPublic",
  c.created_at as "createdAt", coalesce(c.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = c.root_account_id and t.is_default)) as "termId", coalesce(c.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC') as "timeZone", c.grading_standard_id as "gradingStandardId", c.group_weighting_scheme as "groupWeightingScheme" from courses c
  where c.id in (select e.course_id from enrollments e join courses own on own.id = e.course_id
  where e.user_id = $1 and ((e.state in ('active', 'completed') and (own.state in ('available', 'completed') or (own.state = 'unpublished' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))) or (e.state = 'invited' and own.state in ('available', 'completed')))
  and case when exists (select 1 from chosen) then e.course_id in (select course_id from chosen) else e.state = 'active' and not own.state = 'completed' end)
  order by c.id limit 11;

-- favorites_among_courses (src/areas/courses/including.ts)
-- takes $1 userId int4, $2 ids int4[]
-- gives id int4
select f.course_id as id from course_favorites f where f.user_id = $1 and f.course_id = any($2::int[]);

-- sections_of_courses (src/areas/courses/including.ts)
-- takes $1 ids int4[], $2 callerId int4, $3 adminOf int4[]
-- gives courseId int4, id int4?, name text?, startAt timestamptz?, endAt timestamptz?
select c.id as "courseId", s.id, s.name, s.start_at as "startAt", s.end_at as "endAt"
  from courses c join accounts a on a.id = c.account_id left join course_sections s on s.course_id = c.id and not s.deleted
  where c.id = any($1::int[]) and (a.chain && $3::int[] or exists (select 1 from enrollments mine
  where mine.course_id = c.id and mine.user_id = $2 and mine.state in ('active', 'completed') and (c.state in ('available', 'completed') or (c.state = 'unpublished' and mine.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))))
  order by s.id;

-- students_of_courses_counted (src/areas/courses/including.ts)
-- takes $1 ids int4[], $2 callerId int4, $3 adminOf int4[]
-- gives courseId int4, count int4
select e.course_id as "courseId", count(distinct e.user_id)::int as count
  from enrollments e where e.course_id = any($1::int[]) and e.type = 'StudentEnrollment' and e.state = 'active' and (exists (select 1 from courses c join accounts a on a.id = c.account_id where c.id = e.course_id and a.chain && $3::int[])
  or e.course_id in (select mine.course_id from enrollments mine join courses c on c.id = mine.course_id
  where mine.user_id = $2 and mine.state in ('active', 'completed') and (c.state in ('available', 'completed') or (c.state = 'unpublished' and mine.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))) and mine.type in ('StudentEnrollment', 'TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment', 'ObserverEnrollment') and not mine.limit_privileges_to_course_section)
  or (e.course_id, e.course_section_id) in (select mine.course_id, mine.course_section_id from enrollments mine join courses c on c.id = mine.course_id
  where mine.user_id = $2 and mine.state in ('active', 'completed') and (c.state in ('available', 'completed') or (c.state = 'unpublished' and mine.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))) and mine.type in ('StudentEnrollment', 'TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment', 'ObserverEnrollment') and mine.limit_privileges_to_course_section))
  group by e.course_id;

-- teachers_of_courses (src/areas/courses/including.ts)
-- takes $1 ids int4[], $2 callerId int4, $3 adminOf int4[]
-- gives courseId int4, userId int4, name text, picture text?
select t.course_id as "courseId", u.id as "userId", u.short_name as name, (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture
  from (select distinct e.course_id, e.user_id from enrollments e where e.course_id = any($1::int[]) and e.type = 'TeacherEnrollment'
  and e.state = 'active' and (exists (select 1 from courses c join accounts a on a.id = c.account_id where c.id = e.course_id and a.chain && $3::int[])
  or e.course_id in (select mine.course_id from enrollments mine join courses c on c.id = mine.course_id
  where mine.user_id = $2 and mine.state in ('active', 'completed') and (c.state in ('available', 'completed') or (c.state = 'unpublished' and mine.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))) and mine.type in ('StudentEnrollment', 'TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment', 'ObserverEnrollment') and not mine.limit_privileges_to_course_section)
  or (e.course_id, e.course_section_id) in (select mine.course_id, mine.course_section_id from enrollments mine join courses c on c.id = mine.course_id
  where mine.user_id = $2 and mine.state in ('active', 'completed') and (c.state in ('available', 'completed') or (c.state = 'unpublished' and mine.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))) and mine.type in ('StudentEnrollment', 'TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment', 'ObserverEnrollment') and mine.limit_privileges_to_course_section))) t
  join users u on u.id = t.user_id order by u.sort_key, u.id;

-- terms_of_courses (src/areas/courses/including.ts)
-- takes $1 ids int4[]
-- gives courseId int4, id int4, name text, startAt timestamptz?, endAt timestamptz?, sisTermId text?, deleted bool, createdAt timestamptz, gradingPeriodSetId int4?
select c.id as "courseId", t.id, t.name, t.start_at as "startAt", t.end_at as "endAt", t.sis_term_id as "sisTermId", t.deleted, t.created_at as "createdAt",
  t.grading_period_set_id as "gradingPeriodSetId" from courses c join enrollment_terms t on t.id = coalesce(c.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = c.root_account_id and t.is_default)) where c.id = any($1::int[]);

-- own_in_courses (src/areas/courses/json.ts)
-- takes $1 userId int4, $2 callerId int4, $3 ids int4[]
-- gives nicknames jsonb[], enrollments jsonb[], selector bytea?, secret bytea?
select f.selector, f.secret, array(
  select json_build_object('courseId', n.course_id, 'nickname', n.nickname) from course_nicknames n
  where n.user_id = $2::int and n.course_id = any($3::int[])
  ) as nicknames, array(
  select json_build_object('courseId', e.course_id, 'id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section)
  from enrollments e where e.user_id = $1::int and e.course_id = any($3::int[]) and e.state in ('active', 'invited', 'completed') order by e.id
  ) as enrollments
  from (select $1::int as user_id) caller left join feed_codes f on f.user_id = caller.user_id;

-- courses_by_sis_ids (src/areas/courses/named-courses.ts)
-- takes $1 values text[], $2 rootAccountId int4
-- gives id int4, value text
select c.id, named.value from unnest($1::text[]) named(value)
  join courses c on c.root_account_id = $2 and c.sis_course_id = named.value and c.state <> 'deleted';

-- course_nicknames_of_user_first_11 (src/areas/courses/nicknames.ts)
-- takes $1 userId int4, $2 rootAccountId int4
-- gives courseId int4, name text, nickname text
select n.course_id as "courseId", c.name, n.nickname from course_nicknames n join courses c on c.id = n.course_id
  where n.user_id = $1 and c.state <> 'deleted' and ((c.is_public and c.state in ('available', 'completed') and c.root_account_id = $2)
  or exists (select 1 from enrollments mine where mine.course_id = c.id and mine.user_id = $1 and ((mine.state in ('active', 'completed') and (c.state in ('available', 'completed') or (c.state = 'unpublished' and mine.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))) or (mine.state = 'invited' and c.state in ('available', 'completed'))))
  or exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = c.account_id and aa.user_id = $1))
  order by n.course_id limit 11;

-- remove_course_nickname (src/areas/courses/nicknames.ts)
-- takes $1 userId int4, $2 courseId int4
-- gives nickname text
delete from course_nicknames n where n.user_id = $1 and n.course_id = $2 returning n.nickname;

-- public_courses_0_after_11 (src/areas/courses/public-courses.ts)
-- takes $1 rootAccountId int4, $2 pattern text, $3 key 1 int4
-- gives id int4, name text, courseCode text, accountId int4, rootAccountId int4, state course_state, startAt timestamptz?, endAt timestamptz?, sisCourseId text?, isPublic bool, createdAt timestamptz, termId int4, timeZone text, gradingStandardId int4?, groupWeightingScheme group_weighting_scheme
select c.id, c.name, c.course_code as "courseCode", c.account_id as "accountId", c.root_account_id as "rootAccountId", c.state,
  c.start_at as "startAt", c.end_at as "endAt", c.sis_course_id as "sisCourseId", c.is_public as "isPublic",
  c.created_at as "createdAt", coalesce(c.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = c.root_account_id and t.is_default)) as "termId", coalesce(c.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC') as "timeZone", c.grading_standard_id as "gradingStandardId", c.group_weighting_scheme as "groupWeightingScheme" from courses c where c.root_account_id = $1 and c.is_public and c.state in ('available', 'completed') and (replace(lower(c.name), 'ς', 'σ') like replace(lower($2::text), 'ς', 'σ') or replace(lower(c.course_code), 'ς', 'σ') like replace(lower($2::text), 'ς', 'σ')) and (c.id) > ($3::int) order by c.id asc limit 11;

-- public_courses_first_11 (src/areas/courses/public-courses.ts)
-- takes $1 rootAccountId int4
-- gives id int4, name text, courseCode text, accountId int4, rootAccountId int4, state course_state, startAt timestamptz?, endAt timestamptz?, sisCourseId text?, isPublic bool, createdAt timestamptz, termId int4, timeZone text, gradingStandardId int4?, groupWeightingScheme group_weighting_scheme
select c.id, c.name, c.course_code as "courseCode", c.account_id as "accountId", c.root_account_id as "rootAccountId", c.state,
  c.start_at as "startAt", c.end_at as "endAt", c.sis_course_id as "sisCourseId", c.is_public as "isPublic",
  c.created_at as "createdAt", coalesce(c.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = c.root_account_id and t.is_default)) as "termId", coalesce(c.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC') as "timeZone", c.grading_standard_id as "gradingStandardId", c.group_weighting_scheme as "groupWeightingScheme" from courses c where c.root_account_id = $1 and c.is_public and c.state in ('available', 'completed')   order by c.id asc limit 11;

-- course_gated (src/areas/courses/relations.ts)
-- takes $1 id int4, $2 gated bool
update courses set gated = $2 where id = $1 and gated <> $2;

-- courses_whose_students_make_topics (src/areas/courses/student-topics.ts)
-- takes $1 ids int4[]
-- gives id int4, students bool, around jsonb
select c.id, c.allow_student_discussion_topics as students, (select json_agg(above.settings order by cardinality(above.chain)) from accounts nearest
  join accounts above on above.id = any(nearest.chain) where nearest.id = c.account_id) as around
  from courses c where c.id = any($1::int[]);

-- syllabuses_of_courses (src/areas/courses/syllabuses.ts)
-- takes $1 ids int4[], $2 userId int4, $3 adminOf int4[], $4 rootAccountId int4
-- gives courseId int4, body text?
select c.id as "courseId", s.body
  from courses c join accounts a on a.id = c.account_id left join course_syllabuses s on s.course_id = c.id
  where c.id = any($1::int[]) and ((c.is_public and c.state in ('available', 'completed') and c.root_account_id = $4)
  or exists (select 1 from enrollments mine where mine.course_id = c.id and mine.user_id = $2 and ((mine.state in ('active', 'completed') and (c.state in ('available', 'completed') or (c.state = 'unpublished' and mine.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))) or (mine.state = 'invited' and c.state in ('available', 'completed'))))
  or a.chain && $3::int[]);
