-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- take_deliveries (src/areas/notifications/mailing.ts)
-- takes $1 chunk int4
-- gives taken int4, waiting jsonb
with d as (
  delete from notification_deliveries x using (
  select w.notification_id, w.channel_id from notification_deliveries w where w.frequency = 'immediately'
  order by w.channel_id, w.notification_id limit $1 for update skip locked) next
  where x.notification_id = next.notification_id and x.channel_id = next.channel_id returning x.*)
  select (select count(*) from d) as taken, coalesce((select json_agg(json_build_object('channelId', c.id, 'userId', c.user_id, 'address', c.address,
  'subject', n.subject, 'body', n.body, 'path', n.path) order by n.id, c.id) from d join notifications n on n.id = d.notification_id
  join communication_channels c on c.id = d.channel_id and c.state = 'active' join users u on u.id = c.user_id and not u.deleted
  left join notification_preferences p on p.channel_id = c.id and p.category = n.category
  where coalesce(p.frequency, (case n.category when 'Due Date' then 'immediately' when 'Assignment Changed' then 'daily' when 'Grading' then 'immediately' when 'Submission Comment' then 'daily' when 'Announcement' then 'immediately' when 'Discussion' then 'weekly' when 'Discussion Entry' then 'daily' when 'Conversation Message' then 'immediately' when 'Added To Conversation' then 'immediately' when 'Invitation' then 'immediately' when 'Registration' then 'immediately' end)::notification_frequency) <> 'never' and n.created_at > now() - interval '5 days'
  - case d.frequency when 'weekly' then interval '7 days' when 'daily' then interval '1 day' else interval '0' end), '[]') as waiting;

-- take_summaries (src/areas/notifications/mailing.ts)
-- takes $1 channels int4, $2 frequency notification_frequency
-- gives taken int4, waiting jsonb
with next as materialized (
  select distinct w.channel_id from notification_deliveries w where w.frequency = $2::notification_frequency order by w.channel_id limit $1),
  held as materialized (select c.id from communication_channels c where c.id in (select channel_id from next) order by c.id for no key update skip locked),
  d as (delete from notification_deliveries x where x.frequency = $2::notification_frequency and x.channel_id in (select id from held) returning x.*)
  select (select count(*) from d) as taken, coalesce((select json_agg(json_build_object('channelId', c.id, 'userId', c.user_id, 'address', c.address,
  'subject', n.subject, 'body', '', 'path', n.path) order by c.id, n.id) from d join notifications n on n.id = d.notification_id
  join communication_channels c on c.id = d.channel_id and c.state = 'active' join users u on u.id = c.user_id and not u.deleted
  left join notification_preferences p on p.channel_id = c.id and p.category = n.category
  where coalesce(p.frequency, (case n.category when 'Due Date' then 'immediately' when 'Assignment Changed' then 'daily' when 'Grading' then 'immediately' when 'Submission Comment' then 'daily' when 'Announcement' then 'immediately' when 'Discussion' then 'weekly' when 'Discussion Entry' then 'daily' when 'Conversation Message' then 'immediately' when 'Added To Conversation' then 'immediately' when 'Invitation' then 'immediately' when 'Registration' then 'immediately' end)::notification_frequency) <> 'never' and n.created_at > now() - interval '5 days'
  - case d.frequency when 'weekly' then interval '7 days' when 'daily' then interval '1 day' else interval '0' end), '[]') as waiting;

-- notifications_deliver (src/areas/notifications/notify.ts)
-- takes $1 notificationIds int4[], $2 userIds int4[]
-- gives now bool
with made as (
  insert into notification_deliveries (notification_id, channel_id, frequency)
  select n.id, c.id, f.frequency
  from unnest($1::int[], $2::int[]) t(notification_id, user_id) join notifications n on n.id = t.notification_id
  join communication_channels c on c.user_id = t.user_id and c.state = 'active' and c.type = 'email'
  left join notification_preferences p on p.channel_id = c.id and p.category = n.category
  cross join lateral (select coalesce(p.frequency, (case n.category when 'Due Date' then 'immediately' when 'Assignment Changed' then 'daily' when 'Grading' then 'immediately' when 'Submission Comment' then 'daily' when 'Announcement' then 'immediately' when 'Discussion' then 'weekly' when 'Discussion Entry' then 'daily' when 'Conversation Message' then 'immediately' when 'Added To Conversation' then 'immediately' when 'Invitation' then 'immediately' when 'Registration' then 'immediately' end)::notification_frequency) as frequency) f
  where f.frequency <> 'never'
  order by n.id, c.id on conflict do nothing returning frequency)
  select exists (select 1 from made where frequency = 'immediately') as now;

-- notifications_insert (src/areas/notifications/notify.ts)
-- takes $1 stored jsonb, $2 now timestamptz
-- gives id int4, key text
insert into notifications (key, category, subject, body, path, course_id, group_id, assignment_id, entry_id, quiz_id, created_at)
  select n.key, n.category::notification_category, n.subject, n.body, n.path, n."courseId", n."groupId", n."assignmentId", n."entryId", n."quizId", $2::timestamptz
  from json_to_recordset($1::json) as n(key text, category text, subject text, body text, path text, "courseId" int, "groupId" int,
  "assignmentId" int, "entryId" int, "quizId" int)
  order by n.key on conflict (key) do nothing returning id, key;

-- choose_notification_preferences (src/areas/notifications/preferences.ts)
-- takes $1 userId int4, $2 id int4?, $3 type text?, $4 address text?, $5 categories notification_category[], $6 frequencies notification_frequency[]
-- gives id int4
insert into notification_preferences (channel_id, category, frequency)
  select own.id, chosen.category, chosen.frequency from (select c.id from communication_channels c
  where c.user_id = $1 and c.state <> 'retired'
  and (c.id = $2 or (c.type = $3 and lower(c.address) = lower($4))) order by c.position, c.id limit 1) own,
  unnest($5::notification_category[], $6::notification_frequency[]) as chosen(category, frequency)
  on conflict (channel_id, category) do update set frequency = excluded.frequency returning channel_id as id;

-- notification_preferences (src/areas/notifications/preferences.ts)
-- takes $1 userId int4, $2 id int4?, $3 type text?, $4 address text?
-- gives id int4, chosen jsonb
select own.id,
  coalesce((select json_object_agg(p.category, p.frequency) from notification_preferences p where p.channel_id = own.id), '{}') as chosen
  from (select c.id from communication_channels c
  where c.user_id = $1 and c.state <> 'retired'
  and (c.id = $2 or (c.type = $3 and lower(c.address) = lower($4))) order by c.position, c.id limit 1) own;
