-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- collaboration_users_insert (src/areas/collaborations/collaborations.ts)
-- takes $1 id int4, $2 userIds int4[]
insert into collaboration_users (collaboration_id, user_id) select $1::int, unnest($2::int[]);

-- collaborations_of_course_first_11 (src/areas/collaborations/collaborations.ts)
-- takes $1 courseId int4, $2 kind collaboration_kind, $3 reach int4[]?
-- gives id int4, kind collaboration_kind, courseId int4, userId int4, title text, description text?, userIds int4[], createdAt timestamptz, updatedAt timestamptz
select c.id, c.kind, c.course_id as "courseId", c.user_id as "userId", c.title, c.description, c.created_at as "createdAt",
  c.updated_at as "updatedAt", array(select u.user_id from collaboration_users u where u.collaboration_id = c.id
  and ($3::int[] is null or exists (select 1 from enrollments e where e.course_id = c.course_id and e.user_id = u.user_id
  and e.state in ('active', 'invited', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])))) order by u.user_id) as "userIds"
  from collaborations c where c.course_id = $1 and c.kind = $2 order by c.id limit 11;

-- people_of_collaboration (src/areas/collaborations/collaborations.ts)
-- takes $1 courseId int4, $2 bys text[], $3 values text[], $4 rootAccountId int4, $5 reach int4[]?
-- gives position int4, id int4
select k.position::int, e.user_id as id
  from unnest($2::text[], $3::text[]) with ordinality k(by, value, position)
  cross join lateral (select case k.by when 'id' then k.value::int
  when 'sis_user_id' then (select p.user_id from pseudonyms p
  where p.root_account_id = $4 and p.sis_user_id = k.value and p.state = 'active')
  else (select p.user_id from pseudonyms p
  where p.root_account_id = $4 and lower(p.unique_id) = lower(k.value) and p.state = 'active') end as id) who
  join users u on u.id = who.id
  join enrollments e on e.course_id = $1 and e.user_id = u.id and e.state in ('active', 'invited')
  and ($5::int[] is null or e.course_section_id = any($5::int[]))
  order by u.id, e.id for key share of u for share of e;

-- collaboration (src/areas/collaborations/members.ts)
-- takes $1 id int4
-- gives courseId int4, ofEverybody bool
select c.course_id as "courseId",
  not exists (select 1 from collaboration_users cu where cu.collaboration_id = c.id) as "ofEverybody"
  from collaborations c where c.id = $1 and c.kind = 'collaboration';

-- members_of_collaboration_0_after_11 (src/areas/collaborations/members.ts)
-- takes $1 courseId int4, $2 reach int4[]?, $3 namedBy int4, $4 key 1 text, $5 key 2 int4
-- gives id int4, name text, sortKey text
select u.id, u.name, u.sort_key as "sortKey" from users u
  where u.id in (select e.user_id from enrollments e where e.course_id = $1 and e.state = 'active'
  and ($2::int[] is null or e.course_section_id = any($2::int[]))) and u.id in (select cu.user_id from collaboration_users cu where cu.collaboration_id = $3) and (u.sort_key, u.id) > ($4::text collate "C", $5::int) order by u.sort_key asc, u.id asc limit 11;

-- members_of_collaboration_first_11 (src/areas/collaborations/members.ts)
-- takes $1 courseId int4, $2 reach int4[]?
-- gives id int4, name text, sortKey text
select u.id, u.name, u.sort_key as "sortKey" from users u
  where u.id in (select e.user_id from enrollments e where e.course_id = $1 and e.state = 'active'
  and ($2::int[] is null or e.course_section_id = any($2::int[])))   order by u.sort_key asc, u.id asc limit 11;
