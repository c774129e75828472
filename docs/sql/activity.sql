-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- assignment_to_notify_of (src/areas/activity/assignment-messages.ts)
-- takes $1 assignmentId int4, $2 userId int4
-- gives id int4, courseId int4, name text, people int4[]
select a.id, a.course_id as "courseId", a.name, array(select distinct e.user_id from enrollments e
  where e.course_id = a.course_id and e.state = 'active' and e.user_id <> $2
  and (e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') or (not c.state = 'unpublished' and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))))) as people
  from assignments a join courses c on c.id = a.course_id and c.state <> 'deleted'
  where a.id = $1 and not a.deleted and not a.muted;

-- assignments_due_soon (src/areas/activity/assignment-messages.ts)
-- gives id int4, courseId int4, name text, people int4[], dueAt timestamptz, key text
with soon as materialized (select a.id, a.course_id, a.name, a.due_at, a.group_category_id from assignments a join courses c on c.id = a.course_id and c.state = 'available' and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))
  where not a.deleted and (a.due_at between now() and now() + interval '1 day'
  or exists (select 1 from assignment_overrides o where o.assignment_id = a.id and o.due_at between now() and now() + interval '1 day'))), due as materialized (select a.id, a.course_id, a.name, d.due_at, 'due:' || a.id || ':' || (extract(epoch from d.due_at) * 1000)::bigint as key,
  array_agg(d.user_id order by d.user_id) as people
  from soon a cross join lateral (select o.user_id, case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from (
  select t.user_id, true as asked, false as due_at_overridden, null::timestamptz as due_at from (select e.user_id from enrollments e where e.course_id = a.course_id and e.type = 'StudentEnrollment' and e.state = 'active') t
  union all
  select t.user_id, false, true, o.due_at from assignment_overrides o cross join lateral (select oe.user_id from enrollments oe where oe.course_section_id = o.course_section_id and oe.course_id = a.course_id
  and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))
  union all select om.user_id from group_memberships om join groups og on og.id = om.group_id
  where om.group_id = o.group_id and om.group_category_id = a.group_category_id and om.state = 'accepted' and og.course_id = a.course_id and not og.deleted
  union all select ot.user_id from assignment_override_students ot where ot.override_id = o.id and ot.assignment_id = a.id and o.course_section_id is null and o.group_id is null) t
  where o.assignment_id = a.id and o.due_at_overridden) o
  group by o.user_id having bool_or(o.asked) offset 0) d
  where d.due_at between now() and now() + interval '1 day'
  and not exists (select 1 from submissions s where s.assignment_id = a.id and s.user_id = d.user_id and s.submitted_at is not null offset 0)
  group by a.id, a.course_id, a.name, d.due_at)
  select due.id, due.course_id as "courseId", due.name, due.due_at as "dueAt",
  due.key || case when before.ids = '{}' then '' else ':' || cardinality(before.ids) end as key, remaining.people
  from due
  cross join lateral (select array(select n.id from notifications n where n.assignment_id = due.id
  and (n.key = due.key or starts_with(n.key, due.key || ':'))) as ids) before
  cross join lateral (select array(select unnest(due.people) except (select unnest(i.audience) from stream_items i where i.notification_id = any(before.ids)
  union all select x.user_id from stream_items i join stream_item_instances x on x.stream_item_id = i.id where i.notification_id = any(before.ids))) as people) remaining
  where remaining.people <> '{}';

-- quiz_to_notify_of (src/areas/activity/assignment-messages.ts)
-- takes $1 quizId int4, $2 userId int4
-- gives id int4, courseId int4, name text, people int4[]
select q.id, q.course_id as "courseId", q.title as name, array(select distinct e.user_id from enrollments e
  where e.course_id = q.course_id and e.state = 'active' and e.user_id <> $2 and (c.state in ('available', 'completed') or (c.state = 'unpublished' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))) as people
  from quizzes q join courses c on c.id = q.course_id and c.state <> 'deleted'
  where q.id = $1 and not q.deleted and (q.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true));

-- collaboration_into_streams (src/areas/activity/collaboration-items.ts)
-- takes $1 collaborationId int4
insert into stream_items (type, course_id, collaboration_id, created_at, updated_at)
  select case c.kind when 'conference' then 'Conference' else 'Collaboration' end::stream_type, c.course_id, c.id, c.created_at, c.created_at
  from collaborations c where c.id = $1 and c.created_at > now() - interval '1 year'
  on conflict (collaboration_id) do nothing;

-- collection_into_streams (src/areas/activity/collection-items.ts)
-- takes $1 collectionId int4, $2 itemId int4?
with source as materialized (
  select ci.id, ci.created_at, cl.user_id from collection_items ci join collections cl on cl.id = ci.collection_id and not cl.deleted
  where ci.collection_id = $1 and ($2::int is null or ci.id = $2) and not ci.deleted and ci.created_at > now() - interval '1 year'),
  item as (
  insert into stream_items (type, collection_item_id, created_at, updated_at)
  select 'CollectionItem', id, created_at, created_at from source order by id
  on conflict (collection_item_id) do update set updated_at = stream_items.updated_at returning id, collection_item_id)
  insert into stream_item_instances (user_id, stream_item_id, type, updated_at)
  select f.following_user_id, item.id, 'CollectionItem', source.created_at
  from item join source on source.id = item.collection_item_id join follows f on f.followed_user_id = source.user_id
  order by item.id, f.following_user_id on conflict do nothing;

-- addition_to_notify_of (src/areas/activity/conversation-items.ts)
-- takes $1 messageId int4
-- gives id int4, conversationId int4, subject text?, body text, author text
select m.id, m.conversation_id as "conversationId", c.subject, m.body, u.short_name as author
  from conversation_messages m join conversations c on c.id = m.conversation_id join users u on u.id = m.author_id where m.id = $1;

-- conversation_into_streams_of_added (src/areas/activity/conversation-items.ts)
-- takes $1 messageId int4, $2 userIds int4[]
with newest as (select added.conversation_id, (select max(m.created_at) from conversation_messages m
  where m.conversation_id = added.conversation_id and not m.generated) as at
  from conversation_messages added where added.id = $1),
  item as (
  insert into stream_items (type, course_id, group_id, conversation_id, created_at, updated_at)
  select 'Conversation', c.course_id, c.group_id, c.id, c.created_at, newest.at
  from newest join conversations c on c.id = newest.conversation_id order by c.id
  on conflict (conversation_id) do update set updated_at = greatest(stream_items.updated_at, excluded.updated_at)
  returning id, conversation_id, course_id, group_id)
  insert into stream_item_instances as x (user_id, stream_item_id, type, course_id, group_id, conversation_id, updated_at)
  select p.user_id, item.id, 'Conversation', item.course_id, item.group_id, item.conversation_id, p.last_message_at
  from item join conversation_participants p on p.conversation_id = item.conversation_id and p.user_id = any($2::int[])
  and p.last_message_at is not null
  order by p.user_id on conflict (stream_item_id, user_id) do update set updated_at = greatest(x.updated_at, excluded.updated_at);

-- conversations_into_streams (src/areas/activity/conversation-items.ts)
-- takes $1 messageIds int4[]
with source as materialized (select m.conversation_id, m.author_id, m.created_at from conversation_messages m
  where m.id = any($1::int[]) and not m.generated),
  newest as (select source.conversation_id, max(source.created_at) as at from source group by source.conversation_id),
  item as (
  insert into stream_items (type, course_id, group_id, conversation_id, created_at, updated_at)
  select 'Conversation', c.course_id, c.group_id, c.id, c.created_at, newest.at
  from newest join conversations c on c.id = newest.conversation_id order by c.id
  on conflict (conversation_id) do update set updated_at = greatest(stream_items.updated_at, excluded.updated_at)
  returning id, conversation_id, course_id, group_id)
  insert into stream_item_instances as x (user_id, stream_item_id, type, course_id, group_id, conversation_id, updated_at)
  select p.user_id, item.id, 'Conversation', item.course_id, item.group_id, item.conversation_id, max(item.said_at)
  from (select x.conversation_id, x.author_id, x.said_at, max(x.item_id) over talk as id, max(x.course_id) over talk as course_id,
  max(x.group_id) over talk as group_id
  from (select conversation_id, author_id, created_at as said_at, null::int as item_id, null::int as course_id, null::int as group_id from source
  union all select conversation_id, null, null, id, course_id, group_id from item) x
  window talk as (partition by x.conversation_id)) item join conversation_participants p on p.conversation_id = item.conversation_id and p.user_id <> item.author_id and p.subscribed and p.last_message_at is not null
  group by p.user_id, item.id, item.course_id, item.group_id, item.conversation_id order by item.id, p.user_id on conflict (stream_item_id, user_id) do update set updated_at = greatest(x.updated_at, excluded.updated_at);

-- messages_to_notify_of (src/areas/activity/conversation-items.ts)
-- takes $1 messageIds int4[]
-- gives id int4, conversationId int4, subject text?, body text, author text, people int4[]
select source.id, source.conversation_id as "conversationId", c.subject, source.body, u.short_name as author,
  array(select p.user_id from conversation_participants p join users s on s.id = p.user_id and not s.deleted
  where p.conversation_id = source.conversation_id and p.user_id <> source.author_id and p.subscribed and p.last_message_at is not null) as people
  from conversation_messages source join conversations c on c.id = source.conversation_id join users u on u.id = source.author_id
  where source.id = any($1::int[]) and not source.generated order by source.id;

-- stream_conversations (src/areas/activity/conversations.ts)
-- takes $1 callerId int4, $2 ids int4[]
-- gives id int4, subject text?, private bool, participantCount int4, message text?
select c.id, c.subject, c.lower_user_id is not null as private,
  (select count(*) from conversation_participants o where o.conversation_id = c.id) as "participantCount",
  (select m.body from conversation_messages m where m.conversation_id = c.id and not m.generated and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id)
  order by m.id desc limit 1) as message
  from conversations c join conversation_participants p on p.conversation_id = c.id and p.user_id = $1
  where c.id = any($2::int[]);

-- stream_changes_remove (src/areas/activity/counts.ts)
delete from stream_changes where made_at < now() - 2 * interval '1 day';

-- stream_counts_anew (src/areas/activity/counts.ts)
-- takes $1 callerId int4, $2 stale int4[]
-- gives counts jsonb
insert into stream_counts as k (user_id, place, counts, as_of)
  select $1, place.id, coalesce(found.counts, '[]'), pg_current_snapshot()
  from unnest($2::int[]) place(id) left join (
  select x.place, jsonb_agg(jsonb_build_object('type', x.type, 'category', x.category, 'courseId', x.course_id, 'groupId', x.group_id,
  'count', x.count, 'unread', x.unread)) as counts
  from (select x.place, x.course_id, x.group_id, x.type, x.category, count(*) as count, count(*) filter (where not x.read) as unread
  from (with place as materialized (select unnest($2::int[]) as id),
  studied as materialized (select e.course_id as id from place join enrollments e on e.course_id = place.id join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state in ('active', 'completed') and e.type = 'StudentEnrollment' and c.state in ('available', 'completed')),
  x as materialized (
  select place.id as place, x.* from place cross join lateral (select x.stream_item_id, x.type, x.category, x.course_id, x.group_id, x.conversation_id
  from stream_item_instances x where x.user_id = $1 and x.type not in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and x.course_id = place.id and x.conversation_id is null offset 0) x
  union all select place.id as place, x.* from place cross join lateral (select x.stream_item_id, x.type, x.category, x.course_id, x.group_id, x.conversation_id
  from stream_item_instances x where x.user_id = $1 and x.type not in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and x.group_id = -place.id and x.conversation_id is null offset 0) x
  union all select place.id as place, x.* from place cross join lateral (select x.stream_item_id, x.type, x.category, x.course_id, x.group_id, x.conversation_id
  from stream_item_instances x where x.user_id = $1 and x.type not in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and place.id = 0 and (x.conversation_id is not null or (x.course_id is null and x.group_id is null)) offset 0) x
  union all select place.id as place, x.* from place cross join lateral (select i.id, i.type, n.category, i.course_id, i.group_id, null::int
  from stream_items i join notifications n on n.id = i.notification_id where i.audience is not null and array_position(i.audience, $1) is not null and i.course_id = place.id offset 0) x
  union all select place.id as place, x.* from place cross join lateral (select i.id, i.type, n.category, i.course_id, i.group_id, null::int
  from stream_items i join notifications n on n.id = i.notification_id where i.audience is not null and array_position(i.audience, $1) is not null and i.group_id = -place.id offset 0) x),
  whole as materialized (
  select place.id as place, x.* from place cross join lateral (select i.course_id, i.group_id, i.topic_id, i.type from stream_items i where i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and i.course_id = place.id offset 0) x union all select place.id as place, x.* from place cross join lateral (select i.course_id, i.group_id, i.topic_id, i.type from stream_items i where i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and i.group_id = -place.id offset 0) x)
  select x.place, x.course_id, x.group_id, x.type, x.category, not cp.state = 'unread' as read from x join conversation_participants cp on cp.conversation_id = x.conversation_id and cp.user_id = $1 where x.conversation_id is not null and cp.last_message_at is not null union all select whole.place, whole.course_id, whole.group_id, t.type, null::notification_category as category, coalesce((select tp.read from discussion_participants tp where tp.topic_id = whole.topic_id and tp.user_id = $1), false) as read
  from whole cross join lateral (select case when t.is_announcement then 'Announcement'::stream_type else 'DiscussionTopic'::stream_type end as type from discussion_topics t where t.id = whole.topic_id and t.state = 'active' offset 0) t
  union all select whole.place, whole.course_id, whole.group_id, whole.type, null, true from whole where whole.topic_id is null union all select x.place, x.course_id, x.group_id, x.type, x.category, true as read from x join (stream_items i join submissions s on s.assignment_id = i.assignment_id and s.user_id = i.student_id
  join assignments a on a.id = i.assignment_id join courses c on c.id = a.course_id) on i.id = x.stream_item_id where x.type = 'Submission' and not a.deleted and case when s.user_id = $1 then x.course_id in (select id from studied) and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) and ((s.graded_at is not null and not a.muted) or exists (select 1 from submission_comments sc where sc.assignment_id = s.assignment_id and sc.user_id = s.user_id and sc.author_id <> sc.user_id and not sc.hidden)) else ((exists (select 1 from enrollments me where me.course_id = c.id and me.user_id = $1 and me.state in ('active', 'completed')
  and me.type in ('TeacherEnrollment', 'TaEnrollment') and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[] is null or e.course_section_id = any(case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[])) offset 0))
  or (exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = c.account_id and aa.user_id = $1)
  and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0)))) and exists (select 1 from submission_comments sc where sc.assignment_id = s.assignment_id and sc.user_id = s.user_id and sc.author_id = sc.user_id) end union all select x.place, x.course_id, x.group_id, x.type, x.category, true as read from x join (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join quizzes q on q.id = n.quiz_id
  left join courses c on c.id = coalesce(a.course_id, q.course_id)) on n.id = (select i.notification_id from stream_items i where i.id = x.stream_item_id) where x.type = 'Message' and (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and ((a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) and (n.quiz_id is null or (not q.deleted and ((q.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) union all select x.place, x.course_id, x.group_id, x.type, x.category, true as read from x join (stream_items i join collection_items ci on ci.id = i.collection_item_id join collections cl on cl.id = ci.collection_id
  join follows f on f.followed_user_id = cl.user_id and f.following_user_id = $1) on i.id = x.stream_item_id where x.type = 'CollectionItem' and not ci.deleted and not cl.deleted and cl.visibility = 'public' and f.following_user_id is not null) x group by x.place, x.course_id, x.group_id, x.type, x.category) x
  group by x.place) found on found.place = place.id
  order by place.id
  on conflict (user_id, place) do update
  set counts = excluded.counts, as_of = excluded.as_of, counted_at = excluded.counted_at, started_at = excluded.started_at
  returning k.counts;

-- stream_counts_kept (src/areas/activity/counts.ts)
-- takes $1 callerId int4, $2 places int4[]
-- gives place int4, counts jsonb?
select place.id as place, k.counts from unnest($2::int[]) place(id) left join lateral (
  select k.counts from stream_counts k where k.user_id = $1 and k.place = place.id
  and k.counted_at > now() - interval '1 day' and k.started_at = pg_postmaster_start_time()
  and not exists (select 1 from stream_changes m where m.user_id = k.user_id and m.place = k.place
  and m.transaction_id >= pg_snapshot_xmin(k.as_of) and not pg_visible_in_snapshot(m.transaction_id, k.as_of) offset 0)
  and not exists (select 1 from stream_changes m where m.user_id = k.user_id and m.place is null
  and m.transaction_id >= pg_snapshot_xmin(k.as_of) and not pg_visible_in_snapshot(m.transaction_id, k.as_of) offset 0)
  and not exists (select 1 from stream_changes m where m.user_id is null and m.place = k.place
  and m.transaction_id >= pg_snapshot_xmin(k.as_of) and not pg_visible_in_snapshot(m.transaction_id, k.as_of) offset 0)
  and not exists (select 1 from stream_changes m where m.user_id is null and m.place is null
  and m.transaction_id >= pg_snapshot_xmin(k.as_of) and not pg_visible_in_snapshot(m.transaction_id, k.as_of) offset 0) offset 0) k on true;

-- stream_counts_remove (src/areas/activity/counts.ts)
-- gives removed int4
with gone as (delete from stream_counts k where k.ctid = any(array(select o.ctid from stream_counts o
  where o.counted_at < now() - interval '1 day' limit 5000 for update skip locked)) returning 1)
  select count(*) as removed from gone;

-- entries_to_notify_of (src/areas/activity/entry-messages.ts)
-- takes $1 topicId int4
-- gives topicId int4, title text, courseId int4?, groupId int4?, collectionItemId int4?, assignmentId int4?, rootTopicId int4?, lastEntryId int4, gatedIn int4?, entries jsonb, through int4, people int4[], students int4[]
select told.*, case when told."gatedIn" is null then '{}' else array(select x.id from unnest(told.people) x(id)
  where exists (select 1 from enrollments e where e.course_id = told."gatedIn" and e.user_id = x.id and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')) and not exists (select 1 from enrollments e where e.course_id = told."gatedIn" and e.user_id = x.id and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))) end as students
  from (select t.id as "topicId", t.title, t.course_id as "courseId", t.group_id as "groupId", t.collection_item_id as "collectionItemId",
  t.assignment_id as "assignmentId", t.root_topic_id as "rootTopicId", t.last_entry_id as "lastEntryId",
  case when c.gated then c.id end as "gatedIn", fresh.entries, fresh.through,
  array(select distinct p.user_id from discussion_participants p join users s on s.id = p.user_id and not s.deleted
  where p.topic_id in (t.id, t.root_topic_id) and p.subscribed and not t.is_announcement
  and (((case
  when t.group_id is not null then exists (select 1 from group_memberships m where m.group_id = t.group_id and m.user_id = p.user_id and m.state = 'accepted') and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = p.user_id and ge.state in ('active', 'completed')))
  when t.course_id is not null then exists (select 1 from enrollments e where e.course_id = t.course_id and e.user_id = p.user_id and e.state = 'active')
  else (not i.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = p.user_id)) end) and (c.id is null or c.state in ('available', 'completed') or (c.state = 'unpublished' and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = p.user_id and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) or (t.course_id is not null and exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = coalesce(c.account_id, g.account_id) and aa.user_id = p.user_id))) and (not t.require_initial_post or (exists (select 1 from discussion_entries own
  where own.user_id = p.user_id and own.topic_id = t.id and not own.deleted)
  or exists (select 1 from discussion_topics child join discussion_entries own on own.topic_id = child.id and own.user_id = p.user_id and not own.deleted
  where child.root_topic_id = t.id and child.state <> 'deleted' and exists (select 1 from group_memberships m where m.group_id = child.group_id and m.user_id = p.user_id and m.state = 'accepted')))
  or exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = p.user_id and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) or exists (select 1 from group_memberships m where m.group_id = t.group_id and m.user_id = p.user_id and m.state = 'accepted' and m.moderator) or exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = coalesce(c.account_id, g.account_id) and aa.user_id = p.user_id)
  or cl.user_id = p.user_id or exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = o.root_account_id and aa.user_id = p.user_id)) order by p.user_id) as people
  from discussion_topics t left join groups g on g.id = t.group_id left join courses c on c.id = coalesce(t.course_id, g.course_id)
  left join collection_items i on i.id = t.collection_item_id left join collections cl on cl.id = i.collection_id
  left join users o on o.id = cl.user_id cross join lateral (
  select max(e.id) as through, coalesce(json_agg(json_build_object('id', e.id, 'userId', e.user_id, 'author', u.short_name, 'message', e.message,
  'atTheTop', e.root_entry_id is null, 'createdAt', extract(epoch from e.created_at) * 1000) order by e.id) filter (where not e.deleted and t.state = 'active'), '[]') as entries
  from (select * from discussion_entries e where e.topic_id = t.id and e.id > t.told_through order by e.id limit 50) e
  join users u on u.id = e.user_id) fresh
  where t.id = $1 and fresh.through is not null) told;

-- invitation_messages_of_course_remove (src/areas/activity/invitation-messages.ts)
-- takes $1 courseId int4
with place as materialized (select '/courses/' || $1::int as path
  union all select '/groups/' || g.id from groups g where g.course_id = $1),
  person as materialized (select e.user_id from enrollments e where e.course_id = $1
  union select m.user_id from groups g join group_memberships m on m.group_id = g.id where g.course_id = $1)
  delete from stream_item_instances x using person, stream_items i, notifications n
  where x.user_id = person.user_id and x.category = 'Invitation' and x.course_id is null and x.group_id is null
  and i.id = x.stream_item_id and n.id = i.notification_id and n.path in (select path from place);

-- invitation_messages_remove (src/areas/activity/invitation-messages.ts)
-- takes $1 courseId int4?, $2 groupId int4?, $3 userId int4, $4 path text
delete from stream_item_instances x using stream_items i, notifications n
  where x.user_id = $3 and x.category = 'Invitation' and x.course_id is null and x.group_id is null
  and i.id = x.stream_item_id and n.id = i.notification_id and n.path = $4
  and not exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = $3 and e.state not in ('deleted', 'rejected'))
  and not exists (select 1 from group_memberships m where m.group_id = $2 and m.user_id = $3
  and (m.state = 'accepted' or m.state = 'invited'));

-- invitation_to_notify_of (src/areas/activity/invitation-messages.ts)
-- takes $1 courseId int4?, $2 groupId int4?, $3 userId int4
-- gives name text
select c.name from courses c where c.id = $1 and c.state <> 'deleted' and exists (select 1 from enrollments e
  where e.course_id = c.id and e.user_id = $3 and e.state = 'invited')
  union all
  select g.name from groups g left join courses c on c.id = g.course_id where g.id = $2 and not g.deleted and coalesce(c.state <> 'deleted', true) and exists (select 1 from group_memberships m
  where m.group_id = g.id and m.user_id = $3 and m.state = 'invited');

-- registration_to_notify_of (src/areas/activity/invitation-messages.ts)
-- takes $1 userId int4
-- gives name text
select a.name from users u join accounts a on a.id = u.root_account_id where u.id = $1 and not u.deleted;

-- take_summaries (src/areas/activity/jobs.ts)
-- takes $1 frequency notification_frequency
-- gives taken int4, summaries jsonb
with free as materialized (
  select d.id from notification_deliveries d where d.frequency = $1::notification_frequency and d.block = (
  select min(o.block) from notification_deliveries o where o.frequency = $1::notification_frequency) for update skip locked),
  gone as (delete from notification_deliveries where id in (select id from free) returning *),
  line as (select c.id, c.user_id, c.address, n.id as notification_id, json_build_object('subject', n.subject, 'path', n.path) as json,
  row_number() over (partition by c.id order by n.id desc) as nth
  from gone cross join lateral unnest(gone.channel_ids) channel(id) join notifications n on n.id = gone.notification_id
  join communication_channels c on c.id = channel.id and c.state = 'active' join users u on u.id = c.user_id and not u.deleted
  left join notification_preferences p on p.channel_id = c.id and p.category = n.category
  where coalesce(p.frequency, (case n.category when 'Due Date' then 'immediately' when 'Assignment Changed' then 'daily' when 'Grading' then 'immediately' when 'Submission Comment' then 'daily' when 'Announcement' then 'immediately' when 'Discussion' then 'weekly' when 'Discussion Entry' then 'daily' when 'Conversation Message' then 'immediately' when 'Added To Conversation' then 'immediately' when 'Invitation' then 'immediately' when 'Registration' then 'immediately' end)::notification_frequency) <> 'never' and n.created_at > now() - interval '5 days'
  - case gone.frequency when 'weekly' then interval '7 days' when 'daily' then interval '1 day' else interval '0' end and (select (n.course_id is null
  or exists (select 1 from enrollments e join courses c on c.id = e.course_id
  where e.course_id = n.course_id and e.user_id = u.id and e.state = 'active' and (c.state in ('available', 'completed') or (c.state = 'unpublished' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))
  or exists (select 1 from courses c join accounts own on own.id = c.account_id join account_admins aa on aa.account_id = any(own.chain)
  where c.id = n.course_id and aa.user_id = u.id)) and (n.group_id is null or exists (select 1 from group_memberships m
  join groups g on g.id = m.group_id and not g.deleted left join courses c on c.id = g.course_id
  where m.group_id = n.group_id and m.user_id = u.id and m.state = 'accepted' and coalesce(c.state <> 'deleted', true) and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = u.id and ge.state in ('active', 'completed') and (c.state in ('available', 'completed') or (c.state = 'unpublished' and ge.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))))))
  and (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = u.id)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and ((a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = u.id and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) and (n.quiz_id is null or (not q.deleted and ((q.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = u.id and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) and case when n.key ~ '^topic:[0-9]+$' then exists (select 1 from discussion_topics t
  where t.id = split_part(n.key, ':', 2)::int and t.state = 'active') else true end and (not n.category = 'Invitation' or exists (select 1 from stream_items i
  join stream_item_instances x on x.stream_item_id = i.id and x.user_id = u.id where i.notification_id = n.id))
  and case
  when n.key ~ '^grade:[0-9]+:' then exists (select 1 from submissions s join assignments a on a.id = s.assignment_id join courses c on c.id = a.course_id and not a.deleted
  where s.assignment_id = split_part(n.key, ':', 2)::int and s.user_id = u.id and s.graded_at is not null and not a.muted
  and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)))
  when n.key ~ '^comment:[0-9]+$' then exists (select 1 from submission_comments sc join assignments a on a.id = sc.assignment_id join courses c on c.id = a.course_id and not a.deleted
  where sc.id = split_part(n.key, ':', 2)::int and not sc.hidden and (sc.user_id <> u.id or (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))))
  else true end and case
  when n.key ~ '^message:[0-9]+$' then exists (select 1 from conversation_messages m
  join conversation_participants p on p.conversation_id = m.conversation_id and p.user_id = u.id
  where m.id = split_part(n.key, ':', 2)::int and m.id > p.removed_through
  and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id))
  else true end from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join quizzes q on q.id = n.quiz_id
  left join courses c on c.id = coalesce(a.course_id, q.course_id)) where n.id = gone.notification_id)),
  summary as (select line.id, line.user_id, line.address, count(*) as count,
  json_agg(line.json order by line.notification_id) filter (where line.nth <= 100) as listed
  from line group by line.id, line.user_id, line.address)
  select (select count(*) from gone) as taken, coalesce((select json_agg(json_build_object('userId', s.user_id, 'address', s.address,
  'count', s.count, 'listed', s.listed) order by s.id) from summary s), '[]') as summaries;

-- messages_into_streams (src/areas/activity/messages.ts)
-- takes $1 notificationIds int4[], $2 lists int4[], $3 butFor int4[], $4 listOf int4[], $5 people int4[]
with told as materialized (select *
  from unnest($1::int[], $2::int[], $3::int[]) t(notification_id, list, but_for)),
  person as materialized (select * from unnest($4::int[], $5::int[]) p(list, id)),
  heard as materialized (select n.*, array_remove(list.people, told.but_for) as people
  from told join (select p.list, array_agg(p.id order by p.id) as people from person p group by p.list) list on list.list = told.list
  cross join lateral (select n.id, n.category, n.course_id, n.group_id, n.created_at from notifications n where n.id = told.notification_id offset 0) n),
  item as (
  insert into stream_items (type, course_id, group_id, notification_id, created_at, updated_at, audience)
  select 'Message', n.course_id, n.group_id, n.id, n.created_at, n.created_at, case when cardinality(n.people) * 2 >= case when n.course_id is not null
  then (select count(*) from enrollments e where e.course_id = n.course_id and e.state = 'active')
  when n.group_id is not null then (select count(*) from group_memberships m where m.group_id = n.group_id and m.state = 'accepted') end then n.people end
  from heard n order by n.id
  on conflict (notification_id) do nothing returning id, notification_id, course_id, group_id, updated_at, audience)
  insert into stream_item_instances (user_id, stream_item_id, type, category, course_id, group_id, updated_at)
  select one.id, item.id, 'Message', heard.category, item.course_id, item.group_id, item.updated_at
  from item join heard on heard.id = item.notification_id cross join lateral unnest(heard.people) one(id)
  where item.audience is null order by item.id, one.id on conflict do nothing;

-- notifications_remove (src/areas/activity/removal.ts)
-- takes $1 before timestamptz
-- gives removed int4
with gone as (delete from notifications where id in (select n.id from notifications n where n.created_at < $1
  and not exists (select 1 from stream_items i where i.notification_id = n.id)
  and not exists (select 1 from notification_deliveries d where d.notification_id = n.id) order by n.created_at limit 5000) returning 1)
  select count(*) as removed from gone;

-- stream_instances_of_all_remove (src/areas/activity/removal.ts)
-- gives removed int4
with item as materialized (select i.id from stream_items i where i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic')
  and exists (select 1 from stream_item_instances x where x.stream_item_id = i.id) limit 100),
  gone as (delete from stream_item_instances x using (
  select y.stream_item_id, y.user_id from stream_item_instances y where y.stream_item_id in (select id from item) limit 5000) first
  where x.stream_item_id = first.stream_item_id and x.user_id = first.user_id returning 1)
  select count(*) as removed from gone;

-- stream_instances_remove (src/areas/activity/removal.ts)
-- takes $1 before timestamptz
-- gives removed int4
with old as materialized (select i.id from stream_items i where i.updated_at < $1 and not exists (select 1 from stream_item_groups g where g.stream_item_id = i.id) order by i.updated_at limit 5000),
  gone as (delete from stream_item_instances x using (
  select y.stream_item_id, y.user_id from stream_item_instances y where y.stream_item_id in (select id from old) limit 5000) first
  where x.stream_item_id = first.stream_item_id and x.user_id = first.user_id returning 1)
  select count(*) as removed from gone;

-- stream_item_groups_remove (src/areas/activity/removal.ts)
-- takes $1 before timestamptz
-- gives removed int4
with gone as (delete from stream_item_groups x where x.ctid = any(array(select g.ctid from stream_item_groups g
  where g.updated_at < $1 limit 5000 for update skip locked)) returning 1)
  select count(*) as removed from gone;

-- stream_items_remove (src/areas/activity/removal.ts)
-- takes $1 before timestamptz
-- gives removed int4
with gone as (delete from stream_items where id in (select i.id from stream_items i where i.updated_at < $1 and not exists (select 1 from stream_item_groups g where g.stream_item_id = i.id)
  and not exists (select 1 from stream_item_instances x where x.stream_item_id = i.id) order by i.updated_at limit 5000 for update skip locked) returning 1)
  select count(*) as removed from gone;

-- stream_of_course_to_anybody_after_11 (src/areas/activity/stream-rows.ts)
-- takes $1 callerId int4, $2 courseIds int4[], $3 studiedIds int4[], $4 groupIds int4[], $5 withoutDrafts int4[], $6 contextId int4, $7 key 1 timestamptz, $8 key 2 int4
-- gives id int4, type stream_type, read bool, courseId int4?, groupId int4?, createdAt timestamptz, updatedAt timestamptz, topicId int4?, topic jsonb?, conversationId int4?, notification jsonb?, collaboration jsonb?, assignmentId int4?, studentId int4?, collectionItemId int4?
with x as materialized ( select x.stream_item_id, x.type, x.topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at from ((select x.stream_item_id, x.type, null::int as topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at
  from stream_item_instances x
  where x.user_id = $1 and x.course_id = $6 and x.type not in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and case when x.conversation_id is not null then (select cp.last_message_at is not null from conversation_participants cp where cp.conversation_id = x.conversation_id and cp.user_id = $1) when not ((x.course_id is null or x.course_id = any($2::int[])) and (x.group_id is null or x.group_id = any($4::int[]))) then false when x.type = 'Submission' then (select not a.deleted and case when s.user_id = $1 then x.course_id = any($3::int[]) and (a.published or x.course_id = any($5::int[])) and ((s.graded_at is not null and not a.muted) or exists (select 1 from submission_comments sc where sc.assignment_id = s.assignment_id and sc.user_id = s.user_id and sc.author_id <> sc.user_id and not sc.hidden)) else ((exists (select 1 from enrollments me where me.course_id = c.id and me.user_id = $1 and me.state in ('active', 'completed')
  and me.type in ('TeacherEnrollment', 'TaEnrollment') and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[] is null or e.course_section_id = any(case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[])) offset 0))
  or (exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = c.account_id and aa.user_id = $1)
  and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0)))) and exists (select 1 from submission_comments sc where sc.assignment_id = s.assignment_id and sc.user_id = s.user_id and sc.author_id = sc.user_id) end from (stream_items i join submissions s on s.assignment_id = i.assignment_id and s.user_id = i.student_id
  join assignments a on a.id = i.assignment_id join courses c on c.id = a.course_id) where i.id = x.stream_item_id) when x.type = 'Message' then (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and ((a.published or x.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) and (n.quiz_id is null or (not q.deleted and ((q.published or x.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  left join courses c on c.id = coalesce(a.course_id, q.course_id)) where n.id = (select i.notification_id from stream_items i where i.id = x.stream_item_id)) when x.type = 'CollectionItem' then (select not ci.deleted and not cl.deleted and cl.visibility = 'public' and f.following_user_id is not null from (stream_items i join collection_items ci on ci.id = i.collection_item_id join collections cl on cl.id = ci.collection_id
  join follows f on f.followed_user_id = cl.user_id and f.following_user_id = $1) where i.id = x.stream_item_id) else false end and (x.updated_at, x.stream_item_id) < ($7::timestamptz, $8::int) order by x.updated_at desc, x.stream_item_id desc limit 11) union all (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i where i.course_id = $6 and $6 = any($2::int[]) and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and (i.topic_id is null or (select t.state = 'active' and (not t.group_category_id is not null or not exists (select 1 from stream_item_groups g where g.stream_item_id = i.id and g.group_id = any($4::int[]) and g.updated_at > i.updated_at)) from discussion_topics t where t.id = i.topic_id)) and (i.updated_at, i.id) < ($7::timestamptz, $8::int) order by i.updated_at desc, i.id desc limit 11) union all (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i where i.course_id = $6 and $6 = any($2::int[]) and i.audience is not null and array_position(i.audience, $1) is not null and (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and ((a.published or i.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) and (n.quiz_id is null or (not q.deleted and ((q.published or i.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  left join courses c on c.id = coalesce(a.course_id, q.course_id)) where n.id = i.notification_id) and (i.updated_at, i.id) < ($7::timestamptz, $8::int) order by i.updated_at desc, i.id desc limit 11) union all (select x.* from unnest($4::int[]) place(id)
  cross join lateral (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, g.updated_at from stream_item_groups g join stream_items i on i.id = g.stream_item_id
  where g.group_id = place.id and g.stream_item_id = i.id and g.group_id = any($4::int[]) and g.updated_at > i.updated_at and i.course_id = any($2::int[]) and i.course_id = $6 and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and (i.topic_id is null or (select t.state = 'active' and t.group_category_id is not null from discussion_topics t where t.id = i.topic_id))
  and not exists (select 1 from stream_item_groups o where o.stream_item_id = i.id and o.group_id = any($4::int[]) and o.updated_at > i.updated_at and (o.updated_at, o.group_id) > (g.updated_at, g.group_id))
  and (g.updated_at, g.stream_item_id) < ($7::timestamptz, $8::int) order by g.updated_at desc, g.stream_item_id desc limit 11) x)) x where true  and (x.updated_at, x.stream_item_id) < ($7::timestamptz, $8::int) order by x.updated_at desc, x.stream_item_id desc limit 11 )
  select x.stream_item_id as id, coalesce(topic.type, x.type) as type, case
  when x.topic_id is not null then coalesce((select tp.read from discussion_participants tp where tp.topic_id = x.topic_id and tp.user_id = $1), false)
  when x.conversation_id is not null then (select not cp.state = 'unread' from conversation_participants cp where cp.conversation_id = x.conversation_id and cp.user_id = $1)
  else true end as read, x.course_id as "courseId", x.group_id as "groupId",
  i.created_at as "createdAt", x.updated_at as "updatedAt", x.topic_id as "topicId", topic.json as topic,
  x.conversation_id as "conversationId", notification.json as notification, collaboration.json as collaboration,
  i.assignment_id as "assignmentId", i.student_id as "studentId", i.collection_item_id as "collectionItemId"
  from x cross join lateral (select * from stream_items i where i.id = x.stream_item_id offset 0) i left join lateral (
  select case when t.is_announcement then 'Announcement'::stream_type else 'DiscussionTopic'::stream_type end as type, case when not (t.group_category_id is not null or t.require_initial_post or t.assignment_id is not null) then json_build_object('id', t.id, 'title', t.title, 'message', left(t.message, 65536), 'assignmentId', null,
  'requireInitialPost', false, 'posted', false, 'entryCount', (select count(*) from discussion_entries e where e.topic_id = any(array[t.id]) and e.root_entry_id is null and not e.deleted), 'entries', coalesce((select json_agg(json_build_object('userId', n.user_id,
  'userName', (select u.short_name from users u where u.id = n.user_id), 'message', left(n.message, 65536)) order by n.id desc) from (select newest.* from unnest(array[t.id]) r(id) cross join lateral (
  select e.id, e.user_id, e.message from discussion_entries e where e.topic_id = r.id and e.root_entry_id is null and not e.deleted
  order by e.id desc limit 3) newest
  order by newest.id desc limit 3) n), '[]')) end as json
  from discussion_topics t where t.id = x.topic_id offset 0) topic on true left join lateral (
  select json_build_object('id', n.id, 'category', n.category, 'subject', n.subject, 'body', n.body, 'path', n.path, 'entry', (select json_build_object('author', nu.short_name, 'message', left(ne.message, 65536),
  'courseId', coalesce(nt.course_id, (select g.course_id from groups g where g.id = nt.group_id)),
  'topicId', coalesce(nt.root_topic_id, nt.id), 'assignmentId', nt.assignment_id,
  'owesPost', case when nt.require_initial_post then not ((exists (select 1 from discussion_entries own
  where own.user_id = $1 and own.topic_id = nt.id and not own.deleted)
  or exists (select 1 from discussion_topics child join discussion_entries own on own.topic_id = child.id and own.user_id = $1 and not own.deleted
  where child.root_topic_id = nt.id and child.state <> 'deleted' and exists (select 1 from group_memberships m where m.group_id = child.group_id and m.user_id = $1 and m.state = 'accepted'))) or ((exists (select 1 from enrollments e where e.course_id = coalesce(nt.course_id, (select g.course_id from groups g where g.id = nt.group_id)) and e.user_id = $1 and e.state in ('active', 'completed') and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) or exists (select 1 from courses c join accounts own on own.id = c.account_id join account_admins aa on aa.account_id = any(own.chain)
  where c.id = coalesce(nt.course_id, (select g.course_id from groups g where g.id = nt.group_id)) and aa.user_id = $1)) or exists (select 1 from group_memberships m where m.group_id = nt.group_id and m.user_id = $1 and m.state = 'accepted' and m.moderator)) or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and cl.user_id = $1)) else false end)
  from discussion_entries ne join discussion_topics nt on nt.id = ne.topic_id join users nu on nu.id = ne.user_id where ne.id = n.entry_id)) as json
  from notifications n where n.id = i.notification_id offset 0) notification on true left join lateral (
  select json_build_object('id', c.id, 'kind', c.kind, 'title', c.title, 'description', left(c.description, 65536)) as json
  from collaborations c where c.id = i.collaboration_id offset 0) collaboration on true order by x.updated_at desc, x.stream_item_id desc;

-- stream_of_course_to_student_after_11 (src/areas/activity/stream-rows.ts)
-- takes $1 callerId int4, $2 courseIds int4[], $3 studiedIds int4[], $4 groupIds int4[], $5 withoutDrafts int4[], $6 contextId int4, $7 key 1 timestamptz, $8 key 2 int4
-- gives id int4, type stream_type, read bool, courseId int4?, groupId int4?, createdAt timestamptz, updatedAt timestamptz, topicId int4?, topic jsonb?, conversationId int4?, notification jsonb?, collaboration jsonb?, assignmentId int4?, studentId int4?, collectionItemId int4?
with x as materialized ( select x.stream_item_id, x.type, x.topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at from ((select x.stream_item_id, x.type, null::int as topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at
  from stream_item_instances x
  where x.user_id = $1 and x.course_id = $6 and x.type not in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and case when x.conversation_id is not null then (select cp.last_message_at is not null from conversation_participants cp where cp.conversation_id = x.conversation_id and cp.user_id = $1) when not ((x.course_id is null or x.course_id = any($2::int[])) and (x.group_id is null or x.group_id = any($4::int[]))) then false when x.type = 'Submission' then (select not a.deleted and s.user_id = $1 and x.course_id = any($3::int[]) and (a.published or x.course_id = any($5::int[])) and ((s.graded_at is not null and not a.muted) or exists (select 1 from submission_comments sc where sc.assignment_id = s.assignment_id and sc.user_id = s.user_id and sc.author_id <> sc.user_id and not sc.hidden)) from (stream_items i join submissions s on s.assignment_id = i.assignment_id and s.user_id = i.student_id
  join assignments a on a.id = i.assignment_id ) where i.id = x.stream_item_id) when x.type = 'Message' then (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and (a.published or x.course_id = any($5::int[])))) and (n.quiz_id is null or (not q.deleted and (q.published or x.course_id = any($5::int[])))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  ) where n.id = (select i.notification_id from stream_items i where i.id = x.stream_item_id)) when x.type = 'CollectionItem' then (select not ci.deleted and not cl.deleted and cl.visibility = 'public' and f.following_user_id is not null from (stream_items i join collection_items ci on ci.id = i.collection_item_id join collections cl on cl.id = ci.collection_id
  join follows f on f.followed_user_id = cl.user_id and f.following_user_id = $1) where i.id = x.stream_item_id) else false end and (x.updated_at, x.stream_item_id) < ($7::timestamptz, $8::int) order by x.updated_at desc, x.stream_item_id desc limit 11) union all (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i where i.course_id = $6 and $6 = any($2::int[]) and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and (i.topic_id is null or (select t.state = 'active' and (not t.group_category_id is not null or not exists (select 1 from stream_item_groups g where g.stream_item_id = i.id and g.group_id = any($4::int[]) and g.updated_at > i.updated_at)) from discussion_topics t where t.id = i.topic_id)) and (i.updated_at, i.id) < ($7::timestamptz, $8::int) order by i.updated_at desc, i.id desc limit 11) union all (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i where i.course_id = $6 and $6 = any($2::int[]) and i.audience is not null and array_position(i.audience, $1) is not null and (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and (a.published or i.course_id = any($5::int[])))) and (n.quiz_id is null or (not q.deleted and (q.published or i.course_id = any($5::int[])))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  ) where n.id = i.notification_id) and (i.updated_at, i.id) < ($7::timestamptz, $8::int) order by i.updated_at desc, i.id desc limit 11) union all (select x.* from unnest($4::int[]) place(id)
  cross join lateral (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, g.updated_at from stream_item_groups g join stream_items i on i.id = g.stream_item_id
  where g.group_id = place.id and g.stream_item_id = i.id and g.group_id = any($4::int[]) and g.updated_at > i.updated_at and i.course_id = any($2::int[]) and i.course_id = $6 and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and (i.topic_id is null or (select t.state = 'active' and t.group_category_id is not null from discussion_topics t where t.id = i.topic_id))
  and not exists (select 1 from stream_item_groups o where o.stream_item_id = i.id and o.group_id = any($4::int[]) and o.updated_at > i.updated_at and (o.updated_at, o.group_id) > (g.updated_at, g.group_id))
  and (g.updated_at, g.stream_item_id) < ($7::timestamptz, $8::int) order by g.updated_at desc, g.stream_item_id desc limit 11) x)) x where true  and (x.updated_at, x.stream_item_id) < ($7::timestamptz, $8::int) order by x.updated_at desc, x.stream_item_id desc limit 11 )
  select x.stream_item_id as id, coalesce(topic.type, x.type) as type, case
  when x.topic_id is not null then coalesce((select tp.read from discussion_participants tp where tp.topic_id = x.topic_id and tp.user_id = $1), false)
  when x.conversation_id is not null then (select not cp.state = 'unread' from conversation_participants cp where cp.conversation_id = x.conversation_id and cp.user_id = $1)
  else true end as read, x.course_id as "courseId", x.group_id as "groupId",
  i.created_at as "createdAt", x.updated_at as "updatedAt", x.topic_id as "topicId", topic.json as topic,
  x.conversation_id as "conversationId", notification.json as notification, collaboration.json as collaboration,
  i.assignment_id as "assignmentId", i.student_id as "studentId", i.collection_item_id as "collectionItemId"
  from x cross join lateral (select * from stream_items i where i.id = x.stream_item_id offset 0) i left join lateral (
  select case when t.is_announcement then 'Announcement'::stream_type else 'DiscussionTopic'::stream_type end as type, case when not (t.group_category_id is not null or t.require_initial_post or t.assignment_id is not null) then json_build_object('id', t.id, 'title', t.title, 'message', left(t.message, 65536), 'assignmentId', null,
  'requireInitialPost', false, 'posted', false, 'entryCount', (select count(*) from discussion_entries e where e.topic_id = any(array[t.id]) and e.root_entry_id is null and not e.deleted), 'entries', coalesce((select json_agg(json_build_object('userId', n.user_id,
  'userName', (select u.short_name from users u where u.id = n.user_id), 'message', left(n.message, 65536)) order by n.id desc) from (select newest.* from unnest(array[t.id]) r(id) cross join lateral (
  select e.id, e.user_id, e.message from discussion_entries e where e.topic_id = r.id and e.root_entry_id is null and not e.deleted
  order by e.id desc limit 3) newest
  order by newest.id desc limit 3) n), '[]')) end as json
  from discussion_topics t where t.id = x.topic_id offset 0) topic on true left join lateral (
  select json_build_object('id', n.id, 'category', n.category, 'subject', n.subject, 'body', n.body, 'path', n.path, 'entry', (select json_build_object('author', nu.short_name, 'message', left(ne.message, 65536),
  'courseId', coalesce(nt.course_id, (select g.course_id from groups g where g.id = nt.group_id)),
  'topicId', coalesce(nt.root_topic_id, nt.id), 'assignmentId', nt.assignment_id,
  'owesPost', case when nt.require_initial_post then not ((exists (select 1 from discussion_entries own
  where own.user_id = $1 and own.topic_id = nt.id and not own.deleted)
  or exists (select 1 from discussion_topics child join discussion_entries own on own.topic_id = child.id and own.user_id = $1 and not own.deleted
  where child.root_topic_id = nt.id and child.state <> 'deleted' and exists (select 1 from group_memberships m where m.group_id = child.group_id and m.user_id = $1 and m.state = 'accepted'))) or (false or exists (select 1 from group_memberships m where m.group_id = nt.group_id and m.user_id = $1 and m.state = 'accepted' and m.moderator)) or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and cl.user_id = $1)) else false end)
  from discussion_entries ne join discussion_topics nt on nt.id = ne.topic_id join users nu on nu.id = ne.user_id where ne.id = n.entry_id)) as json
  from notifications n where n.id = i.notification_id offset 0) notification on true left join lateral (
  select json_build_object('id', c.id, 'kind', c.kind, 'title', c.title, 'description', left(c.description, 65536)) as json
  from collaborations c where c.id = i.collaboration_id offset 0) collaboration on true order by x.updated_at desc, x.stream_item_id desc;

-- stream_of_group_to_anybody_after_11 (src/areas/activity/stream-rows.ts)
-- takes $1 callerId int4, $2 courseIds int4[], $3 studiedIds int4[], $4 groupIds int4[], $5 withoutDrafts int4[], $6 contextId int4, $7 key 1 timestamptz, $8 key 2 int4
-- gives id int4, type stream_type, read bool, courseId int4?, groupId int4?, createdAt timestamptz, updatedAt timestamptz, topicId int4?, topic jsonb?, conversationId int4?, notification jsonb?, collaboration jsonb?, assignmentId int4?, studentId int4?, collectionItemId int4?
with x as materialized ( select x.stream_item_id, x.type, x.topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at from ((select x.stream_item_id, x.type, null::int as topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at
  from stream_item_instances x
  where x.user_id = $1 and x.group_id = $6 and x.type not in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and case when x.conversation_id is not null then (select cp.last_message_at is not null from conversation_participants cp where cp.conversation_id = x.conversation_id and cp.user_id = $1) when not ((x.course_id is null or x.course_id = any($2::int[])) and (x.group_id is null or x.group_id = any($4::int[]))) then false when x.type = 'Submission' then (select not a.deleted and case when s.user_id = $1 then x.course_id = any($3::int[]) and (a.published or x.course_id = any($5::int[])) and ((s.graded_at is not null and not a.muted) or exists (select 1 from submission_comments sc where sc.assignment_id = s.assignment_id and sc.user_id = s.user_id and sc.author_id <> sc.user_id and not sc.hidden)) else ((exists (select 1 from enrollments me where me.course_id = c.id and me.user_id = $1 and me.state in ('active', 'completed')
  and me.type in ('TeacherEnrollment', 'TaEnrollment') and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[] is null or e.course_section_id = any(case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[])) offset 0))
  or (exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = c.account_id and aa.user_id = $1)
  and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0)))) and exists (select 1 from submission_comments sc where sc.assignment_id = s.assignment_id and sc.user_id = s.user_id and sc.author_id = sc.user_id) end from (stream_items i join submissions s on s.assignment_id = i.assignment_id and s.user_id = i.student_id
  join assignments a on a.id = i.assignment_id join courses c on c.id = a.course_id) where i.id = x.stream_item_id) when x.type = 'Message' then (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and ((a.published or x.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) and (n.quiz_id is null or (not q.deleted and ((q.published or x.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  left join courses c on c.id = coalesce(a.course_id, q.course_id)) where n.id = (select i.notification_id from stream_items i where i.id = x.stream_item_id)) when x.type = 'CollectionItem' then (select not ci.deleted and not cl.deleted and cl.visibility = 'public' and f.following_user_id is not null from (stream_items i join collection_items ci on ci.id = i.collection_item_id join collections cl on cl.id = ci.collection_id
  join follows f on f.followed_user_id = cl.user_id and f.following_user_id = $1) where i.id = x.stream_item_id) else false end and (x.updated_at, x.stream_item_id) < ($7::timestamptz, $8::int) order by x.updated_at desc, x.stream_item_id desc limit 11) union all (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i where i.group_id = $6 and $6 = any($4::int[]) and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and (i.topic_id is null or (select t.state = 'active' from discussion_topics t where t.id = i.topic_id)) and (i.updated_at, i.id) < ($7::timestamptz, $8::int) order by i.updated_at desc, i.id desc limit 11) union all (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i where i.group_id = $6 and $6 = any($4::int[]) and i.audience is not null and array_position(i.audience, $1) is not null and (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and ((a.published or i.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) and (n.quiz_id is null or (not q.deleted and ((q.published or i.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  left join courses c on c.id = coalesce(a.course_id, q.course_id)) where n.id = i.notification_id) and (i.updated_at, i.id) < ($7::timestamptz, $8::int) order by i.updated_at desc, i.id desc limit 11)) x where true  and (x.updated_at, x.stream_item_id) < ($7::timestamptz, $8::int) order by x.updated_at desc, x.stream_item_id desc limit 11 )
  select x.stream_item_id as id, coalesce(topic.type, x.type) as type, case
  when x.topic_id is not null then coalesce((select tp.read from discussion_participants tp where tp.topic_id = x.topic_id and tp.user_id = $1), false)
  when x.conversation_id is not null then (select not cp.state = 'unread' from conversation_participants cp where cp.conversation_id = x.conversation_id and cp.user_id = $1)
  else true end as read, x.course_id as "courseId", x.group_id as "groupId",
  i.created_at as "createdAt", x.updated_at as "updatedAt", x.topic_id as "topicId", topic.json as topic,
  x.conversation_id as "conversationId", notification.json as notification, collaboration.json as collaboration,
  i.assignment_id as "assignmentId", i.student_id as "studentId", i.collection_item_id as "collectionItemId"
  from x cross join lateral (select * from stream_items i where i.id = x.stream_item_id offset 0) i left join lateral (
  select case when t.is_announcement then 'Announcement'::stream_type else 'DiscussionTopic'::stream_type end as type, case when not (t.group_category_id is not null or t.require_initial_post or t.assignment_id is not null) then json_build_object('id', t.id, 'title', t.title, 'message', left(t.message, 65536), 'assignmentId', null,
  'requireInitialPost', false, 'posted', false, 'entryCount', (select count(*) from discussion_entries e where e.topic_id = any(array[t.id]) and e.root_entry_id is null and not e.deleted), 'entries', coalesce((select json_agg(json_build_object('userId', n.user_id,
  'userName', (select u.short_name from users u where u.id = n.user_id), 'message', left(n.message, 65536)) order by n.id desc) from (select newest.* from unnest(array[t.id]) r(id) cross join lateral (
  select e.id, e.user_id, e.message from discussion_entries e where e.topic_id = r.id and e.root_entry_id is null and not e.deleted
  order by e.id desc limit 3) newest
  order by newest.id desc limit 3) n), '[]')) end as json
  from discussion_topics t where t.id = x.topic_id offset 0) topic on true left join lateral (
  select json_build_object('id', n.id, 'category', n.category, 'subject', n.subject, 'body', n.body, 'path', n.path, 'entry', (select json_build_object('author', nu.short_name, 'message', left(ne.message, 65536),
  'courseId', coalesce(nt.course_id, (select g.course_id from groups g where g.id = nt.group_id)),
  'topicId', coalesce(nt.root_topic_id, nt.id), 'assignmentId', nt.assignment_id,
  'owesPost', case when nt.require_initial_post then not ((exists (select 1 from discussion_entries own
  where own.user_id = $1 and own.topic_id = nt.id and not own.deleted)
  or exists (select 1 from discussion_topics child join discussion_entries own on own.topic_id = child.id and own.user_id = $1 and not own.deleted
  where child.root_topic_id = nt.id and child.state <> 'deleted' and exists (select 1 from group_memberships m where m.group_id = child.group_id and m.user_id = $1 and m.state = 'accepted'))) or ((exists (select 1 from enrollments e where e.course_id = coalesce(nt.course_id, (select g.course_id from groups g where g.id = nt.group_id)) and e.user_id = $1 and e.state in ('active', 'completed') and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) or exists (select 1 from courses c join accounts own on own.id = c.account_id join account_admins aa on aa.account_id = any(own.chain)
  where c.id = coalesce(nt.course_id, (select g.course_id from groups g where g.id = nt.group_id)) and aa.user_id = $1)) or exists (select 1 from group_memberships m where m.group_id = nt.group_id and m.user_id = $1 and m.state = 'accepted' and m.moderator)) or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and cl.user_id = $1)) else false end)
  from discussion_entries ne join discussion_topics nt on nt.id = ne.topic_id join users nu on nu.id = ne.user_id where ne.id = n.entry_id)) as json
  from notifications n where n.id = i.notification_id offset 0) notification on true left join lateral (
  select json_build_object('id', c.id, 'kind', c.kind, 'title', c.title, 'description', left(c.description, 65536)) as json
  from collaborations c where c.id = i.collaboration_id offset 0) collaboration on true order by x.updated_at desc, x.stream_item_id desc;

-- stream_of_group_to_student_after_11 (src/areas/activity/stream-rows.ts)
-- takes $1 callerId int4, $2 courseIds int4[], $3 studiedIds int4[], $4 groupIds int4[], $5 withoutDrafts int4[], $6 contextId int4, $7 key 1 timestamptz, $8 key 2 int4
-- gives id int4, type stream_type, read bool, courseId int4?, groupId int4?, createdAt timestamptz, updatedAt timestamptz, topicId int4?, topic jsonb?, conversationId int4?, notification jsonb?, collaboration jsonb?, assignmentId int4?, studentId int4?, collectionItemId int4?
with x as materialized ( select x.stream_item_id, x.type, x.topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at from ((select x.stream_item_id, x.type, null::int as topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at
  from stream_item_instances x
  where x.user_id = $1 and x.group_id = $6 and x.type not in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and case when x.conversation_id is not null then (select cp.last_message_at is not null from conversation_participants cp where cp.conversation_id = x.conversation_id and cp.user_id = $1) when not ((x.course_id is null or x.course_id = any($2::int[])) and (x.group_id is null or x.group_id = any($4::int[]))) then false when x.type = 'Submission' then (select not a.deleted and s.user_id = $1 and x.course_id = any($3::int[]) and (a.published or x.course_id = any($5::int[])) and ((s.graded_at is not null and not a.muted) or exists (select 1 from submission_comments sc where sc.assignment_id = s.assignment_id and sc.user_id = s.user_id and sc.author_id <> sc.user_id and not sc.hidden)) from (stream_items i join submissions s on s.assignment_id = i.assignment_id and s.user_id = i.student_id
  join assignments a on a.id = i.assignment_id ) where i.id = x.stream_item_id) when x.type = 'Message' then (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and (a.published or x.course_id = any($5::int[])))) and (n.quiz_id is null or (not q.deleted and (q.published or x.course_id = any($5::int[])))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  ) where n.id = (select i.notification_id from stream_items i where i.id = x.stream_item_id)) when x.type = 'CollectionItem' then (select not ci.deleted and not cl.deleted and cl.visibility = 'public' and f.following_user_id is not null from (stream_items i join collection_items ci on ci.id = i.collection_item_id join collections cl on cl.id = ci.collection_id
  join follows f on f.followed_user_id = cl.user_id and f.following_user_id = $1) where i.id = x.stream_item_id) else false end and (x.updated_at, x.stream_item_id) < ($7::timestamptz, $8::int) order by x.updated_at desc, x.stream_item_id desc limit 11) union all (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i where i.group_id = $6 and $6 = any($4::int[]) and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and (i.topic_id is null or (select t.state = 'active' from discussion_topics t where t.id = i.topic_id)) and (i.updated_at, i.id) < ($7::timestamptz, $8::int) order by i.updated_at desc, i.id desc limit 11) union all (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i where i.group_id = $6 and $6 = any($4::int[]) and i.audience is not null and array_position(i.audience, $1) is not null and (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and (a.published or i.course_id = any($5::int[])))) and (n.quiz_id is null or (not q.deleted and (q.published or i.course_id = any($5::int[])))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  ) where n.id = i.notification_id) and (i.updated_at, i.id) < ($7::timestamptz, $8::int) order by i.updated_at desc, i.id desc limit 11)) x where true  and (x.updated_at, x.stream_item_id) < ($7::timestamptz, $8::int) order by x.updated_at desc, x.stream_item_id desc limit 11 )
  select x.stream_item_id as id, coalesce(topic.type, x.type) as type, case
  when x.topic_id is not null then coalesce((select tp.read from discussion_participants tp where tp.topic_id = x.topic_id and tp.user_id = $1), false)
  when x.conversation_id is not null then (select not cp.state = 'unread' from conversation_participants cp where cp.conversation_id = x.conversation_id and cp.user_id = $1)
  else true end as read, x.course_id as "courseId", x.group_id as "groupId",
  i.created_at as "createdAt", x.updated_at as "updatedAt", x.topic_id as "topicId", topic.json as topic,
  x.conversation_id as "conversationId", notification.json as notification, collaboration.json as collaboration,
  i.assignment_id as "assignmentId", i.student_id as "studentId", i.collection_item_id as "collectionItemId"
  from x cross join lateral (select * from stream_items i where i.id = x.stream_item_id offset 0) i left join lateral (
  select case when t.is_announcement then 'Announcement'::stream_type else 'DiscussionTopic'::stream_type end as type, case when not (t.group_category_id is not null or t.require_initial_post or t.assignment_id is not null) then json_build_object('id', t.id, 'title', t.title, 'message', left(t.message, 65536), 'assignmentId', null,
  'requireInitialPost', false, 'posted', false, 'entryCount', (select count(*) from discussion_entries e where e.topic_id = any(array[t.id]) and e.root_entry_id is null and not e.deleted), 'entries', coalesce((select json_agg(json_build_object('userId', n.user_id,
  'userName', (select u.short_name from users u where u.id = n.user_id), 'message', left(n.message, 65536)) order by n.id desc) from (select newest.* from unnest(array[t.id]) r(id) cross join lateral (
  select e.id, e.user_id, e.message from discussion_entries e where e.topic_id = r.id and e.root_entry_id is null and not e.deleted
  order by e.id desc limit 3) newest
  order by newest.id desc limit 3) n), '[]')) end as json
  from discussion_topics t where t.id = x.topic_id offset 0) topic on true left join lateral (
  select json_build_object('id', n.id, 'category', n.category, 'subject', n.subject, 'body', n.body, 'path', n.path, 'entry', (select json_build_object('author', nu.short_name, 'message', left(ne.message, 65536),
  'courseId', coalesce(nt.course_id, (select g.course_id from groups g where g.id = nt.group_id)),
  'topicId', coalesce(nt.root_topic_id, nt.id), 'assignmentId', nt.assignment_id,
  'owesPost', case when nt.require_initial_post then not ((exists (select 1 from discussion_entries own
  where own.user_id = $1 and own.topic_id = nt.id and not own.deleted)
  or exists (select 1 from discussion_topics child join discussion_entries own on own.topic_id = child.id and own.user_id = $1 and not own.deleted
  where child.root_topic_id = nt.id and child.state <> 'deleted' and exists (select 1 from group_memberships m where m.group_id = child.group_id and m.user_id = $1 and m.state = 'accepted'))) or (false or exists (select 1 from group_memberships m where m.group_id = nt.group_id and m.user_id = $1 and m.state = 'accepted' and m.moderator)) or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and cl.user_id = $1)) else false end)
  from discussion_entries ne join discussion_topics nt on nt.id = ne.topic_id join users nu on nu.id = ne.user_id where ne.id = n.entry_id)) as json
  from notifications n where n.id = i.notification_id offset 0) notification on true left join lateral (
  select json_build_object('id', c.id, 'kind', c.kind, 'title', c.title, 'description', left(c.description, 65536)) as json
  from collaborations c where c.id = i.collaboration_id offset 0) collaboration on true order by x.updated_at desc, x.stream_item_id desc;

-- stream_of_user_to_anybody_after_11 (src/areas/activity/stream-rows.ts)
-- takes $1 callerId int4, $2 courseIds int4[], $3 studiedIds int4[], $4 groupIds int4[], $5 withoutDrafts int4[], $6 key 1 timestamptz, $7 key 2 int4
-- gives id int4, type stream_type, read bool, courseId int4?, groupId int4?, createdAt timestamptz, updatedAt timestamptz, topicId int4?, topic jsonb?, conversationId int4?, notification jsonb?, collaboration jsonb?, assignmentId int4?, studentId int4?, collectionItemId int4?
with x as materialized (with of_all as materialized (select 1 as source, place.id, x.* from unnest($2::int[]) place(id) cross join lateral (
  select i.*, row_number() over (order by i.updated_at desc, i.stream_item_id desc) as nth from (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i where i.course_id = place.id and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and (i.topic_id is null or (select t.state = 'active' and (not t.group_category_id is not null or not exists (select 1 from stream_item_groups g where g.stream_item_id = i.id and g.group_id = any($4::int[]) and g.updated_at > i.updated_at)) from discussion_topics t where t.id = i.topic_id))  and (i.updated_at, i.id) < ($6::timestamptz, $7::int) order by i.updated_at desc, i.id desc limit 1 + 2 * 11 / greatest(cardinality($2::int[]) + cardinality($4::int[]), 1)) i) x union all select 2 as source, place.id, x.* from unnest($4::int[]) place(id) cross join lateral (
  select i.*, row_number() over (order by i.updated_at desc, i.stream_item_id desc) as nth from (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i where i.group_id = place.id and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and (i.topic_id is null or (select t.state = 'active' from discussion_topics t where t.id = i.topic_id))  and (i.updated_at, i.id) < ($6::timestamptz, $7::int) order by i.updated_at desc, i.id desc limit 1 + 2 * 11 / greatest(cardinality($2::int[]) + cardinality($4::int[]), 1)) i) x),
  least_of_all as materialized (select coalesce((select x.updated_at from of_all x
  order by x.updated_at desc, x.stream_item_id desc offset 11 - 1 limit 1), '-infinity') as updated_at),
  share as materialized (select * from of_all union all
  select 3 as source, place.id, x.* from unnest($2::int[]) place(id) cross join lateral (
  select i.*, row_number() over (order by i.updated_at desc, i.stream_item_id desc) as nth from (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i where i.course_id = place.id and i.audience is not null and array_position(i.audience, $1) is not null and (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and ((a.published or i.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) and (n.quiz_id is null or (not q.deleted and ((q.published or i.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  left join courses c on c.id = coalesce(a.course_id, q.course_id)) where n.id = i.notification_id) and (i.course_id, i.updated_at) >= (place.id, (select least.updated_at from least_of_all least)) and (i.updated_at, i.id) < ($6::timestamptz, $7::int) order by i.updated_at desc, i.id desc limit 1 + 2 * 11 / greatest(cardinality($2::int[]) + cardinality($4::int[]), 1)) i) x union all select 4 as source, place.id, x.* from unnest($4::int[]) place(id) cross join lateral (
  select i.*, row_number() over (order by i.updated_at desc, i.stream_item_id desc) as nth from (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i where i.group_id = place.id and i.audience is not null and array_position(i.audience, $1) is not null and (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and ((a.published or i.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) and (n.quiz_id is null or (not q.deleted and ((q.published or i.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  left join courses c on c.id = coalesce(a.course_id, q.course_id)) where n.id = i.notification_id) and (i.group_id, i.updated_at) >= (place.id, (select least.updated_at from least_of_all least)) and (i.updated_at, i.id) < ($6::timestamptz, $7::int) order by i.updated_at desc, i.id desc limit 1 + 2 * 11 / greatest(cardinality($2::int[]) + cardinality($4::int[]), 1)) i) x),
  least as materialized (select coalesce((select x.updated_at from share x
  order by x.updated_at desc, x.stream_item_id desc offset 11 - 1 limit 1), '-infinity') as updated_at) select x.stream_item_id, x.type, x.topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at from ((select x.stream_item_id, x.type, null::int as topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at
  from stream_item_instances x
  where x.user_id = $1 and x.updated_at >= (select least.updated_at from least) and x.type not in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and case when x.conversation_id is not null then (select cp.last_message_at is not null from conversation_participants cp where cp.conversation_id = x.conversation_id and cp.user_id = $1) when not ((x.course_id is null or x.course_id = any($2::int[])) and (x.group_id is null or x.group_id = any($4::int[]))) then false when x.type = 'Submission' then (select not a.deleted and case when s.user_id = $1 then x.course_id = any($3::int[]) and (a.published or x.course_id = any($5::int[])) and ((s.graded_at is not null and not a.muted) or exists (select 1 from submission_comments sc where sc.assignment_id = s.assignment_id and sc.user_id = s.user_id and sc.author_id <> sc.user_id and not sc.hidden)) else ((exists (select 1 from enrollments me where me.course_id = c.id and me.user_id = $1 and me.state in ('active', 'completed')
  and me.type in ('TeacherEnrollment', 'TaEnrollment') and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[] is null or e.course_section_id = any(case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[])) offset 0))
  or (exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = c.account_id and aa.user_id = $1)
  and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0)))) and exists (select 1 from submission_comments sc where sc.assignment_id = s.assignment_id and sc.user_id = s.user_id and sc.author_id = sc.user_id) end from (stream_items i join submissions s on s.assignment_id = i.assignment_id and s.user_id = i.student_id
  join assignments a on a.id = i.assignment_id join courses c on c.id = a.course_id) where i.id = x.stream_item_id) when x.type = 'Message' then (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and ((a.published or x.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) and (n.quiz_id is null or (not q.deleted and ((q.published or x.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  left join courses c on c.id = coalesce(a.course_id, q.course_id)) where n.id = (select i.notification_id from stream_items i where i.id = x.stream_item_id)) when x.type = 'CollectionItem' then (select not ci.deleted and not cl.deleted and cl.visibility = 'public' and f.following_user_id is not null from (stream_items i join collection_items ci on ci.id = i.collection_item_id join collections cl on cl.id = ci.collection_id
  join follows f on f.followed_user_id = cl.user_id and f.following_user_id = $1) where i.id = x.stream_item_id) else false end and (x.updated_at, x.stream_item_id) < ($6::timestamptz, $7::int) order by x.updated_at desc, x.stream_item_id desc limit 11) union all (select x.stream_item_id, x.type, x.topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at from share x) union all (select more.* from share x cross join lateral (
  select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i
  where i.course_id = x.id and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and (i.topic_id is null or (select t.state = 'active' and (not t.group_category_id is not null or not exists (select 1 from stream_item_groups g where g.stream_item_id = i.id and g.group_id = any($4::int[]) and g.updated_at > i.updated_at)) from discussion_topics t where t.id = i.topic_id)) and (i.updated_at, i.id) < (x.updated_at, x.stream_item_id) and (i.course_id, i.updated_at) >= (x.id, (select least.updated_at from least least))
  order by i.updated_at desc, i.id desc limit 11) more
  where x.source = 1 and x.nth = 1 + 2 * 11 / greatest(cardinality($2::int[]) + cardinality($4::int[]), 1) and x.updated_at >= (select least.updated_at from least)) union all (select more.* from share x cross join lateral (
  select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i
  where i.group_id = x.id and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and (i.topic_id is null or (select t.state = 'active' from discussion_topics t where t.id = i.topic_id)) and (i.updated_at, i.id) < (x.updated_at, x.stream_item_id) and (i.group_id, i.updated_at) >= (x.id, (select least.updated_at from least least))
  order by i.updated_at desc, i.id desc limit 11) more
  where x.source = 2 and x.nth = 1 + 2 * 11 / greatest(cardinality($2::int[]) + cardinality($4::int[]), 1) and x.updated_at >= (select least.updated_at from least)) union all (select more.* from share x cross join lateral (
  select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i
  where i.course_id = x.id and i.audience is not null and array_position(i.audience, $1) is not null and (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and ((a.published or i.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) and (n.quiz_id is null or (not q.deleted and ((q.published or i.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  left join courses c on c.id = coalesce(a.course_id, q.course_id)) where n.id = i.notification_id) and (i.updated_at, i.id) < (x.updated_at, x.stream_item_id) and (i.course_id, i.updated_at) >= (x.id, (select least.updated_at from least least))
  order by i.updated_at desc, i.id desc limit 11) more
  where x.source = 3 and x.nth = 1 + 2 * 11 / greatest(cardinality($2::int[]) + cardinality($4::int[]), 1) and x.updated_at >= (select least.updated_at from least)) union all (select more.* from share x cross join lateral (
  select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i
  where i.group_id = x.id and i.audience is not null and array_position(i.audience, $1) is not null and (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and ((a.published or i.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) and (n.quiz_id is null or (not q.deleted and ((q.published or i.course_id = any($5::int[])) or exists (select 1 from enrollments e where e.course_id = coalesce(a.course_id, q.course_id) and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'))))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  left join courses c on c.id = coalesce(a.course_id, q.course_id)) where n.id = i.notification_id) and (i.updated_at, i.id) < (x.updated_at, x.stream_item_id) and (i.group_id, i.updated_at) >= (x.id, (select least.updated_at from least least))
  order by i.updated_at desc, i.id desc limit 11) more
  where x.source = 4 and x.nth = 1 + 2 * 11 / greatest(cardinality($2::int[]) + cardinality($4::int[]), 1) and x.updated_at >= (select least.updated_at from least)) union all (select x.* from unnest($4::int[]) place(id)
  cross join lateral (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, g.updated_at from stream_item_groups g join stream_items i on i.id = g.stream_item_id
  where g.group_id = place.id and g.stream_item_id = i.id and g.group_id = any($4::int[]) and g.updated_at > i.updated_at and i.course_id = any($2::int[]) and true and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and (i.topic_id is null or (select t.state = 'active' and t.group_category_id is not null from discussion_topics t where t.id = i.topic_id))
  and not exists (select 1 from stream_item_groups o where o.stream_item_id = i.id and o.group_id = any($4::int[]) and o.updated_at > i.updated_at and (o.updated_at, o.group_id) > (g.updated_at, g.group_id))
  and (g.updated_at, g.stream_item_id) < ($6::timestamptz, $7::int) order by g.updated_at desc, g.stream_item_id desc limit 11) x)) x where true  and (x.updated_at, x.stream_item_id) < ($6::timestamptz, $7::int) order by x.updated_at desc, x.stream_item_id desc limit 11 )
  select x.stream_item_id as id, coalesce(topic.type, x.type) as type, case
  when x.topic_id is not null then coalesce((select tp.read from discussion_participants tp where tp.topic_id = x.topic_id and tp.user_id = $1), false)
  when x.conversation_id is not null then (select not cp.state = 'unread' from conversation_participants cp where cp.conversation_id = x.conversation_id and cp.user_id = $1)
  else true end as read, x.course_id as "courseId", x.group_id as "groupId",
  i.created_at as "createdAt", x.updated_at as "updatedAt", x.topic_id as "topicId", topic.json as topic,
  x.conversation_id as "conversationId", notification.json as notification, collaboration.json as collaboration,
  i.assignment_id as "assignmentId", i.student_id as "studentId", i.collection_item_id as "collectionItemId"
  from x cross join lateral (select * from stream_items i where i.id = x.stream_item_id offset 0) i left join lateral (
  select case when t.is_announcement then 'Announcement'::stream_type else 'DiscussionTopic'::stream_type end as type, case when not (t.group_category_id is not null or t.require_initial_post or t.assignment_id is not null) then json_build_object('id', t.id, 'title', t.title, 'message', left(t.message, 65536), 'assignmentId', null,
  'requireInitialPost', false, 'posted', false, 'entryCount', (select count(*) from discussion_entries e where e.topic_id = any(array[t.id]) and e.root_entry_id is null and not e.deleted), 'entries', coalesce((select json_agg(json_build_object('userId', n.user_id,
  'userName', (select u.short_name from users u where u.id = n.user_id), 'message', left(n.message, 65536)) order by n.id desc) from (select newest.* from unnest(array[t.id]) r(id) cross join lateral (
  select e.id, e.user_id, e.message from discussion_entries e where e.topic_id = r.id and e.root_entry_id is null and not e.deleted
  order by e.id desc limit 3) newest
  order by newest.id desc limit 3) n), '[]')) end as json
  from discussion_topics t where t.id = x.topic_id offset 0) topic on true left join lateral (
  select json_build_object('id', n.id, 'category', n.category, 'subject', n.subject, 'body', n.body, 'path', n.path, 'entry', (select json_build_object('author', nu.short_name, 'message', left(ne.message, 65536),
  'courseId', coalesce(nt.course_id, (select g.course_id from groups g where g.id = nt.group_id)),
  'topicId', coalesce(nt.root_topic_id, nt.id), 'assignmentId', nt.assignment_id,
  'owesPost', case when nt.require_initial_post then not ((exists (select 1 from discussion_entries own
  where own.user_id = $1 and own.topic_id = nt.id and not own.deleted)
  or exists (select 1 from discussion_topics child join discussion_entries own on own.topic_id = child.id and own.user_id = $1 and not own.deleted
  where child.root_topic_id = nt.id and child.state <> 'deleted' and exists (select 1 from group_memberships m where m.group_id = child.group_id and m.user_id = $1 and m.state = 'accepted'))) or ((exists (select 1 from enrollments e where e.course_id = coalesce(nt.course_id, (select g.course_id from groups g where g.id = nt.group_id)) and e.user_id = $1 and e.state in ('active', 'completed') and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) or exists (select 1 from courses c join accounts own on own.id = c.account_id join account_admins aa on aa.account_id = any(own.chain)
  where c.id = coalesce(nt.course_id, (select g.course_id from groups g where g.id = nt.group_id)) and aa.user_id = $1)) or exists (select 1 from group_memberships m where m.group_id = nt.group_id and m.user_id = $1 and m.state = 'accepted' and m.moderator)) or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and cl.user_id = $1)) else false end)
  from discussion_entries ne join discussion_topics nt on nt.id = ne.topic_id join users nu on nu.id = ne.user_id where ne.id = n.entry_id)) as json
  from notifications n where n.id = i.notification_id offset 0) notification on true left join lateral (
  select json_build_object('id', c.id, 'kind', c.kind, 'title', c.title, 'description', left(c.description, 65536)) as json
  from collaborations c where c.id = i.collaboration_id offset 0) collaboration on true order by x.updated_at desc, x.stream_item_id desc;

-- stream_of_user_to_student_after_11 (src/areas/activity/stream-rows.ts)
-- takes $1 callerId int4, $2 courseIds int4[], $3 studiedIds int4[], $4 groupIds int4[], $5 withoutDrafts int4[], $6 key 1 timestamptz, $7 key 2 int4
-- gives id int4, type stream_type, read bool, courseId int4?, groupId int4?, createdAt timestamptz, updatedAt timestamptz, topicId int4?, topic jsonb?, conversationId int4?, notification jsonb?, collaboration jsonb?, assignmentId int4?, studentId int4?, collectionItemId int4?
with x as materialized (with of_all as materialized (select 1 as source, place.id, x.* from unnest($2::int[]) place(id) cross join lateral (
  select i.*, row_number() over (order by i.updated_at desc, i.stream_item_id desc) as nth from (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i where i.course_id = place.id and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and (i.topic_id is null or (select t.state = 'active' and (not t.group_category_id is not null or not exists (select 1 from stream_item_groups g where g.stream_item_id = i.id and g.group_id = any($4::int[]) and g.updated_at > i.updated_at)) from discussion_topics t where t.id = i.topic_id))  and (i.updated_at, i.id) < ($6::timestamptz, $7::int) order by i.updated_at desc, i.id desc limit 1 + 2 * 11 / greatest(cardinality($2::int[]) + cardinality($4::int[]), 1)) i) x union all select 2 as source, place.id, x.* from unnest($4::int[]) place(id) cross join lateral (
  select i.*, row_number() over (order by i.updated_at desc, i.stream_item_id desc) as nth from (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i where i.group_id = place.id and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and (i.topic_id is null or (select t.state = 'active' from discussion_topics t where t.id = i.topic_id))  and (i.updated_at, i.id) < ($6::timestamptz, $7::int) order by i.updated_at desc, i.id desc limit 1 + 2 * 11 / greatest(cardinality($2::int[]) + cardinality($4::int[]), 1)) i) x),
  least_of_all as materialized (select coalesce((select x.updated_at from of_all x
  order by x.updated_at desc, x.stream_item_id desc offset 11 - 1 limit 1), '-infinity') as updated_at),
  share as materialized (select * from of_all union all
  select 3 as source, place.id, x.* from unnest($2::int[]) place(id) cross join lateral (
  select i.*, row_number() over (order by i.updated_at desc, i.stream_item_id desc) as nth from (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i where i.course_id = place.id and i.audience is not null and array_position(i.audience, $1) is not null and (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and (a.published or i.course_id = any($5::int[])))) and (n.quiz_id is null or (not q.deleted and (q.published or i.course_id = any($5::int[])))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  ) where n.id = i.notification_id) and (i.course_id, i.updated_at) >= (place.id, (select least.updated_at from least_of_all least)) and (i.updated_at, i.id) < ($6::timestamptz, $7::int) order by i.updated_at desc, i.id desc limit 1 + 2 * 11 / greatest(cardinality($2::int[]) + cardinality($4::int[]), 1)) i) x union all select 4 as source, place.id, x.* from unnest($4::int[]) place(id) cross join lateral (
  select i.*, row_number() over (order by i.updated_at desc, i.stream_item_id desc) as nth from (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i where i.group_id = place.id and i.audience is not null and array_position(i.audience, $1) is not null and (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and (a.published or i.course_id = any($5::int[])))) and (n.quiz_id is null or (not q.deleted and (q.published or i.course_id = any($5::int[])))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  ) where n.id = i.notification_id) and (i.group_id, i.updated_at) >= (place.id, (select least.updated_at from least_of_all least)) and (i.updated_at, i.id) < ($6::timestamptz, $7::int) order by i.updated_at desc, i.id desc limit 1 + 2 * 11 / greatest(cardinality($2::int[]) + cardinality($4::int[]), 1)) i) x),
  least as materialized (select coalesce((select x.updated_at from share x
  order by x.updated_at desc, x.stream_item_id desc offset 11 - 1 limit 1), '-infinity') as updated_at) select x.stream_item_id, x.type, x.topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at from ((select x.stream_item_id, x.type, null::int as topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at
  from stream_item_instances x
  where x.user_id = $1 and x.updated_at >= (select least.updated_at from least) and x.type not in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and case when x.conversation_id is not null then (select cp.last_message_at is not null from conversation_participants cp where cp.conversation_id = x.conversation_id and cp.user_id = $1) when not ((x.course_id is null or x.course_id = any($2::int[])) and (x.group_id is null or x.group_id = any($4::int[]))) then false when x.type = 'Submission' then (select not a.deleted and s.user_id = $1 and x.course_id = any($3::int[]) and (a.published or x.course_id = any($5::int[])) and ((s.graded_at is not null and not a.muted) or exists (select 1 from submission_comments sc where sc.assignment_id = s.assignment_id and sc.user_id = s.user_id and sc.author_id <> sc.user_id and not sc.hidden)) from (stream_items i join submissions s on s.assignment_id = i.assignment_id and s.user_id = i.student_id
  join assignments a on a.id = i.assignment_id ) where i.id = x.stream_item_id) when x.type = 'Message' then (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and (a.published or x.course_id = any($5::int[])))) and (n.quiz_id is null or (not q.deleted and (q.published or x.course_id = any($5::int[])))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  ) where n.id = (select i.notification_id from stream_items i where i.id = x.stream_item_id)) when x.type = 'CollectionItem' then (select not ci.deleted and not cl.deleted and cl.visibility = 'public' and f.following_user_id is not null from (stream_items i join collection_items ci on ci.id = i.collection_item_id join collections cl on cl.id = ci.collection_id
  join follows f on f.followed_user_id = cl.user_id and f.following_user_id = $1) where i.id = x.stream_item_id) else false end and (x.updated_at, x.stream_item_id) < ($6::timestamptz, $7::int) order by x.updated_at desc, x.stream_item_id desc limit 11) union all (select x.stream_item_id, x.type, x.topic_id, x.conversation_id, x.course_id, x.group_id, x.updated_at from share x) union all (select more.* from share x cross join lateral (
  select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i
  where i.course_id = x.id and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and (i.topic_id is null or (select t.state = 'active' and (not t.group_category_id is not null or not exists (select 1 from stream_item_groups g where g.stream_item_id = i.id and g.group_id = any($4::int[]) and g.updated_at > i.updated_at)) from discussion_topics t where t.id = i.topic_id)) and (i.updated_at, i.id) < (x.updated_at, x.stream_item_id) and (i.course_id, i.updated_at) >= (x.id, (select least.updated_at from least least))
  order by i.updated_at desc, i.id desc limit 11) more
  where x.source = 1 and x.nth = 1 + 2 * 11 / greatest(cardinality($2::int[]) + cardinality($4::int[]), 1) and x.updated_at >= (select least.updated_at from least)) union all (select more.* from share x cross join lateral (
  select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i
  where i.group_id = x.id and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and (i.topic_id is null or (select t.state = 'active' from discussion_topics t where t.id = i.topic_id)) and (i.updated_at, i.id) < (x.updated_at, x.stream_item_id) and (i.group_id, i.updated_at) >= (x.id, (select least.updated_at from least least))
  order by i.updated_at desc, i.id desc limit 11) more
  where x.source = 2 and x.nth = 1 + 2 * 11 / greatest(cardinality($2::int[]) + cardinality($4::int[]), 1) and x.updated_at >= (select least.updated_at from least)) union all (select more.* from share x cross join lateral (
  select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i
  where i.course_id = x.id and i.audience is not null and array_position(i.audience, $1) is not null and (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and (a.published or i.course_id = any($5::int[])))) and (n.quiz_id is null or (not q.deleted and (q.published or i.course_id = any($5::int[])))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  ) where n.id = i.notification_id) and (i.updated_at, i.id) < (x.updated_at, x.stream_item_id) and (i.course_id, i.updated_at) >= (x.id, (select least.updated_at from least least))
  order by i.updated_at desc, i.id desc limit 11) more
  where x.source = 3 and x.nth = 1 + 2 * 11 / greatest(cardinality($2::int[]) + cardinality($4::int[]), 1) and x.updated_at >= (select least.updated_at from least)) union all (select more.* from share x cross join lateral (
  select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, i.updated_at from stream_items i
  where i.group_id = x.id and i.audience is not null and array_position(i.audience, $1) is not null and (select (n.entry_id is null or (not ne.deleted and nt.state = 'active' and (nt.collection_item_id is null or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and (not ci.deleted and not cl.deleted and (cl.visibility = 'public' or cl.user_id = $1)) offset 0))))
  and (n.assignment_id is null or (not a.deleted and (a.published or i.course_id = any($5::int[])))) and (n.quiz_id is null or (not q.deleted and (q.published or i.course_id = any($5::int[])))) from (notifications n left join discussion_entries ne on ne.id = n.entry_id
  left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id left join lateral (select * from quizzes q where q.id = n.quiz_id offset 0) q on true
  ) where n.id = i.notification_id) and (i.updated_at, i.id) < (x.updated_at, x.stream_item_id) and (i.group_id, i.updated_at) >= (x.id, (select least.updated_at from least least))
  order by i.updated_at desc, i.id desc limit 11) more
  where x.source = 4 and x.nth = 1 + 2 * 11 / greatest(cardinality($2::int[]) + cardinality($4::int[]), 1) and x.updated_at >= (select least.updated_at from least)) union all (select x.* from unnest($4::int[]) place(id)
  cross join lateral (select i.id as stream_item_id, i.type, i.topic_id, null::int as conversation_id, i.course_id, i.group_id, g.updated_at from stream_item_groups g join stream_items i on i.id = g.stream_item_id
  where g.group_id = place.id and g.stream_item_id = i.id and g.group_id = any($4::int[]) and g.updated_at > i.updated_at and i.course_id = any($2::int[]) and true and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') and (i.topic_id is null or (select t.state = 'active' and t.group_category_id is not null from discussion_topics t where t.id = i.topic_id))
  and not exists (select 1 from stream_item_groups o where o.stream_item_id = i.id and o.group_id = any($4::int[]) and o.updated_at > i.updated_at and (o.updated_at, o.group_id) > (g.updated_at, g.group_id))
  and (g.updated_at, g.stream_item_id) < ($6::timestamptz, $7::int) order by g.updated_at desc, g.stream_item_id desc limit 11) x)) x where true  and (x.updated_at, x.stream_item_id) < ($6::timestamptz, $7::int) order by x.updated_at desc, x.stream_item_id desc limit 11 )
  select x.stream_item_id as id, coalesce(topic.type, x.type) as type, case
  when x.topic_id is not null then coalesce((select tp.read from discussion_participants tp where tp.topic_id = x.topic_id and tp.user_id = $1), false)
  when x.conversation_id is not null then (select not cp.state = 'unread' from conversation_participants cp where cp.conversation_id = x.conversation_id and cp.user_id = $1)
  else true end as read, x.course_id as "courseId", x.group_id as "groupId",
  i.created_at as "createdAt", x.updated_at as "updatedAt", x.topic_id as "topicId", topic.json as topic,
  x.conversation_id as "conversationId", notification.json as notification, collaboration.json as collaboration,
  i.assignment_id as "assignmentId", i.student_id as "studentId", i.collection_item_id as "collectionItemId"
  from x cross join lateral (select * from stream_items i where i.id = x.stream_item_id offset 0) i left join lateral (
  select case when t.is_announcement then 'Announcement'::stream_type else 'DiscussionTopic'::stream_type end as type, case when not (t.group_category_id is not null or t.require_initial_post or t.assignment_id is not null) then json_build_object('id', t.id, 'title', t.title, 'message', left(t.message, 65536), 'assignmentId', null,
  'requireInitialPost', false, 'posted', false, 'entryCount', (select count(*) from discussion_entries e where e.topic_id = any(array[t.id]) and e.root_entry_id is null and not e.deleted), 'entries', coalesce((select json_agg(json_build_object('userId', n.user_id,
  'userName', (select u.short_name from users u where u.id = n.user_id), 'message', left(n.message, 65536)) order by n.id desc) from (select newest.* from unnest(array[t.id]) r(id) cross join lateral (
  select e.id, e.user_id, e.message from discussion_entries e where e.topic_id = r.id and e.root_entry_id is null and not e.deleted
  order by e.id desc limit 3) newest
  order by newest.id desc limit 3) n), '[]')) end as json
  from discussion_topics t where t.id = x.topic_id offset 0) topic on true left join lateral (
  select json_build_object('id', n.id, 'category', n.category, 'subject', n.subject, 'body', n.body, 'path', n.path, 'entry', (select json_build_object('author', nu.short_name, 'message', left(ne.message, 65536),
  'courseId', coalesce(nt.course_id, (select g.course_id from groups g where g.id = nt.group_id)),
  'topicId', coalesce(nt.root_topic_id, nt.id), 'assignmentId', nt.assignment_id,
  'owesPost', case when nt.require_initial_post then not ((exists (select 1 from discussion_entries own
  where own.user_id = $1 and own.topic_id = nt.id and not own.deleted)
  or exists (select 1 from discussion_topics child join discussion_entries own on own.topic_id = child.id and own.user_id = $1 and not own.deleted
  where child.root_topic_id = nt.id and child.state <> 'deleted' and exists (select 1 from group_memberships m where m.group_id = child.group_id and m.user_id = $1 and m.state = 'accepted'))) or (false or exists (select 1 from group_memberships m where m.group_id = nt.group_id and m.user_id = $1 and m.state = 'accepted' and m.moderator)) or exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
  where ci.id = nt.collection_item_id and cl.user_id = $1)) else false end)
  from discussion_entries ne join discussion_topics nt on nt.id = ne.topic_id join users nu on nu.id = ne.user_id where ne.id = n.entry_id)) as json
  from notifications n where n.id = i.notification_id offset 0) notification on true left join lateral (
  select json_build_object('id', c.id, 'kind', c.kind, 'title', c.title, 'description', left(c.description, 65536)) as json
  from collaborations c where c.id = i.collaboration_id offset 0) collaboration on true order by x.updated_at desc, x.stream_item_id desc;

-- comments_to_notify_of (src/areas/activity/submission-items.ts)
-- takes $1 commentIds int4[]
-- gives id int4, author text, comment text, people int4[], assignmentId int4, userId int4, courseId int4, name text
select s.assignment_id as "assignmentId", s.user_id as "userId", s.course_id as "courseId", a.name, sc.id, u.short_name as author, sc.comment,
  array(select p.user_id from (
  select e.user_id from enrollments e where sc.author_id <> sc.user_id and e.course_id = s.course_id and e.user_id = s.user_id
  and e.type = 'StudentEnrollment' and e.state = 'active' and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) and c.state in ('available', 'completed')
  union
  select g.user_id from (select g.user_id from enrollments g where g.course_id = s.course_id and g.state = 'active'
  and g.type in ('TeacherEnrollment', 'TaEnrollment') and exists (select 1 from enrollments e where e.course_id = s.course_id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (case when g.limit_privileges_to_course_section then array[g.course_section_id] end::int[] is null or e.course_section_id = any(case when g.limit_privileges_to_course_section then array[g.course_section_id] end::int[])) offset 0)) g where sc.author_id = sc.user_id) p where p.user_id <> sc.author_id) as people
  from submission_comments sc cross join lateral (select * from submissions one
  where one.assignment_id = sc.assignment_id and one.user_id = sc.user_id offset 0) s
  join assignments a on a.id = s.assignment_id and not a.deleted join courses c on c.id = s.course_id join users u on u.id = sc.author_id
  where sc.id = any($1::int[]) and not sc.hidden order by sc.id;

-- grades_to_notify_of (src/areas/activity/submission-items.ts)
-- takes $1 assignmentId int4, $2 userIds int4[]
-- gives gradedAt timestamptz, assignmentId int4, userId int4, courseId int4, name text
select s.assignment_id as "assignmentId", s.user_id as "userId", s.course_id as "courseId", a.name, s.graded_at as "gradedAt" from submissions s join assignments a on a.id = s.assignment_id join courses c on c.id = s.course_id
  where s.assignment_id = $1 and s.user_id = any($2::int[]) and s.graded_at is not null and not a.muted and not a.deleted
  and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) and c.state in ('available', 'completed') and exists (select 1 from enrollments e where e.course_id = s.course_id and e.user_id = s.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by s.user_id;

-- submissions_into_streams (src/areas/activity/submission-items.ts)
-- takes $1 assignmentIds int4[], $2 userIds int4[]
with source as materialized (
  select s.*, greatest(case when not a.muted then s.graded_at end, (select max(c.created_at) from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and c.author_id <> s.user_id and not c.hidden)) as for_student,
  (select max(c.created_at) from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and c.author_id = s.user_id) as for_graders
  from (select distinct t.assignment_id, t.user_id from unnest($1::int[], $2::int[]) t(assignment_id, user_id)) one
  join submissions s on s.assignment_id = one.assignment_id and s.user_id = one.user_id
  join assignments a on a.id = s.assignment_id and not a.deleted),
  item as (
  insert into stream_items (type, course_id, assignment_id, student_id, created_at, updated_at)
  select 'Submission', course_id, assignment_id, user_id, created_at, greatest(for_student, for_graders)
  from source where for_student is not null or for_graders is not null order by assignment_id, user_id
  on conflict (assignment_id, student_id) do update set updated_at = greatest(stream_items.updated_at, excluded.updated_at)
  returning id, assignment_id, student_id)
  insert into stream_item_instances as x (user_id, stream_item_id, type, course_id, updated_at)
  select p.user_id, s.item_id, 'Submission', s.course_id, p.at
  from (select x.assignment_id, x.user_id, max(x.item_id) as item_id, max(x.course_id) as course_id, max(x.for_student) as for_student,
  max(x.for_graders) as for_graders
  from (select assignment_id, user_id, null::int as item_id, course_id, for_student, for_graders from source
  union all select assignment_id, student_id, id, null, null, null from item) x
  group by x.assignment_id, x.user_id having max(x.item_id) is not null) s cross join lateral (
  select e.user_id, s.for_student as at from enrollments e where s.for_student is not null and e.course_id = s.course_id
  and e.user_id = s.user_id and e.type = 'StudentEnrollment' and e.state = 'active'
  union
  select g.user_id, s.for_graders from (select g.user_id from enrollments g where g.course_id = s.course_id and g.state = 'active'
  and g.type in ('TeacherEnrollment', 'TaEnrollment') and exists (select 1 from enrollments e where e.course_id = s.course_id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (case when g.limit_privileges_to_course_section then array[g.course_section_id] end::int[] is null or e.course_section_id = any(case when g.limit_privileges_to_course_section then array[g.course_section_id] end::int[])) offset 0)) g where s.for_graders is not null and g.user_id <> s.user_id) p
  order by s.item_id, p.user_id
  on conflict (stream_item_id, user_id) do update set updated_at = greatest(x.updated_at, excluded.updated_at);

-- topic_into_streams (src/areas/activity/topic-items.ts)
-- takes $1 topicId int4
-- gives topicId int4
with source as materialized (
  select found.* from (select r.id as topic_id, r.course_id, r.group_id, r.posted_at, case when t.id <> r.id then t.group_id end as part,
  case when r.is_announcement then 'Announcement' else 'DiscussionTopic' end::stream_type as type,
  greatest(r.posted_at, (select e.created_at from discussion_entries e
  where e.topic_id = r.id and e.root_entry_id is null and not e.deleted order by e.id desc limit 1)) as at, case when t.id <> r.id then (select e.created_at from discussion_entries e
  where e.topic_id = t.id and e.root_entry_id is null and not e.deleted order by e.id desc limit 1) end as part_at
  from discussion_topics t join discussion_topics r on r.id = coalesce(t.root_topic_id, t.id)
  where t.id = $1 and t.state = 'active' and r.state = 'active' and r.collection_item_id is null) found
  where case when found.part is null then found.at else found.part_at end > now() - interval '1 year'),
  item as (
  insert into stream_items as i (type, course_id, group_id, topic_id, created_at, updated_at)
  select type, course_id, group_id, topic_id, posted_at, at from source
  on conflict (topic_id) do update set type = excluded.type, updated_at = greatest(i.updated_at, excluded.updated_at)
  where i.updated_at < excluded.updated_at or i.type <> excluded.type or exists (select 1 from source where part is not null)
  returning id),
  part as (
  insert into stream_item_groups as g (stream_item_id, group_id, updated_at)
  select item.id, source.part, source.part_at from item, source where source.part is not null
  on conflict (stream_item_id, group_id) do update set updated_at = excluded.updated_at where g.updated_at < excluded.updated_at)
  select topic_id as "topicId" from source;

-- topic_to_notify_of (src/areas/activity/topic-items.ts)
-- takes $1 topicId int4, $2 key text
-- gives id int4, title text, message text?, isAnnouncement bool, courseId int4?, groupId int4?, author text, people int4[]
select t.id, t.title, t.message, t.is_announcement as "isAnnouncement", t.course_id as "courseId", t.group_id as "groupId", u.short_name as author,
  array(select x.user_id from (select e.user_id from enrollments e where e.course_id = t.course_id and e.state = 'active'
  union select m.user_id from group_memberships m where m.group_id = t.group_id and m.state = 'accepted' and (g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = m.user_id and ge.state in ('active', 'completed')))) x
  where x.user_id <> t.user_id and (c.id is null or c.state = 'available' or (c.state = 'unpublished' and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = x.user_id and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))) order by x.user_id) as people
  from discussion_topics t join users u on u.id = t.user_id left join groups g on g.id = t.group_id left join courses c on c.id = coalesce(t.course_id, g.course_id)
  where t.id = $1 and t.state = 'active' and t.root_topic_id is null and t.posted_at > now() - interval '1 week'
  and not exists (select 1 from notifications n where n.key = $2);

-- stream_topics (src/areas/activity/topics.ts)
-- takes $1 callerId int4, $2 ids int4[]
-- gives id int4, title text, message text?, assignmentId int4?, requireInitialPost bool, posted bool, entryCount int4, entries jsonb
with mine as materialized (select own.*, array(select e.course_section_id from enrollments e
  where e.course_id = own.course_id and e.user_id = any(own.students::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any(own.students::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = own.course_id and not g.deleted offset 0)) as groups from (select e.course_id,
  array_agg(case e.type when 'ObserverEnrollment' then e.associated_user_id when 'StudentEnrollment' then e.user_id end) as students
  from enrollments e where e.user_id = $1 and e.state in ('active', 'completed') and (e.type = 'StudentEnrollment' or e.type = 'ObserverEnrollment')
  group by e.course_id) own)
  select t.id, t.title, case when open.now then left(t.message, 65536) end as message, t.assignment_id as "assignmentId", t.require_initial_post as "requireInitialPost", has.posted,
  (select count(*) from discussion_entries e where e.topic_id = any(reach.ids) and e.root_entry_id is null and not e.deleted) as "entryCount",
  case when not t.require_initial_post or has.posted or exempt.now then coalesce((select json_agg(json_build_object('userId', n.user_id,
  'userName', (select u.short_name from users u where u.id = n.user_id), 'message', left(n.message, 65536)) order by n.id desc) from (select newest.* from unnest(reach.ids) r(id) cross join lateral (
  select e.id, e.user_id, e.message from discussion_entries e where e.topic_id = r.id and e.root_entry_id is null and not e.deleted
  order by e.id desc limit 3) newest
  order by newest.id desc limit 3) n), '[]') else '[]' end as entries
  from discussion_topics t
  -- It and those of its children that the caller sees (discussions#76).
  cross join lateral (select coalesce((select array_agg(c.id) || t.id from discussion_topics c
  where t.group_category_id is not null and c.root_topic_id = t.id and c.state <> 'deleted'
  and ((exists (select 1 from enrollments e where e.course_id = t.course_id and e.user_id = $1 and e.state in ('active', 'completed') and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) or exists (select 1 from courses c join accounts own on own.id = c.account_id join account_admins aa on aa.account_id = any(own.chain)
  where c.id = t.course_id and aa.user_id = $1)) or exists (select 1 from group_memberships m where m.group_id = c.group_id and m.user_id = $1 and m.state = 'accepted'))), array[t.id]) as ids) reach
  cross join lateral (select t.require_initial_post and exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = any(reach.ids) and not e.deleted) as posted) has
  cross join lateral (select ((exists (select 1 from enrollments e where e.course_id = coalesce(t.course_id, (select g.course_id from groups g where g.id = t.group_id)) and e.user_id = $1 and e.state in ('active', 'completed') and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) or exists (select 1 from courses c join accounts own on own.id = c.account_id join account_admins aa on aa.account_id = any(own.chain)
  where c.id = coalesce(t.course_id, (select g.course_id from groups g where g.id = t.group_id)) and aa.user_id = $1)) or exists (select 1 from group_memberships m where m.group_id = t.group_id and m.user_id = $1 and m.state = 'accepted' and m.moderator)) as now) exempt
  -- The text of what is one thing with an assignment is nobody's before that opens, but for who may edit it (discussions#86).
  cross join lateral (select t.assignment_id is null or ((exists (select 1 from enrollments e where e.course_id = t.course_id and e.user_id = $1 and e.state = 'active' and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) or (exists (select 1 from enrollments e where e.course_id = t.course_id and e.user_id = $1 and e.state in ('active', 'completed') and e.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')) and not exists (select 1 from enrollments e where e.course_id = t.course_id and e.user_id = $1 and e.type = 'StudentEnrollment' and e.state = 'active'))) or exists (select 1 from courses c join accounts own on own.id = c.account_id join account_admins aa on aa.account_id = any(own.chain)
  where c.id = t.course_id and aa.user_id = $1)) or not exists (select 1 from assignments a
  left join mine on mine.course_id = a.course_id cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any(mine.sections::int[]) or o.group_id = any(mine.groups::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any(mine.students::int[]) and t.override_id = o.id)))) dates where a.id = t.assignment_id and dates.unlock_at > now()) as now) open
  where t.id = any($2::int[]);

-- stream_topics_to_student (src/areas/activity/topics.ts)
-- takes $1 callerId int4, $2 ids int4[]
-- gives id int4, title text, message text?, assignmentId int4?, requireInitialPost bool, posted bool, entryCount int4, entries jsonb
with mine as materialized (select own.*, array(select e.course_section_id from enrollments e
  where e.course_id = own.course_id and e.user_id = any(own.students::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any(own.students::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = own.course_id and not g.deleted offset 0)) as groups from (select e.course_id,
  array_agg(case e.type when 'ObserverEnrollment' then e.associated_user_id when 'StudentEnrollment' then e.user_id end) as students
  from enrollments e where e.user_id = $1 and e.state in ('active', 'completed') and (e.type = 'StudentEnrollment' or e.type = 'ObserverEnrollment')
  group by e.course_id) own)
  select t.id, t.title, case when open.now then left(t.message, 65536) end as message, t.assignment_id as "assignmentId", t.require_initial_post as "requireInitialPost", has.posted,
  (select count(*) from discussion_entries e where e.topic_id = any(reach.ids) and e.root_entry_id is null and not e.deleted) as "entryCount",
  case when not t.require_initial_post or has.posted or exempt.now then coalesce((select json_agg(json_build_object('userId', n.user_id,
  'userName', (select u.short_name from users u where u.id = n.user_id), 'message', left(n.message, 65536)) order by n.id desc) from (select newest.* from unnest(reach.ids) r(id) cross join lateral (
  select e.id, e.user_id, e.message from discussion_entries e where e.topic_id = r.id and e.root_entry_id is null and not e.deleted
  order by e.id desc limit 3) newest
  order by newest.id desc limit 3) n), '[]') else '[]' end as entries
  from discussion_topics t
  -- It and those of its children that the caller sees (discussions#76).
  cross join lateral (select coalesce((select array_agg(c.id) || t.id from discussion_topics c
  where t.group_category_id is not null and c.root_topic_id = t.id and c.state <> 'deleted'
  and (false or exists (select 1 from group_memberships m where m.group_id = c.group_id and m.user_id = $1 and m.state = 'accepted'))), array[t.id]) as ids) reach
  cross join lateral (select t.require_initial_post and exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = any(reach.ids) and not e.deleted) as posted) has
  cross join lateral (select (false or exists (select 1 from group_memberships m where m.group_id = t.group_id and m.user_id = $1 and m.state = 'accepted' and m.moderator)) as now) exempt
  -- The text of what is one thing with an assignment is nobody's before that opens, but for who may edit it (discussions#86).
  cross join lateral (select t.assignment_id is null or false or not exists (select 1 from assignments a
  left join mine on mine.course_id = a.course_id cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any(mine.sections::int[]) or o.group_id = any(mine.groups::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any(mine.students::int[]) and t.override_id = o.id)))) dates where a.id = t.assignment_id and dates.unlock_at > now()) as now) open
  where t.id = any($2::int[]);
