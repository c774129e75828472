-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- advance_conversation_batch (src/areas/conversations/batches.ts)
-- takes $1 batchId int4, $2 taken int4, $3 done bool
update conversation_batches set sent_count = sent_count + $2,
  state = case when $3::boolean then 'sent' else 'sending' end::conversation_batch_state, updated_at = now() where id = $1;

-- conversation_batches_remove (src/areas/conversations/batches.ts)
-- takes $1 after int4, $2 before timestamptz
-- gives last int4?, someOld bool?
with these as materialized (select r.id, r.created_at < $2 as old from conversation_batches r where r.id > $1 order by r.id limit 1000),
  gone as (delete from conversation_batches x using these t where x.id = t.id and t.old and x.state in ('sent', 'error') and x.updated_at < $2 returning x.*)
  , also as (delete from conversation_messages m using gone where m.id = gone.message_id)
  select max(id) as last, bool_or(old) as "someOld" from these;

-- give_up_conversation_batch (src/areas/conversations/batches.ts)
-- takes $1 batchId int4
with rest as (delete from conversation_batch_recipients where batch_id = $1)
  update conversation_batches set state = 'error', updated_at = now() where id = $1;

-- hold_conversation_batch (src/areas/conversations/batches.ts)
-- takes $1 batchId int4
-- gives userId int4, subject text?, courseId int4?, groupId int4?, deserted bool, body text, mediaCommentId text?, mediaCommentType media_type?, attachmentIds int4[], forwardedIds int4[], forwardedTotal int4
select b.user_id as "userId", b.subject, b.course_id as "courseId", b.group_id as "groupId", m.body,
  m.media_comment_id as "mediaCommentId", m.media_comment_type as "mediaCommentType", m.attachment_ids as "attachmentIds",
  m.forwarded_ids as "forwardedIds", m.forwarded_total as "forwardedTotal", u.deleted as deserted
  from conversation_batches b join conversation_messages m on m.id = b.message_id join users u on u.id = b.user_id
  where b.id = $1 and b.state in ('created', 'sending') for update of b;

-- insert_conversation_batch (src/areas/conversations/batches.ts)
-- takes $1 authorId int4, $2 messageId int4, $3 subject text?, $4 courseId int4?, $5 groupId int4?, $6 people int4[]
-- gives id int4
with batch as (
  insert into conversation_batches (user_id, message_id, subject, course_id, group_id, recipient_count)
  values ($1, $2, $3, $4, $5, cardinality($6::int[])) returning id),
  recipients as (insert into conversation_batch_recipients (batch_id, user_id) select batch.id, t.id from batch, unnest($6::int[]) t(id))
  select id from batch;

-- resume_conversation_batches (src/areas/conversations/batches.ts)
with stale as (
  update conversation_batches set updated_at = now() where id in (select b.id from conversation_batches b
  where b.state in ('created', 'sending') and b.updated_at < now() - interval '1 minute' order by b.id limit 100 for update skip locked)
  returning id)
  insert into pending_jobs (task, payload) select 'send_conversation_batch', jsonb_build_object('batchId', id) from stale;

-- running_conversation_batches_first_11 (src/areas/conversations/batches.ts)
-- takes $1 callerId int4
-- gives id int4, subject text?, state conversation_batch_state, recipientCount int4, sentCount int4, courseId int4?, groupId int4?, messageId int4
select b.id, b.subject, b.state, b.recipient_count as "recipientCount", b.sent_count as "sentCount", b.course_id as "courseId",
  b.group_id as "groupId", b.message_id as "messageId"
  from conversation_batches b where b.user_id = $1 and b.state in ('created', 'sending') order by b.id limit 11;

-- take_batch_recipients (src/areas/conversations/batches.ts)
-- takes $1 batchId int4, $2 size int4
-- gives taken int4, people int4[]
with taken as (
  delete from conversation_batch_recipients r where r.batch_id = $1 and r.user_id in (
  select n.user_id from conversation_batch_recipients n where n.batch_id = $1 order by n.user_id limit $2)
  returning r.user_id)
  select count(*) as taken, coalesce(array_agg(t.user_id order by t.user_id) filter (where not u.deleted), '{}') as people
  from taken t join users u on u.id = t.user_id;

-- begin_conversations_of_comments (src/areas/conversations/comments.ts)
-- takes $1 commentIds int4[], $2 courseId int4
-- gives commentId int4, lower int4, higher int4
with due as (
  select c.id as comment_id, least(c.author_id, u.id) as lower, greatest(c.author_id, u.id) as higher
  from submission_comments c cross join lateral (
  select c.user_id as id where c.author_id <> c.user_id
  union
  select g.grader_id from grade_changes g join assignments a on a.id = g.assignment_id and not a.muted
  where c.author_id = c.user_id and g.assignment_id = c.assignment_id and g.user_id = c.user_id and g.grader_id <> c.user_id
  and (g.score is not null or g.grade is not null)
  union
  select o.author_id from submission_comments o join conversation_comments cc on cc.comment_id = o.id
  where c.author_id = c.user_id and o.assignment_id = c.assignment_id and o.user_id = c.user_id and o.author_id <> c.user_id
  ) other join users u on u.id = other.id and not u.deleted
  where c.id = any($1::int[])),
  made as (
  insert into conversations (lower_user_id, higher_user_id, course_id)
  select distinct due.lower, due.higher, $2::int from due order by 1, 2
  on conflict (lower_user_id, higher_user_id) do nothing
  returning id, lower_user_id, higher_user_id),
  joined as (
  insert into conversation_participants (user_id, conversation_id, tags)
  select t.id, made.id, array['course_' || $2::int] from made cross join lateral unnest(array[lower_user_id, higher_user_id]) t(id))
  select due.comment_id as "commentId", due.lower, due.higher from due order by due.comment_id, due.lower, due.higher;

-- deliver_comments (src/areas/conversations/comments.ts)
-- takes $1 commentIds int4[], $2 lowers int4[], $3 highers int4[]
with due as (
  select v.id as conversation_id, c.id as comment_id, c.author_id, c.comment, c.media_comment_id, c.media_comment_type, c.file_ids,
  row_number() over (order by c.id, v.id) as n
  from unnest($1::int[], $2::int[], $3::int[]) d(comment_id, lower, higher)
  join conversations v on v.lower_user_id = d.lower and v.higher_user_id = d.higher
  join submission_comments c on c.id = d.comment_id),
  messages as (
  insert into conversation_messages (conversation_id, author_id, body, media_comment_id, media_comment_type, attachment_ids, created_at)
  select due.conversation_id, due.author_id, due.comment, due.media_comment_id, due.media_comment_type, due.file_ids, clock_timestamp()
  from due order by due.n
  returning id, conversation_id, author_id, body, media_comment_id, attachment_ids, created_at),
  kept as (
  insert into conversation_comments (message_id, comment_id, conversation_id)
  select (select array_agg(messages.id order by messages.id) from messages)[due.n], due.comment_id, due.conversation_id from due)
  update conversation_participants p set
  comment_count = p.comment_count + s.count,
  last_message = left(s.body, 100),
  is_last_author = s.author_id = p.user_id,
  has_media = p.has_media or s.media,
  has_attachments = p.has_attachments or s.files,
  last_authored_at = coalesce(s.authored_at, p.last_authored_at),
  last_authored_message = coalesce(left(s.authored, 100), p.last_authored_message),
  last_message_at = s.at,
  state = case when s.received then 'unread' else p.state end
  from (
  select q.user_id, q.conversation_id, count(*) as count, bool_or(m.media_comment_id is not null) as media, bool_or(m.attachment_ids <> '{}') as files,
  bool_or(m.author_id <> q.user_id) as received, max(m.created_at) as at,
  (array_agg(m.body order by m.id desc))[1] as body, (array_agg(m.author_id order by m.id desc))[1] as author_id,
  (array_agg(m.body order by m.id desc) filter (where m.author_id = q.user_id))[1] as authored,
  max(m.created_at) filter (where m.author_id = q.user_id) as authored_at
  from messages m join conversation_participants q on q.conversation_id = m.conversation_id
  group by q.user_id, q.conversation_id) s
  where p.user_id = s.user_id and p.conversation_id = s.conversation_id;

-- hold_conversations_of_comments (src/areas/conversations/comments.ts)
-- takes $1 lowers int4[], $2 highers int4[]
select from (select distinct t.lower, t.higher from unnest($1::int[], $2::int[]) t(lower, higher)) t
  join conversations c on c.lower_user_id = t.lower and c.higher_user_id = t.higher
  join conversation_participants p on p.conversation_id = c.id
  order by c.id, p.user_id for update of c, p;

-- comments_of_conversation (src/areas/conversations/discussed-submissions.ts)
-- takes $1 conversationId int4
-- gives messageId int4, assignmentId int4, userId int4
select cc.message_id as "messageId", c.assignment_id as "assignmentId", c.user_id as "userId"
  from conversation_comments cc join submission_comments c on c.id = cc.comment_id where cc.conversation_id = $1 order by cc.message_id desc;

-- readable_messages (src/areas/conversations/drafts.ts)
-- takes $1 callerId int4, $2 possible int4[]
-- gives id int4, total int4
select m.id, m.forwarded_total + 1 as total
  from conversation_messages m join conversation_participants p on p.conversation_id = m.conversation_id and p.user_id = $1
  where m.id = any($2::int[]) and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id);

-- contexts_in_common (src/areas/conversations/in-common.ts)
-- takes $1 callerId int4, $2 userIds int4[]
-- gives userId int4, shared jsonb?
with own as materialized (select * from (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id) m where m.open or m.staff),
  own_groups as materialized (
  select g.id, g.course_id from groups g join group_memberships m on m.group_id = g.id left join courses c on c.id = g.course_id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = $1 and ge.state = 'active'))) select u.id as "userId", (
  select json_agg(json_build_array(t.kind, t.id, t.type) order by t.kind, t.id, t.type) from (
  select distinct 'course' as kind, e.course_id as id, e.type::text as type
  from (select * from enrollments theirs where theirs.user_id = u.id and theirs.state = 'active' offset 0) e
  join own on own.course_id = e.course_id and (own.reach::int[] is null or e.course_section_id = any(own.reach::int[]))
  union all
  select 'group', m.group_id, 'Member'
  from (select * from group_memberships theirs where theirs.user_id = u.id and theirs.state = 'accepted' offset 0) m
  cross join lateral (select * from own_groups where own_groups.id = m.group_id offset 0) g
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = u.id and ge.state = 'active'))) t) as shared from unnest($2::int[]) u(id);

-- authors (src/areas/conversations/messages.ts)
-- takes $1 callerId int4, $2 authorIds int4[]
-- gives author jsonb
with own as materialized (select * from (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id) m where m.open or m.staff),
  own_groups as materialized (
  select g.id, g.course_id from groups g join group_memberships m on m.group_id = g.id left join courses c on c.id = g.course_id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = $1 and ge.state = 'active'))) select json_build_array(u.id, u.short_name, null,
  case when u.avatar_kind is not null then (select picture from (select (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture) p) end,
  case when u.id <> $1 then (
  select json_agg(json_build_array(t.kind, t.id, t.type) order by t.kind, t.id, t.type) from (
  select distinct 'course' as kind, e.course_id as id, e.type::text as type
  from (select * from enrollments theirs where theirs.user_id = u.id and theirs.state = 'active' offset 0) e
  join own on own.course_id = e.course_id and (own.reach::int[] is null or e.course_section_id = any(own.reach::int[]))
  union all
  select 'group', m.group_id, 'Member'
  from (select * from group_memberships theirs where theirs.user_id = u.id and theirs.state = 'accepted' offset 0) m
  cross join lateral (select * from own_groups where own_groups.id = m.group_id offset 0) g
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = u.id and ge.state = 'active'))) t) end) as author from users u where u.id = any($2::int[]) order by u.id;

-- forwarded_messages (src/areas/conversations/messages.ts)
-- takes $1 forwardedIds int4[]
-- gives id int4, createdAt timestamptz, body text, authorId int4, generated bool, mediaCommentId text?, mediaCommentType media_type?, attachmentIds int4[], forwardedIds int4[]
with recursive f(id) as (
  select unnest($1::int[])
  union
  select t.id from f join conversation_messages m on m.id = f.id cross join lateral unnest(m.forwarded_ids) t(id))
  select m.id, m.created_at as "createdAt", m.body, m.author_id as "authorId", m.generated, m.media_comment_id as "mediaCommentId",
  m.media_comment_type as "mediaCommentType", m.attachment_ids as "attachmentIds", m.forwarded_ids as "forwardedIds" from f join conversation_messages m on m.id = f.id;

-- messages_by_id (src/areas/conversations/messages.ts)
-- takes $1 ids int4[]
-- gives id int4, createdAt timestamptz, body text, authorId int4, generated bool, mediaCommentId text?, mediaCommentType media_type?, attachmentIds int4[], forwardedIds int4[]
select m.id, m.created_at as "createdAt", m.body, m.author_id as "authorId", m.generated, m.media_comment_id as "mediaCommentId",
  m.media_comment_type as "mediaCommentType", m.attachment_ids as "attachmentIds", m.forwarded_ids as "forwardedIds" from conversation_messages m where m.id = any($1::int[]) order by m.id desc;

-- messages_of_conversation (src/areas/conversations/messages.ts)
-- takes $1 callerId int4, $2 conversationId int4
-- gives id int4, createdAt timestamptz, body text, authorId int4, generated bool, mediaCommentId text?, mediaCommentType media_type?, attachmentIds int4[], forwardedIds int4[]
select m.id, m.created_at as "createdAt", m.body, m.author_id as "authorId", m.generated, m.media_comment_id as "mediaCommentId",
  m.media_comment_type as "mediaCommentType", m.attachment_ids as "attachmentIds", m.forwarded_ids as "forwardedIds" from conversation_participants p join conversation_messages m on m.conversation_id = p.conversation_id
  where p.user_id = $1 and p.conversation_id = $2 and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) order by m.id desc;

-- announce_participants (src/areas/conversations/participants.ts)
-- takes $1 id int4, $2 userId int4, $3 text text
-- gives id int4
insert into conversation_messages (conversation_id, author_id, body, generated, created_at)
  values ($1, $2, $3, true, clock_timestamp()) returning id;

-- join_conversation (src/areas/conversations/participants.ts)
-- takes $1 id int4, $2 added int4[]
insert into conversation_participants
  (user_id, conversation_id, state, last_message_at, last_message, message_count, has_attachments, has_media, tags)
  select t.id, $1::int, 'unread', newest.created_at, left(newest.body, 100), s.count, s.attachments, s.media,
  (select o.tags from conversation_participants o where o.conversation_id = $1 limit 1)
  from unnest($2::int[]) t(id)
  cross join (select count(*) as count, bool_or(m.attachment_ids <> '{}') as attachments, bool_or(m.media_comment_id is not null) as media
  from conversation_messages m where m.conversation_id = $1 and not m.generated) s
  cross join (select m.body, m.created_at from conversation_messages m
  where m.conversation_id = $1 and not m.generated order by m.id desc limit 1) newest;

-- participants_of_conversation (src/areas/conversations/participants.ts)
-- takes $1 id int4
-- gives id int4
select p.user_id as id from conversation_participants p where p.conversation_id = $1;

-- short_names (src/areas/conversations/participants.ts)
-- takes $1 userIds int4[]
-- gives id int4, name text
select u.id, u.short_name as name from users u where u.id = any($1::int[]) order by u.id;

-- recipients_among_after_11 (src/areas/conversations/recipient-search.ts)
-- takes $1 callerId int4, $2 adminOf int4[], $3 pattern text?, $4 kinds text[], $5 contextIds int4[], $6 roles enrollment_type[], $7 userId int4?, $8 conversationId int4?, $9 exceptUsers int4[], $10 exceptContexts text[], $11 wantsPeople bool, $12 wantsContexts bool, $13 key 1 int4, $14 key 2 text, $15 key 3 text
-- gives id int4, picture text?, rank int4, key text, code text, kind text, name text, fullName text?, userCount int4, staff bool
select r.rank, r.key, r.code, r.id, r.kind, r.name, r.full_name as "fullName", people.count as "userCount", coalesce(people.staff, false) as staff,
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture
  from (with mine as materialized (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id), own_groups as materialized (select g.id, g.name, g.course_id from groups g join group_memberships m on m.group_id = g.id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted
  and (g.course_id is null or exists (select 1 from mine where mine.course_id = g.course_id and (mine.available or mine.staff)))),
  asked_contexts as (select t.n, t.kind, t.id, t.role
  from unnest($4::text[], $5::int[], $6::enrollment_type[]) with ordinality t(kind, id, role, n)), contexts as materialized (
  select a.n, a.kind, a.id, a.role, x.course_id, x.staff,
  x.staff or case a.kind when 'group' then a.id in (select g.id from own_groups g)
  else exists (select 1 from mine where mine.course_id = x.course_id and mine.available) end as open
  from asked_contexts a cross join lateral (
  select p.course_id, exists (select 1 from accounts ac where ac.id = p.account_id and ac.chain && $2::int[])
  or exists (select 1 from mine where mine.course_id = p.course_id and mine.staff) as staff
  from (
  select c.id as course_id, c.account_id from courses c where a.kind = 'course' and c.id = a.id and c.state <> 'deleted'
  union all
  select c.id, c.account_id from course_sections s join courses c on c.id = s.course_id
  where a.kind = 'section' and s.id = a.id and not s.deleted and c.state <> 'deleted'
  union all
  select g.course_id, coalesce(c.account_id, g.account_id) from groups g left join courses c on c.id = g.course_id
  where a.kind = 'group' and g.id = a.id and not g.deleted and (c.id is null or c.state <> 'deleted')
  ) p) x),
  participants as (select o.user_id from conversation_participants p join conversation_participants o on o.conversation_id = p.conversation_id
  where p.user_id = $1 and p.conversation_id = $8::int), asked as materialized (
  select members.user_id from (
  select e.user_id from contexts k join enrollments e on e.course_id = k.id and k.kind = 'course'
  where k.open and (e.state = 'active' or (k.staff and e.state = 'invited')) and (k.role is null or e.type = k.role)
  union
  select e.user_id from contexts k join enrollments e on e.course_section_id = k.id and k.kind = 'section'
  where k.open and (e.state = 'active' or (k.staff and e.state = 'invited')) and (k.role is null or e.type = k.role)
  union
  select m.user_id from contexts k join group_memberships m on m.group_id = k.id and k.kind = 'group'
  where k.open and m.state = 'accepted' and (k.role is null or exists (select 1 from enrollments e
  where e.course_id = k.course_id and e.user_id = m.user_id and e.state = 'active' and e.type = k.role))) members
  union select $7::int where $7::int is not null and not exists (select 1 from asked_contexts)
  union select user_id from participants where $7::int is null and not exists (select 1 from asked_contexts)),
  found as (select f.user_id from (
  select you.user_id
  from asked cross join lateral (select * from enrollments e where e.user_id = asked.user_id offset 0) you
  join mine own on own.course_id = you.course_id
  where (own.reach::int[] is null or you.course_section_id = any(own.reach::int[])) and case
  when own.staff then you.state in ('active', 'invited')
  when not own.available or not you.state = 'active' then false
  when own.type = 'StudentEnrollment' then you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or you.type = 'StudentEnrollment'
  or (you.type = 'ObserverEnrollment' and you.associated_user_id = $1)
  else you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or (you.type = 'StudentEnrollment' and you.user_id = own.associated_user_id)
  end
  union
  select m.user_id
  from asked cross join lateral (
  select * from group_memberships gm where gm.user_id = asked.user_id and gm.state = 'accepted' offset 0) m
  join own_groups g on g.id = m.group_id
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state = 'active'))
  union
  select asked.user_id from asked where (
  exists (select 1 from user_accounts ua where ua.user_id = asked.user_id and ua.account_id = any($2::int[]))
  or (cardinality($2::int[]) > 0 and exists (select 1 from enrollments e join courses c on c.id = e.course_id
  join accounts ac on ac.id = c.account_id
  where e.user_id = asked.user_id and e.state = 'invited' and c.state <> 'deleted' and ac.chain && $2::int[] offset 0))) union select asked.user_id from asked join participants using (user_id)) f
  cross join lateral (select * from users where users.id = f.user_id offset 0) u where $3::text is null or (replace(lower(u.name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') or replace(lower(u.short_name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ'))) select r.* from (select 1 as rank, (replace(lower(regexp_replace(normalize(u.short_name, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C") as key, u.id::text as code, u.id, 'user' as kind, u.short_name as name, u.name as full_name
  from found cross join lateral (select * from users where users.id = found.user_id offset 0) u
  where $11::boolean and not u.deleted and u.id <> $1 and ($7::int is null or u.id = $7::int) and not u.id = any($9::int[]) union all select 0 as rank, (replace(lower(regexp_replace(normalize(x.name, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C") as key, (x.kind || '_' || x.id) as code, x.id, x.kind, x.name, null as full_name
  from (
  select g.id, 'group' as kind, g.name, g.name as own_name from own_groups g join contexts k on k.kind = 'course' and k.course_id = g.course_id
  where k.open
  union
  select g.id, 'group', g.name, g.name from groups g join contexts k on k.kind = 'course' and k.course_id = g.course_id
  where k.staff and not g.deleted and exists (select 1 from group_memberships m
  where m.group_id = g.id and m.state = 'accepted' and m.user_id <> $1 and (exists (select 1 from mine own join enrollments you on you.course_id = own.course_id
  where own.course_id = g.course_id and own.staff and you.user_id = m.user_id and (own.reach::int[] is null or you.course_section_id = any(own.reach::int[])) and case
  when own.staff then you.state in ('active', 'invited')
  when not own.available or not you.state = 'active' then false
  when own.type = 'StudentEnrollment' then you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or you.type = 'StudentEnrollment'
  or (you.type = 'ObserverEnrollment' and you.associated_user_id = $1)
  else you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or (you.type = 'StudentEnrollment' and you.user_id = own.associated_user_id)
  end offset 0)
  or (
  exists (select 1 from user_accounts ua where ua.user_id = m.user_id and ua.account_id = any($2::int[]))
  or (cardinality($2::int[]) > 0 and exists (select 1 from enrollments e join courses c on c.id = e.course_id
  join accounts ac on ac.id = c.account_id
  where e.user_id = m.user_id and e.state = 'invited' and c.state <> 'deleted' and ac.chain && $2::int[] offset 0)))) offset 0)) x
  where $12::boolean and $7::int is null and ($8::int is null or $3::text is not null)
  and ($3::text is null or replace(lower(x.name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') or replace(lower(x.own_name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ')) and not (x.kind || '_' || x.id) = any($10::text[])) r where true  and (r.rank, r.key, r.code) > ($13::int, $14::text collate "C", $15::text collate "C") order by r.rank asc, r.key asc, r.code asc limit 11 ) r left join users u on r.kind = 'user' and u.id = r.id cross join lateral (
  select case when r.kind = 'user' then 0 else (with mine as materialized (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id), own_groups as materialized (select g.id, g.name, g.course_id from groups g join group_memberships m on m.group_id = g.id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted
  and (g.course_id is null or exists (select 1 from mine where mine.course_id = g.course_id and (mine.available or mine.staff)))),
  asked_contexts (n, kind, id, role) as (select 1, r.kind, r.id, null::enrollment_type), contexts as materialized (
  select a.n, a.kind, a.id, a.role, x.course_id, x.staff,
  x.staff or case a.kind when 'group' then a.id in (select g.id from own_groups g)
  else exists (select 1 from mine where mine.course_id = x.course_id and mine.available) end as open
  from asked_contexts a cross join lateral (
  select p.course_id, exists (select 1 from accounts ac where ac.id = p.account_id and ac.chain && $2::int[])
  or exists (select 1 from mine where mine.course_id = p.course_id and mine.staff) as staff
  from (
  select c.id as course_id, c.account_id from courses c where a.kind = 'course' and c.id = a.id and c.state <> 'deleted'
  union all
  select c.id, c.account_id from course_sections s join courses c on c.id = s.course_id
  where a.kind = 'section' and s.id = a.id and not s.deleted and c.state <> 'deleted'
  union all
  select g.course_id, coalesce(c.account_id, g.account_id) from groups g left join courses c on c.id = g.course_id
  where a.kind = 'group' and g.id = a.id and not g.deleted and (c.id is null or c.state <> 'deleted')
  ) p) x),
  counted as materialized (select distinct you.user_id from mine own join enrollments you on you.course_id = own.course_id
  where r.kind = 'course' and own.course_id = r.id and you.user_id <> $1 and (own.reach::int[] is null or you.course_section_id = any(own.reach::int[])) and case
  when own.staff then you.state in ('active', 'invited')
  when not own.available or not you.state = 'active' then false
  when own.type = 'StudentEnrollment' then you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or you.type = 'StudentEnrollment'
  or (you.type = 'ObserverEnrollment' and you.associated_user_id = $1)
  else you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or (you.type = 'StudentEnrollment' and you.user_id = own.associated_user_id)
  end),
  asked as materialized (select members.user_id from (
  select e.user_id from contexts k join enrollments e on e.course_id = k.id and k.kind = 'course'
  where k.open and (e.state = 'active' or (k.staff and e.state = 'invited')) and (k.role is null or e.type = k.role)
  union
  select e.user_id from contexts k join enrollments e on e.course_section_id = k.id and k.kind = 'section'
  where k.open and (e.state = 'active' or (k.staff and e.state = 'invited')) and (k.role is null or e.type = k.role)
  union
  select m.user_id from contexts k join group_memberships m on m.group_id = k.id and k.kind = 'group'
  where k.open and m.state = 'accepted' and (k.role is null or exists (select 1 from enrollments e
  where e.course_id = k.course_id and e.user_id = m.user_id and e.state = 'active' and e.type = k.role))) members
  where members.user_id <> $1 and not exists (select from counted where counted.user_id = members.user_id))
  select (select count(*) from counted) + (select count(*) from (
  select you.user_id
  from asked cross join lateral (select * from enrollments e where e.user_id = asked.user_id offset 0) you
  join mine own on own.course_id = you.course_id
  where (own.reach::int[] is null or you.course_section_id = any(own.reach::int[])) and case
  when own.staff then you.state in ('active', 'invited')
  when not own.available or not you.state = 'active' then false
  when own.type = 'StudentEnrollment' then you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or you.type = 'StudentEnrollment'
  or (you.type = 'ObserverEnrollment' and you.associated_user_id = $1)
  else you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or (you.type = 'StudentEnrollment' and you.user_id = own.associated_user_id)
  end
  union
  select m.user_id
  from asked cross join lateral (
  select * from group_memberships gm where gm.user_id = asked.user_id and gm.state = 'accepted' offset 0) m
  join own_groups g on g.id = m.group_id
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state = 'active'))
  union
  select asked.user_id from asked where (
  exists (select 1 from user_accounts ua where ua.user_id = asked.user_id and ua.account_id = any($2::int[]))
  or (cardinality($2::int[]) > 0 and exists (select 1 from enrollments e join courses c on c.id = e.course_id
  join accounts ac on ac.id = c.account_id
  where e.user_id = asked.user_id and e.state = 'invited' and c.state <> 'deleted' and ac.chain && $2::int[] offset 0)))) others)) end as count,
  r.kind = 'course' and exists (select 1 from (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id) own where own.course_id = r.id and own.staff) as staff) people order by r.rank asc, r.key asc, r.code asc;

-- recipients_by_name_after_11 (src/areas/conversations/recipient-search.ts)
-- takes $1 callerId int4, $2 adminOf int4[], $3 pattern text?, $4 kinds text[], $5 contextIds int4[], $6 roles enrollment_type[], $7 userId int4?, $8 conversationId int4?, $9 exceptUsers int4[], $10 exceptContexts text[], $11 wantsPeople bool, $12 wantsContexts bool, $13 key 1 int4, $14 key 2 text, $15 key 3 text
-- gives id int4, picture text?, rank int4, key text, code text, kind text, name text, fullName text?, userCount int4, staff bool
select r.rank, r.key, r.code, r.id, r.kind, r.name, r.full_name as "fullName", people.count as "userCount", coalesce(people.staff, false) as staff,
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture
  from (with mine as materialized (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id), own_groups as materialized (select g.id, g.name, g.course_id from groups g join group_memberships m on m.group_id = g.id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted
  and (g.course_id is null or exists (select 1 from mine where mine.course_id = g.course_id and (mine.available or mine.staff)))),
  asked_contexts as (select t.n, t.kind, t.id, t.role
  from unnest($4::text[], $5::int[], $6::enrollment_type[]) with ordinality t(kind, id, role, n)), contexts as materialized (
  select a.n, a.kind, a.id, a.role, x.course_id, x.staff,
  x.staff or case a.kind when 'group' then a.id in (select g.id from own_groups g)
  else exists (select 1 from mine where mine.course_id = x.course_id and mine.available) end as open
  from asked_contexts a cross join lateral (
  select p.course_id, exists (select 1 from accounts ac where ac.id = p.account_id and ac.chain && $2::int[])
  or exists (select 1 from mine where mine.course_id = p.course_id and mine.staff) as staff
  from (
  select c.id as course_id, c.account_id from courses c where a.kind = 'course' and c.id = a.id and c.state <> 'deleted'
  union all
  select c.id, c.account_id from course_sections s join courses c on c.id = s.course_id
  where a.kind = 'section' and s.id = a.id and not s.deleted and c.state <> 'deleted'
  union all
  select g.course_id, coalesce(c.account_id, g.account_id) from groups g left join courses c on c.id = g.course_id
  where a.kind = 'group' and g.id = a.id and not g.deleted and (c.id is null or c.state <> 'deleted')
  ) p) x),
  participants as (select o.user_id from conversation_participants p join conversation_participants o on o.conversation_id = p.conversation_id
  where p.user_id = $1 and p.conversation_id = $8::int), found as (
  select u.id as user_id from mine own join enrollments you on you.course_id = own.course_id join users u on u.id = you.user_id
  where (own.reach::int[] is null or you.course_section_id = any(own.reach::int[])) and case
  when own.staff then you.state in ('active', 'invited')
  when not own.available or not you.state = 'active' then false
  when own.type = 'StudentEnrollment' then you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or you.type = 'StudentEnrollment'
  or (you.type = 'ObserverEnrollment' and you.associated_user_id = $1)
  else you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or (you.type = 'StudentEnrollment' and you.user_id = own.associated_user_id)
  end and (replace(lower(u.name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') or replace(lower(u.short_name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ'))
  union
  select u.id from own_groups g join group_memberships m on m.group_id = g.id join users u on u.id = m.user_id
  where m.state = 'accepted' and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state = 'active')) and (replace(lower(u.name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') or replace(lower(u.short_name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ'))
  union
  select u.id from participants join users u on u.id = participants.user_id where (replace(lower(u.name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') or replace(lower(u.short_name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ'))
  union
  select u.id from users u where cardinality($2::int[]) > 0 and u.search_text like replace(lower($3::text), 'ς', 'σ') and (replace(lower(u.name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') or replace(lower(u.short_name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ'))
  and (
  exists (select 1 from user_accounts ua where ua.user_id = u.id and ua.account_id = any($2::int[]))
  or (cardinality($2::int[]) > 0 and exists (select 1 from enrollments e join courses c on c.id = e.course_id
  join accounts ac on ac.id = c.account_id
  where e.user_id = u.id and e.state = 'invited' and c.state <> 'deleted' and ac.chain && $2::int[] offset 0)))) select r.* from (select 1 as rank, (replace(lower(regexp_replace(normalize(u.short_name, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C") as key, u.id::text as code, u.id, 'user' as kind, u.short_name as name, u.name as full_name
  from found cross join lateral (select * from users where users.id = found.user_id offset 0) u
  where $11::boolean and not u.deleted and u.id <> $1 and ($7::int is null or u.id = $7::int) and not u.id = any($9::int[]) union all select 0 as rank, (replace(lower(regexp_replace(normalize(x.name, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C") as key, (x.kind || '_' || x.id) as code, x.id, x.kind, x.name, null as full_name
  from (
  select c.id, 'course' as kind, coalesce((select nn.nickname from course_nicknames nn where nn.user_id = $1 and nn.course_id = c.id), c.name) as name, c.name as own_name from courses c
  where c.id in (select mine.course_id from mine where mine.available or mine.staff)
  union all
  select g.id, 'group', g.name, g.name from (select id, name from own_groups
  union select g.id, g.name from groups g
  where g.course_id in (select mine.course_id from mine where mine.staff) and not g.deleted and exists (select 1 from group_memberships m
  where m.group_id = g.id and m.state = 'accepted' and m.user_id <> $1 and (exists (select 1 from mine own join enrollments you on you.course_id = own.course_id
  where own.course_id = g.course_id and own.staff and you.user_id = m.user_id and (own.reach::int[] is null or you.course_section_id = any(own.reach::int[])) and case
  when own.staff then you.state in ('active', 'invited')
  when not own.available or not you.state = 'active' then false
  when own.type = 'StudentEnrollment' then you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or you.type = 'StudentEnrollment'
  or (you.type = 'ObserverEnrollment' and you.associated_user_id = $1)
  else you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or (you.type = 'StudentEnrollment' and you.user_id = own.associated_user_id)
  end offset 0)
  or (
  exists (select 1 from user_accounts ua where ua.user_id = m.user_id and ua.account_id = any($2::int[]))
  or (cardinality($2::int[]) > 0 and exists (select 1 from enrollments e join courses c on c.id = e.course_id
  join accounts ac on ac.id = c.account_id
  where e.user_id = m.user_id and e.state = 'invited' and c.state <> 'deleted' and ac.chain && $2::int[] offset 0)))) offset 0)) g) x
  where $12::boolean and $7::int is null and ($8::int is null or $3::text is not null)
  and ($3::text is null or replace(lower(x.name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') or replace(lower(x.own_name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ')) and not (x.kind || '_' || x.id) = any($10::text[])) r where true  and (r.rank, r.key, r.code) > ($13::int, $14::text collate "C", $15::text collate "C") order by r.rank asc, r.key asc, r.code asc limit 11 ) r left join users u on r.kind = 'user' and u.id = r.id cross join lateral (
  select case when r.kind = 'user' then 0 else (with mine as materialized (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id), own_groups as materialized (select g.id, g.name, g.course_id from groups g join group_memberships m on m.group_id = g.id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted
  and (g.course_id is null or exists (select 1 from mine where mine.course_id = g.course_id and (mine.available or mine.staff)))),
  asked_contexts (n, kind, id, role) as (select 1, r.kind, r.id, null::enrollment_type), contexts as materialized (
  select a.n, a.kind, a.id, a.role, x.course_id, x.staff,
  x.staff or case a.kind when 'group' then a.id in (select g.id from own_groups g)
  else exists (select 1 from mine where mine.course_id = x.course_id and mine.available) end as open
  from asked_contexts a cross join lateral (
  select p.course_id, exists (select 1 from accounts ac where ac.id = p.account_id and ac.chain && $2::int[])
  or exists (select 1 from mine where mine.course_id = p.course_id and mine.staff) as staff
  from (
  select c.id as course_id, c.account_id from courses c where a.kind = 'course' and c.id = a.id and c.state <> 'deleted'
  union all
  select c.id, c.account_id from course_sections s join courses c on c.id = s.course_id
  where a.kind = 'section' and s.id = a.id and not s.deleted and c.state <> 'deleted'
  union all
  select g.course_id, coalesce(c.account_id, g.account_id) from groups g left join courses c on c.id = g.course_id
  where a.kind = 'group' and g.id = a.id and not g.deleted and (c.id is null or c.state <> 'deleted')
  ) p) x),
  counted as materialized (select distinct you.user_id from mine own join enrollments you on you.course_id = own.course_id
  where r.kind = 'course' and own.course_id = r.id and you.user_id <> $1 and (own.reach::int[] is null or you.course_section_id = any(own.reach::int[])) and case
  when own.staff then you.state in ('active', 'invited')
  when not own.available or not you.state = 'active' then false
  when own.type = 'StudentEnrollment' then you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or you.type = 'StudentEnrollment'
  or (you.type = 'ObserverEnrollment' and you.associated_user_id = $1)
  else you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or (you.type = 'StudentEnrollment' and you.user_id = own.associated_user_id)
  end),
  asked as materialized (select members.user_id from (
  select e.user_id from contexts k join enrollments e on e.course_id = k.id and k.kind = 'course'
  where k.open and (e.state = 'active' or (k.staff and e.state = 'invited')) and (k.role is null or e.type = k.role)
  union
  select e.user_id from contexts k join enrollments e on e.course_section_id = k.id and k.kind = 'section'
  where k.open and (e.state = 'active' or (k.staff and e.state = 'invited')) and (k.role is null or e.type = k.role)
  union
  select m.user_id from contexts k join group_memberships m on m.group_id = k.id and k.kind = 'group'
  where k.open and m.state = 'accepted' and (k.role is null or exists (select 1 from enrollments e
  where e.course_id = k.course_id and e.user_id = m.user_id and e.state = 'active' and e.type = k.role))) members
  where members.user_id <> $1 and not exists (select from counted where counted.user_id = members.user_id))
  select (select count(*) from counted) + (select count(*) from (
  select you.user_id
  from asked cross join lateral (select * from enrollments e where e.user_id = asked.user_id offset 0) you
  join mine own on own.course_id = you.course_id
  where (own.reach::int[] is null or you.course_section_id = any(own.reach::int[])) and case
  when own.staff then you.state in ('active', 'invited')
  when not own.available or not you.state = 'active' then false
  when own.type = 'StudentEnrollment' then you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or you.type = 'StudentEnrollment'
  or (you.type = 'ObserverEnrollment' and you.associated_user_id = $1)
  else you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or (you.type = 'StudentEnrollment' and you.user_id = own.associated_user_id)
  end
  union
  select m.user_id
  from asked cross join lateral (
  select * from group_memberships gm where gm.user_id = asked.user_id and gm.state = 'accepted' offset 0) m
  join own_groups g on g.id = m.group_id
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state = 'active'))
  union
  select asked.user_id from asked where (
  exists (select 1 from user_accounts ua where ua.user_id = asked.user_id and ua.account_id = any($2::int[]))
  or (cardinality($2::int[]) > 0 and exists (select 1 from enrollments e join courses c on c.id = e.course_id
  join accounts ac on ac.id = c.account_id
  where e.user_id = asked.user_id and e.state = 'invited' and c.state <> 'deleted' and ac.chain && $2::int[] offset 0)))) others)) end as count,
  r.kind = 'course' and exists (select 1 from (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id) own where own.course_id = r.id and own.staff) as staff) people order by r.rank asc, r.key asc, r.code asc;

-- conversation_context (src/areas/conversations/recipients.ts)
-- takes $1 callerId int4, $2 adminOf int4[], $3 kinds text[], $4 contextIds int4[], $5 roles enrollment_type[]
-- gives open bool
with mine as materialized (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id), own_groups as materialized (select g.id, g.name, g.course_id from groups g join group_memberships m on m.group_id = g.id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted
  and (g.course_id is null or exists (select 1 from mine where mine.course_id = g.course_id and (mine.available or mine.staff)))),
  asked_contexts as (select t.n, t.kind, t.id, t.role
  from unnest($3::text[], $4::int[], $5::enrollment_type[]) with ordinality t(kind, id, role, n)), contexts as (
  select a.n, a.kind, a.id, a.role, x.course_id, x.staff,
  x.staff or case a.kind when 'group' then a.id in (select g.id from own_groups g)
  else exists (select 1 from mine where mine.course_id = x.course_id and mine.available) end as open
  from asked_contexts a cross join lateral (
  select p.course_id, exists (select 1 from accounts ac where ac.id = p.account_id and ac.chain && $2::int[])
  or exists (select 1 from mine where mine.course_id = p.course_id and mine.staff) as staff
  from (
  select c.id as course_id, c.account_id from courses c where a.kind = 'course' and c.id = a.id and c.state <> 'deleted'
  union all
  select c.id, c.account_id from course_sections s join courses c on c.id = s.course_id
  where a.kind = 'section' and s.id = a.id and not s.deleted and c.state <> 'deleted'
  union all
  select g.course_id, coalesce(c.account_id, g.account_id) from groups g left join courses c on c.id = g.course_id
  where a.kind = 'group' and g.id = a.id and not g.deleted and (c.id is null or c.state <> 'deleted')
  ) p) x)
  select open from contexts;

-- expand_recipients (src/areas/conversations/recipients.ts)
-- takes $1 callerId int4, $2 adminOf int4[], $3 named int4[], $4 kinds text[], $5 contextIds int4[], $6 roles enrollment_type[]
-- gives people int4[], refused int4
with mine as materialized (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id), own_groups as materialized (select g.id, g.name, g.course_id from groups g join group_memberships m on m.group_id = g.id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted
  and (g.course_id is null or exists (select 1 from mine where mine.course_id = g.course_id and (mine.available or mine.staff)))),
  asked_contexts as (select t.n, t.kind, t.id, t.role
  from unnest($4::text[], $5::int[], $6::enrollment_type[]) with ordinality t(kind, id, role, n)), contexts as materialized (
  select a.n, a.kind, a.id, a.role, x.course_id, x.staff,
  x.staff or case a.kind when 'group' then a.id in (select g.id from own_groups g)
  else exists (select 1 from mine where mine.course_id = x.course_id and mine.available) end as open
  from asked_contexts a cross join lateral (
  select p.course_id, exists (select 1 from accounts ac where ac.id = p.account_id and ac.chain && $2::int[])
  or exists (select 1 from mine where mine.course_id = p.course_id and mine.staff) as staff
  from (
  select c.id as course_id, c.account_id from courses c where a.kind = 'course' and c.id = a.id and c.state <> 'deleted'
  union all
  select c.id, c.account_id from course_sections s join courses c on c.id = s.course_id
  where a.kind = 'section' and s.id = a.id and not s.deleted and c.state <> 'deleted'
  union all
  select g.course_id, coalesce(c.account_id, g.account_id) from groups g left join courses c on c.id = g.course_id
  where a.kind = 'group' and g.id = a.id and not g.deleted and (c.id is null or c.state <> 'deleted')
  ) p) x),
  named as (select distinct user_id from unnest($3::int[]) t(user_id) where user_id <> $1),
  asked as materialized (select user_id from named union select members.user_id from (
  select e.user_id from contexts k join enrollments e on e.course_id = k.id and k.kind = 'course'
  where k.open and (e.state = 'active' or (k.staff and e.state = 'invited')) and (k.role is null or e.type = k.role)
  union
  select e.user_id from contexts k join enrollments e on e.course_section_id = k.id and k.kind = 'section'
  where k.open and (e.state = 'active' or (k.staff and e.state = 'invited')) and (k.role is null or e.type = k.role)
  union
  select m.user_id from contexts k join group_memberships m on m.group_id = k.id and k.kind = 'group'
  where k.open and m.state = 'accepted' and (k.role is null or exists (select 1 from enrollments e
  where e.course_id = k.course_id and e.user_id = m.user_id and e.state = 'active' and e.type = k.role))) members where members.user_id <> $1),
  allowed as materialized (select a.user_id from (
  select you.user_id
  from asked cross join lateral (select * from enrollments e where e.user_id = asked.user_id offset 0) you
  join mine own on own.course_id = you.course_id
  where (own.reach::int[] is null or you.course_section_id = any(own.reach::int[])) and case
  when own.staff then you.state in ('active', 'invited')
  when not own.available or not you.state = 'active' then false
  when own.type = 'StudentEnrollment' then you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or you.type = 'StudentEnrollment'
  or (you.type = 'ObserverEnrollment' and you.associated_user_id = $1)
  else you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or (you.type = 'StudentEnrollment' and you.user_id = own.associated_user_id)
  end
  union
  select m.user_id
  from asked cross join lateral (
  select * from group_memberships gm where gm.user_id = asked.user_id and gm.state = 'accepted' offset 0) m
  join own_groups g on g.id = m.group_id
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state = 'active'))
  union
  select asked.user_id from asked where (
  exists (select 1 from user_accounts ua where ua.user_id = asked.user_id and ua.account_id = any($2::int[]))
  or (cardinality($2::int[]) > 0 and exists (select 1 from enrollments e join courses c on c.id = e.course_id
  join accounts ac on ac.id = c.account_id
  where e.user_id = asked.user_id and e.state = 'invited' and c.state <> 'deleted' and ac.chain && $2::int[] offset 0)))) a cross join lateral (select * from users where users.id = a.user_id offset 0) u where not u.deleted)
  select array(select user_id from allowed order by 1) as people,
  (select count(*) from named where user_id not in (select user_id from allowed)) + (select count(*) from asked_contexts where n not in (select n from contexts where open)) as refused;

-- recipients_by_sis_id (src/areas/conversations/recipients.ts)
-- takes $1 rootAccountId int4, $2 forms text[], $3 values text[]
-- gives n int4, id int4
select distinct f.n, u.id from unnest($2::text[], $3::text[]) with ordinality f(form, value, n)
  cross join lateral (select u.id from users u
  where u.id = case f.form when 'id' then f.value::int
  when 'sis_user_id' then (select p.user_id from pseudonyms p
  where p.root_account_id = $1 and p.sis_user_id = f.value and p.state = 'active')
  else (select p.user_id from pseudonyms p
  where p.root_account_id = $1 and lower(p.unique_id) = lower(f.value) and p.state = 'active') end and not u.deleted offset 0) u;

-- recipients_named (src/areas/conversations/recipients.ts)
-- takes $1 callerId int4, $2 adminOf int4[], $3 named int4[]
-- gives people int4[], refused int4
with mine as materialized (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id), own_groups as materialized (select g.id, g.name, g.course_id from groups g join group_memberships m on m.group_id = g.id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted
  and (g.course_id is null or exists (select 1 from mine where mine.course_id = g.course_id and (mine.available or mine.staff)))), named as (select distinct user_id from unnest($3::int[]) t(user_id) where user_id <> $1),
  asked as materialized (select user_id from named ),
  allowed as materialized (select a.user_id from (
  select you.user_id
  from asked cross join lateral (select * from enrollments e where e.user_id = asked.user_id offset 0) you
  join mine own on own.course_id = you.course_id
  where (own.reach::int[] is null or you.course_section_id = any(own.reach::int[])) and case
  when own.staff then you.state in ('active', 'invited')
  when not own.available or not you.state = 'active' then false
  when own.type = 'StudentEnrollment' then you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or you.type = 'StudentEnrollment'
  or (you.type = 'ObserverEnrollment' and you.associated_user_id = $1)
  else you.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or (you.type = 'StudentEnrollment' and you.user_id = own.associated_user_id)
  end
  union
  select m.user_id
  from asked cross join lateral (
  select * from group_memberships gm where gm.user_id = asked.user_id and gm.state = 'accepted' offset 0) m
  join own_groups g on g.id = m.group_id
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state = 'active'))
  union
  select asked.user_id from asked where (
  exists (select 1 from user_accounts ua where ua.user_id = asked.user_id and ua.account_id = any($2::int[]))
  or (cardinality($2::int[]) > 0 and exists (select 1 from enrollments e join courses c on c.id = e.course_id
  join accounts ac on ac.id = c.account_id
  where e.user_id = asked.user_id and e.state = 'invited' and c.state <> 'deleted' and ac.chain && $2::int[] offset 0)))) a cross join lateral (select * from users where users.id = a.user_id offset 0) u where not u.deleted) select array(select user_id from allowed order by 1) as people, (select count(*) from named where user_id not in (select user_id from allowed)) as refused;

-- hold_own_conversations (src/areas/conversations/removal.ts)
-- takes $1 userId int4, $2 ids int4[]
-- gives id int4
select c.id from conversation_participants p join conversations c on c.id = p.conversation_id
  where p.user_id = $1 and p.conversation_id = any($2::int[]) and p.last_message_at is not null order by c.id for update of c;

-- hold_own_views (src/areas/conversations/removal.ts)
-- takes $1 userId int4, $2 ids int4[]
select from conversation_participants p where p.user_id = $1 and p.conversation_id = any($2::int[])
  order by p.conversation_id for update;

-- refresh_conversation (src/areas/conversations/removal.ts)
-- takes $1 userId int4, $2 id int4
-- gives left int4
update conversation_participants p set message_count = s.count - s.comments, comment_count = s.comments, last_message = left(newest.body, 100),
  last_message_at = least(p.last_message_at, newest.created_at),
  is_last_author = newest.author_id is not distinct from p.user_id, has_attachments = s.attachments, has_media = s.media,
  last_authored_message = left(own.body, 100),
  missed = p.missed and exists (select 1 from conversation_messages m where m.conversation_id = p.conversation_id and m.created_at > p.last_message_at
  and m.author_id <> p.user_id and not m.generated and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id))
  from conversation_participants q
  cross join lateral (
  select count(*) as count, count(cc.message_id) as comments, coalesce(bool_or(m.attachment_ids <> '{}'), false) as attachments,
  coalesce(bool_or(m.media_comment_id is not null), false) as media
  from conversation_messages m left join conversation_comments cc on cc.message_id = m.id
  cross join lateral (select q.user_id, q.removed_through) p
  where m.conversation_id = q.conversation_id and not m.generated and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id)) s
  left join lateral (
  select m.body, m.author_id, m.created_at from conversation_messages m, lateral (select q.user_id, q.removed_through) p
  where m.conversation_id = q.conversation_id and not m.generated and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) order by m.id desc limit 1) newest on true
  left join lateral (
  select m.body from conversation_messages m, lateral (select q.user_id, q.removed_through) p
  where m.conversation_id = q.conversation_id and not m.generated and m.author_id = q.user_id and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id)
  order by m.id desc limit 1) own on true
  where q.user_id = $1 and q.conversation_id = $2 and p.user_id = q.user_id and p.conversation_id = q.conversation_id
  returning p.message_count + p.comment_count as left;

-- remove_conversations (src/areas/conversations/removal.ts)
-- takes $1 userId int4, $2 ids int4[]
-- gives id int4
update conversation_participants p set state = 'read', starred = false, missed = false, last_message_at = null, last_message = null,
  last_authored_message = null, message_count = 0, comment_count = 0, is_last_author = false, has_attachments = false,
  has_media = false, removed_through = (select coalesce(max(m.id), 0) from conversation_messages m where m.conversation_id = p.conversation_id)
  where p.user_id = $1 and p.conversation_id = any($2::int[]) and p.last_message_at is not null
  returning p.conversation_id as id;

-- remove_messages (src/areas/conversations/removal.ts)
-- takes $1 userId int4, $2 id int4, $3 possible int4[]
-- gives id int4
insert into conversation_removals (user_id, message_id)
  select p.user_id, m.id from conversation_participants p join conversation_messages m on m.conversation_id = p.conversation_id
  where p.user_id = $1 and p.conversation_id = $2 and m.id = any($3::int[]) and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id)
  on conflict do nothing returning message_id as id;

-- begin_group_conversation (src/areas/conversations/sending.ts)
-- takes $1 userIds int4[], $2 subject text?, $3 courseId int4?, $4 groupId int4?
-- gives id int4
with made as (insert into conversations (subject, course_id, group_id) values ($2::text, $3::int, $4::int) returning id),
  joined as (insert into conversation_participants (user_id, conversation_id) select t.id, made.id from made, unnest($1::int[]) t(id))
  select id from made;

-- begin_private_conversations (src/areas/conversations/sending.ts)
-- takes $1 authorId int4, $2 people int4[], $3 subject text?, $4 courseId int4?, $5 groupId int4?
-- gives id int4
with made as (
  insert into conversations (lower_user_id, higher_user_id, subject, course_id, group_id)
  select least($1::int, t.id), greatest($1::int, t.id), $3::text, $4::int, $5::int from unnest($2::int[]) t(id) order by 1, 2
  on conflict (lower_user_id, higher_user_id) do nothing
  returning id, lower_user_id, higher_user_id),
  joined as (
  insert into conversation_participants (user_id, conversation_id)
  select lower_user_id, id from made union select higher_user_id, id from made)
  select id from made;

-- deliver_messages (src/areas/conversations/sending.ts)
-- takes $1 authorId int4, $2 body text, $3 mediaCommentId text?, $4 mediaCommentType media_type?, $5 attachmentIds int4[], $6 forwardedIds int4[], $7 forwardedTotal int4, $8 conversationIds int4[]
-- gives conversationId int4, messageId int4
with messages as (
  insert into conversation_messages (conversation_id, author_id, body, media_comment_id, media_comment_type, attachment_ids, forwarded_ids, forwarded_total,
  carried_file_ids, created_at) select c.id, $1::int, $2::text, $3::text, $4::media_type, $5::int[], $6::int[], $7::int,
  array(select unnest($5::int[]) union select unnest(f.carried_file_ids) from conversation_messages f where f.id = any($6::int[])),
  clock_timestamp() from unnest($8::int[]) c(id) order by c.id
  returning id, conversation_id, created_at),
  seen as (
  update conversation_participants p set
  message_count = p.message_count + 1,
  last_message = left($2, 100),
  is_last_author = p.user_id = $1,
  has_attachments = p.has_attachments or $5::int[] <> '{}',
  has_media = p.has_media or $3 is not null,
  last_authored_at = case when p.user_id = $1 then m.created_at else p.last_authored_at end,
  last_authored_message = case when p.user_id = $1 then left($2, 100) else p.last_authored_message end,
  last_message_at = case when p.last_message_at is null or p.subscribed or p.user_id = $1 then m.created_at else p.last_message_at end,
  state = case when p.user_id = $1 or not p.subscribed then p.state else 'unread' end,
  missed = p.missed or (p.user_id <> $1 and not p.subscribed)
  from messages m
  where p.conversation_id = any($8::int[]) and m.conversation_id = p.conversation_id)
  select conversation_id as "conversationId", id as "messageId" from messages order by id;

-- hold_conversations (src/areas/conversations/sending.ts)
-- takes $1 ids int4[]
-- gives id int4
select c.id from conversations c where c.id = any($1::int[]) order by c.id for update;

-- hold_private_conversations (src/areas/conversations/sending.ts)
-- takes $1 authorId int4, $2 people int4[]
-- gives id int4
select c.id from unnest($2::int[]) t(id) join conversations c
  on c.lower_user_id = least($1::int, t.id) and c.higher_user_id = greatest($1::int, t.id) where (select count(*) from unnest($2::int[]) t(id) join conversations c
  on c.lower_user_id = least($1::int, t.id) and c.higher_user_id = greatest($1::int, t.id)) = cardinality($2::int[]) order by c.id for update of c;

-- hold_views_of_conversations (src/areas/conversations/sending.ts)
-- takes $1 conversationIds int4[]
select from conversation_participants p where p.conversation_id = any($1::int[]) order by p.conversation_id, p.user_id for update;

-- insert_batch_message (src/areas/conversations/sending.ts)
-- takes $1 authorId int4, $2 body text, $3 mediaCommentId text?, $4 mediaCommentType media_type?, $5 attachmentIds int4[], $6 forwardedIds int4[], $7 forwardedTotal int4
-- gives id int4
insert into conversation_messages (conversation_id, author_id, body, media_comment_id, media_comment_type, attachment_ids, forwarded_ids, forwarded_total,
  carried_file_ids, created_at) select null, $1::int, $2::text, $3::text, $4::media_type, $5::int[], $6::int[], $7::int,
  array(select unnest($5::int[]) union select unnest(f.carried_file_ids) from conversation_messages f where f.id = any($6::int[])),
  clock_timestamp() returning id;

-- tag_conversations (src/areas/conversations/sending.ts)
-- takes $1 madeIds int4[], $2 contextCode text?
update conversation_participants p set tags = shared.tags
  from (
  select t.conversation_id, array_agg(t.tag order by t.tag) as tags from (
  select q.conversation_id, 'course_' || e.course_id as tag
  from conversation_participants q join enrollments e on e.user_id = q.user_id and e.state = 'active'
  join courses c on c.id = e.course_id and c.state <> 'deleted'
  where q.conversation_id = any($1::int[])
  group by q.conversation_id, e.course_id
  having count(distinct q.user_id) = (select count(*) from conversation_participants o where o.conversation_id = q.conversation_id)
  union all
  select q.conversation_id, 'group_' || m.group_id
  from conversation_participants q join group_memberships m on m.user_id = q.user_id and m.state = 'accepted'
  join groups g on g.id = m.group_id and not g.deleted and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state = 'active'))
  where q.conversation_id = any($1::int[])
  group by q.conversation_id, m.group_id
  having count(distinct q.user_id) = (select count(*) from conversation_participants o where o.conversation_id = q.conversation_id)
  ) t where $2::text is null group by t.conversation_id
  union all
  select c.id, array[$2::text] from unnest($1::int[]) c(id) where $2::text is not null
  ) shared
  where p.conversation_id = any($1::int[]) and p.conversation_id = shared.conversation_id;

-- change_conversation (src/areas/conversations/updating.ts)
-- takes $1 callerId int4, $2 id int4, $3 state conversation_state?, $4 subscribed bool?, $5 starred bool?
-- gives id int4
update conversation_participants p set
  state = coalesce($3::conversation_state, case
  when not s.changes then p.state
  when $4 and p.missed then 'unread'
  when not $4 and p.state = 'unread' then 'read'
  else p.state end),
  starred = coalesce($5::boolean, p.starred),
  subscribed = case when s.changes then $4 else p.subscribed end,
  last_message_at = case when s.changes and $4 and p.missed then greatest(p.last_message_at, (
  select max(m.created_at) from conversation_messages m
  where m.conversation_id = p.conversation_id and m.author_id <> p.user_id and not m.generated and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id)))
  else p.last_message_at end,
  missed = p.missed and not (s.changes and $4)
  from (select c.id, $4::boolean is not null and c.lower_user_id is null and q.subscribed <> $4 as changes
  from conversations c join conversation_participants q on q.conversation_id = c.id and q.user_id = $1 where c.id = $2) s
  where p.user_id = $1 and p.conversation_id = s.id and p.last_message_at is not null
  returning p.conversation_id as id;

-- conversations_archive (src/areas/conversations/updating.ts)
-- takes $1 userId int4, $2 ids int4[]
-- gives id int4
update conversation_participants p set state = 'archived'
  where p.user_id = $1 and p.conversation_id = any($2::int[]) and p.last_message_at is not null returning p.conversation_id as id;

-- conversations_mark_as_read (src/areas/conversations/updating.ts)
-- takes $1 userId int4, $2 ids int4[]
-- gives id int4
update conversation_participants p set state = 'read'
  where p.user_id = $1 and p.conversation_id = any($2::int[]) and p.last_message_at is not null returning p.conversation_id as id;

-- conversations_mark_as_unread (src/areas/conversations/updating.ts)
-- takes $1 userId int4, $2 ids int4[]
-- gives id int4
update conversation_participants p set state = 'unread'
  where p.user_id = $1 and p.conversation_id = any($2::int[]) and p.last_message_at is not null returning p.conversation_id as id;

-- conversations_star (src/areas/conversations/updating.ts)
-- takes $1 userId int4, $2 ids int4[]
-- gives id int4
update conversation_participants p set starred = true
  where p.user_id = $1 and p.conversation_id = any($2::int[]) and p.last_message_at is not null returning p.conversation_id as id;

-- conversations_unstar (src/areas/conversations/updating.ts)
-- takes $1 userId int4, $2 ids int4[]
-- gives id int4
update conversation_participants p set starred = false
  where p.user_id = $1 and p.conversation_id = any($2::int[]) and p.last_message_at is not null returning p.conversation_id as id;

-- hold_views_to_read (src/areas/conversations/updating.ts)
-- takes $1 callerId int4
select from conversation_participants p where p.user_id = $1 and p.state <> 'read' order by p.conversation_id for update;

-- mark_all_conversations_as_read (src/areas/conversations/updating.ts)
-- takes $1 callerId int4
update conversation_participants set state = 'read' where user_id = $1 and state <> 'read';

-- mark_conversation_as_read (src/areas/conversations/updating.ts)
-- takes $1 callerId int4, $2 id int4
-- gives id int4
update conversation_participants set state = 'read' where user_id = $1 and conversation_id = $2 and state = 'unread'
  returning conversation_id as id;

-- rename_conversation (src/areas/conversations/updating.ts)
-- takes $1 id int4, $2 subject text?
update conversations set subject = $2, updated_at = now() where id = $1;

-- unread_conversations (src/areas/conversations/updating.ts)
-- takes $1 callerId int4
-- gives count int4
select count(*) as count from conversation_participants p
  where p.user_id = $1 and p.last_message_at is not null and p.state = 'unread';

-- conversation_ids_archived_all (src/areas/conversations/views.ts)
-- takes $1 callerId int4
-- gives id int4
select p.conversation_id as id from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.state = 'archived'
  order by p.last_message_at desc, p.conversation_id desc;

-- conversation_ids_archived_tag (src/areas/conversations/views.ts)
-- takes $1 callerId int4, $2 tag text?
-- gives id int4
select p.conversation_id as id from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.state = 'archived' and p.tags @> array[$2::text]
  order by p.last_message_at desc, p.conversation_id desc;

-- conversation_ids_archived_user (src/areas/conversations/views.ts)
-- takes $1 callerId int4, $2 user int4?
-- gives id int4
select p.conversation_id as id from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.state = 'archived' and exists (select 1 from conversation_participants o where o.conversation_id = p.conversation_id and o.user_id = $2::int)
  order by p.last_message_at desc, p.conversation_id desc;

-- conversation_ids_inbox_all (src/areas/conversations/views.ts)
-- takes $1 callerId int4
-- gives id int4
select p.conversation_id as id from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.state <> 'archived'
  order by p.last_message_at desc, p.conversation_id desc;

-- conversation_ids_inbox_tag (src/areas/conversations/views.ts)
-- takes $1 callerId int4, $2 tag text?
-- gives id int4
select p.conversation_id as id from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.state <> 'archived' and p.tags @> array[$2::text]
  order by p.last_message_at desc, p.conversation_id desc;

-- conversation_ids_inbox_user (src/areas/conversations/views.ts)
-- takes $1 callerId int4, $2 user int4?
-- gives id int4
select p.conversation_id as id from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.state <> 'archived' and exists (select 1 from conversation_participants o where o.conversation_id = p.conversation_id and o.user_id = $2::int)
  order by p.last_message_at desc, p.conversation_id desc;

-- conversation_ids_sent_all (src/areas/conversations/views.ts)
-- takes $1 callerId int4
-- gives id int4
select p.conversation_id as id from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.last_authored_message is not null
  order by p.last_message_at desc, p.conversation_id desc;

-- conversation_ids_sent_tag (src/areas/conversations/views.ts)
-- takes $1 callerId int4, $2 tag text?
-- gives id int4
select p.conversation_id as id from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.last_authored_message is not null and p.tags @> array[$2::text]
  order by p.last_message_at desc, p.conversation_id desc;

-- conversation_ids_sent_user (src/areas/conversations/views.ts)
-- takes $1 callerId int4, $2 user int4?
-- gives id int4
select p.conversation_id as id from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.last_authored_message is not null and exists (select 1 from conversation_participants o where o.conversation_id = p.conversation_id and o.user_id = $2::int)
  order by p.last_message_at desc, p.conversation_id desc;

-- conversation_ids_starred_all (src/areas/conversations/views.ts)
-- takes $1 callerId int4
-- gives id int4
select p.conversation_id as id from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.starred
  order by p.last_message_at desc, p.conversation_id desc;

-- conversation_ids_starred_tag (src/areas/conversations/views.ts)
-- takes $1 callerId int4, $2 tag text?
-- gives id int4
select p.conversation_id as id from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.starred and p.tags @> array[$2::text]
  order by p.last_message_at desc, p.conversation_id desc;

-- conversation_ids_starred_user (src/areas/conversations/views.ts)
-- takes $1 callerId int4, $2 user int4?
-- gives id int4
select p.conversation_id as id from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.starred and exists (select 1 from conversation_participants o where o.conversation_id = p.conversation_id and o.user_id = $2::int)
  order by p.last_message_at desc, p.conversation_id desc;

-- conversation_ids_unread_all (src/areas/conversations/views.ts)
-- takes $1 callerId int4
-- gives id int4
select p.conversation_id as id from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.state = 'unread'
  order by p.last_message_at desc, p.conversation_id desc;

-- conversation_ids_unread_tag (src/areas/conversations/views.ts)
-- takes $1 callerId int4, $2 tag text?
-- gives id int4
select p.conversation_id as id from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.state = 'unread' and p.tags @> array[$2::text]
  order by p.last_message_at desc, p.conversation_id desc;

-- conversation_ids_unread_user (src/areas/conversations/views.ts)
-- takes $1 callerId int4, $2 user int4?
-- gives id int4
select p.conversation_id as id from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.state = 'unread' and exists (select 1 from conversation_participants o where o.conversation_id = p.conversation_id and o.user_id = $2::int)
  order by p.last_message_at desc, p.conversation_id desc;

-- conversations_archived_0_1_after_11 (src/areas/conversations/views.ts)
-- takes $1 callerId int4, $2 tag text, $3 user int4, $4 key 1 timestamptz, $5 key 2 int4
-- gives participants jsonb, id int4, courseId int4?, groupId int4?, private bool, subject text?, subscribed bool, starred bool, state conversation_state, lastMessageAt timestamptz?, lastMessage text?, lastAuthoredAt timestamptz?, lastAuthoredMessage text?, messageCount int4, commentCount int4, isLastAuthor bool, hasAttachments bool, hasMedia bool, removedThrough int4, tags text[], contextName text?
with own as materialized (select * from (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id) m where m.open or m.staff),
  own_groups as materialized (
  select g.id, g.course_id from groups g join group_memberships m on m.group_id = g.id left join courses c on c.id = g.course_id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = $1 and ge.state = 'active'))) select p.conversation_id as id, p.state, p.starred, p.subscribed, p.last_message_at as "lastMessageAt", p.last_message as "lastMessage",
  case when p.last_authored_message is null then null
  when exists (select from conversation_removals r where r.user_id = p.user_id) then (select m.created_at
  from (select * from conversation_messages w where w.conversation_id = p.conversation_id order by w.id desc offset 0) m
  where m.author_id = p.user_id and not m.generated and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) order by m.id desc limit 1)
  else p.last_authored_at end as "lastAuthoredAt", p.last_authored_message as "lastAuthoredMessage", p.message_count as "messageCount", p.comment_count as "commentCount",
  p.is_last_author as "isLastAuthor", p.has_attachments and exists (select from conversation_messages m join attachments f on f.id = any(m.attachment_ids)
  where m.conversation_id = p.conversation_id and m.attachment_ids <> '{}' and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) and (not f.deleted or f.carried or f.turned_in)) as "hasAttachments", p.has_media as "hasMedia", p.removed_through as "removedThrough",
  p.tags, c.subject, c.lower_user_id is not null as private, c.course_id as "courseId", c.group_id as "groupId",
  coalesce(co.name, gr.name) as "contextName", people.found as participants from (select p.* from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.state = 'archived' and p.tags @> array[$2::text] and exists (select 1 from conversation_participants o where o.conversation_id = p.conversation_id and o.user_id = $3::int) and (p.last_message_at, p.conversation_id) < ($4::timestamptz, $5::int) order by p.last_message_at desc, p.conversation_id desc limit 11 ) p join conversations c on c.id = p.conversation_id
  left join courses co on co.id = c.course_id left join groups gr on gr.id = c.group_id
  cross join lateral (
  select json_agg(json_build_array(u.id, u.short_name, extract(epoch from o.last_authored_at) * 1000,
  case when u.avatar_kind is not null then (select picture from (select (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture) p) end,
  case when u.id <> $1 then (
  select json_agg(json_build_array(t.kind, t.id, t.type) order by t.kind, t.id, t.type) from (
  select distinct 'course' as kind, e.course_id as id, e.type::text as type
  from (select * from enrollments theirs where theirs.user_id = u.id and theirs.state = 'active' offset 0) e
  join own on own.course_id = e.course_id and (own.reach::int[] is null or e.course_section_id = any(own.reach::int[]))
  union all
  select 'group', m.group_id, 'Member'
  from (select * from group_memberships theirs where theirs.user_id = u.id and theirs.state = 'accepted' offset 0) m
  cross join lateral (select * from own_groups where own_groups.id = m.group_id offset 0) g
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = u.id and ge.state = 'active'))) t) end)) as found
  from conversation_participants o cross join lateral (select * from users where users.id = o.user_id offset 0) u
  where o.conversation_id = p.conversation_id) people order by p.last_message_at desc, p.conversation_id desc;

-- conversations_archived_first_11 (src/areas/conversations/views.ts)
-- takes $1 callerId int4
-- gives participants jsonb, id int4, courseId int4?, groupId int4?, private bool, subject text?, subscribed bool, starred bool, state conversation_state, lastMessageAt timestamptz?, lastMessage text?, lastAuthoredAt timestamptz?, lastAuthoredMessage text?, messageCount int4, commentCount int4, isLastAuthor bool, hasAttachments bool, hasMedia bool, removedThrough int4, tags text[], contextName text?
with own as materialized (select * from (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id) m where m.open or m.staff),
  own_groups as materialized (
  select g.id, g.course_id from groups g join group_memberships m on m.group_id = g.id left join courses c on c.id = g.course_id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = $1 and ge.state = 'active'))) select p.conversation_id as id, p.state, p.starred, p.subscribed, p.last_message_at as "lastMessageAt", p.last_message as "lastMessage",
  case when p.last_authored_message is null then null
  when exists (select from conversation_removals r where r.user_id = p.user_id) then (select m.created_at
  from (select * from conversation_messages w where w.conversation_id = p.conversation_id order by w.id desc offset 0) m
  where m.author_id = p.user_id and not m.generated and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) order by m.id desc limit 1)
  else p.last_authored_at end as "lastAuthoredAt", p.last_authored_message as "lastAuthoredMessage", p.message_count as "messageCount", p.comment_count as "commentCount",
  p.is_last_author as "isLastAuthor", p.has_attachments and exists (select from conversation_messages m join attachments f on f.id = any(m.attachment_ids)
  where m.conversation_id = p.conversation_id and m.attachment_ids <> '{}' and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) and (not f.deleted or f.carried or f.turned_in)) as "hasAttachments", p.has_media as "hasMedia", p.removed_through as "removedThrough",
  p.tags, c.subject, c.lower_user_id is not null as private, c.course_id as "courseId", c.group_id as "groupId",
  coalesce(co.name, gr.name) as "contextName", people.found as participants from (select p.* from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.state = 'archived'   order by p.last_message_at desc, p.conversation_id desc limit 11 ) p join conversations c on c.id = p.conversation_id
  left join courses co on co.id = c.course_id left join groups gr on gr.id = c.group_id
  cross join lateral (
  select json_agg(json_build_array(u.id, u.short_name, extract(epoch from o.last_authored_at) * 1000,
  case when u.avatar_kind is not null then (select picture from (select (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture) p) end,
  case when u.id <> $1 then (
  select json_agg(json_build_array(t.kind, t.id, t.type) order by t.kind, t.id, t.type) from (
  select distinct 'course' as kind, e.course_id as id, e.type::text as type
  from (select * from enrollments theirs where theirs.user_id = u.id and theirs.state = 'active' offset 0) e
  join own on own.course_id = e.course_id and (own.reach::int[] is null or e.course_section_id = any(own.reach::int[]))
  union all
  select 'group', m.group_id, 'Member'
  from (select * from group_memberships theirs where theirs.user_id = u.id and theirs.state = 'accepted' offset 0) m
  cross join lateral (select * from own_groups where own_groups.id = m.group_id offset 0) g
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = u.id and ge.state = 'active'))) t) end)) as found
  from conversation_participants o cross join lateral (select * from users where users.id = o.user_id offset 0) u
  where o.conversation_id = p.conversation_id) people order by p.last_message_at desc, p.conversation_id desc;

-- conversations_by_id (src/areas/conversations/views.ts)
-- takes $1 userId int4, $2 ids int4[]
-- gives participants jsonb, id int4, courseId int4?, groupId int4?, private bool, subject text?, subscribed bool, starred bool, state conversation_state, lastMessageAt timestamptz?, lastMessage text?, lastAuthoredAt timestamptz?, lastAuthoredMessage text?, messageCount int4, commentCount int4, isLastAuthor bool, hasAttachments bool, hasMedia bool, removedThrough int4, tags text[], contextName text?
with own as materialized (select * from (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id) m where m.open or m.staff),
  own_groups as materialized (
  select g.id, g.course_id from groups g join group_memberships m on m.group_id = g.id left join courses c on c.id = g.course_id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = $1 and ge.state = 'active'))) select p.conversation_id as id, p.state, p.starred, p.subscribed, p.last_message_at as "lastMessageAt", p.last_message as "lastMessage",
  case when p.last_authored_message is null then null
  when exists (select from conversation_removals r where r.user_id = p.user_id) then (select m.created_at
  from (select * from conversation_messages w where w.conversation_id = p.conversation_id order by w.id desc offset 0) m
  where m.author_id = p.user_id and not m.generated and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) order by m.id desc limit 1)
  else p.last_authored_at end as "lastAuthoredAt", p.last_authored_message as "lastAuthoredMessage", p.message_count as "messageCount", p.comment_count as "commentCount",
  p.is_last_author as "isLastAuthor", p.has_attachments and exists (select from conversation_messages m join attachments f on f.id = any(m.attachment_ids)
  where m.conversation_id = p.conversation_id and m.attachment_ids <> '{}' and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) and (not f.deleted or f.carried or f.turned_in)) as "hasAttachments", p.has_media as "hasMedia", p.removed_through as "removedThrough",
  p.tags, c.subject, c.lower_user_id is not null as private, c.course_id as "courseId", c.group_id as "groupId",
  coalesce(co.name, gr.name) as "contextName", people.found as participants from conversation_participants p join conversations c on c.id = p.conversation_id
  left join courses co on co.id = c.course_id left join groups gr on gr.id = c.group_id
  cross join lateral (
  select json_agg(json_build_array(u.id, u.short_name, extract(epoch from o.last_authored_at) * 1000,
  case when u.avatar_kind is not null then (select picture from (select (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture) p) end,
  case when u.id <> $1 then (
  select json_agg(json_build_array(t.kind, t.id, t.type) order by t.kind, t.id, t.type) from (
  select distinct 'course' as kind, e.course_id as id, e.type::text as type
  from (select * from enrollments theirs where theirs.user_id = u.id and theirs.state = 'active' offset 0) e
  join own on own.course_id = e.course_id and (own.reach::int[] is null or e.course_section_id = any(own.reach::int[]))
  union all
  select 'group', m.group_id, 'Member'
  from (select * from group_memberships theirs where theirs.user_id = u.id and theirs.state = 'accepted' offset 0) m
  cross join lateral (select * from own_groups where own_groups.id = m.group_id offset 0) g
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = u.id and ge.state = 'active'))) t) end)) as found
  from conversation_participants o cross join lateral (select * from users where users.id = o.user_id offset 0) u
  where o.conversation_id = p.conversation_id) people
  where p.user_id = $1 and p.conversation_id = any($2::int[]) order by p.conversation_id;

-- conversations_inbox_0_1_after_11 (src/areas/conversations/views.ts)
-- takes $1 callerId int4, $2 tag text, $3 user int4, $4 key 1 timestamptz, $5 key 2 int4
-- gives participants jsonb, id int4, courseId int4?, groupId int4?, private bool, subject text?, subscribed bool, starred bool, state conversation_state, lastMessageAt timestamptz?, lastMessage text?, lastAuthoredAt timestamptz?, lastAuthoredMessage text?, messageCount int4, commentCount int4, isLastAuthor bool, hasAttachments bool, hasMedia bool, removedThrough int4, tags text[], contextName text?
with own as materialized (select * from (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id) m where m.open or m.staff),
  own_groups as materialized (
  select g.id, g.course_id from groups g join group_memberships m on m.group_id = g.id left join courses c on c.id = g.course_id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = $1 and ge.state = 'active'))) select p.conversation_id as id, p.state, p.starred, p.subscribed, p.last_message_at as "lastMessageAt", p.last_message as "lastMessage",
  case when p.last_authored_message is null then null
  when exists (select from conversation_removals r where r.user_id = p.user_id) then (select m.created_at
  from (select * from conversation_messages w where w.conversation_id = p.conversation_id order by w.id desc offset 0) m
  where m.author_id = p.user_id and not m.generated and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) order by m.id desc limit 1)
  else p.last_authored_at end as "lastAuthoredAt", p.last_authored_message as "lastAuthoredMessage", p.message_count as "messageCount", p.comment_count as "commentCount",
  p.is_last_author as "isLastAuthor", p.has_attachments and exists (select from conversation_messages m join attachments f on f.id = any(m.attachment_ids)
  where m.conversation_id = p.conversation_id and m.attachment_ids <> '{}' and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) and (not f.deleted or f.carried or f.turned_in)) as "hasAttachments", p.has_media as "hasMedia", p.removed_through as "removedThrough",
  p.tags, c.subject, c.lower_user_id is not null as private, c.course_id as "courseId", c.group_id as "groupId",
  coalesce(co.name, gr.name) as "contextName", people.found as participants from (select p.* from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.state <> 'archived' and p.tags @> array[$2::text] and exists (select 1 from conversation_participants o where o.conversation_id = p.conversation_id and o.user_id = $3::int) and (p.last_message_at, p.conversation_id) < ($4::timestamptz, $5::int) order by p.last_message_at desc, p.conversation_id desc limit 11 ) p join conversations c on c.id = p.conversation_id
  left join courses co on co.id = c.course_id left join groups gr on gr.id = c.group_id
  cross join lateral (
  select json_agg(json_build_array(u.id, u.short_name, extract(epoch from o.last_authored_at) * 1000,
  case when u.avatar_kind is not null then (select picture from (select (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture) p) end,
  case when u.id <> $1 then (
  select json_agg(json_build_array(t.kind, t.id, t.type) order by t.kind, t.id, t.type) from (
  select distinct 'course' as kind, e.course_id as id, e.type::text as type
  from (select * from enrollments theirs where theirs.user_id = u.id and theirs.state = 'active' offset 0) e
  join own on own.course_id = e.course_id and (own.reach::int[] is null or e.course_section_id = any(own.reach::int[]))
  union all
  select 'group', m.group_id, 'Member'
  from (select * from group_memberships theirs where theirs.user_id = u.id and theirs.state = 'accepted' offset 0) m
  cross join lateral (select * from own_groups where own_groups.id = m.group_id offset 0) g
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = u.id and ge.state = 'active'))) t) end)) as found
  from conversation_participants o cross join lateral (select * from users where users.id = o.user_id offset 0) u
  where o.conversation_id = p.conversation_id) people order by p.last_message_at desc, p.conversation_id desc;

-- conversations_inbox_first_11 (src/areas/conversations/views.ts)
-- takes $1 callerId int4
-- gives participants jsonb, id int4, courseId int4?, groupId int4?, private bool, subject text?, subscribed bool, starred bool, state conversation_state, lastMessageAt timestamptz?, lastMessage text?, lastAuthoredAt timestamptz?, lastAuthoredMessage text?, messageCount int4, commentCount int4, isLastAuthor bool, hasAttachments bool, hasMedia bool, removedThrough int4, tags text[], contextName text?
with own as materialized (select * from (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id) m where m.open or m.staff),
  own_groups as materialized (
  select g.id, g.course_id from groups g join group_memberships m on m.group_id = g.id left join courses c on c.id = g.course_id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = $1 and ge.state = 'active'))) select p.conversation_id as id, p.state, p.starred, p.subscribed, p.last_message_at as "lastMessageAt", p.last_message as "lastMessage",
  case when p.last_authored_message is null then null
  when exists (select from conversation_removals r where r.user_id = p.user_id) then (select m.created_at
  from (select * from conversation_messages w where w.conversation_id = p.conversation_id order by w.id desc offset 0) m
  where m.author_id = p.user_id and not m.generated and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) order by m.id desc limit 1)
  else p.last_authored_at end as "lastAuthoredAt", p.last_authored_message as "lastAuthoredMessage", p.message_count as "messageCount", p.comment_count as "commentCount",
  p.is_last_author as "isLastAuthor", p.has_attachments and exists (select from conversation_messages m join attachments f on f.id = any(m.attachment_ids)
  where m.conversation_id = p.conversation_id and m.attachment_ids <> '{}' and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) and (not f.deleted or f.carried or f.turned_in)) as "hasAttachments", p.has_media as "hasMedia", p.removed_through as "removedThrough",
  p.tags, c.subject, c.lower_user_id is not null as private, c.course_id as "courseId", c.group_id as "groupId",
  coalesce(co.name, gr.name) as "contextName", people.found as participants from (select p.* from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.state <> 'archived'   order by p.last_message_at desc, p.conversation_id desc limit 11 ) p join conversations c on c.id = p.conversation_id
  left join courses co on co.id = c.course_id left join groups gr on gr.id = c.group_id
  cross join lateral (
  select json_agg(json_build_array(u.id, u.short_name, extract(epoch from o.last_authored_at) * 1000,
  case when u.avatar_kind is not null then (select picture from (select (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture) p) end,
  case when u.id <> $1 then (
  select json_agg(json_build_array(t.kind, t.id, t.type) order by t.kind, t.id, t.type) from (
  select distinct 'course' as kind, e.course_id as id, e.type::text as type
  from (select * from enrollments theirs where theirs.user_id = u.id and theirs.state = 'active' offset 0) e
  join own on own.course_id = e.course_id and (own.reach::int[] is null or e.course_section_id = any(own.reach::int[]))
  union all
  select 'group', m.group_id, 'Member'
  from (select * from group_memberships theirs where theirs.user_id = u.id and theirs.state = 'accepted' offset 0) m
  cross join lateral (select * from own_groups where own_groups.id = m.group_id offset 0) g
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = u.id and ge.state = 'active'))) t) end)) as found
  from conversation_participants o cross join lateral (select * from users where users.id = o.user_id offset 0) u
  where o.conversation_id = p.conversation_id) people order by p.last_message_at desc, p.conversation_id desc;

-- conversations_sent_0_1_after_11 (src/areas/conversations/views.ts)
-- takes $1 callerId int4, $2 tag text, $3 user int4, $4 key 1 timestamptz, $5 key 2 int4
-- gives participants jsonb, id int4, courseId int4?, groupId int4?, private bool, subject text?, subscribed bool, starred bool, state conversation_state, lastMessageAt timestamptz?, lastMessage text?, lastAuthoredAt timestamptz?, lastAuthoredMessage text?, messageCount int4, commentCount int4, isLastAuthor bool, hasAttachments bool, hasMedia bool, removedThrough int4, tags text[], contextName text?
with own as materialized (select * from (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id) m where m.open or m.staff),
  own_groups as materialized (
  select g.id, g.course_id from groups g join group_memberships m on m.group_id = g.id left join courses c on c.id = g.course_id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = $1 and ge.state = 'active'))) select p.conversation_id as id, p.state, p.starred, p.subscribed, p.last_message_at as "lastMessageAt", p.last_message as "lastMessage",
  case when p.last_authored_message is null then null
  when exists (select from conversation_removals r where r.user_id = p.user_id) then (select m.created_at
  from (select * from conversation_messages w where w.conversation_id = p.conversation_id order by w.id desc offset 0) m
  where m.author_id = p.user_id and not m.generated and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) order by m.id desc limit 1)
  else p.last_authored_at end as "lastAuthoredAt", p.last_authored_message as "lastAuthoredMessage", p.message_count as "messageCount", p.comment_count as "commentCount",
  p.is_last_author as "isLastAuthor", p.has_attachments and exists (select from conversation_messages m join attachments f on f.id = any(m.attachment_ids)
  where m.conversation_id = p.conversation_id and m.attachment_ids <> '{}' and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) and (not f.deleted or f.carried or f.turned_in)) as "hasAttachments", p.has_media as "hasMedia", p.removed_through as "removedThrough",
  p.tags, c.subject, c.lower_user_id is not null as private, c.course_id as "courseId", c.group_id as "groupId",
  coalesce(co.name, gr.name) as "contextName", people.found as participants from (select p.* from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.last_authored_message is not null and p.tags @> array[$2::text] and exists (select 1 from conversation_participants o where o.conversation_id = p.conversation_id and o.user_id = $3::int) and (p.last_message_at, p.conversation_id) < ($4::timestamptz, $5::int) order by p.last_message_at desc, p.conversation_id desc limit 11 ) p join conversations c on c.id = p.conversation_id
  left join courses co on co.id = c.course_id left join groups gr on gr.id = c.group_id
  cross join lateral (
  select json_agg(json_build_array(u.id, u.short_name, extract(epoch from o.last_authored_at) * 1000,
  case when u.avatar_kind is not null then (select picture from (select (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture) p) end,
  case when u.id <> $1 then (
  select json_agg(json_build_array(t.kind, t.id, t.type) order by t.kind, t.id, t.type) from (
  select distinct 'course' as kind, e.course_id as id, e.type::text as type
  from (select * from enrollments theirs where theirs.user_id = u.id and theirs.state = 'active' offset 0) e
  join own on own.course_id = e.course_id and (own.reach::int[] is null or e.course_section_id = any(own.reach::int[]))
  union all
  select 'group', m.group_id, 'Member'
  from (select * from group_memberships theirs where theirs.user_id = u.id and theirs.state = 'accepted' offset 0) m
  cross join lateral (select * from own_groups where own_groups.id = m.group_id offset 0) g
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = u.id and ge.state = 'active'))) t) end)) as found
  from conversation_participants o cross join lateral (select * from users where users.id = o.user_id offset 0) u
  where o.conversation_id = p.conversation_id) people order by p.last_message_at desc, p.conversation_id desc;

-- conversations_sent_first_11 (src/areas/conversations/views.ts)
-- takes $1 callerId int4
-- gives participants jsonb, id int4, courseId int4?, groupId int4?, private bool, subject text?, subscribed bool, starred bool, state conversation_state, lastMessageAt timestamptz?, lastMessage text?, lastAuthoredAt timestamptz?, lastAuthoredMessage text?, messageCount int4, commentCount int4, isLastAuthor bool, hasAttachments bool, hasMedia bool, removedThrough int4, tags text[], contextName text?
with own as materialized (select * from (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id) m where m.open or m.staff),
  own_groups as materialized (
  select g.id, g.course_id from groups g join group_memberships m on m.group_id = g.id left join courses c on c.id = g.course_id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = $1 and ge.state = 'active'))) select p.conversation_id as id, p.state, p.starred, p.subscribed, p.last_message_at as "lastMessageAt", p.last_message as "lastMessage",
  case when p.last_authored_message is null then null
  when exists (select from conversation_removals r where r.user_id = p.user_id) then (select m.created_at
  from (select * from conversation_messages w where w.conversation_id = p.conversation_id order by w.id desc offset 0) m
  where m.author_id = p.user_id and not m.generated and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) order by m.id desc limit 1)
  else p.last_authored_at end as "lastAuthoredAt", p.last_authored_message as "lastAuthoredMessage", p.message_count as "messageCount", p.comment_count as "commentCount",
  p.is_last_author as "isLastAuthor", p.has_attachments and exists (select from conversation_messages m join attachments f on f.id = any(m.attachment_ids)
  where m.conversation_id = p.conversation_id and m.attachment_ids <> '{}' and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) and (not f.deleted or f.carried or f.turned_in)) as "hasAttachments", p.has_media as "hasMedia", p.removed_through as "removedThrough",
  p.tags, c.subject, c.lower_user_id is not null as private, c.course_id as "courseId", c.group_id as "groupId",
  coalesce(co.name, gr.name) as "contextName", people.found as participants from (select p.* from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.last_authored_message is not null   order by p.last_message_at desc, p.conversation_id desc limit 11 ) p join conversations c on c.id = p.conversation_id
  left join courses co on co.id = c.course_id left join groups gr on gr.id = c.group_id
  cross join lateral (
  select json_agg(json_build_array(u.id, u.short_name, extract(epoch from o.last_authored_at) * 1000,
  case when u.avatar_kind is not null then (select picture from (select (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture) p) end,
  case when u.id <> $1 then (
  select json_agg(json_build_array(t.kind, t.id, t.type) order by t.kind, t.id, t.type) from (
  select distinct 'course' as kind, e.course_id as id, e.type::text as type
  from (select * from enrollments theirs where theirs.user_id = u.id and theirs.state = 'active' offset 0) e
  join own on own.course_id = e.course_id and (own.reach::int[] is null or e.course_section_id = any(own.reach::int[]))
  union all
  select 'group', m.group_id, 'Member'
  from (select * from group_memberships theirs where theirs.user_id = u.id and theirs.state = 'accepted' offset 0) m
  cross join lateral (select * from own_groups where own_groups.id = m.group_id offset 0) g
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = u.id and ge.state = 'active'))) t) end)) as found
  from conversation_participants o cross join lateral (select * from users where users.id = o.user_id offset 0) u
  where o.conversation_id = p.conversation_id) people order by p.last_message_at desc, p.conversation_id desc;

-- conversations_starred_0_1_after_11 (src/areas/conversations/views.ts)
-- takes $1 callerId int4, $2 tag text, $3 user int4, $4 key 1 timestamptz, $5 key 2 int4
-- gives participants jsonb, id int4, courseId int4?, groupId int4?, private bool, subject text?, subscribed bool, starred bool, state conversation_state, lastMessageAt timestamptz?, lastMessage text?, lastAuthoredAt timestamptz?, lastAuthoredMessage text?, messageCount int4, commentCount int4, isLastAuthor bool, hasAttachments bool, hasMedia bool, removedThrough int4, tags text[], contextName text?
with own as materialized (select * from (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id) m where m.open or m.staff),
  own_groups as materialized (
  select g.id, g.course_id from groups g join group_memberships m on m.group_id = g.id left join courses c on c.id = g.course_id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = $1 and ge.state = 'active'))) select p.conversation_id as id, p.state, p.starred, p.subscribed, p.last_message_at as "lastMessageAt", p.last_message as "lastMessage",
  case when p.last_authored_message is null then null
  when exists (select from conversation_removals r where r.user_id = p.user_id) then (select m.created_at
  from (select * from conversation_messages w where w.conversation_id = p.conversation_id order by w.id desc offset 0) m
  where m.author_id = p.user_id and not m.generated and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) order by m.id desc limit 1)
  else p.last_authored_at end as "lastAuthoredAt", p.last_authored_message as "lastAuthoredMessage", p.message_count as "messageCount", p.comment_count as "commentCount",
  p.is_last_author as "isLastAuthor", p.has_attachments and exists (select from conversation_messages m join attachments f on f.id = any(m.attachment_ids)
  where m.conversation_id = p.conversation_id and m.attachment_ids <> '{}' and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) and (not f.deleted or f.carried or f.turned_in)) as "hasAttachments", p.has_media as "hasMedia", p.removed_through as "removedThrough",
  p.tags, c.subject, c.lower_user_id is not null as private, c.course_id as "courseId", c.group_id as "groupId",
  coalesce(co.name, gr.name) as "contextName", people.found as participants from (select p.* from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.starred and p.tags @> array[$2::text] and exists (select 1 from conversation_participants o where o.conversation_id = p.conversation_id and o.user_id = $3::int) and (p.last_message_at, p.conversation_id) < ($4::timestamptz, $5::int) order by p.last_message_at desc, p.conversation_id desc limit 11 ) p join conversations c on c.id = p.conversation_id
  left join courses co on co.id = c.course_id left join groups gr on gr.id = c.group_id
  cross join lateral (
  select json_agg(json_build_array(u.id, u.short_name, extract(epoch from o.last_authored_at) * 1000,
  case when u.avatar_kind is not null then (select picture from (select (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture) p) end,
  case when u.id <> $1 then (
  select json_agg(json_build_array(t.kind, t.id, t.type) order by t.kind, t.id, t.type) from (
  select distinct 'course' as kind, e.course_id as id, e.type::text as type
  from (select * from enrollments theirs where theirs.user_id = u.id and theirs.state = 'active' offset 0) e
  join own on own.course_id = e.course_id and (own.reach::int[] is null or e.course_section_id = any(own.reach::int[]))
  union all
  select 'group', m.group_id, 'Member'
  from (select * from group_memberships theirs where theirs.user_id = u.id and theirs.state = 'accepted' offset 0) m
  cross join lateral (select * from own_groups where own_groups.id = m.group_id offset 0) g
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = u.id and ge.state = 'active'))) t) end)) as found
  from conversation_participants o cross join lateral (select * from users where users.id = o.user_id offset 0) u
  where o.conversation_id = p.conversation_id) people order by p.last_message_at desc, p.conversation_id desc;

-- conversations_starred_first_11 (src/areas/conversations/views.ts)
-- takes $1 callerId int4
-- gives participants jsonb, id int4, courseId int4?, groupId int4?, private bool, subject text?, subscribed bool, starred bool, state conversation_state, lastMessageAt timestamptz?, lastMessage text?, lastAuthoredAt timestamptz?, lastAuthoredMessage text?, messageCount int4, commentCount int4, isLastAuthor bool, hasAttachments bool, hasMedia bool, removedThrough int4, tags text[], contextName text?
with own as materialized (select * from (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id) m where m.open or m.staff),
  own_groups as materialized (
  select g.id, g.course_id from groups g join group_memberships m on m.group_id = g.id left join courses c on c.id = g.course_id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = $1 and ge.state = 'active'))) select p.conversation_id as id, p.state, p.starred, p.subscribed, p.last_message_at as "lastMessageAt", p.last_message as "lastMessage",
  case when p.last_authored_message is null then null
  when exists (select from conversation_removals r where r.user_id = p.user_id) then (select m.created_at
  from (select * from conversation_messages w where w.conversation_id = p.conversation_id order by w.id desc offset 0) m
  where m.author_id = p.user_id and not m.generated and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) order by m.id desc limit 1)
  else p.last_authored_at end as "lastAuthoredAt", p.last_authored_message as "lastAuthoredMessage", p.message_count as "messageCount", p.comment_count as "commentCount",
  p.is_last_author as "isLastAuthor", p.has_attachments and exists (select from conversation_messages m join attachments f on f.id = any(m.attachment_ids)
  where m.conversation_id = p.conversation_id and m.attachment_ids <> '{}' and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) and (not f.deleted or f.carried or f.turned_in)) as "hasAttachments", p.has_media as "hasMedia", p.removed_through as "removedThrough",
  p.tags, c.subject, c.lower_user_id is not null as private, c.course_id as "courseId", c.group_id as "groupId",
  coalesce(co.name, gr.name) as "contextName", people.found as participants from (select p.* from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.starred   order by p.last_message_at desc, p.conversation_id desc limit 11 ) p join conversations c on c.id = p.conversation_id
  left join courses co on co.id = c.course_id left join groups gr on gr.id = c.group_id
  cross join lateral (
  select json_agg(json_build_array(u.id, u.short_name, extract(epoch from o.last_authored_at) * 1000,
  case when u.avatar_kind is not null then (select picture from (select (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture) p) end,
  case when u.id <> $1 then (
  select json_agg(json_build_array(t.kind, t.id, t.type) order by t.kind, t.id, t.type) from (
  select distinct 'course' as kind, e.course_id as id, e.type::text as type
  from (select * from enrollments theirs where theirs.user_id = u.id and theirs.state = 'active' offset 0) e
  join own on own.course_id = e.course_id and (own.reach::int[] is null or e.course_section_id = any(own.reach::int[]))
  union all
  select 'group', m.group_id, 'Member'
  from (select * from group_memberships theirs where theirs.user_id = u.id and theirs.state = 'accepted' offset 0) m
  cross join lateral (select * from own_groups where own_groups.id = m.group_id offset 0) g
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = u.id and ge.state = 'active'))) t) end)) as found
  from conversation_participants o cross join lateral (select * from users where users.id = o.user_id offset 0) u
  where o.conversation_id = p.conversation_id) people order by p.last_message_at desc, p.conversation_id desc;

-- conversations_unread_0_1_after_11 (src/areas/conversations/views.ts)
-- takes $1 callerId int4, $2 tag text, $3 user int4, $4 key 1 timestamptz, $5 key 2 int4
-- gives participants jsonb, id int4, courseId int4?, groupId int4?, private bool, subject text?, subscribed bool, starred bool, state conversation_state, lastMessageAt timestamptz?, lastMessage text?, lastAuthoredAt timestamptz?, lastAuthoredMessage text?, messageCount int4, commentCount int4, isLastAuthor bool, hasAttachments bool, hasMedia bool, removedThrough int4, tags text[], contextName text?
with own as materialized (select * from (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id) m where m.open or m.staff),
  own_groups as materialized (
  select g.id, g.course_id from groups g join group_memberships m on m.group_id = g.id left join courses c on c.id = g.course_id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = $1 and ge.state = 'active'))) select p.conversation_id as id, p.state, p.starred, p.subscribed, p.last_message_at as "lastMessageAt", p.last_message as "lastMessage",
  case when p.last_authored_message is null then null
  when exists (select from conversation_removals r where r.user_id = p.user_id) then (select m.created_at
  from (select * from conversation_messages w where w.conversation_id = p.conversation_id order by w.id desc offset 0) m
  where m.author_id = p.user_id and not m.generated and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) order by m.id desc limit 1)
  else p.last_authored_at end as "lastAuthoredAt", p.last_authored_message as "lastAuthoredMessage", p.message_count as "messageCount", p.comment_count as "commentCount",
  p.is_last_author as "isLastAuthor", p.has_attachments and exists (select from conversation_messages m join attachments f on f.id = any(m.attachment_ids)
  where m.conversation_id = p.conversation_id and m.attachment_ids <> '{}' and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) and (not f.deleted or f.carried or f.turned_in)) as "hasAttachments", p.has_media as "hasMedia", p.removed_through as "removedThrough",
  p.tags, c.subject, c.lower_user_id is not null as private, c.course_id as "courseId", c.group_id as "groupId",
  coalesce(co.name, gr.name) as "contextName", people.found as participants from (select p.* from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.state = 'unread' and p.tags @> array[$2::text] and exists (select 1 from conversation_participants o where o.conversation_id = p.conversation_id and o.user_id = $3::int) and (p.last_message_at, p.conversation_id) < ($4::timestamptz, $5::int) order by p.last_message_at desc, p.conversation_id desc limit 11 ) p join conversations c on c.id = p.conversation_id
  left join courses co on co.id = c.course_id left join groups gr on gr.id = c.group_id
  cross join lateral (
  select json_agg(json_build_array(u.id, u.short_name, extract(epoch from o.last_authored_at) * 1000,
  case when u.avatar_kind is not null then (select picture from (select (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture) p) end,
  case when u.id <> $1 then (
  select json_agg(json_build_array(t.kind, t.id, t.type) order by t.kind, t.id, t.type) from (
  select distinct 'course' as kind, e.course_id as id, e.type::text as type
  from (select * from enrollments theirs where theirs.user_id = u.id and theirs.state = 'active' offset 0) e
  join own on own.course_id = e.course_id and (own.reach::int[] is null or e.course_section_id = any(own.reach::int[]))
  union all
  select 'group', m.group_id, 'Member'
  from (select * from group_memberships theirs where theirs.user_id = u.id and theirs.state = 'accepted' offset 0) m
  cross join lateral (select * from own_groups where own_groups.id = m.group_id offset 0) g
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = u.id and ge.state = 'active'))) t) end)) as found
  from conversation_participants o cross join lateral (select * from users where users.id = o.user_id offset 0) u
  where o.conversation_id = p.conversation_id) people order by p.last_message_at desc, p.conversation_id desc;

-- conversations_unread_first_11 (src/areas/conversations/views.ts)
-- takes $1 callerId int4
-- gives participants jsonb, id int4, courseId int4?, groupId int4?, private bool, subject text?, subscribed bool, starred bool, state conversation_state, lastMessageAt timestamptz?, lastMessage text?, lastAuthoredAt timestamptz?, lastAuthoredMessage text?, messageCount int4, commentCount int4, isLastAuthor bool, hasAttachments bool, hasMedia bool, removedThrough int4, tags text[], contextName text?
with own as materialized (select * from (select e.course_id, e.type, e.associated_user_id, case when bool_or(not e.limit_privileges_to_course_section)  then null
  else coalesce(array_agg(distinct e.course_section_id) , '{}') end as reach,
  e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') as staff, c.state = 'available' as available, c.state in ('available', 'completed') as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state = 'active' and c.state <> 'deleted'
  group by e.course_id, e.type, e.associated_user_id, c.id) m where m.open or m.staff),
  own_groups as materialized (
  select g.id, g.course_id from groups g join group_memberships m on m.group_id = g.id left join courses c on c.id = g.course_id
  where m.user_id = $1 and m.state = 'accepted' and not g.deleted and (c.id is null or c.state in ('available', 'completed')) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = $1 and ge.state = 'active'))) select p.conversation_id as id, p.state, p.starred, p.subscribed, p.last_message_at as "lastMessageAt", p.last_message as "lastMessage",
  case when p.last_authored_message is null then null
  when exists (select from conversation_removals r where r.user_id = p.user_id) then (select m.created_at
  from (select * from conversation_messages w where w.conversation_id = p.conversation_id order by w.id desc offset 0) m
  where m.author_id = p.user_id and not m.generated and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) order by m.id desc limit 1)
  else p.last_authored_at end as "lastAuthoredAt", p.last_authored_message as "lastAuthoredMessage", p.message_count as "messageCount", p.comment_count as "commentCount",
  p.is_last_author as "isLastAuthor", p.has_attachments and exists (select from conversation_messages m join attachments f on f.id = any(m.attachment_ids)
  where m.conversation_id = p.conversation_id and m.attachment_ids <> '{}' and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id) and (not f.deleted or f.carried or f.turned_in)) as "hasAttachments", p.has_media as "hasMedia", p.removed_through as "removedThrough",
  p.tags, c.subject, c.lower_user_id is not null as private, c.course_id as "courseId", c.group_id as "groupId",
  coalesce(co.name, gr.name) as "contextName", people.found as participants from (select p.* from conversation_participants p where p.user_id = $1 and p.last_message_at is not null and p.state = 'unread'   order by p.last_message_at desc, p.conversation_id desc limit 11 ) p join conversations c on c.id = p.conversation_id
  left join courses co on co.id = c.course_id left join groups gr on gr.id = c.group_id
  cross join lateral (
  select json_agg(json_build_array(u.id, u.short_name, extract(epoch from o.last_authored_at) * 1000,
  case when u.avatar_kind is not null then (select picture from (select (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture) p) end,
  case when u.id <> $1 then (
  select json_agg(json_build_array(t.kind, t.id, t.type) order by t.kind, t.id, t.type) from (
  select distinct 'course' as kind, e.course_id as id, e.type::text as type
  from (select * from enrollments theirs where theirs.user_id = u.id and theirs.state = 'active' offset 0) e
  join own on own.course_id = e.course_id and (own.reach::int[] is null or e.course_section_id = any(own.reach::int[]))
  union all
  select 'group', m.group_id, 'Member'
  from (select * from group_memberships theirs where theirs.user_id = u.id and theirs.state = 'accepted' offset 0) m
  cross join lateral (select * from own_groups where own_groups.id = m.group_id offset 0) g
  where (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = u.id and ge.state = 'active'))) t) end)) as found
  from conversation_participants o cross join lateral (select * from users where users.id = o.user_id offset 0) u
  where o.conversation_id = p.conversation_id) people order by p.last_message_at desc, p.conversation_id desc;

-- own_conversation (src/areas/conversations/views.ts)
-- takes $1 userId int4, $2 id int4
-- gives id int4
select p.conversation_id as id from conversation_participants p where p.user_id = $1 and p.conversation_id = $2;
