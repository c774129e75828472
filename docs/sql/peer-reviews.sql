-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- complete_peer_review (src/areas/peer-reviews/completing.ts)
-- takes $1 assignmentId int4, $2 authorId int4, $3 callerId int4
update peer_reviews set state = 'completed' where assignment_id = $1 and user_id = $2 and assessor_id = $3;

-- assignment_to_review_held (src/areas/peer-reviews/jobs.ts)
-- takes $1 assignmentId int4
-- gives id int4
select id from assignments where id = $1 for update;

-- clock_of_peer_reviews (src/areas/peer-reviews/jobs.ts)
-- gives now timestamptz
select now() as now;

-- students_who_turned_in (src/areas/peer-reviews/jobs.ts)
-- takes $1 assignmentId int4
-- gives userId int4
select s.user_id as "userId" from submissions s join assignments a on a.id = s.assignment_id
  where s.assignment_id = $1 and s.submitted_at is not null and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = s.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by s.user_id;

-- is_student_to_review (src/areas/peer-reviews/peer-reviews.ts)
-- takes $1 courseId int4, $2 id int4, $3 reach int4[]?
-- gives found bool
select exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = $2 and e.type = 'StudentEnrollment'
  and e.state = 'active' and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0) as found;

-- peer_review_delete (src/areas/peer-reviews/peer-reviews.ts)
-- takes $1 assignmentId int4, $2 userId int4, $3 assessorId int4
-- gives id int4, userId int4, assessorId int4, state peer_review_state
delete from peer_reviews where assignment_id = $1 and user_id = $2 and assessor_id = $3 returning id, user_id as "userId", assessor_id as "assessorId", state;

-- peer_review_insert (src/areas/peer-reviews/peer-reviews.ts)
-- takes $1 assignmentId int4, $2 userId int4, $3 assessorId int4
-- gives id int4, userId int4, assessorId int4, state peer_review_state
insert into peer_reviews (assignment_id, user_id, assessor_id) values ($1, $2, $3)
  on conflict (assignment_id, user_id, assessor_id) do update set user_id = excluded.user_id returning id, user_id as "userId", assessor_id as "assessorId", state;

-- peer_reviews_of_assignment_0_after_11 (src/areas/peer-reviews/peer-reviews.ts)
-- takes $1 assignmentId int4, $2 callerId int4, $3 reach int4[]?, $4 author int4, $5 key 1 int4
-- gives id int4, userId int4, assessorId int4, state peer_review_state
select p.id, p.user_id as "userId", p.assessor_id as "assessorId", p.state
  from (select * from peer_reviews of where of.assignment_id = $1 offset 0) p join assignments a on a.id = p.assignment_id
  where exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = p.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0)
  and (p.assessor_id = $2 or ($3::int[] is null or ($3::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = p.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0)))) and p.user_id = $4::int and (p.id) > ($5::int) order by p.id asc limit 11;

-- peer_reviews_of_assignment_first_11 (src/areas/peer-reviews/peer-reviews.ts)
-- takes $1 assignmentId int4, $2 callerId int4, $3 reach int4[]?
-- gives id int4, userId int4, assessorId int4, state peer_review_state
select p.id, p.user_id as "userId", p.assessor_id as "assessorId", p.state
  from (select * from peer_reviews of where of.assignment_id = $1 offset 0) p join assignments a on a.id = p.assignment_id
  where exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = p.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0)
  and (p.assessor_id = $2 or ($3::int[] is null or ($3::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = p.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0))))   order by p.id asc limit 11;

-- people_of_peer_reviews (src/areas/peer-reviews/peer-reviews.ts)
-- takes $1 ids int4[]
-- gives id int4, name text, picture text?
select u.id, u.short_name as name, (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from users u where u.id = any($1::int[]);
