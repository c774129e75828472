-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- group_members_assigned (src/areas/groups/assigning.ts)
-- takes $1 userIds int4[], $2 courseId int4?
-- gives id int4, name text, shortName text, sections jsonb
select u.id, u.name, u.short_name as "shortName",
  coalesce((select json_agg(json_build_object('section_id', s.id, 'section_code', s.name) order by s.id) from course_sections s
  where not s.deleted and s.id in (select e.course_section_id from enrollments e
  where e.course_id = $2 and e.user_id = u.id and e.type = 'StudentEnrollment' and e.state = 'active')), '[]') as sections
  from users u where u.id = any($1::int[]);

-- group_memberships_assigned (src/areas/groups/assigning.ts)
-- takes $1 groupCategoryId int4?, $2 userIds int4[], $3 groupIds int4[]
insert into group_memberships as m (group_id, group_category_id, user_id, state)
  select given.group_id, $1::int, given.user_id, 'accepted' from unnest($2::int[], $3::int[]) as given(user_id, group_id)
  on conflict (group_id, user_id) do update set state = 'accepted', moderator = m.moderator and m.state <> 'deleted', updated_at = now();

-- group_sizes_of_category (src/areas/groups/assigning.ts)
-- takes $1 groupCategoryId int4
-- gives id int4, members int4
select g.id, (select count(*) from group_memberships m where m.group_id = g.id and m.state = 'accepted') as members
  from groups g where g.group_category_id = $1 and not g.deleted order by g.id;

-- unassigned_students_of_category (src/areas/groups/assigning.ts)
-- takes $1 id int4, $2 groupCategoryId int4, $3 reach int4[]?
-- gives userId int4
select held.user_id as "userId" from (
  select e.user_id, e.id from enrollments e join users u on u.id = e.user_id and not u.deleted
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active' and ($3::int[] is null or e.course_section_id = any($3::int[]))
  and not exists (select 1 from group_memberships m where m.group_category_id = $2 and m.user_id = e.user_id and m.state = 'accepted')
  order by e.user_id, e.id for key share of u for share of e) held
  order by held.id;

-- unassigned_users_of_category (src/areas/groups/assigning.ts)
-- takes $1 id int4, $2 groupCategoryId int4
-- gives userId int4
select held.user_id as "userId" from (
  select ua.user_id, ua.sort_key from user_accounts ua join users u on u.id = ua.user_id and not u.deleted
  where ua.account_id = $1 and not exists (select 1 from group_memberships m where m.group_category_id = $2 and m.user_id = ua.user_id and m.state = 'accepted') order by ua.user_id for key share of u) held
  order by held.sort_key, held.user_id;

-- account_kept_for_groups (src/areas/groups/group-sets.ts)
-- takes $1 id int4
-- gives id int4
select a.id from accounts a where a.id = $1 and not a.deleted for key share;

-- group_categories_of_account_first_11 (src/areas/groups/group-sets.ts)
-- takes $1 id int4
-- gives id int4, name text, role text?, selfSignup text?, groupLimit int4?, courseId int4?, accountId int4?
select gc.id, gc.name, gc.role, gc.self_signup as "selfSignup", gc.group_limit as "groupLimit", gc.course_id as "courseId", gc.account_id as "accountId" from group_categories gc where gc.account_id = $1 and not gc.deleted order by gc.id limit 11;

-- group_categories_of_course_first_11 (src/areas/groups/group-sets.ts)
-- takes $1 id int4
-- gives id int4, name text, role text?, selfSignup text?, groupLimit int4?, courseId int4?, accountId int4?
select gc.id, gc.name, gc.role, gc.self_signup as "selfSignup", gc.group_limit as "groupLimit", gc.course_id as "courseId", gc.account_id as "accountId" from group_categories gc where gc.course_id = $1 and not gc.deleted order by gc.id limit 11;

-- group_category (src/areas/groups/group-sets.ts)
-- takes $1 id int4
-- gives id int4, name text, role text?, selfSignup text?, groupLimit int4?, courseId int4?, accountId int4?
select gc.id, gc.name, gc.role, gc.self_signup as "selfSignup", gc.group_limit as "groupLimit", gc.course_id as "courseId", gc.account_id as "accountId" from group_categories gc where gc.id = $1 and not gc.deleted;

-- group_category_held (src/areas/groups/group-sets.ts)
-- takes $1 id int4
-- gives id int4, name text, role text?, selfSignup text?, groupLimit int4?, courseId int4?, accountId int4?
select gc.id, gc.name, gc.role, gc.self_signup as "selfSignup", gc.group_limit as "groupLimit", gc.course_id as "courseId", gc.account_id as "accountId" from group_categories gc where gc.id = $1 and not gc.deleted for update;

-- favorite_groups_of_user_first_11 (src/areas/groups/groups.ts)
-- takes $1 callerId int4
-- gives id int4, name text, description text?, isPublic bool, joinLevel join_level, membersCount int4, courseId int4?, accountId int4?, groupCategoryId int4?, role text?, contextName text, concluded bool
with mine as materialized (select g.id, coalesce(c.state = 'completed', false) as concluded,
  exists (select 1 from group_favorites f where f.user_id = $1 and f.group_id = g.id) as chosen from group_memberships own join groups g on g.id = own.group_id
  left join group_categories gc on gc.id = g.group_category_id left join courses c on c.id = g.course_id
  where own.user_id = $1 and own.state = 'accepted' and not g.deleted
  and (c.id is null or (c.state <> 'deleted' and exists (select 1 from enrollments e
  where e.course_id = c.id and e.user_id = $1 and e.state in ('active', 'completed')
  and (c.state in ('available', 'completed') or (c.state = 'unpublished' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))))))
  select g.id, g.name, g.description, g.is_public as "isPublic", g.join_level as "joinLevel", g.course_id as "courseId",
  g.account_id as "accountId", g.group_category_id as "groupCategoryId", gc.role,
  coalesce((select gco.name from courses gco where gco.id = g.course_id), (select ga.name from accounts ga where ga.id = g.account_id)) as "contextName",
  (select count(*) from group_memberships m join users u on u.id = m.user_id
  where m.group_id = g.id and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and true) as "membersCount", mine.concluded from groups g left join group_categories gc on gc.id = g.group_category_id join mine on mine.id = g.id
  where mine.chosen or not exists (select 1 from mine other where other.chosen)
  order by g.id limit 11;

-- group (src/areas/groups/groups.ts)
-- takes $1 id int4, $2 reach int4[]?
-- gives id int4, name text, description text?, isPublic bool, joinLevel join_level, membersCount int4, courseId int4?, accountId int4?, groupCategoryId int4?, role text?, contextName text
select g.id, g.name, g.description, g.is_public as "isPublic", g.join_level as "joinLevel", g.course_id as "courseId",
  g.account_id as "accountId", g.group_category_id as "groupCategoryId", gc.role,
  coalesce((select gco.name from courses gco where gco.id = g.course_id), (select ga.name from accounts ga where ga.id = g.account_id)) as "contextName",
  (select count(*) from group_memberships m join users u on u.id = m.user_id
  where m.group_id = g.id and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and ($2::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($2::int[]) and se.state in ('active', 'invited', 'completed')))) as "membersCount" from groups g left join group_categories gc on gc.id = g.group_category_id where g.id = $1 and not g.deleted;

-- group_held (src/areas/groups/groups.ts)
-- takes $1 groupId int4
-- gives id int4
select id from groups where id = $1 and not deleted for update;

-- groups_of_account_0_first_11 (src/areas/groups/groups.ts)
-- takes $1 id int4, $2 staff bool, $3 callerId int4, $4 student bool, $5 reach int4[]?, $6 memberId int4
-- gives id int4, name text, description text?, isPublic bool, joinLevel join_level, membersCount int4, courseId int4?, accountId int4?, groupCategoryId int4?, role text?, contextName text
select g.id, g.name, g.description, g.is_public as "isPublic", g.join_level as "joinLevel", g.course_id as "courseId",
  g.account_id as "accountId", g.group_category_id as "groupCategoryId", gc.role,
  coalesce((select gco.name from courses gco where gco.id = g.course_id), (select ga.name from accounts ga where ga.id = g.account_id)) as "contextName",
  (select count(*) from group_memberships m join users u on u.id = m.user_id
  where m.group_id = g.id and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and (($5::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($5::int[]) and se.state in ('active', 'invited', 'completed'))) or exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = $3 and m.state = 'accepted'))) as "membersCount" from groups g left join group_categories gc on gc.id = g.group_category_id where g.account_id = $1 and not g.deleted and ($2::boolean
  or exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = $3 and (m.state = 'accepted' or m.state = 'invited'))
  or ($4::boolean and (g.is_public or g.join_level <> 'invitation_only'))) and exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = $6 and m.state = 'accepted') order by g.id limit 11;

-- groups_of_account_first_11 (src/areas/groups/groups.ts)
-- takes $1 id int4, $2 staff bool, $3 callerId int4, $4 student bool, $5 reach int4[]?
-- gives id int4, name text, description text?, isPublic bool, joinLevel join_level, membersCount int4, courseId int4?, accountId int4?, groupCategoryId int4?, role text?, contextName text
select g.id, g.name, g.description, g.is_public as "isPublic", g.join_level as "joinLevel", g.course_id as "courseId",
  g.account_id as "accountId", g.group_category_id as "groupCategoryId", gc.role,
  coalesce((select gco.name from courses gco where gco.id = g.course_id), (select ga.name from accounts ga where ga.id = g.account_id)) as "contextName",
  (select count(*) from group_memberships m join users u on u.id = m.user_id
  where m.group_id = g.id and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and (($5::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($5::int[]) and se.state in ('active', 'invited', 'completed'))) or exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = $3 and m.state = 'accepted'))) as "membersCount" from groups g left join group_categories gc on gc.id = g.group_category_id where g.account_id = $1 and not g.deleted and ($2::boolean
  or exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = $3 and (m.state = 'accepted' or m.state = 'invited'))
  or ($4::boolean and (g.is_public or g.join_level <> 'invitation_only')))  order by g.id limit 11;

-- groups_of_course_0_first_11 (src/areas/groups/groups.ts)
-- takes $1 id int4, $2 staff bool, $3 callerId int4, $4 student bool, $5 reach int4[]?, $6 memberId int4
-- gives id int4, name text, description text?, isPublic bool, joinLevel join_level, membersCount int4, courseId int4?, accountId int4?, groupCategoryId int4?, role text?, contextName text
select g.id, g.name, g.description, g.is_public as "isPublic", g.join_level as "joinLevel", g.course_id as "courseId",
  g.account_id as "accountId", g.group_category_id as "groupCategoryId", gc.role,
  coalesce((select gco.name from courses gco where gco.id = g.course_id), (select ga.name from accounts ga where ga.id = g.account_id)) as "contextName",
  (select count(*) from group_memberships m join users u on u.id = m.user_id
  where m.group_id = g.id and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and (($5::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($5::int[]) and se.state in ('active', 'invited', 'completed'))) or exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = $3 and m.state = 'accepted'))) as "membersCount" from groups g left join group_categories gc on gc.id = g.group_category_id where g.course_id = $1 and not g.deleted and ($2::boolean
  or exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = $3 and (m.state = 'accepted' or m.state = 'invited'))
  or ($4::boolean and (g.is_public or g.join_level <> 'invitation_only'))) and exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = $6 and m.state = 'accepted') order by g.id limit 11;

-- groups_of_course_first_11 (src/areas/groups/groups.ts)
-- takes $1 id int4, $2 staff bool, $3 callerId int4, $4 student bool, $5 reach int4[]?
-- gives id int4, name text, description text?, isPublic bool, joinLevel join_level, membersCount int4, courseId int4?, accountId int4?, groupCategoryId int4?, role text?, contextName text
select g.id, g.name, g.description, g.is_public as "isPublic", g.join_level as "joinLevel", g.course_id as "courseId",
  g.account_id as "accountId", g.group_category_id as "groupCategoryId", gc.role,
  coalesce((select gco.name from courses gco where gco.id = g.course_id), (select ga.name from accounts ga where ga.id = g.account_id)) as "contextName",
  (select count(*) from group_memberships m join users u on u.id = m.user_id
  where m.group_id = g.id and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and (($5::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($5::int[]) and se.state in ('active', 'invited', 'completed'))) or exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = $3 and m.state = 'accepted'))) as "membersCount" from groups g left join group_categories gc on gc.id = g.group_category_id where g.course_id = $1 and not g.deleted and ($2::boolean
  or exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = $3 and (m.state = 'accepted' or m.state = 'invited'))
  or ($4::boolean and (g.is_public or g.join_level <> 'invitation_only')))  order by g.id limit 11;

-- groups_of_group_category_0_first_11 (src/areas/groups/groups.ts)
-- takes $1 id int4, $2 staff bool, $3 callerId int4, $4 student bool, $5 reach int4[]?, $6 memberId int4
-- gives id int4, name text, description text?, isPublic bool, joinLevel join_level, membersCount int4, courseId int4?, accountId int4?, groupCategoryId int4?, role text?, contextName text
select g.id, g.name, g.description, g.is_public as "isPublic", g.join_level as "joinLevel", g.course_id as "courseId",
  g.account_id as "accountId", g.group_category_id as "groupCategoryId", gc.role,
  coalesce((select gco.name from courses gco where gco.id = g.course_id), (select ga.name from accounts ga where ga.id = g.account_id)) as "contextName",
  (select count(*) from group_memberships m join users u on u.id = m.user_id
  where m.group_id = g.id and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and (($5::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($5::int[]) and se.state in ('active', 'invited', 'completed'))) or exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = $3 and m.state = 'accepted'))) as "membersCount" from groups g left join group_categories gc on gc.id = g.group_category_id where g.group_category_id = $1 and not g.deleted and ($2::boolean
  or exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = $3 and (m.state = 'accepted' or m.state = 'invited'))
  or ($4::boolean and (g.is_public or g.join_level <> 'invitation_only'))) and exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = $6 and m.state = 'accepted') order by g.id limit 11;

-- groups_of_group_category_first_11 (src/areas/groups/groups.ts)
-- takes $1 id int4, $2 staff bool, $3 callerId int4, $4 student bool, $5 reach int4[]?
-- gives id int4, name text, description text?, isPublic bool, joinLevel join_level, membersCount int4, courseId int4?, accountId int4?, groupCategoryId int4?, role text?, contextName text
select g.id, g.name, g.description, g.is_public as "isPublic", g.join_level as "joinLevel", g.course_id as "courseId",
  g.account_id as "accountId", g.group_category_id as "groupCategoryId", gc.role,
  coalesce((select gco.name from courses gco where gco.id = g.course_id), (select ga.name from accounts ga where ga.id = g.account_id)) as "contextName",
  (select count(*) from group_memberships m join users u on u.id = m.user_id
  where m.group_id = g.id and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and (($5::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($5::int[]) and se.state in ('active', 'invited', 'completed'))) or exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = $3 and m.state = 'accepted'))) as "membersCount" from groups g left join group_categories gc on gc.id = g.group_category_id where g.group_category_id = $1 and not g.deleted and ($2::boolean
  or exists (select 1 from group_memberships m where m.group_id = g.id and m.user_id = $3 and (m.state = 'accepted' or m.state = 'invited'))
  or ($4::boolean and (g.is_public or g.join_level <> 'invitation_only')))  order by g.id limit 11;

-- groups_of_user_0_first_11 (src/areas/groups/groups.ts)
-- takes $1 callerId int4, $2 inCourse bool
-- gives id int4, name text, description text?, isPublic bool, joinLevel join_level, membersCount int4, courseId int4?, accountId int4?, groupCategoryId int4?, role text?, contextName text, concluded bool
select g.id, g.name, g.description, g.is_public as "isPublic", g.join_level as "joinLevel", g.course_id as "courseId",
  g.account_id as "accountId", g.group_category_id as "groupCategoryId", gc.role,
  coalesce((select gco.name from courses gco where gco.id = g.course_id), (select ga.name from accounts ga where ga.id = g.account_id)) as "contextName",
  (select count(*) from group_memberships m join users u on u.id = m.user_id
  where m.group_id = g.id and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and true) as "membersCount", coalesce(c.state = 'completed', false) as concluded from group_memberships own join groups g on g.id = own.group_id
  left join group_categories gc on gc.id = g.group_category_id left join courses c on c.id = g.course_id
  where own.user_id = $1 and own.state = 'accepted' and not g.deleted
  and (c.id is null or (c.state <> 'deleted' and exists (select 1 from enrollments e
  where e.course_id = c.id and e.user_id = $1 and e.state in ('active', 'completed')
  and (c.state in ('available', 'completed') or (c.state = 'unpublished' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))))) and (g.course_id is not null) = $2
  order by g.id limit 11;

-- groups_of_user_first_11 (src/areas/groups/groups.ts)
-- takes $1 callerId int4
-- gives id int4, name text, description text?, isPublic bool, joinLevel join_level, membersCount int4, courseId int4?, accountId int4?, groupCategoryId int4?, role text?, contextName text, concluded bool
select g.id, g.name, g.description, g.is_public as "isPublic", g.join_level as "joinLevel", g.course_id as "courseId",
  g.account_id as "accountId", g.group_category_id as "groupCategoryId", gc.role,
  coalesce((select gco.name from courses gco where gco.id = g.course_id), (select ga.name from accounts ga where ga.id = g.account_id)) as "contextName",
  (select count(*) from group_memberships m join users u on u.id = m.user_id
  where m.group_id = g.id and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and true) as "membersCount", coalesce(c.state = 'completed', false) as concluded from group_memberships own join groups g on g.id = own.group_id
  left join group_categories gc on gc.id = g.group_category_id left join courses c on c.id = g.course_id
  where own.user_id = $1 and own.state = 'accepted' and not g.deleted
  and (c.id is null or (c.state <> 'deleted' and exists (select 1 from enrollments e
  where e.course_id = c.id and e.user_id = $1 and e.state in ('active', 'completed')
  and (c.state in ('available', 'completed') or (c.state = 'unpublished' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))))
  order by g.id limit 11;

-- group_invitees (src/areas/groups/inviting.ts)
-- takes $1 addresses text[], $2 rootAccountId int4
-- gives address text, userId int4
select i.address, u.id as "userId" from unnest($1::text[]) as i(address)
  join communication_channels c on lower(c.address) = lower(i.address) and c.type = 'email' and c.state = 'active'
  join users u on u.id = c.user_id and u.root_account_id = $2 and not u.deleted
  order by u.id for key share of u;

-- group_invitees_in_course (src/areas/groups/inviting.ts)
-- takes $1 addresses text[], $2 courseId int4, $3 reach int4[]?
-- gives address text, userId int4
select i.address, u.id as "userId" from unnest($1::text[]) as i(address)
  join communication_channels c on lower(c.address) = lower(i.address) and c.type = 'email' and c.state = 'active' join users u on u.id = c.user_id and not u.deleted
  join enrollments e on e.course_id = $2 and e.user_id = u.id and e.state in ('active', 'invited') and ($3::int[] is null or e.course_section_id = any($3::int[]))
  order by u.id, e.id for key share of u for share of e;

-- group_memberships_invited (src/areas/groups/inviting.ts)
-- takes $1 groupId int4, $2 groupCategoryId int4?, $3 userIds int4[]
-- gives userId int4
insert into group_memberships as m (group_id, group_category_id, user_id, state)
  select $1, $2::int, asked.user_id, 'invited' from unnest($3::int[]) as asked(user_id)
  on conflict (group_id, user_id) do update set state = 'invited', moderator = m.moderator and m.state <> 'deleted', updated_at = now()
  where m.state in ('requested', 'deleted')
  returning m.user_id as "userId";

-- group_memberships_of_users (src/areas/groups/inviting.ts)
-- takes $1 groupId int4, $2 userIds int4[]
-- gives id int4, groupId int4, userId int4, state membership_state, moderator bool
select m.id, m.group_id as "groupId", m.user_id as "userId", m.state, m.moderator from group_memberships m
  where m.group_id = $1 and m.user_id = any($2::int[]) and m.state <> 'deleted' order by m.id;

-- end_course_memberships (src/areas/groups/leaving.ts)
-- takes $1 courseId int4, $2 userIds int4[]
-- gives groupId int4, userId int4, invited bool
update group_memberships m set state = 'deleted', updated_at = now()
  from groups g, group_memberships was where g.id = m.group_id and was.id = m.id and m.state <> 'deleted' and g.course_id = $1 and m.user_id = any($2::int[])
  and not exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.state not in ('deleted', 'rejected'))
  returning m.group_id as "groupId", m.user_id as "userId", was.state = 'invited' as invited;

-- end_group_memberships (src/areas/groups/leaving.ts)
-- takes $1 groupId int4
-- gives groupId int4, userId int4, invited bool
update group_memberships m set state = 'deleted', updated_at = now()
  from groups g, group_memberships was where g.id = m.group_id and was.id = m.id and m.state <> 'deleted' and m.group_id = $1
  returning m.group_id as "groupId", m.user_id as "userId", was.state = 'invited' as invited;

-- end_group_memberships_of_users (src/areas/groups/leaving.ts)
-- takes $1 groupId int4, $2 userIds int4[]
-- gives groupId int4, userId int4, invited bool
update group_memberships m set state = 'deleted', updated_at = now()
  from groups g, group_memberships was where g.id = m.group_id and was.id = m.id and m.state <> 'deleted' and m.group_id = $1 and m.user_id = any($2::int[])
  returning m.group_id as "groupId", m.user_id as "userId", was.state = 'invited' as invited;

-- end_group_set_memberships (src/areas/groups/leaving.ts)
-- takes $1 setId int4
-- gives groupId int4, userId int4, invited bool
update group_memberships m set state = 'deleted', updated_at = now()
  from groups g, group_memberships was where g.id = m.group_id and was.id = m.id and m.state <> 'deleted' and m.group_category_id = $1
  returning m.group_id as "groupId", m.user_id as "userId", was.state = 'invited' as invited;

-- end_members_in_other_groups (src/areas/groups/leaving.ts)
-- takes $1 groupCategoryId int4, $2 groupId int4, $3 userIds int4[]
-- gives groupId int4, userId int4, invited bool
update group_memberships m set state = 'deleted', updated_at = now()
  from groups g, group_memberships was where g.id = m.group_id and was.id = m.id and m.state <> 'deleted' and m.group_category_id = $1 and m.group_id <> $2 and m.user_id = any($3::int[]) and m.state = 'accepted'
  returning m.group_id as "groupId", m.user_id as "userId", was.state = 'invited' as invited;

-- account_group_users_everything_0_after_11 (src/areas/groups/members.ts)
-- takes $1 groupId int4, $2 callerId int4, $3 pattern text, $4 key 1 text, $5 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.* from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
  where m.group_id = $1 and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and replace(lower(concat_ws(E'\n', u.name, u.sortable_name, nullif(u.short_name, u.name))), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') and (u.sort_key, u.id) > ($4::text collate "C", $5::int) order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- account_group_users_everything_first_11 (src/areas/groups/members.ts)
-- takes $1 groupId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.* from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
  where m.group_id = $1 and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed')))   order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- account_group_users_nothing_0_after_11 (src/areas/groups/members.ts)
-- takes $1 groupId int4, $2 callerId int4, $3 pattern text, $4 key 1 text, $5 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.* from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
  where m.group_id = $1 and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and replace(lower(concat_ws(E'\n', u.name, u.sortable_name, nullif(u.short_name, u.name))), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') and (u.sort_key, u.id) > ($4::text collate "C", $5::int) order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- account_group_users_nothing_first_11 (src/areas/groups/members.ts)
-- takes $1 groupId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.* from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
  where m.group_id = $1 and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed')))   order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- account_group_users_pictures_0_after_11 (src/areas/groups/members.ts)
-- takes $1 groupId int4, $2 callerId int4, $3 pattern text, $4 key 1 text, $5 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.* from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
  where m.group_id = $1 and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and replace(lower(concat_ws(E'\n', u.name, u.sortable_name, nullif(u.short_name, u.name))), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') and (u.sort_key, u.id) > ($4::text collate "C", $5::int) order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- account_group_users_pictures_first_11 (src/areas/groups/members.ts)
-- takes $1 groupId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.* from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
  where m.group_id = $1 and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed')))   order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_membership_shown (src/areas/groups/members.ts)
-- takes $1 groupId int4, $2 visibleReach int4[]?, $3 id int4?, $4 userId int4?
-- gives id int4, groupId int4, userId int4, state membership_state, moderator bool
select m.id, m.group_id as "groupId", m.user_id as "userId", m.state, m.moderator from group_memberships m join users u on u.id = m.user_id
  join groups g on g.id = m.group_id
  where m.group_id = $1 and ((m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed')))) or (m.state in ('invited', 'requested') and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'invited', 'completed'))))) and ($2::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($2::int[]) and se.state in ('active', 'invited', 'completed'))) and (m.id = $3 or m.user_id = $4);

-- group_memberships_0_after_11 (src/areas/groups/members.ts)
-- takes $1 groupId int4, $2 visibleReach int4[]?, $3 states membership_state[], $4 key 1 int4
-- gives id int4, groupId int4, userId int4, state membership_state, moderator bool
select m.id, m.group_id as "groupId", m.user_id as "userId", m.state, m.moderator from group_memberships m join users u on u.id = m.user_id
  join groups g on g.id = m.group_id
  where m.group_id = $1 and ((m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed')))) or (m.state in ('invited', 'requested') and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'invited', 'completed'))))) and ($2::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($2::int[]) and se.state in ('active', 'invited', 'completed'))) and m.state = any($3::membership_state[]) and (m.id) > ($4::int) order by m.id asc limit 11;

-- group_memberships_first_11 (src/areas/groups/members.ts)
-- takes $1 groupId int4, $2 visibleReach int4[]?
-- gives id int4, groupId int4, userId int4, state membership_state, moderator bool
select m.id, m.group_id as "groupId", m.user_id as "userId", m.state, m.moderator from group_memberships m join users u on u.id = m.user_id
  join groups g on g.id = m.group_id
  where m.group_id = $1 and ((m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed')))) or (m.state in ('invited', 'requested') and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'invited', 'completed'))))) and ($2::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($2::int[]) and se.state in ('active', 'invited', 'completed')))   order by m.id asc limit 11;

-- group_users_everything_0_after_11 (src/areas/groups/members.ts)
-- takes $1 groupId int4, $2 sees int4[]?, $3 knows int4[]?, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, exists (select 1 from enrollments e where e.course_id = g.course_id and e.user_id = u.id
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[]))) as known
  from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
  where m.group_id = $1 and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and ($2::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($2::int[]) and se.state in ('active', 'invited', 'completed'))) and replace(lower(concat_ws(E'\n', u.name, u.sortable_name, nullif(u.short_name, u.name))), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ') and (u.sort_key, u.id) > ($5::text collate "C", $6::int) order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_users_everything_first_11 (src/areas/groups/members.ts)
-- takes $1 groupId int4, $2 sees int4[]?, $3 knows int4[]?
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, exists (select 1 from enrollments e where e.course_id = g.course_id and e.user_id = u.id
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[]))) as known
  from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
  where m.group_id = $1 and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and ($2::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($2::int[]) and se.state in ('active', 'invited', 'completed')))   order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_users_nothing_0_after_11 (src/areas/groups/members.ts)
-- takes $1 groupId int4, $2 sees int4[]?, $3 knows int4[]?, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, exists (select 1 from enrollments e where e.course_id = g.course_id and e.user_id = u.id
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[]))) as known
  from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
  where m.group_id = $1 and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and ($2::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($2::int[]) and se.state in ('active', 'invited', 'completed'))) and replace(lower(concat_ws(E'\n', u.name, u.sortable_name, nullif(u.short_name, u.name))), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ') and (u.sort_key, u.id) > ($5::text collate "C", $6::int) order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_users_nothing_first_11 (src/areas/groups/members.ts)
-- takes $1 groupId int4, $2 sees int4[]?, $3 knows int4[]?
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, exists (select 1 from enrollments e where e.course_id = g.course_id and e.user_id = u.id
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[]))) as known
  from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
  where m.group_id = $1 and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and ($2::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($2::int[]) and se.state in ('active', 'invited', 'completed')))   order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_users_pictures_0_after_11 (src/areas/groups/members.ts)
-- takes $1 groupId int4, $2 sees int4[]?, $3 knows int4[]?, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, exists (select 1 from enrollments e where e.course_id = g.course_id and e.user_id = u.id
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[]))) as known
  from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
  where m.group_id = $1 and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and ($2::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($2::int[]) and se.state in ('active', 'invited', 'completed'))) and replace(lower(concat_ws(E'\n', u.name, u.sortable_name, nullif(u.short_name, u.name))), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ') and (u.sort_key, u.id) > ($5::text collate "C", $6::int) order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_users_pictures_first_11 (src/areas/groups/members.ts)
-- takes $1 groupId int4, $2 sees int4[]?, $3 knows int4[]?
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, exists (select 1 from enrollments e where e.course_id = g.course_id and e.user_id = u.id
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[]))) as known
  from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
  where m.group_id = $1 and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and ($2::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($2::int[]) and se.state in ('active', 'invited', 'completed')))   order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- members_elsewhere (src/areas/groups/members.ts)
-- takes $1 groupId int4?, $2 setId int4?, $3 reach int4[]
-- gives userId int4
select m.user_id as "userId" from group_memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
  where (m.group_id = $1 or m.group_category_id = $2) and m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed'))) and not ($3::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($3::int[]) and se.state in ('active', 'invited', 'completed'))) limit 1;

-- group_enrollments_of_users (src/areas/groups/memberships.ts)
-- takes $1 courseId int4, $2 userIds int4[], $3 callerId int4, $4 reach int4[]?
-- gives userId int4, active bool
select e.user_id as "userId", e.state = 'active' as active from enrollments e
  where e.course_id = $1 and e.user_id = any($2::int[]) and e.state in ('active', 'invited')
  and (e.user_id = $3 or ($4::int[] is null or e.course_section_id = any($4::int[])))
  order by e.user_id, e.id for share of e;

-- group_members_but_these (src/areas/groups/memberships.ts)
-- takes $1 id int4, $2 userIds int4[]
-- gives count int4
select count(*) as count from group_memberships m where m.group_id = $1 and m.user_id <> all($2::int[]) and m.state = 'accepted';

-- group_membership (src/areas/groups/memberships.ts)
-- takes $1 groupId int4, $2 visibleReach int4[]?, $3 managed int4[]?, $4 id int4
-- gives id int4, groupId int4, userId int4, state membership_state, moderator bool, isManaged bool
select m.id, m.group_id as "groupId", m.user_id as "userId", m.state, m.moderator, ($3::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($3::int[]) and se.state in ('active', 'invited', 'completed'))) as "isManaged" from group_memberships m
  where m.id = $4 and m.group_id = $1 and m.state <> 'deleted' and ($2::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($2::int[]) and se.state in ('active', 'invited', 'completed'))) for update of m;

-- group_membership_by_user (src/areas/groups/memberships.ts)
-- takes $1 groupId int4, $2 visibleReach int4[]?, $3 managed int4[]?, $4 userId int4
-- gives id int4, groupId int4, userId int4, state membership_state, moderator bool, isManaged bool
select m.id, m.group_id as "groupId", m.user_id as "userId", m.state, m.moderator, ($3::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($3::int[]) and se.state in ('active', 'invited', 'completed'))) as "isManaged" from group_memberships m
  where m.user_id = $4 and m.group_id = $1 and m.state <> 'deleted' and ($2::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($2::int[]) and se.state in ('active', 'invited', 'completed'))) for update of m;

-- group_membership_of_user (src/areas/groups/memberships.ts)
-- takes $1 groupId int4, $2 userId int4
-- gives id int4, groupId int4, userId int4, state membership_state, moderator bool
select m.id, m.group_id as "groupId", m.user_id as "userId", m.state, m.moderator from group_memberships m where m.group_id = $1 and m.user_id = $2 and m.state <> 'deleted' for update of m;

-- user_of_group_membership_held (src/areas/groups/memberships.ts)
-- takes $1 id int4, $2 groupId int4
-- gives id int4
select u.id from group_memberships m join users u on u.id = m.user_id and not u.deleted
  where m.id = $1 and m.group_id = $2 for no key update of u;

-- group_memberships_to_replace (src/areas/groups/replacing.ts)
-- takes $1 groupId int4, $2 visibleReach int4[]?, $3 managed int4[]?
-- gives userId int4, isMember bool, isManaged bool
select m.user_id as "userId", m.state = 'accepted' as "isMember", ($3::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($3::int[]) and se.state in ('active', 'invited', 'completed'))) as "isManaged"
  from group_memberships m join users u on u.id = m.user_id join groups g on g.id = m.group_id
  where m.group_id = $1 and (m.state = 'accepted' or m.state = 'invited') and ((m.state = 'accepted' and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed')))) or (m.state in ('invited', 'requested') and not u.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'invited', 'completed'))))) and ($2::int[] is null or exists (select 1 from enrollments se
  where se.user_id = m.user_id and se.course_section_id = any($2::int[]) and se.state in ('active', 'invited', 'completed')));

-- users_of_group_held (src/areas/groups/replacing.ts)
-- takes $1 groupId int4, $2 userIds int4[], $3 rootAccountId int4
-- gives id int4
select u.id from users u where not u.deleted and u.root_account_id = $3 and u.id = any(array(
  select unnest($2::int[]) union all select m.user_id from group_memberships m where m.group_id = $1 and (m.state = 'accepted' or m.state = 'invited')))
  order by u.id for no key update of u;

-- group_category_account_users_everything_0_1_after_11 (src/areas/groups/set-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 withoutGroupIn int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.* from user_accounts ua join users u on u.id = ua.user_id where ua.account_id = $1 and not u.deleted and not exists (select 1 from group_memberships m where m.group_category_id = $3::int and m.user_id = u.id and m.state = 'accepted') and u.search_text like replace(lower($4::text), 'ς', 'σ')
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
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_category_account_users_everything_first_11 (src/areas/groups/set-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, viewer text, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.* from user_accounts ua join users u on u.id = ua.user_id where ua.account_id = $1 and not u.deleted   order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_category_account_users_nothing_0_1_after_11 (src/areas/groups/set-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 withoutGroupIn int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.* from user_accounts ua join users u on u.id = ua.user_id where ua.account_id = $1 and not u.deleted and not exists (select 1 from group_memberships m where m.group_category_id = $3::int and m.user_id = u.id and m.state = 'accepted') and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (ua.sort_key, ua.user_id) > ($5::text collate "C", $6::int) order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_category_account_users_nothing_first_11 (src/areas/groups/set-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, viewer text, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.* from user_accounts ua join users u on u.id = ua.user_id where ua.account_id = $1 and not u.deleted   order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_category_account_users_pictures_0_1_after_11 (src/areas/groups/set-users.ts)
-- takes $1 accountId int4, $2 callerId int4, $3 withoutGroupIn int4, $4 pattern text, $5 key 1 text, $6 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.* from user_accounts ua join users u on u.id = ua.user_id where ua.account_id = $1 and not u.deleted and not exists (select 1 from group_memberships m where m.group_category_id = $3::int and m.user_id = u.id and m.state = 'accepted') and u.search_text like replace(lower($4::text), 'ς', 'σ')
  and ((exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) or u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))) or replace(lower(u.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) and (ua.sort_key, ua.user_id) > ($5::text collate "C", $6::int) order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_category_account_users_pictures_first_11 (src/areas/groups/set-users.ts)
-- takes $1 accountId int4, $2 callerId int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, viewer text, sortKey text
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", case when exists (select 1 from account_admins aa where aa.user_id = $2 and (aa.account_id = u.root_account_id or (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = aa.account_id)
  and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
  where ua.user_id = u.id and ua.direct and not aa.account_id = any(a.chain))))) then 'admin' when u.id <> $2 and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = u.id
  join courses c on c.id = me.course_id
  where me.user_id = $2 and me.type in ('TeacherEnrollment', 'TaEnrollment') and me.state in ('active', 'completed')
  and you.state in ('active', 'completed') and c.state <> 'deleted' and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id)) then 'teacher'
  when u.id = $2 then 'self' else 'other' end as viewer from (select u.* from user_accounts ua join users u on u.id = ua.user_id where ua.account_id = $1 and not u.deleted   order by ua.sort_key asc, ua.user_id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_category_users_everything_0_1_after_11 (src/areas/groups/set-users.ts)
-- takes $1 courseId int4, $2 oversees int4[]?, $3 knows int4[]?, $4 withoutGroupIn int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, people.known
  from (select e.user_id, bool_or(($3::int[] is null or e.course_section_id = any($3::int[]))) as known from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active' and ($2::int[] is null or e.course_section_id = any($2::int[]))
  group by e.user_id) people
  join users u on u.id = people.user_id
  where not u.deleted and not exists (select 1 from group_memberships m where m.group_category_id = $4::int and m.user_id = u.id and m.state = 'accepted') and u.search_text like replace(lower($5::text), 'ς', 'σ') and (u.sort_key, u.id) > ($6::text collate "C", $7::int) order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_category_users_everything_first_11 (src/areas/groups/set-users.ts)
-- takes $1 courseId int4, $2 oversees int4[]?, $3 knows int4[]?
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, locale text?, timeZone text?, lastUsedAt timestamptz?, email text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, people.known
  from (select e.user_id, bool_or(($3::int[] is null or e.course_section_id = any($3::int[]))) as known from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active' and ($2::int[] is null or e.course_section_id = any($2::int[]))
  group by e.user_id) people
  join users u on u.id = people.user_id
  where not u.deleted   order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true left join lateral (
  select c.address from communication_channels c
  where c.user_id = u.id and c.type = 'email' and c.state <> 'retired' order by c.position, c.id limit 1) email on true left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_category_users_nothing_0_1_after_11 (src/areas/groups/set-users.ts)
-- takes $1 courseId int4, $2 oversees int4[]?, $3 knows int4[]?, $4 withoutGroupIn int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, people.known
  from (select e.user_id, bool_or(($3::int[] is null or e.course_section_id = any($3::int[]))) as known from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active' and ($2::int[] is null or e.course_section_id = any($2::int[]))
  group by e.user_id) people
  join users u on u.id = people.user_id
  where not u.deleted and not exists (select 1 from group_memberships m where m.group_category_id = $4::int and m.user_id = u.id and m.state = 'accepted') and u.search_text like replace(lower($5::text), 'ς', 'σ') and (u.sort_key, u.id) > ($6::text collate "C", $7::int) order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_category_users_nothing_first_11 (src/areas/groups/set-users.ts)
-- takes $1 courseId int4, $2 oversees int4[]?, $3 knows int4[]?
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, people.known
  from (select e.user_id, bool_or(($3::int[] is null or e.course_section_id = any($3::int[]))) as known from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active' and ($2::int[] is null or e.course_section_id = any($2::int[]))
  group by e.user_id) people
  join users u on u.id = people.user_id
  where not u.deleted   order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_category_users_pictures_0_1_after_11 (src/areas/groups/set-users.ts)
-- takes $1 courseId int4, $2 oversees int4[]?, $3 knows int4[]?, $4 withoutGroupIn int4, $5 pattern text, $6 key 1 text, $7 key 2 int4
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, people.known
  from (select e.user_id, bool_or(($3::int[] is null or e.course_section_id = any($3::int[]))) as known from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active' and ($2::int[] is null or e.course_section_id = any($2::int[]))
  group by e.user_id) people
  join users u on u.id = people.user_id
  where not u.deleted and not exists (select 1 from group_memberships m where m.group_category_id = $4::int and m.user_id = u.id and m.state = 'accepted') and u.search_text like replace(lower($5::text), 'ς', 'σ') and (u.sort_key, u.id) > ($6::text collate "C", $7::int) order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;

-- group_category_users_pictures_first_11 (src/areas/groups/set-users.ts)
-- takes $1 courseId int4, $2 oversees int4[]?, $3 knows int4[]?
-- gives id int4, name text, sortableName text, shortName text, loginId text?, sisUserId text?, sisLoginId text?, picture text?, sortKey text, known bool
select u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName", login.unique_id as "loginId", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId", u.sort_key as "sortKey", u.known from (select u.*, people.known
  from (select e.user_id, bool_or(($3::int[] is null or e.course_section_id = any($3::int[]))) as known from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active' and ($2::int[] is null or e.course_section_id = any($2::int[]))
  group by e.user_id) people
  join users u on u.id = people.user_id
  where not u.deleted   order by u.sort_key asc, u.id asc limit 11 ) u left join lateral (
  select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true  left join lateral (
  select p.sis_user_id, p.unique_id from pseudonyms p
  where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true order by u.sort_key asc, u.id asc;
